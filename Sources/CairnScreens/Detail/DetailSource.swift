public import CairnInterface
public import CairnNavigation

/// The content of a detail screen for one record.
public protocol DetailSource: AnyObject {
  /// The heading of the screen, usually the name of the record.
  var title: String { get }
  /// The record's kind and name: "contact · ada".
  var subtitle: String { get }
  /// The fields with a value, in display order.
  var fields: [DetailField] { get }
  /// The links from and to the record.
  var sections: [DetailSection] { get }
  /// Remarks about the record besides its fields, at the end of the screen.
  var remarks: [DetailField] { get }
  /// The heading over the remarks.
  var remarksTitle: String { get }
  /// The record's place in the list that it was opened from.
  var place: DetailPlace? { get }
  /// The interval at which the data is read again without an event; `nil` for never.
  var pace: Duration? { get }
  /// Reads the data again; the surroundings hold the list that the screen was opened from.
  func refresh(_ surroundings: Surroundings) -> [Effect]
  /// The record `offset` places further in the list, or `nil` at its ends.
  func sibling(_ offset: Int) -> ScreenURL?
  /// The supported changes: hints name their keys, and methods of other changes are never called.
  var changes: ChangeOptions { get }
  /// The obstacle to all changes, such as "the store is read-only"; `nil` if there is none.
  var obstacle: String? { get }
  /// Starts editing the record; returns `nil` if it can't be edited.
  func edit() -> [Effect]?
  /// Starts a new record linked in a section, or another record of the same kind if the section is
  /// `nil`.
  ///
  /// Returns `nil` if no record can be added.
  func add(to section: String?) -> [Effect]?
  /// Asks for the new value of a field, or first for the field.
  ///
  /// - Parameter label: the field under the cursor; `nil` if no field is under it.
  /// - Returns: the effects that ask; `nil` if no field can be changed.
  func changeField(_ label: String?) -> [Effect]?
  /// Shows how often each value of a field occurs; returns `nil` if that is impossible.
  func countValues(of label: String) -> [Effect]?
  /// Repeats the last change of a field on this record; returns `nil` if that is impossible.
  func repeatChange() -> [Effect]?
  /// Marks the record as done, or as open again; returns `nil` if that is impossible.
  func complete() -> [Effect]?
  /// Deletes the record; returns `nil` if it can't be deleted.
  func delete() -> [Effect]?
  /// Asks which records a link leads to: the link of a section, or one that the person picks first.
  ///
  /// Returns `nil` if nothing can be linked.
  func link(in section: String?) -> [Effect]?
  /// Removes the record at a URL from a section; returns `nil` if it can't be removed.
  func unlink(_ url: ScreenURL, from section: String) -> [Effect]?
  /// The detail source of the record at a URL in a section, if it is a part of this record.
  ///
  /// Keys for changes then apply to the part under the cursor. `nil` for an independent record.
  func part(_ url: ScreenURL, of section: String) -> (any DetailSource)?
  /// Opens the file of a field in another program.
  func open(file path: String) -> [Effect]
  /// Folds text for search.
  ///
  /// The folded text of a part must be a part of the folded whole.
  var fold: @Sendable (String) -> String { get }
  /// Performs an action that the screen doesn't handle; returns `nil` for an unknown action.
  func perform(_ action: ActionName) -> [Effect]?
}

extension DetailSource {
  /// An empty subtitle by default.
  public var subtitle: String { "" }
  /// No sections by default.
  public var sections: [DetailSection] { [] }
  /// No remarks by default.
  public var remarks: [DetailField] { [] }
  /// The default heading.
  public var remarksTitle: String { "Remarks" }
  /// No place in a list by default.
  public var place: DetailPlace? { nil }
  /// `nil` by default: the data is never read again without an event.
  public var pace: Duration? { nil }
  /// No effects by default.
  public func refresh(_ surroundings: Surroundings) -> [Effect] { [] }
  /// No neighbors by default.
  public func sibling(_ offset: Int) -> ScreenURL? { nil }
  /// No obstacle by default.
  public var obstacle: String? { nil }
  /// Lower-cases text by default.
  public var fold: @Sendable (String) -> String { { $0.lowercased() } }
  /// `nil` by default: the record can't be edited.
  public func edit() -> [Effect]? { nil }
  /// `nil` by default: no field can be changed.
  public func changeField(_ label: String?) -> [Effect]? { nil }
  /// `nil` by default: values are not counted.
  public func countValues(of label: String) -> [Effect]? { nil }
  /// `nil` by default: no change can be repeated.
  public func repeatChange() -> [Effect]? { nil }
  /// `nil` by default: the record can't be done.
  public func complete() -> [Effect]? { nil }
  /// `nil` by default: no record can be added.
  public func add(to section: String?) -> [Effect]? { nil }
  /// `nil` by default: the record can't be deleted.
  public func delete() -> [Effect]? { nil }
  /// `nil` by default: no record can be linked.
  public func link(in section: String?) -> [Effect]? { nil }
  /// `nil` by default: no record can be unlinked.
  public func unlink(_ url: ScreenURL, from section: String) -> [Effect]? { nil }
  /// `nil` by default: the record has no parts.
  public func part(_ url: ScreenURL, of section: String) -> (any DetailSource)? { nil }
  /// No effects by default: no field has a file.
  public func open(file path: String) -> [Effect] { [] }
  /// `nil` by default: the source has no actions.
  public func perform(_ action: ActionName) -> [Effect]? { nil }
}

/// A record's place in the list that it was opened from.
public struct DetailPlace: Hashable, Sendable {
  /// The place, counted from 1.
  public var number: Int
  /// The number of records in the list.
  public var count: Int
  /// The list's title.
  public var list: String

  /// Creates a place; `number` counts from 1.
  public init(_ number: Int, of count: Int, in list: String) {
    self.number = number
    self.count = count
    self.list = list
  }
}

/// A section of links of one kind.
public struct DetailSection: Hashable, Sendable {
  /// The section's title: "Ingredients".
  public var title: String
  /// The number of all links; more than `links` has if only the first are given.
  public var count: Int
  /// The links, in order.
  public var links: [DetailLink]
  /// The list of all links, which Enter on "more" opens, if there is one.
  public var url: ScreenURL?
  /// The columns of the links' cells; empty for links without cells.
  public var columns: [ListColumn] = []
  /// Whether the links are parts of the record: a table of cells without arrows and titles.
  public var holdsParts = false
  /// Whether the records of a table have an order, which numbers show.
  public var isOrdered = false

  /// Creates a section; `count` defaults to the number of links.
  public init(_ title: String, count: Int? = nil, links: [DetailLink], url: ScreenURL? = nil) {
    self.title = title
    self.count = count ?? links.count
    self.links = links
    self.url = url
  }
}

/// One link to another record.
public struct DetailLink: Hashable, Sendable {
  /// The direction of a link: stored in this record, or in the other one.
  public enum Direction: Hashable, Sendable {
    /// This record has a field with the link.
    case outward
    /// The other record has a field with the link.
    case inward
  }

  /// The other record's title.
  public var title: String
  /// The kind of the other record; empty if the section's title already tells it.
  public var kind: String
  /// A detail of the other record in a section without columns, such as an amount.
  public var detail: String
  /// The other record's URL.
  public var url: ScreenURL
  /// The direction: stored in this record, or in the other one.
  public var direction: Direction
  /// The values in the section's columns; empty in a section without columns.
  public var cells: [String] = []

  /// Creates a link.
  public init(
    _ title: String, kind: String = "", detail: String = "", url: ScreenURL,
    direction: Direction = .outward
  ) {
    self.title = title
    self.kind = kind
    self.detail = detail
    self.url = url
    self.direction = direction
  }
}

/// One field of a record, formatted for display.
public struct DetailField: Hashable, Sendable {
  /// The display style of a value.
  public enum Kind: Hashable, Sendable {
    /// On the label's line, wrapped if necessary.
    case line
    /// Tags in a row, each with a `#`.
    case tags
    /// An address that Enter opens with the system's opener.
    case address
    /// A number of stars, of the greatest number.
    case stars(Int, of: Int)
    /// Yes or no, as a sign.
    case flag(Bool)
    /// Text of several lines with simple Markdown, in a section of its own.
    case markdown
  }

  /// The field's name for display.
  public var label: String
  /// The name under which a form has the field, if it is not the label.
  public var formName: String?
  /// The value for display.
  public var text: String
  /// The display style of the value.
  public var kind: Kind
  /// For an address, what the system opens: "mailto:ada@example.org".
  public var target: String?
  /// The paths of the files that the value names; Enter opens one in another program.
  public var files: [String] = []
  /// The color role of the value.
  public var role = Role.normal
  /// The color roles of tags, by their texts.
  public var wordRoles: [String: Role] = [:]
  /// A remark about the value, such as "in 3 days", in dim text.
  public var remark = ""
  /// The names of the fields without a value, if the line names them instead of a value.
  public var emptyFields: [String] = []
  /// The completed part, from 0 to 1, drawn as a bar below the text.
  public var fraction: Double?

  /// Whether the value has a section of its own: Markdown, or a long text.
  var isText: Bool {
    kind == .markdown || kind == .line && text.utf8.count > LaidOutText.longestValue
  }

  /// Creates a field.
  public init(_ label: String, _ text: String, kind: Kind = .line, target: String? = nil) {
    self.label = label
    self.text = text
    self.kind = kind
    self.target = target
  }
}
