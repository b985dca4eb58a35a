internal import CairnInterface

/// Where a form's fields stand in a given room.
struct FormLayout: Hashable {
  struct Field: Hashable {
    /// The first row, counted from the top of all fields, in sight or not.
    let row: Int
    let rows: Int
  }

  let fields: [Field]
  let rowCount: Int
  /// Columns of the labels, of the text between the brackets, and of lines, which have all the
  /// room there is.
  let labelColumns: Int
  let textColumns: Int
  let lineColumns: Int
  /// The part of the screen where the fields are.
  let region: Region

  /// Columns at the left for the cursor's bar.
  static let gutter = 2
  /// The lines of text that a multi-line field shows.
  static let areaLines = 4
  /// The records that a field of lines shows.
  static let ownedLines = 6

  init(_ fields: [FormField], in size: Size) {
    let widest = fields.map { GlyphWidth.columns(of: $0.label) + ($0.isRequired ? 2 : 0) }.max()
    labelColumns = min(widest ?? 0, max(6, size.columns / 4))
    let room = size.columns - Self.gutter - labelColumns - 2 - 3
    textColumns = max(4, min(room, max(34, size.columns * 45 / 100)))
    lineColumns = max(textColumns, room)
    var row = 0
    self.fields = fields.map { field in
      let rows = Self.lines(of: field.kind).map { $0 + 2 } ?? 1
      defer { row += rows }
      return Field(row: row, rows: rows)
    }
    rowCount = row
    let isHigh = size.rows >= 10
    let below = Region(size).splitTop(isHigh ? 2 : 1).rest
    region = isHigh ? below.splitBottom(3).rest : below.splitBottom(1).rest
  }

  /// The lines of text that a field of several shows; `nil` for one of a single line.
  static func lines(of kind: FormField.Kind) -> Int? {
    switch kind {
    case .multiline: areaLines
    case .lines: ownedLines
    case .text, .number, .date, .choice, .boolean, .tags, .path, .content, .link, .links: nil
    }
  }

  /// The columns of the text of a field.
  func columns(of kind: FormField.Kind) -> Int { kind == .lines ? lineColumns : textColumns }

  /// The column where the text begins.
  var textColumn: Int { Self.gutter + labelColumns + 3 }
}

extension FormScreen {
  var layout: FormLayout { FormLayout(editors.map(\.field), in: room) }
}
