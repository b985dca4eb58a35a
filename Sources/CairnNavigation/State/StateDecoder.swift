internal import CairnJSON

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
