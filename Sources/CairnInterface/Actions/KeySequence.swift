/// One key, or several to be pressed one after the other, such as `g g`.
public struct KeySequence: Hashable, Sendable {
  /// The keys in their order, never none.
  public let keys: [Key]

  /// The sequence of `keys`.
  ///
  /// - Precondition: there is at least one.
  public init(_ keys: [Key]) {
    precondition(!keys.isEmpty, "a key sequence has at least one key")
    self.keys = keys
  }

  /// Whether these are the first of its keys, and more follow.
  public func continues(_ typed: [Key]) -> Bool {
    keys.count > typed.count && keys.starts(with: typed)
  }

  /// Whether only one of the two can be typed: they are the same, or one begins the other.
  public func isAtOdds(with other: KeySequence) -> Bool {
    self == other || continues(other.keys) || other.continues(keys)
  }
}

extension KeySequence: LosslessStringConvertible, ExpressibleByStringLiteral {
  /// The keys in writing with blanks between them, such as `g g`.
  public var description: String { keys.map(\.description).joined(separator: " ") }

  /// Reads keys in writing with blanks between them; `nil` if one of them is no key.
  public init?(_ description: String) {
    let words = description.split(separator: " ")
    let keys = words.compactMap { Key(String($0)) }
    guard !keys.isEmpty, keys.count == words.count else { return nil }
    self.keys = keys
  }

  /// The keys in a literal.
  ///
  /// - Precondition: the literal is a key sequence in writing.
  public init(stringLiteral text: String) {
    guard let sequence = KeySequence(text) else {
      preconditionFailure("'\(text)' is not a key sequence")
    }
    self = sequence
  }
}
