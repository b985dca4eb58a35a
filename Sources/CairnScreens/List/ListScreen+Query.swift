internal import CairnInterface
internal import CairnNavigation

/// Filtering and sorting.
///
/// A filter applies at each key, and reaches the URL after the keys rest. So neither the history
/// nor the state file gets an entry for each letter.
extension ListScreen {
  /// Applies the query of the screen's URL to a source that was made without one.
  func applyQuery(of url: ScreenURL?) -> [Effect] {
    guard let asked = url.map(ListQuery.init), asked != ListQuery(), source.query == ListQuery()
    else { return [] }
    // The first row of this order is another row than before; a saved cursor stays.
    if !isRestored { (position.anchor, position.top, position.awaited) = (nil, nil, nil) }
    return source.apply(asked)
  }

  static let restOfKeys = Duration.milliseconds(250)

  /// Takes typed text.
  public func insert(_ text: String) -> [Effect]? {
    if let detail = focusedDetail { return detail.insert(text) }
    guard filtering.field != nil else { return nil }
    filtering.field?.insert(text)
    return filterAsTyped(after: Self.restOfKeys)
  }

  /// Takes pasted text like typed text.
  public func paste(_ text: String) -> [Effect]? { insert(text) }

  func startFilter() -> [Effect] {
    filtering.field = TextField(source.query.filter, isSelected: true)
    filtering.before = can.filtered?.filterProblem == nil ? source.query.filter : ""
    layOut(in: whole)
    return []
  }

  func performInPrompt(_ action: ActionName) -> [Effect]? {
    let before = filtering.field?.text
    if filtering.field?.perform(action) == true {
      return filtering.field?.text == before ? [] : filterAsTyped(after: Self.restOfKeys)
    }
    switch action {
    case .complete: return completeFilter()
    case .filterHelp:
      return can.filtered?.filterHelp.map { [.present(Notice("Conditions", $0))] }
    case .mark where choose != nil: return markSelected()
    case .markUp where choose != nil: return markSelected(goingOnBy: -1)
    case .accept where choose != nil: return chooseMarked()
    case .leave where choose != nil: return choose?([])
    case .accept, .leave:
      var effects = filterAsTyped(after: .zero)
      if let problem = filtering.field.flatMap({ can.filtered?.problem(withFilter: $0.text) }) {
        // The shown rows and the URL belong to another filter, which a favorite would then keep.
        guard action == .leave else {
          return effects + [.say(Message("unfinished filter: \(problem.text)", tone: .warning))]
        }
        effects += filter(filtering.before)
      }
      filtering.field = nil
      // If the filter is cleared next, the cursor returns to its row from before the filter.
      if action == .accept { filtering.home = nil }
      layOut(in: whole)
      if action == .accept, source.phase == .ready, source.count > 0,
        let note = can.filtered?.filterNote
      {
        effects.append(.say(Message(note, tone: .warning)))
      }
      return effects
    case .promptDown, .promptUp, .promptFirst, .promptLast, .pageDown, .pageUp:
      _ = position.window.perform(action)
      remember()
      return []
    default:
      return nil
    }
  }

  /// Completes the word at the cursor, and asks if there are several completions.
  private func completeFilter() -> [Effect]? {
    filtering.field?.deselect()
    guard let prompt = filtering.field else { return nil }
    let typed = String(prompt.characters[..<prompt.cursor])
    guard let find = can.filtered?.completingFilter(typed) else {
      return [.say(Message("no completions here", tone: .warning))]
    }
    return filtering.completing.start("looking for completions", holdsKeys: true, work: find) {
      [weak self] found in
      guard let self else { return [] }
      let ways = found.filter { $0.text != typed }
      if ways.count == 1 { return complete(with: ways[0].text) }
      guard !ways.isEmpty else {
        return [.say(Message("no completions here", tone: .warning))]
      }
      let choices = ways.map { FormCandidate(id: $0.text, title: $0.shown, detail: $0.note) }
      return [
        .present(
          ChoicePicker("Completions", choices) { [weak self] text in
            self?.complete(with: text) ?? []
          })
      ]
    }
  }

  /// Replaces the text before the cursor and the rest of its word.
  private func complete(with text: String) -> [Effect] {
    guard let prompt = filtering.field else { return [] }
    let typed = String(prompt.characters[..<prompt.cursor])
    var count =
      can.filtered?.restOfFilterWord(typed, String(prompt.characters[prompt.cursor...])).count
      ?? 0
    let signs = prompt.characters[(prompt.cursor + count)...].prefix { ":=<>!~".contains($0) }
    // A name's colon is just the default operator, but another operator was chosen.
    let keepsSign = !signs.isEmpty && text.hasSuffix(":")
    if !keepsSign, text.last.map({ ":=<>!~".contains($0) }) == true { count += signs.count }
    filtering.field?.replaceStart(with: keepsSign ? String(text.dropLast()) : text, andNext: count)
    return filterAsTyped(after: Self.restOfKeys)
  }

  func filter(_ text: String) -> [Effect] {
    var query = source.query
    query.filter = text
    return apply(query) + [.after(urlDelay(.zero, filter: text))]
  }

  /// Opens the counts of a column's values.
  func countValues(of column: ListColumn) -> [Effect]? {
    let view = can.viewed?.views.first { view in
      if case .counts(let field) = view.kind { field == column.title } else { false }
    }
    return view.map { [.open($0.url)] }
  }

  /// Shows only rows with the value that a column has in the row under the cursor.
  func filterByValue(of column: ListColumn) -> [Effect]? {
    let values = selectedID.flatMap { can.fields?.values(of: $0) } ?? []
    let own = values.filter { $0.column == column.name }
    return own.count == 1 ? filter(own[0].filter) : nil
  }

  func chooseFrequency() -> [Effect] {
    let counts = (can.viewed?.views ?? []).compactMap { view in
      if case .counts(let field) = view.kind { (title: field, url: view.url) } else { nil }
    }
    let menu = Menu("Count by", Menu.lettered(counts.map(\.title)), placement: .corner) { index in
      [.open(counts[index].url)]
    }
    return [.present(menu)]
  }

  /// Asks for a view of the rows.
  func chooseView() -> [Effect] {
    let views = can.viewed?.views ?? []
    // Each field has the same letter as in other menus.
    var items = Menu.lettered(views.map(\.word))
    for (index, view) in views.enumerated() {
      items[index].title = view.title
      if view.isNow { items[index].detail = "now" }
    }
    let menu = Menu(
      "View as", items, placement: .corner, cursor: views.firstIndex(where: \.isNow) ?? 0
    ) { index in
      let view = views[index]
      let kept: [Effect] = view.isKept ? [.keepView(view.url.value("view"))] : []
      guard !view.isNow else { return kept }
      let words = Message("the list opens so from now on", advice: "\(key: .viewAs) changes that")
      return kept + [.open(view.url)] + (view.isKept ? [.say(words)] : [])
    }
    return [.present(menu)]
  }

  /// Asks for a value of the row under the cursor to filter by.
  func chooseValue() -> [Effect] {
    guard let id = selectedID else { return refuse("no row under the cursor") }
    let values = can.fields?.values(of: id) ?? []
    guard !values.isEmpty else { return refuse("no value to filter by") }
    let menu = Menu("Only rows with", Menu.lettered(values.map(\.title)), placement: .corner) {
      [weak self] index in
      self?.filter(values[index].filter) ?? []
    }
    return [.present(menu)]
  }

  private func filterAsTyped(after rest: Duration) -> [Effect] {
    guard let text = filtering.field?.text else { return [] }
    var effects: [Effect] = []
    if text != source.query.filter {
      if filtering.home == nil {
        filtering.home = FilterPrompt.Home(cursor: position.anchor, top: position.top)
      }
      var query = source.query
      query.filter = text
      effects = apply(query)
    }
    // An invalid filter stays in the prompt and never gets into a URL; nor do the filters that were
    // valid on the way to it.
    let isReadable = can.filtered?.problem(withFilter: text) == nil
    return effects + [.after(urlDelay(rest, filter: isReadable ? text : filtering.before))]
  }

  /// While a filter is typed, moves the cursor to the row where the person last put it.
  ///
  /// If the filter hides that row, the cursor moves to the first row.
  func settleFilter() {
    guard let home = filtering.home else { return }
    if filtering.field == nil, source.query.filter.isEmpty { filtering.home = nil }
    if let cursor = home.cursor, line(of: cursor) != nil {
      if position.anchor != cursor { (position.anchor, position.top) = (cursor, home.top) }
    } else {
      (position.anchor, position.top, position.afterDeletion) = (nil, nil, nil)
      position.window.place(cursor: 0, top: 0)
    }
  }

  func apply(_ query: ListQuery) -> [Effect] {
    let effects = source.apply(query)
    follow()
    return effects + countHiddenMarks()
  }

  private func urlDelay(_ rest: Duration, filter: String) -> Delay {
    let filter = filter.tidyFilter
    return Delay(
      "list.filter", rest,
      [
        .setQuery(
          name: can.filtered?.filterName ?? ListQuery.filterName,
          value: filter.isEmpty ? nil : filter)
      ])
  }
}

/// The state of a filter during typing.
struct FilterPrompt {
  /// The items at the cursor and at the upper edge when typing starts; no cursor if the person
  /// never moved it to a row.
  struct Home {
    let cursor: ListCursor.Anchor?
    let top: ListCursor.Anchor?
  }

  /// The prompt; `nil` while no filter is typed.
  var field: TextField?
  /// The filter from before typing; the URL keeps it while the typed filter is invalid.
  var before = ""
  /// The place where the person last put the cursor, while a filter is typed.
  var home: Home?
  /// The search for completions.
  let completing = SingleFlight()
}
