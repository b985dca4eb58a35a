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
  /// Which line has the cursor, and which are in sight.
  var window = RowWindow()
  /// The rows and the heads of their sections.
  var lines = ListLines()
  var folds = SectionFolds()
  /// The field whose sections were asked for, until they are there: then the head over the cursor's
  /// row comes in sight with it.
  var wantedHead: String?
  /// The order that was asked for with the cursor on the first row, until its rows are there.
  ///
  /// Then the cursor is on the first one of them, too: who is at the top looks at what comes first.
  var orderAtTop: AskedOrder?
  /// How many columns behind the first one are left out, for those at the right.
  var columnScroll = 0
  /// The column that is to come in sight as soon as the source has it.
  var wantedColumn: String?
  /// Whether rows have as many lines as their longest cell needs.
  var wraps = false {
    didSet { window.hasTallRows = wraps }
  }
  /// Whether lines are read aloud, one after the other.
  var isSpoken = false
  /// What the person's keys do.
  private(set) var keymap = Keymap.standard
  /// All the room there is, and that of the list in it.
  var whole = Size(columns: 80, rows: 20)
  var room = Size(columns: 80, rows: 20)
  /// Whether the row with the cursor is shown in detail, and in how much of the room.
  var showsPreview = false
  var paneShare = PaneShare(percent: 45)
  var preview: ListPreview?
  /// How the record beside was left, until there is one.
  var besideState: StateDecoder?
  /// The row whose record was scrolled; nil for any.
  var besideRow: String?
  /// Whether the record beside has the keys, where there is one.
  var isInPreview = false {
    didSet {
      preview?.detail.hasFocus = isInPreview
      if !isInPreview { besideState = nil }
    }
  }
  /// What has the cursor, and what is at the upper edge; they outlive a source that loads.
  var cursorAnchor: Anchor?
  var topAnchor: Anchor?
  /// What gets the cursor where its row is deleted with others.
  var cursorAfterDeletion: Anchor?
  /// The row that is to have the cursor once it is there: what brought it may be known before it is
  /// found.
  var pendingCursor: Anchor?
  /// The filter while it is being typed.
  var prompt: TextField?
  /// The filter before it was typed; it is what the URL has while what is typed can't be read.
  var filterBefore = ""
  /// Where the cursor was put last by a person, once a filter is typed.
  var filterHome: FilterHome?
  /// Finds ways to go on with it.
  let completing = SingleFlight()
  /// Whether the keys come here; a list beside another one may be without.
  var hasFocus = true
  /// Whether the header stays where rows are scarce.
  var keepsHeader = false
  /// What opening a URL will do.
  var mark: (ScreenURL) -> RowMark = { _ in .push }

  /// The ids of the rows that are marked, in sight of the query or not.
  var marked: Set<String> = []
  /// The ids of rows that are gone and were marked, for they may come back.
  var goneMarks: Set<String> = []
  /// How many of them the filter leaves out.
  var hiddenMarks = 0
  /// The rows that are being marked on another thread, and how a mark will look there, given how it
  /// did.
  var marking: (rows: Range<Int>, shown: (Bool) -> Bool)?
  /// The rows among which the marked ones were looked for last.
  var markedGeneration: Int?
  /// The row that was marked last, where a range begins.
  var lastMarked: String?
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
    if isAsking { prompt = TextField(source.query.filter) }
    cursorAnchor = row.map(Anchor.row)
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
    prompt = TextField(source.query.filter)
  }

  /// The name of the list and, after a dot, its filter.
  public var title: String {
    source.query.filter.isEmpty ? source.title : "\(source.title) · \(source.query.filter)"
  }

  /// The name of the list alone, as the filter has a row of its own.
  public var crumb: String { source.crumb }

  /// Where its keys are looked up.
  public var contexts: [ActionContext] {
    if let detail = focusedDetail {
      return (detail.isTyping ? [] : [.beside]) + detail.contexts
    }
    guard prompt == nil else {
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
  private var rowURL: ScreenURL? { selectedID.flatMap(source.url(of:)) }
  /// The name that a favorite of the list starts with, or of the record beside while that has the
  /// keys.
  public var favoriteTitle: String? {
    if let detail = focusedDetail { detail.favoriteTitle } else { title }
  }
  /// The field that the cursor is on in the record beside, while that has the keys.
  public var selectedField: DetailField? { focusedDetail?.selectedField }
  /// The filter, or what is looked for in the record beside, while it is typed.
  public var typedText: String? { focusedDetail?.typedText ?? prompt?.text }
  /// What its source wants, or the record beside.
  public var pace: Duration? {
    [source.pace, preview?.detail.pace].compactMap(\.self).min()
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
    let shown = preview?.detail.refresh(besideSurroundings) ?? []
    preview?.detail.hasFocus = isInPreview
    guard !shown.asksToRetry else {
      preview = nil
      return effects
    }
    return effects + shown.beside
  }

  /// Puts the cursor on the first row that leads to one of `urls`, unless the filter leaves all out.
  public func reveal(_ urls: [ScreenURL]) -> Bool {
    let ids = urls.compactMap(source.id(leadingTo:))
    guard let first = ids.first else { return true }
    var id = first
    if source.phase == .ready {
      guard let place = ids.compactMap(source.index(of:)).min() else {
        pendingCursor = .row(first)
        return !source.leavesOut(first)
      }
      id = source.row(at: place).id
    }
    (cursorAnchor, orderAtTop, cursorAfterDeletion) = (.row(id), nil, nil)
    follow()
    return true
  }

  /// Puts the cursor on a line.
  func move(to line: Int) {
    window.move(to: line)
    remember()
  }

  /// Finds what has the cursor and what is at the upper edge again after rows came and went.
  func follow() {
    guard source.phase == .ready else {
      if source.phase != .loading { orderAtTop = nil }
      return
    }
    scrollToWantedColumn()
    let before = window.cursor - window.top
    if wantedHead != source.query.group { wantedHead = nil }
    let linesBefore = wantedHead == nil ? nil : lines
    updateLines()
    stayAtTop()
    settleFilter()
    if let row = pendingCursor, line(of: row) != nil { (cursorAnchor, pendingCursor) = (row, nil) }
    let cursor =
      cursorAnchor.flatMap(line(of:)) ?? cursorAfterDeletion.flatMap(line(of:)) ?? firstLine
    // What is above the first row when there are rows at last is in sight, too.
    let offset = cursorAnchor == nil ? before + cursor - window.cursor : before
    let top = topAnchor.flatMap(line(of:)) ?? cursor - offset
    window.resize(count: lines.count, height: rowsRegion.rows)
    window.place(cursor: cursor, top: top)
    if let linesBefore, lines != linesBefore, let section = lines.section(at: cursor) {
      window.place(cursor: cursor, top: min(window.top, lines.line(ofHead: section)))
      wantedHead = nil
    }
    noteAnchors()
  }

  /// Where the cursor is put that is at nothing yet, or at what is gone.
  var firstLine: Int {
    let isNew = cursorAnchor == nil && window.cursor == 0
    // At first on a row rather than on the head above it.
    return isNew && lines.row(at: 0) == nil && lines.row(at: 1) != nil ? 1 : window.cursor
  }

  /// Notes where a person put the cursor.
  func remember() {
    (cursorAfterDeletion, pendingCursor) = (nil, nil)
    noteAnchors()
    if filterHome != nil, let cursor = cursorAnchor {
      filterHome = FilterHome(cursor: cursor, top: topAnchor)
    }
  }

  /// Notes what the cursor and the upper edge are at, among rows of before as well, in which one may
  /// move while others load.
  func noteAnchors() {
    defer { followPreview() }
    if !isAtTop {
      orderAtTop = nil
    } else if source.isNewestFirst, orderAtTop == nil {
      orderAtTop = AskedOrder(sorts: [], generation: nil)
    }
    guard source.phase.isShown, let anchor = anchor(at: window.cursor) else { return }
    placeWrapped()
    cursorAnchor = anchor
    topAnchor = self.anchor(at: window.top)
  }
}

extension ListPhase {
  /// Whether rows are shown.
  var isShown: Bool {
    if case .failed = self { false } else { true }
  }
}
