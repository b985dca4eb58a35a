public import CairnNavigation

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
