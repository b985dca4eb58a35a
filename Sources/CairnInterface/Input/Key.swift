/// One press of a key.
public struct Key: Hashable, Sendable {
  /// Which key it was.
  public enum Code: Hashable, Sendable {
    /// A character, the space included.
    case character(Character)
    /// The Enter key.
    case enter
    /// The Escape key.
    case escape
    /// The Tab key.
    case tab
    /// The Tab key with Shift.
    case backtab
    /// The key that deletes to the left.
    case backspace
    /// The key that deletes to the right.
    case delete
    /// The Insert key.
    case insert
    /// The arrow up.
    case up
    /// The arrow down.
    case down
    /// The arrow to the left.
    case left
    /// The arrow to the right.
    case right
    /// The Home key.
    case home
    /// The End key.
    case end
    /// The key for a page up.
    case pageUp
    /// The key for a page down.
    case pageDown
    /// A function key, numbered from 1.
    case function(Int)
  }

  /// The keys that were held down with it.
  public struct Modifiers: OptionSet, Hashable, Sendable {
    /// One bit for each modifier.
    public let rawValue: UInt8

    /// The modifiers whose bits are set in `rawValue`.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The Control key.
    public static let control = Modifiers(rawValue: 1)
    /// The Alt or Meta key.
    public static let alt = Modifiers(rawValue: 2)
    /// The Shift key, where the key is not a character.
    public static let shift = Modifiers(rawValue: 4)
  }

  /// Which key it was.
  public let code: Code

  /// The keys that were held down with it.
  public let modifiers: Modifiers

  /// The key `code` with `modifiers` held down.
  public init(_ code: Code, modifiers: Modifiers = []) {
    self.code = code
    self.modifiers = modifiers
  }

  /// The character that this key puts in a text; `nil` if it is a command.
  public var text: Character? {
    guard case .character(let character) = code, modifiers.isEmpty else { return nil }
    return character
  }
}
