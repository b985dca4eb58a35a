public import CairnNavigation

/// A view of a list's rows.
public struct ListView: Hashable, Sendable {
  /// The kinds of views.
  public enum Kind: Hashable, Sendable {
    /// One row for each element, with its columns.
    case table
    /// Sections by how soon a date comes; holds the date's title.
    case agenda(of: String)
    /// The rows that are likely the same.
    case duplicates
    /// The counts of a field's values; holds the field's title.
    case counts(of: String)
  }

  /// The kind of the view.
  public var kind: Kind
  /// The URL of the view.
  public var url: ScreenURL
  /// Whether this is the present view.
  public var isNow: Bool

  /// Creates a view.
  public init(_ kind: Kind, url: ScreenURL, isNow: Bool = false) {
    (self.kind, self.url, self.isNow) = (kind, url, isNow)
  }

  /// Whether later lists of the kind open in the view; the search for duplicates is a task that
  /// ends.
  var isKept: Bool { kind != .duplicates }

  /// The word that decides the view's letter in menus.
  var word: String {
    switch kind {
    case .table: "Table"
    case .agenda(let field): "Agenda \(field)"
    case .duplicates: "Duplicates"
    case .counts(let field): field
    }
  }

  /// The title in a menu.
  var title: String {
    switch kind {
    case .table: "Table"
    case .agenda(let field): "Agenda by \(field)"
    case .duplicates: "Duplicates"
    case .counts(let field): "Counts by \(field)"
    }
  }
}
