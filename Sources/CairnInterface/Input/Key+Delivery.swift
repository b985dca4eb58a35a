extension Key {
  /// Why a program in a terminal may never see this key; `nil` for those that every one sends.
  ///
  /// Terminals send bytes, and some keys share theirs with others. Source: the control characters
  /// of ECMA-48, and the capabilities of terminfo.
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
