public import CairnInterface

extension FormScreen {
  /// Draws the form.
  public func draw(on canvas: inout Canvas, theme: Theme) {
    drawHead(on: &canvas, theme: theme)
    let layout = layout
    canvas.draw(in: layout.region) { canvas in
      for index in layout.fields.indices {
        let row = layout.fields[index].row - window.top
        guard row < canvas.size.rows, row + layout.fields[index].rows > 0 else { continue }
        draw(index, at: row, layout, on: &canvas, theme: theme)
      }
      canvas.markHidden(by: window, theme: theme)
    }
    drawAdvice(below: layout.region, on: &canvas, theme: theme)
  }

  /// The rows above and below the shown ones.
  public var hiddenRows: HiddenRows { HiddenRows(window) }

  /// The first rows of the visible fields.
  public var itemRows: [Int]? {
    let layout = layout
    return layout.fields.map { $0.row - window.top }
      .filter { (0..<layout.region.rows).contains($0) }.map { layout.region.row + $0 }
  }

  private func drawHead(on canvas: inout Canvas, theme: Theme) {
    let problems = problemCount
    var counts: [String] = []
    if changeCount > 0 { counts.append(Count.text(changeCount, "change")) }
    if problems > 0 { counts.append(Count.text(problems, "problem")) }
    let shown = counts.joined(separator: " \(theme.glyphs.separator) ")
    var pen = Pen(theme, column: FormLayout.gutter)
    pen.write(source.title, .bold, on: &canvas)
    pen.column = canvas.size.columns - GlyphWidth.columns(of: shown) - 1
    pen.write(shown, problems > 0 ? .bad : .dim, on: &canvas)
    guard layout.region.row > 1 else { return }
    var line = Pen(theme, column: FormLayout.gutter, row: 1)
    line.write(
      source.calculations, .dim, on: &canvas, columns: canvas.size.columns - FormLayout.gutter - 1)
  }

  private func draw(
    _ index: Int, at row: Int, _ layout: FormLayout, on canvas: inout Canvas, theme: Theme
  ) {
    let field = editors[index].field
    var pen = Pen(theme, row: row)
    pen.write(index == focus ? theme.glyphs.cursor : " ", .accent, on: &canvas)
    pen.column = FormLayout.gutter
    pen.write(
      field.label + (field.isRequired ? " *" : ""), index == focus ? .bold : .dim, on: &canvas,
      columns: layout.labelColumns)
    if let lines = FormLayout.lines(of: field.kind) {
      drawArea(index, at: row, layout, showing: lines, on: &canvas, theme: theme)
    } else {
      drawLine(index, at: row, layout, on: &canvas, theme: theme)
    }
    drawRemark(index, at: row, layout, on: &canvas, theme: theme)
  }

  private func drawLine(
    _ index: Int, at row: Int, _ layout: FormLayout, on canvas: inout Canvas, theme: Theme
  ) {
    let editor = editors[index]
    let place = Position(column: layout.textColumn, row: row)
    canvas.write(
      "[", at: Position(column: place.column - 1, row: row), style: theme.style(for: .dim))
    let columns = self.columns(ofLine: index, layout, theme)
    canvas.write(
      "]", at: Position(column: place.column + columns, row: row),
      style: theme.style(for: .dim))
    if editor.takesText, index == focus {
      canvas.cursor = editor.text.draw(
        at: place, columns: layout.textColumns, style: .plain, on: &canvas, theme: theme)
      return
    }
    var pen = Pen(theme, column: place.column, row: row)
    pen.write(
      word(for: editor.value, in: editor.field, theme), on: &canvas, columns: columns)
    if index == focus { canvas.cursor = place }
  }

  /// The width of a one-line field.
  ///
  /// Without the focus, its problem may take the width that its value doesn't need.
  private func columns(ofLine index: Int, _ layout: FormLayout, _ theme: Theme) -> Int {
    let (editor, whole) = (editors[index], layout.textColumns)
    guard index != focus, let problem = problem(at: index) else { return whole }
    let wanted = layout.textColumn + whole + 5 + GlyphWidth.columns(of: problem)
    let lacking = max(0, wanted - room.columns)
    let value = GlyphWidth.columns(of: word(for: editor.value, in: editor.field, theme))
    return min(whole, max(value + 1, whole - lacking))
  }

  /// The text of a field with a picked value.
  private func word(for value: String, in field: FormField, _ theme: Theme) -> String {
    let words = words(for: value, in: field, limit: room.columns)
    switch field.kind {
    case .link, .links: return words.isEmpty ? "" : "\(theme.glyphs.linksTo) \(words)"
    default: return words
    }
  }

  /// A field's value for display: records by their titles, no more than fit on a line.
  func words(for value: String, in field: FormField, limit: Int) -> String {
    switch field.kind {
    case .link, .links:
      FormField.Kind.ids(in: value).prefix(limit)
        .map { source.title(ofLink: $0, in: field) ?? $0 }.joined(separator: ", ")
    case .path: source.words(for: value, in: field)
    default: field.kind.shown(value)
    }
  }

  private func drawArea(
    _ index: Int, at row: Int, _ layout: FormLayout, showing count: Int, on canvas: inout Canvas,
    theme: Theme
  ) {
    let columns = layout.columns(of: editors[index].field.kind)
    let box = Region(
      column: layout.textColumn - 1, row: row, columns: columns + 2,
      rows: count + 2)
    canvas.box(box, glyphs: theme.glyphs, style: theme.style(for: .dim))
    let text = editors[index].text
    let lines =
      index == focus
      ? TextArea.lines(aroundCursorOf: text, columns: columns, above: count - 1, below: count)
      : .init(ranges: TextArea.lines(of: text, columns: columns, limit: count), cursor: 0)
    let top = max(0, lines.cursor - count + 1)
    for (offset, range) in lines.ranges.dropFirst(top).prefix(count).enumerated() {
      canvas.write(
        String(text.characters[range]),
        at: Position(column: layout.textColumn, row: row + 1 + offset), limit: columns)
    }
    guard index == focus else { return }
    let start = lines.ranges[lines.cursor].lowerBound
    let before = text.characters[start..<max(start, text.cursor)]
    let column = min(GlyphWidth.columns(of: String(before)), columns - 1)
    canvas.cursor = Position(column: layout.textColumn + column, row: row + 1 + lines.cursor - top)
  }

  /// Draws the remark to the right of a field: its problem, else its former value, else how to
  /// choose.
  private func drawRemark(
    _ index: Int, at row: Int, _ layout: FormLayout, on canvas: inout Canvas, theme: Theme
  ) {
    let editor = editors[index]
    // A text area has no room beside it, so its remark is on its upper edge.
    let isLine = FormLayout.lines(of: editor.field.kind) == nil
    let columns = isLine ? self.columns(ofLine: index, layout, theme) : layout.textColumns
    let right = layout.textColumn + columns + 2
    var pen = Pen(
      theme, column: editor.field.kind == .lines ? layout.textColumn + 1 : right, row: row)
    let room = max(0, canvas.size.columns - pen.column - 1)
    if let problem = problem(at: index) {
      pen.write("\(theme.glyphs.cross) \(problem)", .bad, on: &canvas, columns: room)
    } else if editor.isGone {
      pen.write("! field removed", .warning, on: &canvas, columns: room)
    } else if let stored = editor.contest?.shown {
      let word = editor.field.kind.isArea ? "" : " \(word(for: stored, in: editor.field, theme))"
      pen.write(
        stored.isEmpty ? "! cleared elsewhere" : "! now\(word) elsewhere", .warning, on: &canvas,
        columns: room)
    } else if editor.isChanged, let meaning = meaning(of: editor) {
      pen.write("= \(meaning)", .dim, on: &canvas, columns: room)
    } else if editor.isChanged, !editor.field.value.isEmpty {
      let value = editor.field.value
      let words =
        editor.field.kind.isArea ? "changed" : "was \(word(for: value, in: editor.field, theme))"
      pen.write("~ \(words)", .dim, on: &canvas, columns: room)
    } else if case .choice(let choices) = editor.field.kind {
      let count = Count.text(choices.count, "choice")
      pen.write(offering(count, theme), .dim, on: &canvas, columns: room)
    } else if editor.field.kind == .link {
      pen.write(offering("Space chooses", theme), .dim, on: &canvas, columns: room)
    } else if case .links = editor.field.kind {
      let count = editor.value.isEmpty ? 0 : editor.value.count { $0 == "\n" } + 1
      let words = count < 2 ? "" : "\(Count.text(count)) \(theme.glyphs.separator) "
      pen.write(offering("\(words)Space chooses", theme), .dim, on: &canvas, columns: room)
    }
  }

  private func offering(_ words: String, _ theme: Theme) -> String {
    theme.glyphs.choices.isEmpty ? words : "\(theme.glyphs.choices) \(words)"
  }

  /// Draws the bottom lines: the full problem of the focused field, or a hint about its input.
  private func drawAdvice(below region: Region, on canvas: inout Canvas, theme: Theme) {
    guard editors.indices.contains(focus) else { return }
    let editor = editors[focus]
    let isHigh = room.rows >= 10
    var pen = Pen(
      theme, column: FormLayout.gutter, row: region.row + region.rows + (isHigh ? 1 : 0))
    let columns = max(0, canvas.size.columns - 3)
    let gone = goneReason.map { reason in
      let advice: KeyWords = "\(key: .save) shows what to do with the draft"
      return "\(reason); \(advice.text(keymap, in: contexts))"
    }
    if let problem = gone ?? problem(at: focus).map({ "\(editor.field.label)   \($0)" })
      ?? refusals[""]
    {
      pen.write("\(theme.glyphs.cross) \(problem)", .bad, on: &canvas, columns: columns)
    } else {
      let hint =
        candidates(for: editor) ?? meaning(of: editor).map { "= \($0)" }
        ?? editor.field.hint.text(keymap, in: contexts)
      if !hint.isEmpty {
        pen.write("\(editor.field.label)   \(hint)", .dim, on: &canvas, columns: columns)
      }
    }
    guard isHigh else { return }
    pen = Pen(theme, column: FormLayout.gutter, row: pen.row + 1)
    if keepsDrafts {
      pen.write(
        "Draft saved as you type.", .dim, on: &canvas,
        columns: columns)
    } else {
      pen.write(
        "Drafts can't be saved; unsaved changes are lost when you leave.", .bad, on: &canvas,
        columns: columns)
    }
  }
}

/// The places of a form's fields in a given size.
struct FormLayout: Hashable {
  struct Field: Hashable {
    /// The first row, counted from the top of all fields, visible or not.
    let row: Int
    let rows: Int
  }

  let fields: [Field]
  let rowCount: Int
  /// The columns of labels, of texts between brackets, and of lines, which are as wide as possible.
  let labelColumns: Int
  let textColumns: Int
  let lineColumns: Int
  /// The part of the screen with the fields.
  let region: Region

  /// The left columns for the cursor's bar.
  static let gutter = 2
  /// The number of lines that a multi-line field shows.
  static let areaLines = 4
  /// The number of records that a field of lines shows.
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

  /// The number of lines that a field shows; `nil` for a one-line field.
  static func lines(of kind: FormField.Kind) -> Int? {
    switch kind {
    case .multiline: areaLines
    case .lines: ownedLines
    case .text, .number, .date, .choice, .boolean, .tags, .path, .content, .link, .links: nil
    }
  }

  /// The columns of the text of a field.
  func columns(of kind: FormField.Kind) -> Int { kind == .lines ? lineColumns : textColumns }

  /// The first column of the text.
  var textColumn: Int { Self.gutter + labelColumns + 3 }
}

extension FormScreen {
  var layout: FormLayout { FormLayout(editors.map(\.field), in: room) }
}
