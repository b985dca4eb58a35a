/// One press of a key.
public struct Key: Hashable, Sendable {
  /// The key, without its modifiers.
  public enum Code: Hashable, Sendable {
    /// A character, the space included.
    case character(Character)
    /// The key that ends a line, also on the keypad.
    case enter
    /// The key that leaves or cancels.
    case escape
    /// The key that goes to the next field.
    case tab
    /// The Tab key with Shift.
    case backtab
    /// The key that deletes to the left.
    case backspace
    /// The key that deletes to the right.
    case delete
    /// The key between Delete and Home on many keyboards.
    case insert
    /// The arrow to the line above.
    case up
    /// The arrow to the line below.
    case down
    /// The arrow to the left.
    case left
    /// The arrow to the right.
    case right
    /// The key for the start of a line or list.
    case home
    /// The key for the end of a line or list.
    case end
    /// The key for a page up.
    case pageUp
    /// The key for a page down.
    case pageDown
    /// A function key, numbered from 1.
    case function(Int)
  }

  /// The modifiers that were held down.
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

  /// The key, without its modifiers.
  public let code: Code

  /// The modifiers that were held down.
  public let modifiers: Modifiers

  /// Creates a key press.
  public init(_ code: Code, modifiers: Modifiers = []) {
    self.code = code
    self.modifiers = modifiers
  }

  /// The character that the key types; `nil` for a command.
  public var text: Character? {
    guard case .character(let character) = code, modifiers.isEmpty else { return nil }
    return character
  }
}

/// The notation of keys, as in tmux: `j`, `C-d`, `M-x`, `S-Up`, `Enter`, `PageDown`, `F2`.
extension Key: LosslessStringConvertible {
  private static let names: [(name: String, code: Code)] = [
    ("Space", .character(" ")), ("Enter", .enter), ("Escape", .escape), ("Tab", .tab),
    ("BTab", .backtab), ("BSpace", .backspace), ("Delete", .delete), ("Insert", .insert),
    ("Up", .up), ("Down", .down), ("Left", .left), ("Right", .right), ("Home", .home),
    ("End", .end), ("PageUp", .pageUp), ("PageDown", .pageDown),
  ]

  // Other spellings of tmux, which are read but never written.
  private static let otherNames: [String: Code] = [
    "Esc": .escape, "DC": .delete, "IC": .insert, "PPage": .pageUp, "PgUp": .pageUp,
    "NPage": .pageDown,
    "PgDn": .pageDown,
  ]

  private static let prefixes: [(prefix: String, modifier: Modifiers)] = [
    ("C-", .control), ("M-", .alt), ("S-", .shift),
  ]

  // Spellings of footers and people, which are read but never written.
  private static let otherPrefixes: [(prefix: String, modifier: Modifiers)] = [
    ("^", .control), ("Ctrl-", .control), ("Alt-", .alt), ("Shift-", .shift),
  ]

  /// The notation of the key, such as `C-d`.
  public var description: String {
    let held = Self.prefixes.filter { modifiers.contains($0.modifier) }.map(\.prefix).joined()
    return held + name
  }

  /// Reads the notation of a key; `nil` if it is invalid.
  ///
  /// - Parameter description: `C-`, `M-` and `S-` in any order, or `^`, `Ctrl-`, `Alt-` and `Shift-`,
  ///   then one character or a key's name.
  public init?(_ description: String) {
    var rest = Substring(description)
    var modifiers: Modifiers = []
    let prefixes = Self.prefixes + Self.otherPrefixes
    while let held = prefixes.first(where: {
      rest.hasPrefix($0.prefix) && rest.count > $0.prefix.count
    }) {
      modifiers.insert(held.modifier)
      rest = rest.dropFirst(held.prefix.count)
    }
    guard let code = Self.code(named: rest, isControlled: modifiers.contains(.control)) else {
      return nil
    }
    self.init(code, modifiers: modifiers)
  }

  private var name: String {
    if let known = Self.names.first(where: { $0.code == code }) { return known.name }
    return switch code {
    case .character(let character): String(character)
    case .function(let number): "F\(number)"
    default: preconditionFailure("every other key has a name")
    }
  }

  private static func code(named name: Substring, isControlled: Bool) -> Code? {
    if let known = names.first(where: { $0.name == name }) { return known.code }
    if let known = otherNames[String(name)] { return known }
    if name.count == 1, let character = name.first {
      // A terminal sends the same byte for Ctrl-D and Ctrl-Shift-D.
      let lower = isControlled ? Character(character.lowercased()) : character
      return character == " " ? nil : .character(lower)
    }
    guard name.hasPrefix("F"), let number = Int(digits: name.dropFirst()), 1...63 ~= number else {
      return nil
    }
    return .function(number)
  }
}

extension Key {
  /// Why a terminal may not send this key; `nil` for keys that every terminal sends.
  ///
  /// Terminals send bytes, and some keys share their bytes with others. Sources: the control
  /// characters of ECMA-48, and the capabilities of terminfo.
  public var obstacle: String? {
    switch code {
    case .character where modifiers.isSuperset(of: [.control, .shift]):
      "terminals send the same for it as without Shift"
    case .character(let character) where modifiers.contains(.control):
      Self.obstacle(ofControlled: character)
    case .character where modifiers.contains(.shift):
      "write the character that Shift makes"
    case .enter, .tab, .escape, .backspace:
      modifiers.subtracting(.alt).isEmpty
        ? nil : "terminals send the same for it as without \(heldNames)"
    case .backtab where !modifiers.isEmpty:
      "terminals send the same for it as without \(heldNames)"
    case .function(let number) where number > 12:
      "few keyboards and terminals send it"
    default: nil
    }
  }

  private static func obstacle(ofControlled character: Character) -> String? {
    switch character {
    case "i": "terminals send the same for it as for Tab"
    case "m": "terminals send the same for it as for Enter"
    case "[": "terminals send the same for it as for Escape"
    case "h": "some terminals send the same for it as for Backspace"
    case "a"..."z", " ", "@", "\\", "]", "^", "_": nil
    default: "it has no control character"
    }
  }

  private var heldNames: String {
    [(Modifiers.control, "Ctrl"), (.shift, "Shift")].filter { modifiers.contains($0.0) }
      .map(\.1).joined(separator: " and ")
  }
}
