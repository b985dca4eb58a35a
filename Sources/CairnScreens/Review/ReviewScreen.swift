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
    return focus.prompt == nil ? [.review] + focus.contexts : focus.contexts
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
    if focus.prompt == nil {
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
