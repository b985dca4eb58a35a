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

/// Gives one screen, or one part of it, back what it kept.
///
/// It comes once, after the screen's first load. A value that is missing, or of another kind than
/// asked for, is nil: the screen uses its default.
public struct StateDecoder: Hashable, Sendable {
  /// What was kept.
  public let value: StateValue

  /// Reads what an encoder wrote.
  public init(_ value: StateValue) { self.value = value }

  /// The value under `key`, or nil if there is none of this kind.
  public func decode<Value: StateConvertible>(
    _ key: String, as type: Value.Type = Value.self
  ) -> Value? {
    value.json[key].flatMap { Value(StateValue($0)) }
  }

  /// The value under `key`, which the screen can't do without.
  ///
  /// - Throws: ``NavigationError/unreadableState(key:expected:)`` if there is none of this kind.
  public func require<Value: StateConvertible>(
    _ key: String, as type: Value.Type = Value.self
  ) throws(NavigationError) -> Value {
    guard let value = decode(key, as: type) else {
      throw .unreadableState(key: key, expected: "\(type)")
    }
    return value
  }

  /// The keys under which something was kept, in their order.
  public var keys: [String] { value.json.object?.members.map(\.name) ?? [] }

  /// What a part of the screen kept under `key`; empty if there is nothing.
  public func scope(_ key: String) -> StateDecoder {
    StateDecoder(value.json[key].map { StateValue($0) } ?? .empty)
  }
}

/// What a screen keeps of itself: text, numbers, flags, lists and named values, nothing alive.
///
/// Screens write one through a ``StateEncoder`` and read it through a ``StateDecoder``.
public struct StateValue: Hashable, Sendable, CustomStringConvertible {
  let json: JSONValue

  init(_ json: JSONValue) { self.json = json }

  /// No state: a screen starts with its defaults.
  public static let empty = StateValue(.null)

  /// Whether there is nothing to decode.
  public var isEmpty: Bool { json.isNull || json == .object(JSONObject()) }

  /// Compact JSON.
  public var description: String { json.text() }
}

/// Makes a screen's state of one version a state of the next.
///
/// The encoder starts with all that the decoder has; a key's old name is removed by encoding nil.
public typealias StateMigration = (
  _ old: StateDecoder, _ new: inout StateEncoder
) throws -> Void

extension StateValue {
  /// The state as `version` knows it.
  ///
  /// - Throws: ``NavigationError/newerState(version:known:)``,
  ///   ``NavigationError/noMigration(version:)``, or what a migration throws.
  func migrated(
    from old: Int, to version: Int, by migrations: [Int: StateMigration]
  ) throws -> StateValue {
    guard !isEmpty else { return self }
    guard old <= version else { throw NavigationError.newerState(version: old, known: version) }
    var value = self
    for step in old..<version {
      guard let migration = migrations[step] else {
        throw NavigationError.noMigration(version: step)
      }
      var encoder = StateEncoder(continuing: value)
      try migration(StateDecoder(value), &encoder)
      value = encoder.value
    }
    return value
  }
}
