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
  /// Where the record stands in the list it was opened from.
  var place: DetailPlace? { get }
  /// Looks at the data again, knowing the list that the screen was opened from.
  func refresh(_ surroundings: Surroundings) -> [Effect]
  /// The record `offset` places further in the list, or `nil` at its ends.
  func sibling(_ offset: Int) -> ScreenURL?
  /// Starts changing the record, or returns `nil` where it can't be changed.
  func edit() -> [Effect]?
  /// Starts a new linked record, or returns `nil` where none can be added.
  func add() -> [Effect]?
  /// Deletes the record, or returns `nil` where it can't be deleted.
  func delete() -> [Effect]?
}

extension DetailSource {
  public var subtitle: String { "" }
  public var sections: [DetailSection] { [] }
  public var place: DetailPlace? { nil }
  public func refresh(_ surroundings: Surroundings) -> [Effect] { [] }
  public func sibling(_ offset: Int) -> ScreenURL? { nil }
  public func edit() -> [Effect]? { nil }
  public func add() -> [Effect]? { nil }
  public func delete() -> [Effect]? { nil }
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

  public init(_ label: String, _ text: String, kind: Kind = .line, target: String? = nil) {
    self.label = label
    self.text = text
    self.kind = kind
    self.target = target
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
  /// The list of them all, which Enter on "more" opens.
  public var url: ScreenURL?

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
  /// The kind of the other record.
  public var kind: String
  /// Where it is.
  public var url: ScreenURL
  /// Who names whom.
  public var direction: Direction

  public init(_ title: String, kind: String, url: ScreenURL, direction: Direction = .outward) {
    self.title = title
    self.kind = kind
    self.url = url
    self.direction = direction
  }
}

/// A record's place in the list that it was opened from.
public struct DetailPlace: Hashable, Sendable {
  /// From 1.
  public var number: Int
  /// How many there are.
  public var count: Int
  /// The list's title.
  public var list: String

  public init(_ number: Int, of count: Int, in list: String) {
    self.number = number
    self.count = count
    self.list = list
  }
}
