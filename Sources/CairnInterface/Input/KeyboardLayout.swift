// Keys of other alphabets, so that nobody has to change the keyboard layout for a command. Sources:
// the layouts `ru`, `ua`, `gr` and `il` of the X Keyboard Extension's data, compared with its `us`.

/// The layout of a keyboard.
///
/// A terminal does not tell it, but a letter does: after a Cyrillic letter, the next keys are on a
/// Cyrillic keyboard, too.
public enum KeyboardLayout: Hashable, Sendable {
  /// Letters from a to z, at the places of the layout `us`.
  case latin
  /// The layouts `ru` and `ua`.
  case cyrillic
  /// The layout `gr`.
  case greek
  /// The layout `il`.
  case hebrew

  /// The layout that a letter belongs to; `nil` for signs and digits, which tell nothing.
  public init?(of character: Character) {
    if character.isASCII, character.isLetter {
      self = .latin
    } else if let layout = Self.letters.first(where: { $0.letters.contains(character) })?.layout {
      self = layout
    } else {
      return nil
    }
  }

  /// The signs that are on another key than on a Latin keyboard, with the signs of these places.
  ///
  /// The signs of the digits' keys are not among them: their labels are all that people know.
  fileprivate var signs: [Character: Character] {
    switch self {
    case .latin, .greek: [:]
    case .cyrillic: [".": "/", ",": "?"]
    case .hebrew: [".": "/", "/": "q", "'": "w", ",": "'", ";": "`"]
    }
  }

  /// The letters of each layout, with those at the same places of a Latin keyboard.
  fileprivate static let letters: [(layout: KeyboardLayout, letters: String, latin: String)] = [
    (.cyrillic, "йцукенгшщзхъфывапролджэячсмитьбюё", "qwertyuiop[]asdfghjkl;'zxcvbnm,.`"),
    (.cyrillic, "ЙЦУКЕНГШЩЗХЪФЫВАПРОЛДЖЭЯЧСМИТЬБЮЁ", "QWERTYUIOP{}ASDFGHJKL:\"ZXCVBNM<>~"),
    (.cyrillic, "іїєІЇЄ", "s]'S}\""),
    (.greek, "ςερτυθιοπασδφγηξκλζχψωβνμ", "wertyuiopasdfghjklzxcvbnm"),
    (.greek, "ΕΡΤΥΘΙΟΠΑΣΔΦΓΗΞΚΛΖΧΨΩΒΝΜ", "ERTYUIOPASDFGHJKLZXCVBNM"),
    (.hebrew, "קראטוןםפשדגכעיחלךףזסבהנמצתץ", "ertyuiopasdfghjkl;zxcvbnm,."),
  ]
}

extension Key {
  /// The same key on a Latin keyboard; `nil` if the character is on that keyboard, too, or on no
  /// known one.
  ///
  /// Commands are bound to Latin letters only. So on other layouts, a letter can act by the
  /// position of its key.
  public var onLatinKeyboard: Key? { latin(Self.latin) }

  /// The key at the same place of a Latin keyboard, for a sign that another layout has elsewhere;
  /// `nil` for all other keys.
  public func signOnLatinKeyboard(from layout: KeyboardLayout) -> Key? { latin(layout.signs) }

  private func latin(_ table: [Character: Character]) -> Key? {
    guard case .character(let character) = code, let latin = table[character] else { return nil }
    return Key(.character(latin), modifiers: modifiers)
  }

  private static let latin: [Character: Character] = {
    KeyboardLayout.letters.reduce(into: [:]) { table, layout in
      table.merge(zip(layout.letters, layout.latin)) { first, _ in first }
    }
  }()

  /// The key whose bytes a terminal without newer sequences sends for this one, such as Enter for
  /// Shift-Enter; `nil` if it is the same.
  ///
  /// So a key that is bound to nothing acts alike on all terminals.
  public var onOlderTerminal: Key? {
    let alt = modifiers.intersection(.alt)
    switch code {
    case .enter, .escape, .backspace, .tab:
      return modifiers == alt ? nil : Key(code, modifiers: alt)
    case .character(let character) where modifiers.contains(.control):
      let codes: [Character: Code] = ["i": .tab, "m": .enter, "[": .escape, "h": .backspace]
      return codes[character].map { Key($0, modifiers: alt) }
    default: return nil
    }
  }
}
