public import CairnInterface
public import CairnNavigation

/// Decisions, and what would come of them, before anything is done.
///
/// Over both stand a few facts. Tab moves the keys from one list to the other:
///
///      Into   guests, a new collection          facts
///      From   CSV, UTF-8 · 3 rows
///
///      COLUMN     FIELD     TYPE                choices: what can be decided
///     ▌Zip        Zip       string
///
///      RESULT     NAME      CITY                results: what would come of it
///      new        Ann       Lyon
///
/// Where room is short, only the list with the keys is shown. Where there is nothing to decide, the
/// screen says why and what helps.
public final class ReviewScreen: Screen {
  let source: any ReviewSource
  let choices: ListScreen
  let results: ListScreen
  /// Whether the results have the keys.
  private(set) var isInResults = false
  var room = Size(columns: 80, rows: 20)
  private(set) var explanation: ExplainScreen?

  /// Makes a review over `source`.
  public init(_ source: any ReviewSource) {
    self.source = source
    choices = ListScreen(source.choices)
    results = ListScreen(source.results)
    for list in [choices, results] { list.keepsHeader = true }
    results.hasFocus = false
  }

  /// The list that has the keys.
  var focus: ListScreen { isInResults ? results : choices }

  /// The name in the breadcrumb.
  public var title: String { source.title }
  /// What its source wants.
  public var pace: Duration? { source.pace }

  /// Where its keys are looked up.
  public var contexts: [ActionContext] {
    if let explanation { return explanation.contexts }
    return focus.filtering.field == nil ? [.review] + focus.contexts : focus.contexts
  }

  /// What the status line says on the left.
  public var status: ScreenStatus {
    if let explanation { return explanation.status }
    return ScreenStatus(focus.status.text, isBusy: source.isBusy)
  }

  /// Looks at its source again.
  public func refresh(_ surroundings: Surroundings) -> [Effect] {
    let effects = source.refresh(surroundings)
    // One that is shown already keeps its cursor.
    explanation = source.explanation.map { explanation ?? ExplainScreen($0) }
    let rest = choices.refresh(surroundings) + results.refresh(surroundings)
    source.select(choices.selectedID)
    layOut(in: room)
    return effects + rest
  }

  /// Does an action of its own.
  public func perform(_ action: ActionName) -> [Effect]? {
    if let explanation {
      // Reading again is what may help, and only the source can.
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

  /// Whether an action does something here.
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

  /// Takes pasted text.
  public func paste(_ text: String) -> [Effect]? { explanation == nil ? focus.paste(text) : nil }

  /// Takes a click or a turn of the wheel, for the list under it.
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

  /// Does something in a list that may move its cursor.
  private func following(_ body: () -> [Effect]?) -> [Effect]? {
    let effects = body()
    source.select(choices.selectedID)
    layOut(in: room)
    return effects
  }

  /// Writes what it must remember.
  public func encodeState(to encoder: inout StateEncoder) {
    encoder.encode(isInResults, as: "inResults")
    encoder.scope("source") { source.encodeState(to: &$0) }
    encoder.scope("choices") { choices.encodeState(to: &$0) }
    encoder.scope("results") { results.encodeState(to: &$0) }
  }

  /// Takes back what it remembered.
  public func decodeState(from decoder: StateDecoder) {
    choices.decodeState(from: decoder.scope("choices"))
    results.decodeState(from: decoder.scope("results"))
    source.decodeState(from: decoder.scope("source"))
    if decoder.decode("inResults") == true, !isInResults { focusOther() }
  }
}

/// The parts of a review's area, from the top: facts, choices, results, with blank rows between.
extension ReviewScreen {
  /// Fewer rows than this for both lists are too few for two.
  static let fewestForBoth = 9

  /// Takes the room that there is.
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

  /// The choices have what they need, but for the half that the results need.
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

  /// Draws its state.
  public func draw(on canvas: inout Canvas, theme: Theme) {
    if let explanation { return explanation.draw(on: &canvas, theme: theme) }
    drawFacts(on: &canvas, theme: theme)
    // The list with the keys comes last, as the terminal's cursor is in it.
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
  /// No rows, at the lower end of another region.
  static func none(below region: Region) -> Region {
    Region(column: region.column, row: region.row + region.rows, columns: region.columns, rows: 0)
  }
}

/// What is decided on a review screen, and what would come of it.
///
/// A source answers at once from what it has. What takes longer it does in jobs, whose completions
/// end with `.refresh`; its lists say `.loading` meanwhile.
public protocol ReviewSource: AnyObject {
  /// The name by which history and recents know the screen.
  var title: String { get }
  /// What is said over the lists, a line each.
  var facts: [DetailField] { get }
  /// Why there is nothing to decide, `nil` where there is.
  var explanation: Explanation? { get }
  /// What is decided, a row for each decision.
  var choices: any ListSource { get }
  /// What would come of it.
  var results: any ListSource { get }
  /// Whether what would come of it is being found out.
  var isBusy: Bool { get }
  /// After what time the data is looked at again although nothing happened; `nil` for never.
  var pace: Duration? { get }

  /// Looks at the data again.
  func refresh(_ surroundings: Surroundings) -> [Effect]
  /// Takes note of the choice that has the cursor.
  func select(_ id: String?)
  /// Does an action, with the choice that has the cursor if the choices have the keys, or returns
  /// `nil` for what isn't the source's.
  func perform(_ action: ActionName, on id: String?) -> [Effect]?
  /// Whether an action does something now.
  func offers(_ action: ActionName) -> Bool

  /// Writes what it must remember besides what its URL says.
  func encodeState(to encoder: inout StateEncoder)
  /// Takes back what it remembered.
  func decodeState(from decoder: StateDecoder)
}

extension ReviewSource {
  /// Never.
  public var pace: Duration? { nil }
  /// All of them.
  public func offers(_ action: ActionName) -> Bool { true }
  /// Nothing.
  public func encodeState(to encoder: inout StateEncoder) {}
  /// Nothing.
  public func decodeState(from decoder: StateDecoder) {}
}
