/// How opening a URL changes where a person is.
public enum PresentationMode: String, CaseIterable, Hashable, Sendable {
  /// A new entry on top of the current one.
  case push
  /// The entry that is open already comes to the front; else like push.
  case shared
  /// An entry over the current one with a stack of its own, ended as a whole.
  case modal
  /// A sheet or menu over the current entry, never part of the history and never saved.
  case popover
  /// Another program, after asking.
  case external
  /// A new entry in the place of the current one.
  case replace
  /// A new entry, and nothing else in its tab.
  case root

  /// Whether such a screen becomes an entry of the history.
  public var entersHistory: Bool {
    switch self {
    case .push, .shared, .modal, .replace, .root: true
    case .popover, .external: false
    }
  }
}

/// What opening a row's URL will do, for the mark at the row's end.
public enum RowMark: Hashable, Sendable {
  /// Nothing matches the URL, or there is none.
  case nothing
  /// A screen takes the place of this one.
  case push
  /// A screen comes over this one.
  case sheet
  /// Another program opens the URL.
  case external

  /// The mark for a mode.
  public init(_ mode: PresentationMode) {
    self =
      switch mode {
      case .push, .shared, .replace, .root: .push
      case .modal, .popover: .sheet
      case .external: .external
      }
  }

  /// One column wide: `›`, `^`, `↗` or `·`.
  public var glyph: String {
    switch self {
    case .nothing: "\u{B7}"
    case .push: "\u{203A}"
    case .sheet: "^"
    case .external: "\u{2197}"
    }
  }

  /// The same without anything outside ASCII: `>`, `^`, `@` or `.`.
  public var asciiGlyph: String {
    switch self {
    case .nothing: "."
    case .push: ">"
    case .sheet: "^"
    case .external: "@"
    }
  }
}
