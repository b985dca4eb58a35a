public import CairnInterface
public import CairnNavigation

/// A list of any number of rows in columns, which filters as one types.
///
/// The cursor belongs to a record: what comes and goes around it, by a filter, by a sort or by
/// someone else's change, doesn't move it, and the row at the upper edge stays there too as long as
/// both are in sight. If the record itself goes, the one that takes its place gets the cursor;
/// where a filter that is typed leaves it out, the first one does.
public final class ListScreen: Screen {
  let source: any ListSource
  var position = ListCursor()
  var sections = Sections()
  var rowMarks = RowMarks()
  var filtering = FilterPrompt()
  /// Whether rows have as many lines as their longest cell needs.
  var wraps = false {
    didSet { position.window.hasTallRows = wraps }
  }
  /// Whether lines are read aloud, one after the other.
  var isSpoken = false
  /// What the person's keys do.
  private(set) var keymap = Keymap.standard
  /// All the room there is, and that of the list in it.
  var whole = Size(columns: 80, rows: 20)
  var room = Size(columns: 80, rows: 20)
  /// What stands beside the rows: the page of the row with the cursor.
  var pane = SidePane(share: PaneShare(percent: 45))
  /// How the record beside was left, until there is one.
  var besideState: StateDecoder?
  /// The row whose record was scrolled; nil for any.
  var besideRow: String?
  /// Whether the record beside has the keys, where there is one.
  var isInPane = false {
    didSet {
      pane.page?.detail.hasFocus = isInPane
      if !isInPane { besideState = nil }
    }
  }
  /// Whether the keys come here; a list beside another one may be without.
  var hasFocus = true
  /// Whether the header stays where rows are scarce.
  var keepsHeader = false
  /// What opening a URL will do.
  var mark: (ScreenURL) -> RowMark = { _ in .push }

  /// Takes what the list is told of its surroundings, before it asks its source.
  private let see: (Surroundings) -> Void
  /// What follows once rows are chosen; `nil` where rows are opened instead.
  let choose: (([String]) -> [Effect])?

  /// Makes a list over `source`.
  ///
  /// - Parameters:
  ///   - source: the rows.
  ///   - isAsking: whether it begins with its filter, to be typed.
  ///   - row: the id of the row that has the cursor at first; `nil` for the first one.
  ///   - see: takes what the list is told of its surroundings, before it asks its source.
  public init(
    _ source: any ListSource, isAsking: Bool = false, at row: String? = nil,
    seeing see: @escaping (Surroundings) -> Void = { _ in }
  ) {
    self.source = source
    self.see = see
    choose = nil
    if isAsking { filtering.field = TextField(source.query.filter) }
    position.anchor = row.map(ListCursor.Anchor.row)
  }

  /// Makes a list from which rows are chosen; it begins with its filter.
  ///
  /// - Parameters:
  ///   - source: the rows.
  ///   - choose: what follows, given the ids of the marked rows in the list's order, else that of
  ///     the row with the cursor; none where a person leaves without a choice.
  public init(_ source: any ListSource, choosing choose: @escaping ([String]) -> [Effect]) {
    self.source = source
    self.choose = choose
    see = { _ in }
    filtering.field = TextField(source.query.filter)
  }

  /// The name of the list and, after a dot, its filter.
  public var title: String {
    source.query.filter.isEmpty ? source.title : "\(source.title) · \(source.query.filter)"
  }

  /// The name of the list alone, as the filter has a row of its own.
  public var crumb: String { source.described?.crumb ?? source.title }

  /// Where its keys are looked up.
  public var contexts: [ActionContext] {
    if let detail = focusedDetail {
      return (detail.isTyping ? [] : [.beside]) + detail.contexts
    }
    guard filtering.field == nil else {
      // Where rows are chosen, Tab marks them.
      return [choose == nil ? .filter : .choosing, .text, .prompt]
    }
    let contexts: [ActionContext] = [.list, .rows, .browsing]
    return choose == nil ? contexts : [.choosing] + contexts
  }

  /// The id of the row with the cursor, or `nil` where no row is shown.
  public var selectedID: String? {
    if case .failed = source.phase { return nil }
    return cursorRow.map(source.id)
  }

  /// The URL of the record beside, while that has the keys.
  public var focusedURL: ScreenURL? { focusedDetail == nil ? nil : rowURL }
  /// Where the row with the cursor leads, or the link under the cursor of the record beside.
  public var selection: ScreenURL? {
    if let detail = focusedDetail { detail.selection } else { rowURL }
  }
  private var rowURL: ScreenURL? { selectedID.flatMap { source.addressed?.url(of: $0) } }
  /// The name that a favorite of the list starts with, or of the record beside while that has the
  /// keys.
  public var favoriteTitle: String? {
    if let detail = focusedDetail { detail.favoriteTitle } else { title }
  }
  /// The field that the cursor is on in the record beside, while that has the keys.
  public var selectedField: DetailField? { focusedDetail?.selectedField }
  /// The filter, or what is looked for in the record beside, while it is typed.
  public var typedText: String? { focusedDetail?.typedText ?? filtering.field?.text }
  /// What its source wants, or the record beside.
  public var pace: Duration? {
    [source.described?.pace, pane.page?.detail.pace].compactMap(\.self).min()
  }

  /// Looks at its source again.
  public func refresh(_ surroundings: Surroundings) -> [Effect] {
    (mark, keymap) = (surroundings.mark, surroundings.keymap)
    if surroundings.isBeside { hasFocus = false }
    if isSpoken != surroundings.isSpoken {
      isSpoken = surroundings.isSpoken
      layOut(in: whole)
    }
    see(surroundings)
    let effects = source.refresh() + followMarkedRows()
    follow()
    let shown = pane.page?.detail.refresh(besideSurroundings) ?? []
    pane.page?.detail.hasFocus = isInPane
    guard !shown.asksToRetry else {
      pane.page = nil
      return effects
    }
    return effects + shown.beside
  }

  /// Puts the cursor on the first row that leads to one of `urls`, unless the filter leaves all out.
  public func reveal(_ urls: [ScreenURL]) -> Bool {
    let ids = urls.compactMap { source.addressed?.id(leadingTo: $0) }
    guard let first = ids.first else { return true }
    var id = first
    if source.phase == .ready {
      guard let place = ids.compactMap(source.index(of:)).min() else {
        position.pending = .row(first)
        return source.filtered?.leavesOut(first) != true
      }
      id = source.row(at: place).id
    }
    (position.anchor, position.orderAtTop, position.afterDeletion) = (.row(id), nil, nil)
    follow()
    return true
  }

  /// Puts the cursor on a line.
  func move(to line: Int) {
    position.window.move(to: line)
    remember()
  }

  /// Finds what has the cursor and what is at the upper edge again after rows came and went.
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
    let cursor =
      position.anchor.flatMap(line(of:)) ?? position.afterDeletion.flatMap(line(of:)) ?? firstLine
    // What is above the first row when there are rows at last is in sight, too.
    let offset = position.anchor == nil ? before + cursor - position.window.cursor : before
    let top = position.top.flatMap(line(of:)) ?? cursor - offset
    position.window.resize(count: sections.lines.count, height: rowsRegion.rows)
    position.window.place(cursor: cursor, top: top)
    if let linesBefore, sections.lines != linesBefore,
      let section = sections.lines.section(at: cursor)
    {
      position.window.place(
        cursor: cursor, top: min(position.window.top, sections.lines.line(ofHead: section)))
      sections.wantedHead = nil
    }
    noteAnchors()
  }

  /// Where the cursor is put that is at nothing yet, or at what is gone.
  var firstLine: Int {
    let isNew = position.anchor == nil && position.window.cursor == 0
    // At first on a row rather than on the head above it.
    return isNew && sections.lines.row(at: 0) == nil && sections.lines.row(at: 1) != nil
      ? 1 : position.window.cursor
  }

  /// Notes where a person put the cursor.
  func remember() {
    (position.afterDeletion, position.pending) = (nil, nil)
    noteAnchors()
    if filtering.home != nil, let cursor = position.anchor {
      filtering.home = FilterPrompt.Home(cursor: cursor, top: position.top)
    }
  }

  /// Notes what the cursor and the upper edge are at, among rows of before as well, in which one may
  /// move while others load.
  func noteAnchors() {
    defer { followPreview() }
    if !isAtTop {
      position.orderAtTop = nil
    } else if source.described?.isNewestFirst == true, position.orderAtTop == nil {
      position.orderAtTop = AskedOrder(sorts: [], generation: nil)
    }
    guard source.phase.isShown, let anchor = anchor(at: position.window.cursor) else { return }
    placeWrapped()
    position.anchor = anchor
    position.top = self.anchor(at: position.window.top)
  }
}

extension ListPhase {
  /// Whether rows are shown.
  var isShown: Bool {
    if case .failed = self { false } else { true }
  }
}

// MARK: - What the source can do

extension ListScreen {
  var hasFields: Bool { source.arranged?.hasFields == true }
  var hasViews: Bool { source.arranged?.hasViews == true }
  var fields: [ListField] { source.arranged?.fields ?? [] }
  var usualSorts: [ListSort] { source.arranged?.usualSorts ?? [] }
  var hasDetails: Bool { source.detailed?.hasDetails == true }
  var changes: ChangeOptions { source.changeable?.changes ?? [] }
  var sectionCount: Int { source.grouped?.sectionCount ?? 0 }

  func section(at index: Int) -> ListSection {
    source.grouped?.section(at: index) ?? ListSection(id: "", title: "")
  }

  func ids(of rows: Range<Int>) -> Lookup<[String]> {
    source.markable?.ids(of: rows) ?? .now(rows.map(source.id))
  }

  func existing(of ids: Set<String>) -> Lookup<Set<String>> {
    source.markable?.existing(of: ids) ?? .now(source.inSight(of: ids))
  }

  func index(
    beginningWith letter: Character, inColumn column: Int, after row: Int
  ) -> Lookup<Int?> {
    source.lettered?.index(beginningWith: letter, inColumn: column, after: row)
      ?? .now(source.scannedIndex(beginningWith: letter, inColumn: column, after: row))
  }
}
