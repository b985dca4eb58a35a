// Keys of keyboards that write other letters, so that nobody has to change the layout for a
// command. Sources: the layouts `ru`, `ua`, `gr` and `il` of the X Keyboard Extension's data,
// beside its `us`.

extension Key {
  /// What the same key is on a Latin keyboard; `nil` where its character is on that, too, or on no
  /// keyboard that is known here.
  ///
  /// A command has its place on the keyboard as well as its letter. Letters of other scripts are
  /// keys to nothing by themselves, so they can mean what their place does.
  public var onLatinKeyboard: Key? {
    guard case .character(let character) = code, let latin = Self.latin[character] else {
      return nil
    }
    return Key(.character(latin), modifiers: modifiers)
  }

  private static let latin: [Character: Character] = {
    let layouts = [
      ("йцукенгшщзхъфывапролджэячсмитьбюё", "qwertyuiop[]asdfghjkl;'zxcvbnm,.`"),
      ("ЙЦУКЕНГШЩЗХЪФЫВАПРОЛДЖЭЯЧСМИТЬБЮЁ", "QWERTYUIOP{}ASDFGHJKL:\"ZXCVBNM<>~"),
      ("іїєІЇЄ", "s]'S}\""),
      ("ςερτυθιοπασδφγηξκλζχψωβνμ", "wertyuiopasdfghjklzxcvbnm"),
      ("ΕΡΤΥΘΙΟΠΑΣΔΦΓΗΞΚΛΖΧΨΩΒΝΜ", "ERTYUIOPASDFGHJKLZXCVBNM"),
      ("קראטוןםפשדגכעיחלךזסבהנמצ", "ertyuiopasdfghjklzxcvbnm"),
    ]
    return layouts.reduce(into: [:]) { table, layout in
      table.merge(zip(layout.0, layout.1)) { first, _ in first }
    }
  }()
}
