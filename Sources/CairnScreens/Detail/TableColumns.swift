internal import CairnInterface

/// The layout of the cells of linked records on a page.
///
/// Each column is as wide as its longest cell. If the columns do not fit, the widest one gets
/// narrower, and its cells wrap or are cut. If that is not enough, the last columns are left out.
struct TableColumns {
  private struct Place {
    let index: Int
    var width: Int
    let alignment: TextLayout.Alignment
  }

  private let section: DetailSection
  private let wraps: Bool
  private let room: Int
  private var places: [Place]

  /// The screen's columns that the whole cells need.
  private(set) var width = 0

  private static let gap = 2
  private static let leastWidth = 8
  /// The characters of a cell that are shown; a whole book would take too long to lay out.
  private static let longestCell = 4_000

  /// Creates the layout.
  ///
  /// - Parameters:
  ///   - section: the records and the columns.
  ///   - room: the screen's columns for all cells of a record.
  ///   - wraps: whether cells wrap instead of being cut.
  init(_ section: DetailSection, columns room: Int, wraps: Bool = true) {
    self.section = section
    self.wraps = wraps
    self.room = room
    places = section.columns.enumerated().map { index, column in
      let texts = section.links.lazy.compactMap { link in
        link.cells.indices.contains(index) ? link.cells[index] : nil
      }
      let widest = texts.map { GlyphWidth.columns(of: String($0.prefix(400))) }.max() ?? 0
      let head =
        section.columns.count > 1 || !section.holdsParts
        ? GlyphWidth.columns(of: column.title) : 0
      return Place(
        index: index, width: max(1, widest, head), alignment: column.alignment.layout)
    }
    width = placesWidth
    while case let excess = placesWidth - room, excess > 0,
      let widest = places.indices.max(by: { places[$0].width < places[$1].width })
    {
      if places[widest].width > Self.leastWidth {
        let others = places.indices.filter { $0 != widest }.map { places[$0].width }.max() ?? 0
        let step = max(1, min(excess, places[widest].width - max(others, Self.leastWidth)))
        places[widest].width -= step
      } else if places.count > 1 {
        places.removeLast()
      } else {
        places[0].width = max(1, room)
        break
      }
    }
  }

  private var placesWidth: Int {
    places.reduce(0) { $0 + $1.width } + Self.gap * max(0, places.count - 1)
  }

  /// Whether there is no room for some columns, or for the whole of a cell.
  var losesCells: Bool {
    places.count < section.columns.count || !wraps && placesWidth < width
  }

  /// The names of the columns, and the number of columns without room; `nil` for the only column
  /// of a table, which needs none.
  var head: String? {
    guard section.columns.count > 1 || !section.holdsParts else { return nil }
    let names = joined(places.map { section.columns[$0.index].title })
    let lost = section.columns.count - places.count
    guard lost > 0 else { return names }
    let mark = "+\(lost)"
    let columns = room - GlyphWidth.columns(of: mark) - 1
    return TextLayout.fit(names, columns: max(0, columns)) + " " + mark
  }

  /// The lines of a record, at least one.
  func lines(of cells: [String]) -> [String] {
    let wrapped = places.map { place in
      let text = cells.indices.contains(place.index) ? cells[place.index] : ""
      guard wraps else { return [text] }
      let lines = TextLayout.wrap(
        String(text.prefix(Self.longestCell)), columns: max(2, place.width))
      return lines.isEmpty ? [""] : lines.map(\.text)
    }
    return (0..<(wrapped.map(\.count).max() ?? 1)).map { row in
      joined(wrapped.map { row < $0.count ? $0[row] : "" })
    }
  }

  /// The texts in their columns, without blanks at the end.
  private func joined(_ texts: [String]) -> String {
    let fitted = zip(places, texts).map { place, text in
      TextLayout.fit(text, columns: place.width, alignment: place.alignment)
    }
    let line = fitted.joined(separator: String(repeating: " ", count: Self.gap))
    return String(line.reversed().drop { $0 == " " }.reversed())
  }
}
