internal import CairnInterface

/// The places of the kinds, titles and details in the lines of a section of links.
///
/// Details get only the space that titles don't need.
struct LinkPlaces {
  /// The width of the kinds with the gap after them.
  let kinds: Int
  /// The width of titles that are followed by a detail.
  let titles: Int
  /// Whether a part of a link has no room.
  private(set) var losesParts = false

  private let table: TableColumns?
  private let wraps: Bool
  /// The width of a title with its details.
  private let room: Int

  static let gap = 2
  /// The columns for the arrow before a link, with the indent of its line.
  private static let arrow = 4
  private static let widestKind = 14
  private static let leastDetails = 8

  /// Creates the places for the links of `section`.
  ///
  /// - Parameters:
  ///   - section: the links.
  ///   - columns: the columns of the page's content.
  ///   - wraps: whether long titles and details wrap instead of being cut.
  init(_ section: DetailSection, columns: Int, wraps: Bool) {
    self.wraps = wraps
    let kind = section.links.map { GlyphWidth.columns(of: $0.kind) }.max() ?? 0
    kinds = kind == 0 ? 0 : min(kind, Self.widestKind) + Self.gap
    room = columns - DetailPage.markColumns - Self.arrow - kinds
    let widest = section.links.map { Self.width(of: $0.title) }.max() ?? 0
    let whole = TableColumns(section, columns: .max)
    let details =
      section.columns.isEmpty
      ? section.links.map { Self.width(of: $0.detail) }.max() ?? 0 : whole.width
    let shortest =
      section.columns.isEmpty ? 0 : Self.width(of: section.heading) - Self.arrow - kinds
    titles = max(
      min(widest, max(columns / 2, room - details - Self.gap)), min(shortest, columns / 2))
    let free = room - titles - Self.gap
    table =
      section.columns.isEmpty || free < Self.leastDetails
      ? nil : TableColumns(section, columns: free, wraps: wraps)
    guard !wraps else { return }
    let losesCells = !section.columns.isEmpty && table?.losesCells != false
    losesParts =
      losesCells
      || section.links.contains { link in
        Self.width(of: link.title) > titles(of: link)
          || table == nil && !link.detail.isEmpty && Self.width(of: link.detail) > free
      }
  }

  private static func width(of text: String) -> Int {
    GlyphWidth.columns(of: String(text.prefix(400)))
  }

  /// The columns that the title of a link can have.
  func titles(of link: DetailLink) -> Int {
    table == nil && link.detail.isEmpty ? room : titles
  }

  /// The names of the columns of details.
  var head: String? { table?.head }

  /// The blanks between a heading and the names of the columns.
  func gap(after heading: String) -> String {
    let place = Self.arrow + kinds + titles + Self.gap
    let free = place - GlyphWidth.columns(of: heading)
    return String(repeating: " ", count: max(Self.gap, free))
  }

  /// The lines of a link's details; none if it has no details.
  func details(of link: DetailLink) -> [String] {
    if let table { return table.lines(of: link.cells) }
    guard !link.detail.isEmpty else { return [] }
    guard wraps else { return [link.detail] }
    let text = String(link.detail.prefix(4_000))
    return TextLayout.wrap(text, columns: max(2, room - titles - Self.gap)).map(\.text)
  }
}

extension DetailSection {
  /// The title with the number of links.
  var heading: String { "\(title)  \(Count.text(count))" }
}
