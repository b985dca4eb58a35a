/// Keys in writing, as tmux has them: `j`, `C-d`, `M-x`, `S-Up`, `Enter`, `PageDown`, `F2`.
extension Key: LosslessStringConvertible {
  private static let names: [(name: String, code: Code)] = [
    ("Space", .character(" ")), ("Enter", .enter), ("Escape", .escape), ("Tab", .tab),
    ("BTab", .backtab), ("BSpace", .backspace), ("Delete", .delete), ("Insert", .insert),
    ("Up", .up), ("Down", .down), ("Left", .left), ("Right", .right), ("Home", .home),
    ("End", .end), ("PageUp", .pageUp), ("PageDown", .pageDown),
  ]

  // tmux's other spellings, read but never written.
  private static let otherNames: [String: Code] = [
    "Esc": .escape, "DC": .delete, "IC": .insert, "PPage": .pageUp, "PgUp": .pageUp,
    "NPage": .pageDown,
    "PgDn": .pageDown,
  ]

  private static let prefixes: [(prefix: String, modifier: Modifiers)] = [
    ("C-", .control), ("M-", .alt), ("S-", .shift),
  ]

  // As footers and people write them, read but never written.
  private static let otherPrefixes: [(prefix: String, modifier: Modifiers)] = [
    ("^", .control), ("Ctrl-", .control), ("Alt-", .alt), ("Shift-", .shift),
  ]

  /// The key in writing, such as `C-d`.
  public var description: String {
    let held = Self.prefixes.filter { modifiers.contains($0.modifier) }.map(\.prefix).joined()
    return held + name
  }

  /// Reads a key, such as `C-d`; `nil` if there is no such key.
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
