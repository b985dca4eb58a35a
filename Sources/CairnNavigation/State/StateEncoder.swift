internal import CairnJSON

/// Takes what one screen, or one part of it, keeps of itself, under keys of its own.
///
///     func encodeState(to coder: inout StateEncoder) {
///       coder.encode(cursor, as: "cursor")
///       coder.encode(filter, as: "filter")                  // nil removes what was there
///       coder.scope("preview") { preview.encodeState(to: &$0) }
///     }
///
/// A key can clash only within one scope. What was saved under keys that are never mentioned here
/// stays, so that an older program doesn't lose what a newer one wrote.
public struct StateEncoder {
  private var object: JSONObject

  /// Starts from what was saved before.
  public init(continuing earlier: StateValue = .empty) {
    object = earlier.json.object ?? JSONObject()
  }

  /// Everything encoded so far, and what was there before.
  public var value: StateValue {
    object.members.isEmpty ? .empty : StateValue(.object(object))
  }

  /// Keeps a value, or removes it if it is nil.
  public mutating func encode(_ value: (some StateConvertible)?, as key: String) {
    object[key] = value?.stateValue.json
  }

  /// Lets a part of the screen keep its state under keys of its own.
  public mutating func scope(_ key: String, _ encode: (inout StateEncoder) -> Void) {
    var inner = StateEncoder(continuing: object[key].map { StateValue($0) } ?? .empty)
    encode(&inner)
    let value = inner.value
    object[key] = value.isEmpty ? nil : value.json
  }
}
