public import CairnInterface
public import CairnNavigation

/// A review of decisions and their results, before anything is done.
///
/// A few facts are above two lists. Tab moves the focus from one list to the other:
///
///      Into   guests, a new collection          facts
///      From   CSV, UTF-8 · 3 rows
///
///      COLUMN     FIELD     TYPE                choices: the decisions
///     ▌Zip        Zip       string
///
///      RESULT     NAME      CITY                results: a preview of the outcome
///      new        Ann       Lyon
///
/// On a low screen, only the focused list is visible. If there is nothing to decide, the screen
/// shows the reason and remedies.
public final class ReviewScreen: Screen {
  let source: any ReviewSource
  let choices: ListScreen
  let results: ListScreen
  /// Whether the results have the focus.
  private(set) var isInResults = false
  var room = Size(columns: 80, rows: 20)
  private(set) var explanation: ExplainScreen?

  /// Creates a review over `source`.
  public init(_ source: any ReviewSource) {
    self.source = source
    choices = ListScreen(source.choices)
    results = ListScreen(source.results)
    for list in [choices, results] { list.keepsHeader = true }
    results.hasFocus = false
  }

  /// The focused list.
  var focus: ListScreen { isInResults ? results : choices }

  /// The name in the breadcrumb.
  public var title: String { source.title }
  /// The refresh interval of the source.
  public var pace: Duration? { source.pace }

  /// The contexts in which keys are looked up.
  public var contexts: [ActionContext] {
    if let explanation { return explanation.contexts }
    return focus.filtering.field == nil ? [.review] + focus.contexts : focus.contexts
  }

  /// The left part of the status line.
  public var status: ScreenStatus {
    if let explanation { return explanation.status }
    return ScreenStatus(focus.status.text, isBusy: source.isBusy)
  }

  /// Reads the source again.
  public func refresh(_ surroundings: Surroundings) -> [Effect] {
    let effects = source.refresh(surroundings)
    // An explanation that is already shown keeps its cursor.
    explanation = source.explanation.map { explanation ?? ExplainScreen($0) }
    let rest = choices.refresh(surroundings) + results.refresh(surroundings)
    source.select(choices.selectedID)
    layOut(in: room)
    return effects + rest
  }

  /// Performs one of the screen's actions.
  public func perform(_ action: ActionName) -> [Effect]? {
    if let explanation {
      // Reading the data again may help, and only the source can do it.
      return action == .reload ? source.perform(action, on: nil) : explanation.perform(action)
    }
    if focus.filtering.field == nil {
      if action == .otherPane {
        focusOther()
        return []
      }
      let id = isInResults ? nil : choices.selectedID
      if let effects = source.perform(action, on: id) { return effects }
    }
    return following { focus.perform(action) }
  }

  /// Whether an action has an effect here.
  public func offers(_ action: ActionName) -> Bool {
    explanation == nil && source.offers(action) && (action == .otherPane || focus.offers(action))
  }

  /// The filter, while it is typed.
  public var typedText: String? { focus.typedText }

  /// Takes typed text.
  public func insert(_ text: String) -> [Effect]? {
    if let explanation { return explanation.insert(text) }
    return following { focus.insert(text) }
  }

  /// Takes pasted text in the focused list.
  public func paste(_ text: String) -> [Effect]? { explanation == nil ? focus.paste(text) : nil }

  /// Handles a click or a turn of the wheel, in the list below the mouse.
  public func mouse(_ event: MouseEvent) -> [Effect] {
    guard explanation == nil else { return [] }
    for (list, region) in [(choices, choicesRegion), (results, resultsRegion)]
    where region.contains(event.position) {
      if list !== focus { focusOther() }
      return following { list.mouse(event.moved(to: region)) } ?? []
    }
    return []
  }

  private func focusOther() {
    isInResults.toggle()
    choices.hasFocus = !isInResults
    results.hasFocus = isInResults
    layOut(in: room)
  }

  /// Runs code that may move a list's cursor, and then updates the source's selection.
  private func following(_ body: () -> [Effect]?) -> [Effect]? {
    let effects = body()
    source.select(choices.selectedID)
    layOut(in: room)
    return effects
  }

  /// Saves the screen's state for the next start.
  public func encodeState(to encoder: inout StateEncoder) {
    encoder.encode(isInResults, as: "inResults")
    encoder.scope("source") { source.encodeState(to: &$0) }
    encoder.scope("choices") { choices.encodeState(to: &$0) }
    encoder.scope("results") { results.encodeState(to: &$0) }
  }

  /// Restores the saved state.
  public func decodeState(from decoder: StateDecoder) {
    choices.decodeState(from: decoder.scope("choices"))
    results.decodeState(from: decoder.scope("results"))
    source.decodeState(from: decoder.scope("source"))
    if decoder.decode("inResults") == true, !isInResults { focusOther() }
  }
}

/// The parts of a review's area, from the top: facts, choices, results, with blank rows between.
extension ReviewScreen {
  /// With fewer rows than this, only one list is visible.
  static let fewestForBoth = 9

  /// Fits the screen to a size.
  public func layOut(in size: Size) {
    room = size
    explanation?.layOut(in: size)
    choices.layOut(in: choicesRegion.size)
    results.layOut(in: resultsRegion.size)
  }

  var factRows: Int { min(source.facts.count, max(0, room.rows - 6)) }

  private var lists: Region {
    Region(room).splitTop(factRows == 0 ? 0 : factRows + 1).rest
  }

  private var showsBoth: Bool { lists.rows >= Self.fewestForBoth }

  /// The rows of the choices: as many as they need, while the results keep their share.
  private var choiceRows: Int {
    let filter = choices.showsFilter ? 1 : 0
    return min(max(2, source.choices.count + 1 + filter), max(4, lists.rows * 3 / 5))
  }

  var choicesRegion: Region {
    guard showsBoth else { return isInResults ? .none(below: lists) : lists }
    return lists.splitTop(choiceRows).top
  }

  var resultsRegion: Region {
    guard showsBoth else { return isInResults ? lists : .none(below: lists) }
    return lists.splitTop(choiceRows + 1).rest
  }

  /// Draws the screen.
  public func draw(on canvas: inout Canvas, theme: Theme) {
    if let explanation { return explanation.draw(on: &canvas, theme: theme) }
    drawFacts(on: &canvas, theme: theme)
    // The focused list is drawn last, since it has the terminal's cursor.
    let parts = [(choices, choicesRegion), (results, resultsRegion)]
    for (list, region) in isInResults ? parts : parts.reversed() where region.rows > 0 {
      canvas.draw(in: region) { list.draw(on: &$0, theme: theme) }
    }
  }

  private func drawFacts(on canvas: inout Canvas, theme: Theme) {
    let labels = source.facts.map { GlyphWidth.columns(of: $0.label) }.max() ?? 0
    for (row, fact) in source.facts.prefix(factRows).enumerated() {
      var pen = Pen(theme, column: ListScreen.gutter, row: row)
      pen.write(fact.label, .dim, on: &canvas, columns: labels)
      pen.column += 2
      pen.write(fact.text, on: &canvas, columns: max(0, canvas.size.columns - pen.column - 1))
    }
  }
}

extension Region {
  /// An empty region at the lower end of another one.
  static func none(below region: Region) -> Region {
    Region(column: region.column, row: region.row + region.rows, columns: region.columns, rows: 0)
  }
}

/// The decisions of a review, and a preview of their results.
///
/// A source answers at once from its data. It does longer work in jobs, whose completions end with
/// `.refresh`; its lists are `.loading` until then.
public protocol ReviewSource: AnyObject {
  /// The name in history and recents.
  var title: String { get }
  /// The facts above the lists, one line each.
  var facts: [DetailField] { get }
  /// The reason why there is nothing to decide; `nil` if there is.
  var explanation: Explanation? { get }
  /// The decisions, one row each.
  var choices: any ListSource { get }
  /// The preview of the results.
  var results: any ListSource { get }
  /// Whether the results are being computed.
  var isBusy: Bool { get }
  /// The interval at which the data is read again without an event; `nil` for never.
  var pace: Duration? { get }

  /// Reads the data again.
  func refresh(_ surroundings: Surroundings) -> [Effect]
  /// Takes the id of the choice under the cursor.
  func select(_ id: String?)
  /// Performs an action, on the choice under the cursor if the choices have the focus; returns
  /// `nil` for actions that the source doesn't handle.
  func perform(_ action: ActionName, on id: String?) -> [Effect]?
  /// Whether an action has an effect now.
  func offers(_ action: ActionName) -> Bool

  /// Saves the state that the URL doesn't hold.
  func encodeState(to encoder: inout StateEncoder)
  /// Restores the saved state.
  func decodeState(from decoder: StateDecoder)
}

extension ReviewSource {
  /// `nil` by default: the data is never read again without an event.
  public var pace: Duration? { nil }
  /// `true` by default.
  public func offers(_ action: ActionName) -> Bool { true }
  /// Saves no state by default.
  public func encodeState(to encoder: inout StateEncoder) {}
  /// Restores no state by default.
  public func decodeState(from decoder: StateDecoder) {}
}
