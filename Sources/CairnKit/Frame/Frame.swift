internal import CairnInterface

/// The four rows around a screen, as far as there is room for them.
///
///     row 0        location line
///     …            the screen
///     last but one status line
///     last         hints line, from 16 rows on
struct Frame: Hashable {
  /// The smallest terminal that anything is drawn on.
  static let minimum = Size(columns: 40, rows: 10)

  let size: Size

  var isTooSmall: Bool { size.columns < Self.minimum.columns || size.rows < Self.minimum.rows }
  var hasHints: Bool { size.rows >= 16 }

  var location: Region { Region(size).rows(0..<1) }
  var status: Region { Region(size).rows(size.rows - below..<size.rows - below + 1) }
  var hints: Region {
    hasHints ? Region(size).rows(size.rows - 1..<size.rows) : Region(columns: 0, rows: 0)
  }
  var content: Region { Region(size).rows(1..<max(1, size.rows - below)) }

  private var below: Int { hasHints ? 2 : 1 }
}
