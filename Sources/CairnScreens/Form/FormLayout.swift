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
  /// Columns of the labels, and of the text between the brackets.
  let labelColumns: Int
  let textColumns: Int
  /// The part of the screen where the fields are.
  let region: Region

  /// Columns at the left for the cursor's bar.
  static let gutter = 2
  /// The lines of text that a multi-line field shows.
  static let areaLines = 4

  init(_ fields: [FormField], in size: Size) {
    let widest = fields.map { GlyphWidth.columns(of: $0.label) + ($0.isRequired ? 2 : 0) }.max()
    labelColumns = min(widest ?? 0, max(6, size.columns / 4))
    let room = size.columns - Self.gutter - labelColumns - 2 - 3
    textColumns = max(4, min(room, max(34, size.columns * 45 / 100)))
    var row = 0
    self.fields = fields.map { field in
      let rows = field.kind == .multiline ? Self.areaLines + 2 : 1
      defer { row += rows }
      return Field(row: row, rows: rows)
    }
    rowCount = row
    let isHigh = size.rows >= 10
    let below = Region(size).splitTop(isHigh ? 2 : 1).rest
    region = isHigh ? below.splitBottom(3).rest : below.splitBottom(1).rest
  }

  /// The column where the text begins.
  var textColumn: Int { Self.gutter + labelColumns + 3 }
}

extension FormScreen {
  var layout: FormLayout { FormLayout(editors.map(\.field), in: room) }
}
