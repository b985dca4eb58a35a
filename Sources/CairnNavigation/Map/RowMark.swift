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
}
