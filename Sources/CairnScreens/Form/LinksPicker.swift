public import CairnInterface

/// Chooses the records that a field links to, by typing parts of their titles.
///
/// Tab adds the record under the cursor or takes it out; what was typed is then gone, so that the
/// next one can be typed at once. Enter adds what was looked for and is done.
public final class LinksPicker: CandidatePicker {
  /// What was chosen.
  package struct Choice: Hashable, Sendable {
    /// The ids of the records that are linked by now, in order.
    package var chosen: [String]
    /// Those of which it was said that they aren't linked any more.
    package var removed: Set<String>
  }

  private let field: FormField
  private let source: any FormSource
  private let records: CandidateSearch
  private let isOrdered: Bool
  private let pick: (Choice) -> [Effect]
  /// The ids of the records that are linked by now, in order.
  private var chosen: [String]
  /// What was linked at the start, by all or by some.
  private let linked: Set<String>
  /// What some of several records link to, and others don't.
  private var partly: Set<String>
  /// What stands first, while nothing is looked for.
  private var first: [String] = []
  /// What matches, and of that what doesn't stand first.
  private var candidates: [FormCandidate] = []
  private var found: [FormCandidate] = []

  /// Makes a picker.
  ///
  /// - Parameters:
  ///   - field: the field that links.
  ///   - title: what is picked, on the box; the field's name if none is given.
  ///   - source: has the records.
  ///   - text: what is looked for at first.
  ///   - chosen: the ids of the records that are linked now.
  ///   - partly: those that some of several records link to.
  ///   - unlinked: those that were taken out before, if it is asked again.
  ///   - pick: what follows, given what was chosen.
  package init(
    _ field: FormField, title: String? = nil, source: any FormSource, text: String = "",
    chosen: [String], partly: Set<String> = [], unlinked: Set<String> = [],
    pick: @escaping (Choice) -> [Effect]
  ) {
    self.field = field
    self.source = source
    self.partly = partly
    self.pick = pick
    isOrdered = field.kind == .links(isOrdered: true)
    self.chosen = chosen
    linked = partly.union(chosen).union(unlinked)
    records = CandidateSearch(for: field, in: source)
    super.init(title ?? "Pick \(field.label.lowercased())", searching: text)
    // Many are looked for once somebody carries the work out.
    if records.isShort { _ = find() } else { arrange() }
  }

  /// Short words on the lower edge of the box.
  public override var footer: KeyWords {
    if let obstacle = list.obstacle { return KeyWords(obstacle) }
    let more: KeyWords =
      isOrdered
      ? "\(key: .lineUp) \(key: .lineDown) move" : "\(key: .togglePreview) previews"
    return "\(key: .mark) adds or removes · \(more) · \(key: .accept) is done"
  }

  /// Where its keys are looked up.
  public override var contexts: [ActionContext] {
    [.choosing] + (isOrdered ? [.lines] : []) + [.picker, .text, .prompt]
  }

  /// Takes note of who it is drawn for, and looks for the first records.
  public override func refresh(_ surroundings: Surroundings) -> [Effect] {
    super.refresh(surroundings) + (records.hasBegun ? [] : find())
  }

  /// Draws its state.
  public override func draw(on canvas: inout Canvas, theme: Theme) {
    let chosen = Set(chosen)
    list.draw(on: &canvas, theme: theme, none: records.none) { index in
      let id = self.row(at: index).id
      return chosen.contains(id) ? theme.glyphs.mark : self.partly.contains(id) ? "~" : " "
    } row: { index in
      self.row(at: index)
    }
  }

  /// Takes typed text.
  public override func insert(_ text: String) -> [Effect]? {
    defer { follow() }
    // A blank says nothing where nothing was typed yet.
    if text == " ", !isSearching { return toggle() }
    list.search.insert(text)
    return find()
  }

  override func follow() { list.follow(cursorID, of: field, in: source) }

  private var isSearching: Bool { !list.search.text.allSatisfy(\.isWhitespace) }

  /// Does an action of its own.
  public override func perform(_ action: ActionName) -> [Effect]? {
    defer { follow() }
    switch action {
    case .mark: return toggle()
    case .markUp: return toggle(goingOnBy: -1)
    case .lineUp: move(by: -1)
    case .lineDown: move(by: 1)
    case .accept: return accept()
    default:
      guard list.search.perform(action) else {
        return list.perform(action) || list.window.perform(action) ? [] : nil
      }
      return find()
    }
    return []
  }

  /// Takes a click or a turn of the wheel.
  public override func mouse(_ event: MouseEvent) -> [Effect] {
    defer { follow() }
    guard let index = list.clicked(by: event), event.clicks == 1 else { return [] }
    list.window.move(to: index)
    return toggle(goingOnBy: 0)
  }

  private func row(at index: Int) -> FormCandidate {
    guard index < first.count else { return found[index - first.count] }
    let id = first[index]
    return FormCandidate(id: id, title: source.title(ofLink: id, in: field) ?? id)
  }

  private var cursorID: String? {
    list.window.count == 0 ? nil : row(at: list.window.cursor).id
  }

  private func accept() -> [Effect] {
    if isSearching, let id = cursorID, !chosen.contains(id) { add(id) }
    let removed = linked.subtracting(chosen).subtracting(partly)
    return [.dismiss] + pick(Choice(chosen: chosen, removed: removed))
  }

  private func toggle(goingOnBy step: Int = 1) -> [Effect] {
    guard let id = cursorID else { return [] }
    if let place = chosen.firstIndex(of: id) {
      chosen.remove(at: place)
    } else {
      add(id)
    }
    guard isSearching else {
      list.window.move(by: step)
      return []
    }
    list.search.replaceAll(with: "")
    return find()
  }

  private func add(_ id: String) {
    chosen.append(id)
    partly.remove(id)
  }

  /// Moves the chosen record under the cursor among the chosen ones.
  private func move(by step: Int) {
    guard isOrdered, !isSearching, let id = cursorID,
      let place = chosen.firstIndex(of: id),
      chosen.indices.contains(place + step)
    else { return }
    chosen.swapAt(place, place + step)
    arrange()
    list.window.move(to: place + step)
  }

  override func find() -> [Effect] {
    records.find { [weak self] in
      self?.list.search.text ?? ""
    } show: { [weak self] in
      self?.candidates = $0
      self?.arrange()
      self?.follow()
    } abandon: { [weak self] in
      self?.list.search.replaceAll(with: $0)
    }
  }

  /// Puts what is chosen before what else matches.
  private func arrange() {
    first = isSearching ? [] : chosen + partly.sorted()
    let isFirst = Set(first)
    found = candidates.filter { !isFirst.contains($0.id) }
    list.show(count: first.count + found.count)
  }
}
