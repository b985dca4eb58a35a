public import CairnInterface

/// Chooses the record that a field links to, by typing a part of its title.
public final class LinkPicker: Overlay {
  /// The name in the breadcrumb, or on the box.
  public let title: String
  private let offersNothing: Bool
  private let field: FormField
  private let source: any FormSource
  private let pick: (String) -> [Effect]
  private var search: TextField
  private var window = RowWindow()
  private var found: [FormCandidate] = []

  /// How many records are looked for at most.
  private static let limit = 200

  /// Makes a picker.
  ///
  /// - Parameters:
  ///   - field: the field that links.
  ///   - title: what is picked, on the box; the field's name if none is given.
  ///   - source: has the records.
  ///   - text: what is looked for at first.
  ///   - offersNothing: whether no record can be picked, too.
  ///   - pick: what follows, given the record's id or nothing.
  package init(
    _ field: FormField, title: String? = nil, source: any FormSource, text: String = "",
    offersNothing: Bool = false, pick: @escaping (String) -> [Effect]
  ) {
    self.title = title ?? "Pick \(field.label.lowercased())"
    self.field = field
    self.source = source
    self.pick = pick
    self.offersNothing = offersNothing
    search = TextField(text)
    find()
  }

  /// Short words on the lower edge of the box.
  public var footer: String { "type to search · Enter takes it" }
  /// Where its keys are looked up.
  public var contexts: [ActionContext] { [.text, .prompt] }

  /// Where its box lies.
  public func frame(in size: Size) -> Region {
    Region(size).centered(Size(columns: min(64, size.columns), rows: min(14, size.rows)))
  }

  /// Takes the room that there is.
  public func layOut(in size: Size) {
    window.resize(count: found.count, height: size.rows - 1)
  }

  /// Draws its state.
  public func draw(on canvas: inout Canvas, theme: Theme) {
    var pen = Pen(theme, column: 1)
    pen.write("/ ", .accent, on: &canvas)
    let cursor = search.draw(
      at: Position(column: 3, row: 0), columns: max(1, canvas.size.columns - 4), style: .plain,
      on: &canvas)
    if found.isEmpty {
      pen = Pen(theme, column: 3, row: 1)
      pen.write("no record matches", .dim, on: &canvas)
    }
    for index in window.visible where index < found.count {
      let row = 1 + index - window.top
      let half = max(0, (canvas.size.columns - 6) * 3 / 5)
      var pen = Pen(theme, column: 2, row: row)
      pen.write(found[index].title, on: &canvas, columns: half)
      pen.column += 2
      pen.write(
        found[index].detail, .dim, on: &canvas, columns: max(0, canvas.size.columns - half - 6))
      if index == window.cursor { canvas.markCursor(row: row, theme: theme) }
    }
    canvas.cursor = cursor
  }

  /// Takes typed text.
  public func insert(_ text: String) -> [Effect]? {
    search.insert(text)
    find()
    return []
  }

  /// Does an action of its own.
  public func perform(_ action: ActionName) -> [Effect]? {
    if search.perform(action) {
      find()
      return []
    }
    if window.perform(action) { return [] }
    guard action == .accept else { return nil }
    guard window.cursor < found.count else { return [] }
    return [.dismiss] + pick(found[window.cursor].id)
  }

  private func find() {
    found = source.candidates(for: field, matching: search.text, limit: Self.limit)
    if offersNothing, "nothing".hasPrefix(search.text.lowercased()) {
      let place = found.firstIndex(where: \.isNew) ?? found.count
      found.insert(FormCandidate(id: "", title: "nothing"), at: place)
    }
    window.resize(count: found.count, height: window.height)
    window.move(to: 0)
  }
}
