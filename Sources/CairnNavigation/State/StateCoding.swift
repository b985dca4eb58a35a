internal import CairnJSON
internal import FoundationEssentials

/// Encodes the state of a screen, or of a part of it, under keys.
///
///     func encodeState(to coder: inout StateEncoder) {
///       coder.encode(cursor, as: "cursor")
///       coder.encode(filter, as: "filter")                  // nil removes what was there
///       coder.scope("preview") { preview.encodeState(to: &$0) }
///     }
///
/// Keys can clash only within one scope. Values under keys that are not mentioned stay, so an older
/// program keeps the values of a newer one.
public struct StateEncoder {
  private var object: JSONObject

  /// Creates an encoder that starts with the saved state.
  public init(continuing earlier: StateValue = .empty) {
    object = earlier.json.object ?? JSONObject()
  }

  /// The encoded values with the earlier ones.
  public var value: StateValue {
    object.members.isEmpty ? .empty : StateValue(.object(object))
  }

  /// Encodes a value, or removes it if it is nil.
  public mutating func encode(_ value: (some StateConvertible)?, as key: String) {
    object[key] = value?.stateValue.json
  }

  /// Encodes a value of any `Encodable` type, as JSON, or removes it if it is nil.
  ///
  /// A value that can't be encoded, such as an infinite number, is left out.
  @_disfavoredOverload
  public mutating func encode(_ value: (some Encodable)?, as key: String) {
    let bytes = value.flatMap { try? JSONEncoder().encode([$0]) }
    object[key] = bytes.flatMap { try? JSONValue(reading: [UInt8]($0)) }?.array?.first
  }

  /// Encodes the state of a part of the screen under its own keys.
  ///
  /// - Parameters:
  ///   - key: the key of the part.
  ///   - isWhole: whether `encode` encodes the whole part, so that no earlier value stays. It is
  ///     necessary where keys are data, such as the names of fields, and where the part can be
  ///     another one than before, such as the screen in a pane.
  ///   - encode: encodes the part.
  public mutating func scope(
    _ key: String, isWhole: Bool = false, _ encode: (inout StateEncoder) -> Void
  ) {
    let earlier = isWhole ? nil : object[key].map { StateValue($0) }
    var inner = StateEncoder(continuing: earlier ?? .empty)
    encode(&inner)
    let value = inner.value
    object[key] = value.isEmpty ? nil : value.json
  }
}

/// Decodes the saved state of a screen, or of a part of it.
///
/// A screen gets it once, before its first refresh. What depends on rows that are still being read,
/// such as a cursor, the screen keeps until it has them. A value that is missing or of another kind
/// is nil; then the screen uses its default.
public struct StateDecoder: Hashable, Sendable {
  /// The saved state.
  public let value: StateValue

  /// Creates a decoder.
  public init(_ value: StateValue) { self.value = value }

  /// Returns the value under a key; nil if it is missing or of another kind.
  public func decode<Value: StateConvertible>(
    _ key: String, as type: Value.Type = Value.self
  ) -> Value? {
    value.json[key].flatMap { Value(StateValue($0)) }
  }

  /// Returns a value of any `Decodable` type; nil if it is missing or of another kind.
  @_disfavoredOverload
  public func decode<Value: Decodable>(_ key: String, as type: Value.Type = Value.self) -> Value? {
    guard let json = value.json[key] else { return nil }
    let text = JSONValue.array([json]).text()
    return (try? JSONDecoder().decode([Value].self, from: Data(text.utf8)))?.first
  }

  /// Returns the value under a key that the screen requires.
  ///
  /// - Throws: ``NavigationError/unreadableState(key:expected:)`` if the value is missing or of
  ///   another kind.
  public func require<Value: StateConvertible>(
    _ key: String, as type: Value.Type = Value.self
  ) throws(NavigationError) -> Value {
    guard let value = decode(key, as: type) else {
      throw .unreadableState(key: key, expected: "\(type)")
    }
    return value
  }

  /// The keys of the saved values, in their order.
  public var keys: [String] { value.json.object?.members.map(\.name) ?? [] }

  /// Returns the state of a part of the screen; empty if it saved nothing.
  public func scope(_ key: String) -> StateDecoder {
    StateDecoder(value.json[key].map { StateValue($0) } ?? .empty)
  }
}

/// The saved state of a screen: text, numbers, flags, lists and named values.
///
/// Screens write it through a ``StateEncoder`` and read it through a ``StateDecoder``.
public struct StateValue: Hashable, Sendable, CustomStringConvertible {
  let json: JSONValue

  init(_ json: JSONValue) { self.json = json }

  /// No state: a screen starts with its defaults.
  public static let empty = StateValue(.null)

  /// Whether the state has no values.
  public var isEmpty: Bool { json.isNull || json == .object(JSONObject()) }

  /// Compact JSON.
  public var description: String { json.text() }
}

/// Converts a screen's state to the next version.
///
/// The encoder starts with all values of the decoder; encoding nil removes an old key.
public typealias StateMigration = (
  _ old: StateDecoder, _ new: inout StateEncoder
) throws -> Void

extension StateValue {
  /// Returns the state in the form of `version`.
  ///
  /// - Throws: ``NavigationError/newerState(version:known:)``,
  ///   ``NavigationError/noMigration(version:)``, or the error of a migration.
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
