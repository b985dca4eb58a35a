internal import CairnInterface

/// Sections of rows: folding, moving between sections, and grouping.
extension ListScreen {
  /// Updates the lines from the source's rows and sections.
  func updateLines() {
    let starts = can.grouped?.sectionStarts ?? []
    sections.lines = ListLines(
      rowCount: source.count, starts: starts,
      folded: sections.folds.places(among: starts.count) { section(at: $0).id })
  }

  /// The id of the section under the cursor; `nil` without sections.
  var currentSection: String? {
    guard let place = sections.lines.section(at: position.window.cursor), place < sectionCount
    else { return nil }
    return section(at: place).id
  }

  /// The row under the cursor; `nil` if there is no row.
  var cursorRow: Int? {
    sections.lines.row(at: position.window.cursor).flatMap { $0 < source.count ? $0 : nil }
  }

  /// The row or head in line `line`.
  func anchor(at line: Int) -> ListCursor.Anchor? {
    guard (0..<sections.lines.count).contains(line) else { return nil }
    switch sections.lines[line] {
    case .row(let row): return row < source.count ? .row(source.id(at: row)) : nil
    case .head(let section):
      return section < sectionCount ? .head(self.section(at: section).id) : nil
    }
  }

  /// The line of `anchor`, or of the head above it; `nil` if it no longer exists.
  func line(of anchor: ListCursor.Anchor) -> Int? {
    switch anchor {
    case .row(let id): source.index(of: id).map(sections.lines.line(ofRow:))
    case .head(let id):
      (0..<sections.lines.sectionCount).first { section(at: $0).id == id }.map(
        sections.lines.line(ofHead:))
    }
  }

  /// The section whose head has the cursor.
  var cursorHead: Int? {
    guard position.window.cursor < sections.lines.count,
      case .head(let section) = sections.lines[position.window.cursor]
    else {
      return nil
    }
    return section
  }

  /// The ids of a section's rows.
  func ids(of section: Int) -> Set<String> {
    Set(sections.lines.rows(of: section).clamped(to: 0..<source.count).map(source.id))
  }

  /// Actions for sections, totals and columns.
  static let grouping: HandlerTable<ListScreen> = [
    .fold: onSections { $0.toggleFoldAtCursor() },
    .foldAll: onSections { $0.fold { $0.sections.folds = SectionFolds(isAll: true) } },
    .unfoldAll: onSections { $0.fold { $0.sections.folds = SectionFolds() } },
    .nextSection: onSections { $0.goToSection { $0 + 1 } },
    .previousSection: onSections { list in
      list.goToSection { list.cursorHead == nil ? $0 : $0 - 1 }
    },
    .group: .when(\.hasFields) { list in
      list.onCurrentColumn(list.groupByColumn) ?? list.chooseGroup()
    },
    .chooseColumns: .when(\.hasFields) { $0.chooseColumns() },
    .totals: .when({ $0.hasFields || $0.countsValues }) { list in
      list.hasFields ? list.chooseTotals() : list.can.acting?.perform(.totals)
    },
  ]

  private static func onSections(
    _ perform: @escaping @Sendable (ListScreen) -> [Effect]
  ) -> Handler<ListScreen> {
    .when({ $0.sections.lines.sectionCount > 0 }, otherwise: \.nothingIsGrouped) { perform($0) }
  }

  private func toggleFoldAtCursor() -> [Effect] {
    sections.lines.section(at: position.window.cursor).map(toggleFold) ?? []
  }

  /// Folds or unfolds a section.
  func toggleFold(_ section: Int) -> [Effect] { fold { $0.toggle(section) } }

  private func toggle(_ section: Int) { sections.folds.toggle(self.section(at: section).id) }

  private func fold(_ change: (ListScreen) -> Void) -> [Effect] {
    // While sections are being found again, their indices are outdated.
    guard sections.lines.sectionCount == sectionCount else { return [] }
    change(self)
    follow()
    return []
  }

  private func goToSection(_ next: (Int) -> Int) -> [Effect] {
    guard let section = sections.lines.section(at: position.window.cursor) else { return [] }
    let wanted = next(section)
    move(
      to: wanted < sections.lines.sectionCount
        ? sections.lines.line(ofHead: max(0, wanted)) : sections.lines.count - 1)
    return []
  }

  private var nothingIsGrouped: Message {
    let advice: KeyWords = hasFields ? "\(key: .group) groups it" : ""
    return Message("the list is not grouped", tone: .warning, advice: advice)
  }

  private func chooseGroup() -> [Effect] {
    let fields = self.fields.filter { !$0.isLong }
    let now = source.query.group
    var items = Menu.lettered(fields.map(\.title))
    for (index, field) in fields.enumerated() where field.name == now {
      items[index].detail = "now"
    }
    let none = Menu.Item(nil, "no grouping", detail: now == nil ? "now" : "")
    let menu = Menu(
      "Group by", items + [none], placement: .corner,
      cursor: fields.firstIndex { $0.name == now } ?? 0
    ) { [weak self] index in
      self?.group(by: index < fields.count ? fields[index].name : nil) ?? []
    }
    return [.present(menu)]
  }

  /// Groups by a column, or ends the grouping by it; `nil` if rows are not grouped by it.
  private func groupByColumn(_ column: ListColumn) -> [Effect]? {
    guard fields.contains(where: { $0.name == column.name && !$0.isLong }) else { return nil }
    return group(by: source.query.group == column.name ? nil : column.name)
  }

  private func group(by field: String?) -> [Effect] {
    guard field != source.query.group else { return [] }
    var query = source.query
    query.group = field
    sections.folds = SectionFolds()
    sections.wantedHead = field
    return apply(query) + [.setQuery(name: "group", value: field)]
  }

  private func chooseTotals() -> [Effect] {
    let all = SectionTotals.allCases
    let isGrouped = source.query.group != nil
    let none = Menu.Item(nil, isGrouped ? "counts only" : "no totals")
    var items = Menu.lettered(all.map(\.rawValue)) + [none]
    let now = can.grouped?.sectionTotals.flatMap(all.firstIndex) ?? all.count
    items[now].detail = "now"
    let menu = Menu(isGrouped ? "Totals of groups" : "Totals", items, placement: .corner) {
      [weak self] index in
      guard let self else { return [] }
      let totals = index < all.count ? all[index] : nil
      can.grouped?.sectionTotals = totals
      layOut(in: whole)
      return source.refresh() + [.setQuery(name: "totals", value: totals?.rawValue)]
        + (totals.map(show) ?? [])
    }
    return [.present(menu)]
  }

  /// Scrolls to the first column with totals if no such column is visible, or reports that no
  /// column has numbers.
  private func show(_ totals: SectionTotals) -> [Effect] {
    let places = can.grouped?.columns(with: totals) ?? []
    guard let first = places.first else {
      let advice: KeyWords = "\(key: .chooseColumns) chooses others"
      return [.say(Message("no column has numbers", tone: .warning, advice: advice))]
    }
    let shown = plan.places.map(\.index)
    if !places.contains(where: shown.contains) {
      position.wantedColumn = source.columns[first].name
      scrollToWantedColumn()
    }
    return []
  }

  private func chooseColumns() -> [Effect] {
    let before = source.query.columns
    let chooser = ColumnChooser(
      shown: chosenColumns, fields: fields + calculations, current: currentColumn?.name,
      width: { [weak self] in self?.width(of: $0) },
      read: { [weak self] in self?.can.fields?.column(typed: $0) ?? .problem("") },
      complete: can.fields?.completingColumn
    ) { [weak self] outcome in
      switch outcome {
      case .columns(let columns, let new):
        self?.show(columns: columns.map(\.choice), new: new) ?? []
      case .usual: self?.show(columns: nil) ?? []
      case .before: self?.show(columns: before) ?? []
      }
    }
    return [.present(chooser)]
  }

  /// The visible width of a column.
  private func width(of column: String) -> Int? {
    plan.places.first { source.columns[$0.index].name == column }?.width
  }

  private func show(columns choices: [String]?, new: String? = nil) -> [Effect] {
    guard choices != source.query.columns else { return [] }
    var query = source.query
    query.columns = choices
    position.wantedColumn = new
    return apply(query) + [.setQuery(name: "columns", value: choices?.joined(separator: ","))]
  }

  /// Draws the head of a section: its title, its number of rows and its totals.
  func drawHead(
    _ index: Int, inRow row: Int, _ plan: ColumnPlan, on canvas: inout Canvas, theme: Theme
  ) {
    var section = self.section(at: index)
    let isFolded = sections.lines.isFolded(index)
    var sign = isFolded ? theme.glyphs.folded : theme.glyphs.unfolded
    if theme.glyphs.hasWords {
      if isFolded { section.title += ", \(sign)" }
      sign = ""
    }
    drawTotals(
      section, sign: sign, count: sections.lines.rows(of: index).count, inRow: row, plan,
      on: &canvas,
      theme: theme)
  }

  /// Draws a line of totals: a title, the number of rows, and the totals in their columns.
  func drawTotals(
    _ section: ListSection, sign: String, count: Int, inRow row: Int, _ plan: ColumnPlan,
    on canvas: inout Canvas, theme: Theme
  ) {
    let totals = places(of: section.totals, plan)
    let end = totals.first.map { $0.column - 1 } ?? canvas.size.columns - 1
    var pen = Pen(theme, column: Self.remarksColumn, row: row)
    pen.write(sign, .accent, on: &canvas)
    pen.column = Self.gutter
    let count = Count.text(count)
    // A cut count, or one that touches a total, would be read as another number.
    let room = end - pen.column - GlyphWidth.columns(of: count) - 3
    if room > 0 {
      let title = String(section.title.prefix(2 * room + 2))
      pen.write(title, .bold, on: &canvas, columns: min(room, GlyphWidth.columns(of: title)))
      pen.column += 2
      pen.write(count, .dim, on: &canvas)
      pen.column += 1
      let rule = String(repeating: theme.glyphs.horizontal, count: max(0, end - pen.column))
      pen.write(rule, .dim, on: &canvas)
    }
    for total in totals {
      var pen = Pen(theme, column: total.column, row: row)
      pen.write(
        total.text, .bold, on: &canvas, columns: total.width, alignment: total.alignment.layout)
    }
  }

  private typealias Total = (
    text: String, column: Int, width: Int, alignment: ListColumn.Alignment
  )

  /// The places of totals: in their columns, or, if they are wider, in the space before them.
  private func places(of totals: [String], _ plan: ColumnPlan) -> [Total] {
    var left = Self.gutter + Self.leastTitle
    return plan.places.compactMap { place in
      guard place.index < totals.count, !totals[place.index].isEmpty else { return nil }
      let alignment = source.columns[place.index].alignment
      let start = Self.gutter + place.start
      let end = start + place.width
      let own = end - GlyphWidth.columns(of: totals[place.index])
      // The first column has the title, too, and its total at the end.
      let column =
        alignment != .trailing
        ? start : place.start == 0 ? max(start, own) : min(start, max(left, own))
      left = end + 1
      return (totals[place.index], column, end - column, alignment)
    }
  }

  /// The columns that a head keeps for its title and count, even beside wide totals.
  private static let leastTitle = 12
  /// The most columns that a first column gets for the title of a head.
  private static let longestTitle = 24
  /// The number of sections whose heads are measured.
  private static let measuredSections = 20

  /// Widens the columns for totals, and the first one for titles and counts, as far as there is room.
  func makeRoomForTotals(in columns: inout [ListColumn]) {
    guard let grouped = can.grouped, grouped.sectionTotals != nil, !columns.isEmpty else { return }
    var heads = (0..<min(sectionCount, Self.measuredSections)).map(grouped.section)
    if showsTotals {
      heads.append(ListSection(id: "", title: foot.0.title, totals: foot.0.totals))
    }
    let count = GlyphWidth.columns(of: Count.text(source.count))
    for head in heads {
      for (index, total) in head.totals.enumerated() where index < columns.count && !total.isEmpty {
        let width = GlyphWidth.columns(of: total)
        columns[index].fullWidth = max(columns[index].fullWidth, width)
      }
      let title = GlyphWidth.columns(of: String(head.title.prefix(Self.longestTitle)))
      let own = head.totals.first.map { GlyphWidth.columns(of: $0) } ?? 0
      let label = min(title, Self.longestTitle) + count + 5 + own
      columns[0].fullWidth = max(columns[0].fullWidth, label)
    }
  }
}
