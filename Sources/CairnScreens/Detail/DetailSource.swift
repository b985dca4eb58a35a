public import CairnInterface
public import CairnNavigation

/// Where a detail screen gets what it shows of one record.
public protocol DetailSource: AnyObject {
  /// The record's title.
  var title: String { get }
  /// What kind of thing it is and what it is called: "contact · ada".
  var subtitle: String { get }
  /// The fields that have a value, in the order shown.
  var fields: [DetailField] { get }
  /// The links from and to the record.
  var sections: [DetailSection] { get }
  /// What there is to say about the record beside its fields, at the end of the screen.
  var remarks: [DetailField] { get }
  /// The heading over the remarks.
  var remarksTitle: String { get }
  /// Where the record stands in the list it was opened from.
  var place: DetailPlace? { get }
  /// After what time the data is looked at again although nothing happened; `nil` for never.
  var pace: Duration? { get }
  /// Looks at the data again, knowing the list that the screen was opened from.
  func refresh(_ surroundings: Surroundings) -> [Effect]
  /// The record `offset` places further in the list, or `nil` at its ends.
  func sibling(_ offset: Int) -> ScreenURL?
  /// Which changes can be made: their keys are named, and the methods of the others are never
  /// called.
  var changes: ChangeOptions { get }
  /// Why nothing can be changed that could be at other times, such as "the store is read-only".
  var obstacle: String? { get }
  /// Starts changing the record, or returns `nil` where it can't be changed.
  func edit() -> [Effect]?
  /// Starts a new record that will be linked in a section, or another one of the same kind where
  /// there is no section; or returns `nil` where none can be added.
  func add(to section: String?) -> [Effect]?
  /// Asks for a field of the record and gives it another value, or returns `nil` where that can't be.
  func changeField() -> [Effect]?
  /// Gives the record the value that another one got last, or returns `nil` where that can't be.
  func repeatChange() -> [Effect]?
  /// Deletes the record, or returns `nil` where it can't be deleted.
  func delete() -> [Effect]?
  /// Asks which records a link leads to: that of a section, or one that is asked for before; or
  /// returns `nil` where nothing can be linked.
  func link(in section: String?) -> [Effect]?
  /// Takes the record at a URL out of a section, or returns `nil` where it can't be.
  func unlink(_ url: ScreenURL, from section: String) -> [Effect]?
  /// What the record at a URL in a section is in detail, where it is a part of this one: keys that
  /// change something mean the part under the cursor then. `nil` for what stands for itself.
  func part(_ url: ScreenURL, of section: String) -> (any DetailSource)?
  /// Makes of a text what is compared with words that are looked for; that of parts is part of it.
  var fold: @Sendable (String) -> String { get }
  /// Does an action that the screen knows nothing of, or returns `nil`.
  func perform(_ action: ActionName) -> [Effect]?
}

extension DetailSource {
  /// None.
  public var subtitle: String { "" }
  /// None.
  public var sections: [DetailSection] { [] }
  /// None.
  public var remarks: [DetailField] { [] }
  /// What they are.
  public var remarksTitle: String { "Remarks" }
  /// None.
  public var place: DetailPlace? { nil }
  /// Never.
  public var pace: Duration? { nil }
  /// Nothing to look at.
  public func refresh(_ surroundings: Surroundings) -> [Effect] { [] }
  /// None.
  public func sibling(_ offset: Int) -> ScreenURL? { nil }
  /// Nothing is in the way.
  public var obstacle: String? { nil }
  /// Without capitals.
  public var fold: @Sendable (String) -> String { { $0.lowercased() } }
  /// Not here.
  public func edit() -> [Effect]? { nil }
  /// Not here.
  public func changeField() -> [Effect]? { nil }
  /// Not here.
  public func repeatChange() -> [Effect]? { nil }
  /// Not here.
  public func add(to section: String?) -> [Effect]? { nil }
  /// Not here.
  public func delete() -> [Effect]? { nil }
  /// Not here.
  public func link(in section: String?) -> [Effect]? { nil }
  /// Not here.
  public func unlink(_ url: ScreenURL, from section: String) -> [Effect]? { nil }
  /// None.
  public func part(_ url: ScreenURL, of section: String) -> (any DetailSource)? { nil }
  /// None.
  public func perform(_ action: ActionName) -> [Effect]? { nil }
}

/// A record's place in the list that it was opened from.
public struct DetailPlace: Hashable, Sendable {
  /// From 1.
  public var number: Int
  /// How many there are.
  public var count: Int
  /// The list's title.
  public var list: String

  /// The place `number`, counted from 1.
  public init(_ number: Int, of count: Int, in list: String) {
    self.number = number
    self.count = count
    self.list = list
  }
}

/// Links of one kind.
public struct DetailSection: Hashable, Sendable {
  /// What the links are: "Ingredients".
  public var title: String
  /// How many there are; more than `links` when only the first are given.
  public var count: Int
  /// The links, in order.
  public var links: [DetailLink]
  /// The list of them all, which Enter on "more" opens, if there is one.
  public var url: ScreenURL?

  /// A section; `count` is that of the links if left out.
  public init(_ title: String, count: Int? = nil, links: [DetailLink], url: ScreenURL? = nil) {
    self.title = title
    self.count = count ?? links.count
    self.links = links
    self.url = url
  }
}

/// One link to another record.
public struct DetailLink: Hashable, Sendable {
  /// Whether this record names the other, or the other names this one.
  public enum Direction: Hashable, Sendable {
    case outward
    case inward
  }

  /// The other record's title.
  public var title: String
  /// The kind of the other record; empty where the section's title says it.
  public var kind: String
  /// What else there is to know of the other record, such as an amount.
  public var detail: String
  /// Where it is.
  public var url: ScreenURL
  /// Who names whom.
  public var direction: Direction

  /// A link.
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

/// One field of a record, ready to be read.
public struct DetailField: Hashable, Sendable {
  /// How a value is shown.
  public enum Kind: Hashable, Sendable {
    /// On the label's line, wrapped if need be.
    case line
    /// Words in a row, each with a `#`.
    case tags
    /// An address that Enter hands to the system's opener.
    case address
    /// Text of several lines with simple Markdown, in a section of its own.
    case markdown
  }

  /// The field's name as people read it.
  public var label: String
  /// The value as people read it.
  public var text: String
  /// How the value is shown.
  public var kind: Kind
  /// For an address, what the system opens: "mailto:ada@example.org".
  public var target: String?
  /// The part that is done, from 0 to 1, drawn as a bar below the text.
  public var fraction: Double?

  /// Whether its value stands in a section of its own: it may have Markdown, or is long.
  var isText: Bool {
    kind == .markdown || kind == .line && text.utf8.count > LaidOutText.longestValue
  }

  /// A field.
  public init(_ label: String, _ text: String, kind: Kind = .line, target: String? = nil) {
    self.label = label
    self.text = text
    self.kind = kind
    self.target = target
  }
}
