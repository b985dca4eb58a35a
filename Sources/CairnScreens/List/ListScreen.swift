public import CairnInterface
public import CairnNavigation

/// A list of any number of rows in columns, with a filter as you type.
///
/// The cursor belongs to a record. Rows that are added or removed around it, by a filter, a sort or
/// another process, don't move it. The row at the upper edge also stays there while both are
/// visible. If the record itself is removed, the next row gets the cursor; if a typed filter hides
/// it, the first row does.
public final class ListScreen: Screen {
  let source: any ListSource
  /// The abilities of the source.
  let can: RowAbilities
  var position = ListCursor()
  var sections = Sections()
  var rowMarks = RowMarks()
  var filtering = FilterPrompt()
  /// Whether rows are as high as their longest cell.
  var wraps = false {
    didSet { position.window.hasTallRows = wraps }
  }
  /// Whether a screen reader reads the lines in order.
  var isSpoken = false
  /// The person's key bindings.
  private(set) var keymap = Keymap.standard
  /// The size of the screen, and of the list in it.
  var whole = Size(columns: 80, rows: 20)
  var room = Size(columns: 80, rows: 20)
  /// The side pane, with the page of the row under the cursor.
  var pane = SidePane(share: PaneShare(percent: 45))
  /// The saved state of the record in the side pane, until one is shown.
  var besideState: StateDecoder?
  /// The row whose record was scrolled; `nil` for any row.
  var besideRow: String?
  /// Whether the side pane has the focus, if there is one.
  var isInPane = false {
    didSet {
      pane.page?.detail.hasFocus = isInPane
      if !isInPane { besideState = nil }
    }
  }
  /// Whether the list receives keys; a list beside another one may not.
  var hasFocus = true
  /// Whether even a low screen shows the header.
  var keepsHeader = false
  /// The effect of opening a URL.
  var mark: (ScreenURL) -> RowMark = { _ in .push }

  /// Receives the list's surroundings, before the source is read.
  private let see: (Surroundings) -> Void
  /// Whether the list has its cursor already: it was made for a certain row, or it was read.
  private var hasCursor = false
  /// Whether the cursor comes from a saved state.
  var isRestored = false
  /// The effects of chosen rows; `nil` for a list that opens rows instead.
  let choose: (([String]) -> [Effect])?

  /// Creates a list over `source`.
  ///
  /// - Parameters:
  ///   - source: the rows.
  ///   - isAsking: whether the list starts with the filter prompt.
  ///   - row: the id of the row under the initial cursor; `nil` for the first row.
  ///   - see: receives the list's surroundings, before the source is read.
  public init(
    _ source: any ListSource, isAsking: Bool = false, at row: String? = nil,
    seeing see: @escaping (Surroundings) -> Void = { _ in }
  ) {
    (self.source, can) = (source, RowAbilities(source))
    self.see = see
    choose = nil
    if isAsking { filtering.field = TextField(source.query.filter) }
    if let row { begin(atRow: row) }
    hasCursor = row != nil
  }

  /// Creates a list for choosing rows; it starts with the filter prompt.
  ///
  /// - Parameters:
  ///   - source: the rows.
  ///   - choose: the effects of the ids of the marked rows, in the list's order, or of the row
  ///     under the cursor if no row is marked. The ids are empty if the person leaves without a
  ///     choice.
  public init(_ source: any ListSource, choosing choose: @escaping ([String]) -> [Effect]) {
    (self.source, can) = (source, RowAbilities(source))
    self.choose = choose
    see = { _ in }
    filtering.field = TextField(source.query.filter)
  }

  /// Starts at a row, unless the list was made for another one or was shown before.
  package func start(atRow row: String) {
    if !hasCursor { begin(atRow: row) }
  }

  private func begin(atRow row: String) {
    (position.anchor, position.followsEnd) = (.row(row), false)
    position.awaited = (.row(row), nil)
  }

  /// The list's name and, after a dot, its filter.
  public var title: String {
    source.query.filter.isEmpty ? source.title : "\(source.title) · \(source.query.filter)"
  }

  /// The list's short name without the filter, which has a row of its own.
  public var crumb: String { can.described?.crumb ?? source.title }

  /// The contexts in which keys are looked up.
  public var contexts: [ActionContext] {
    if let detail = focusedDetail {
      return (detail.isTyping ? [] : [.beside]) + detail.contexts
    }
    guard filtering.field == nil else {
      // While rows are being chosen, Tab marks them.
      return [choose == nil ? .filter : .choosing, .text, .prompt]
    }
    return [.list, .rows, .browsing]
  }

  /// The id of the row under the cursor, or `nil` if no row is visible.
  public var selectedID: String? {
    if case .failed = source.phase { return nil }
    return cursorRow.map(source.id)
  }

  /// The URL of the record in the side pane, while the pane has the focus.
  public var focusedURL: ScreenURL? { focusedDetail == nil ? nil : rowURL }
  /// The URL of the row under the cursor, or of the link under the side pane's cursor.
  public var selection: ScreenURL? {
    if let detail = focusedDetail { detail.selection } else { markedList ?? rowURL }
  }
  private var rowURL: ScreenURL? { selectedID.flatMap { can.addressed?.url(of: $0) } }
  /// The initial title of a favorite of the list, or of the record in the side pane while that has
  /// the focus.
  public var favoriteTitle: String? {
    if let detail = focusedDetail { detail.favoriteTitle } else { title + arrangement }
  }

  /// The groups and the order of the list in words, if a person chose them.
  private var arrangement: String {
    let named = { [fields] (name: String) in fields.first { $0.name == name }?.title ?? name }
    let sorts = source.query.sorts
    let words = [
      source.query.group.map { "grouped by \(named($0))" },
      sorts.isEmpty || sorts == usualSorts ? nil : "sorted by \(named(sorts[0].column))",
    ]
    return words.compactMap(\.self).map { ", \($0)" }.joined()
  }
  /// The cell of the current column in the cursor's row, or the field under the side pane's cursor
  /// while the pane has the focus.
  public var selectedField: DetailField? {
    if let detail = focusedDetail { detail.selectedField } else { currentCell }
  }
  /// The filter, or the search text of the side pane, while it is typed.
  public var typedText: String? { focusedDetail?.typedText ?? filtering.field?.text }
  /// The refresh interval of the source or of the side pane, or a short rest before visible rows
  /// are examined.
  public var pace: Duration? {
    let isUnknown = rowsToExamine.map { rows, ids in !rows.areExamined(ids) } ?? false
    let isWaiting = isUnknown || pane.page?.waiting.isEmpty == false
    return [can.described?.pace, pane.page?.detail.pace, isWaiting ? SingleFlight.rest : nil]
      .compactMap(\.self).min()
  }

  /// The visible rows, if they have slow facts.
  private var rowsToExamine: (source: any ExaminedRows, ids: [String])? {
    guard let examined = can.examined, source.phase == .ready, examined.haveSlowFacts else {
      return nil
    }
    return (examined, placedLines.compactMap { sections.lines.row(at: $0.line) }.map(source.id))
  }

  /// The side pane may wait while keys come fast.
  public var deferredParts: DeferredParts { deferredPartsOfPane }

  /// The rows above and below the shown ones.
  public var hiddenRows: HiddenRows {
    // A wrapped row takes several lines.
    guard wraps, let last = placedLines.last?.line else { return HiddenRows(position.window) }
    let below = max(0, position.window.count - 1 - last)
    return HiddenRows(above: position.window.top, below: below)
  }

  /// The rows of the visible records.
  public var itemRows: [Int]? {
    guard focusedDetail == nil else { return nil }
    return placedLines.filter { sections.lines.row(at: $0.line) != nil }
      .map { rowsRegion.row + $0.row }
  }

  /// Reads the source again.
  public func refresh(_ surroundings: Surroundings) -> [Effect] {
    let isFirst = !hasCursor
    (mark, keymap, hasCursor) = (surroundings.mark, surroundings.keymap, true)
    (source as? any LinkedRows)?.follow(links: surroundings.link)
    if surroundings.isBeside { hasFocus = false }
    if isSpoken != surroundings.isSpoken {
      isSpoken = surroundings.isSpoken
      layOut(in: whole)
    }
    see(surroundings)
    let asked = isFirst ? applyQuery(of: surroundings.url) : []
    let effects = asked + source.refresh() + followMarkedRows()
    follow()
    let examining = rowsToExamine.map { $0.source.examine($0.ids) } ?? []
    let shown = (pane.page?.waiting ?? []) + (pane.page?.detail.refresh(besideSurroundings) ?? [])
    pane.page?.waiting = []
    pane.page?.detail.hasFocus = isInPane
    guard !shown.asksToRetry else {
      pane.page = nil
      return effects + examining
    }
    return effects + examining + shown.beside
  }

  /// Moves the cursor to the first row that leads to one of `urls`, unless the filter hides all of
  /// them.
  public func reveal(_ urls: [ScreenURL]) -> Bool {
    let ids = urls.compactMap { can.addressed?.id(leadingTo: $0) }
    guard let first = ids.first else { return true }
    var id = first
    if source.phase == .ready {
      guard let place = ids.compactMap(source.index(of:)).min() else {
        (position.pending, position.awaited) = (.row(first), nil)
        return can.filtered?.leavesOut(first) != true
      }
      id = source.row(at: place).id
    }
    (position.anchor, position.orderAtTop, position.afterDeletion) = (.row(id), nil, nil)
    (position.pending, position.awaited, position.followsEnd) = (nil, nil, false)
    follow()
    return true
  }

  /// Moves the cursor to a line.
  func move(to line: Int) {
    position.window.move(to: line)
    remember()
  }

  /// Finds the items at the cursor and at the upper edge again, after rows were added or removed.
  func follow() {
    guard source.phase == .ready else {
      if source.phase != .loading { position.orderAtTop = nil }
      return
    }
    scrollToWantedColumn()
    let before = position.window.cursor - position.window.top
    if sections.wantedHead != source.query.group { sections.wantedHead = nil }
    let linesBefore = sections.wantedHead == nil ? nil : sections.lines
    updateLines()
    stayAtTop()
    settleFilter()
    if let row = position.pending, line(of: row) != nil {
      (position.anchor, position.pending) = (row, nil)
    }
    if let (cursor, top) = position.awaited, line(of: cursor) != nil {
      (position.anchor, position.top, position.awaited) = (cursor, top, nil)
    }
    let cursor =
      position.anchor.flatMap(line(of:)) ?? position.afterDeletion.flatMap(line(of:)) ?? firstLine
    // When the first rows appear, everything above the first row is visible, too.
    let offset = position.anchor == nil ? before + cursor - position.window.cursor : before
    let top = position.top.flatMap(line(of:)) ?? cursor - offset
    position.window.resize(count: sections.lines.count, height: lineRoom)
    position.window.place(cursor: cursor, top: top)
    stayAtEnd()
    if let linesBefore, sections.lines != linesBefore,
      let section = sections.lines.section(at: cursor)
    {
      position.window.place(
        cursor: cursor, top: min(position.window.top, sections.lines.line(ofHead: section)))
      sections.wantedHead = nil
    }
    noteAnchors()
  }

  /// The line for a cursor that has no item yet, or whose item no longer exists.
  var firstLine: Int {
    let isNew = position.anchor == nil && position.window.cursor == 0
    let line = position.window.cursor
    guard sections.lines.row(at: line) == nil else { return line }
    // The initial cursor is on a row, not on the head above it. So is the cursor of a row that left.
    var wasOnRow = false
    if case .row? = position.anchor { wasOnRow = true }
    let near = isNew ? [1] : wasOnRow ? [line + 1, line - 1] : []
    return near.first { sections.lines.row(at: $0) != nil } ?? line
  }

  /// Notes the place where a person put the cursor.
  func remember() {
    (position.afterDeletion, position.pending, position.awaited) = (nil, nil, nil)
    position.followsEnd = position.window.cursor >= sections.lines.count - 1
    noteAnchors()
    if filtering.home != nil, let cursor = position.anchor {
      filtering.home = FilterPrompt.Home(cursor: cursor, top: position.top)
    }
  }

  /// Notes the items at the cursor and at the upper edge.
  ///
  /// Earlier rows count, too, since a person may move in them while new ones load.
  func noteAnchors() {
    defer { followPreview() }
    if !isAtTop {
      position.orderAtTop = nil
    } else if can.described?.isNewestFirst == true, position.orderAtTop == nil {
      position.orderAtTop = AskedOrder(sorts: [], generation: nil)
    }
    guard source.phase.isShown, let anchor = anchor(at: position.window.cursor) else { return }
    placeWrapped()
    position.anchor = anchor
    position.top = self.anchor(at: position.window.top)
  }
}

extension ListPhase {
  /// Whether rows are visible.
  var isShown: Bool {
    if case .failed = self { false } else { true }
  }
}

// MARK: - Abilities of the source

extension ListScreen {
  var hasFields: Bool { can.fields != nil }
  var hasViews: Bool { can.viewed != nil }
  var fields: [ListField] { can.fields?.fields ?? [] }
  var calculations: [ListField] { can.fields?.calculations ?? [] }
  var usualSorts: [ListSort] { can.fields?.usualSorts ?? [] }
  var hasDetails: Bool { can.detailed != nil }
  var changes: ChangeOptions { can.changeable?.changes ?? [] }
  var sectionCount: Int { can.grouped?.sectionCount ?? 0 }

  func section(at index: Int) -> ListSection {
    can.grouped?.section(at: index) ?? ListSection(id: "", title: "")
  }

  func ids(of rows: Range<Int>) -> Lookup<[String]> {
    can.markable?.ids(of: rows) ?? .now(rows.map(source.id))
  }

  func existing(of ids: Set<String>) -> Lookup<Set<String>> {
    can.markable?.existing(of: ids) ?? .now(source.inSight(of: ids))
  }

  func index(
    beginningWith letter: Character, inColumn column: Int, after row: Int
  ) -> Lookup<Int?> {
    can.lettered?.index(beginningWith: letter, inColumn: column, after: row)
      ?? .now(source.scannedIndex(beginningWith: letter, inColumn: column, after: row))
  }
}
