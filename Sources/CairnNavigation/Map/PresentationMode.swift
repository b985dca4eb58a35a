/// How opening a URL changes where a person is.
public enum PresentationMode: String, CaseIterable, Hashable, Sendable {
  /// A new entry on top of the current one.
  case push
  /// The entry that is open already in the tab comes to the front; else like push.
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
