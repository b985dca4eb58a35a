public import CairnInterface

/// A picker of the records that a field links to, by typing parts of their titles.
///
/// Tab adds or removes the record under the cursor, and clears the search text for the next one.
/// Enter adds the record that was searched for, and closes the picker.
public final class LinksPicker: CandidatePicker {
  /// The person's choice.
  package struct Choice: Hashable, Sendable {
    /// The ids of the linked records, in order.
    package var chosen: [String]
    /// The ids of the records to unlink.
    package var removed: Set<String>
  }

  private let field: FormField
  private let source: any FormSource
  private let records: CandidateSearch
  private let isOrdered: Bool
  private let pick: (Choice) -> [Effect]
  /// The ids of the linked records, in order.
  private var chosen: [String]
  /// The records that were linked at the start, by all or some of the edited records.
  private let linked: Set<String>
  /// The records that only some of the edited records link to.
  private var partly: Set<String>
  /// The first rows while the search text is empty.
  private var first: [String] = []
  /// The matching records; `found` leaves out the first rows.
  private var candidates: [FormCandidate] = []
  private var found: [FormCandidate] = []

  /// Creates a picker.
  ///
  /// - Parameters:
  ///   - field: the link field.
  ///   - title: the title on the box; by default from the field's name.
  ///   - source: the source of the records.
  ///   - text: the initial search text.
  ///   - chosen: the ids of the linked records.
  ///   - partly: the records that only some of the edited records link to.
  ///   - unlinked: the records that were removed in an earlier attempt.
  ///   - pick: the effects of the choice.
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
    // A long search starts later, when jobs can run.
    if records.isShort { _ = find() } else { arrange() }
  }

  override var hint: KeyWords {
    let more: KeyWords =
      isOrdered
      ? "\(key: .lineUp) \(key: .lineDown) move" : "\(key: .togglePreview) previews"
    return "\(key: .mark) adds or removes · \(more) · \(key: .accept) is done"
  }

  /// The contexts in which keys are looked up.
  public override var contexts: [ActionContext] {
    [.choosing] + (isOrdered ? [.lines] : []) + [.picker, .text, .prompt]
  }

  /// Learns whether a screen reader is used, and starts the first search.
  public override func refresh(_ surroundings: Surroundings) -> [Effect] {
    super.refresh(surroundings) + (records.hasBegun ? [] : find())
  }

  override var none: String { records.none }
  override var mayHavePane: Bool { true }
  override func candidate(at index: Int) -> FormCandidate { row(at: index) }
  override func mark(at index: Int, theme: Theme) -> String? {
    let id = row(at: index).id
    return chosen.contains(id) ? theme.glyphs.mark : partly.contains(id) ? "~" : " "
  }

  /// Takes typed text.
  public override func insert(_ text: String) -> [Effect]? {
    // With an empty search text, a blank toggles the record.
    if text == " ", !isSearching { return toggle() + follow() }
    return super.insert(text)
  }

  override func follow() -> [Effect] {
    showPage(of: cursorID, in: field, from: source)
    return []
  }

  private var isSearching: Bool { !search.text.allSatisfy(\.isWhitespace) }

  override func act(_ action: ActionName) -> [Effect]? {
    switch action {
    case .mark: return toggle()
    case .markUp: return toggle(goingOnBy: -1)
    case .lineUp: move(by: -1)
    case .lineDown: move(by: 1)
    case .accept: return accept()
    default: return super.act(action)
    }
    return []
  }

  override func click(_ index: Int, _ event: MouseEvent) -> [Effect] {
    event.clicks == 1 ? toggle(goingOnBy: 0) : []
  }

  private func row(at index: Int) -> FormCandidate {
    guard index < first.count else { return found[index - first.count] }
    let id = first[index]
    return FormCandidate(id: id, title: source.title(ofLink: id, in: field) ?? id)
  }

  private var cursorID: String? {
    window.count == 0 ? nil : row(at: window.cursor).id
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
      window.move(by: step)
      return []
    }
    search.replaceAll(with: "")
    return find()
  }

  private func add(_ id: String) {
    chosen.append(id)
    partly.remove(id)
  }

  /// Moves the chosen record under the cursor within the chosen ones.
  private func move(by step: Int) {
    guard isOrdered, !isSearching, let id = cursorID,
      let place = chosen.firstIndex(of: id),
      chosen.indices.contains(place + step)
    else { return }
    chosen.swapAt(place, place + step)
    arrange()
    window.move(to: place + step)
  }

  override func find() -> [Effect] {
    records.find { [weak self] in
      self?.search.text ?? ""
    } show: { [weak self] in
      self?.candidates = $0
      self?.arrange()
      _ = self?.follow()
    } abandon: { [weak self] in
      self?.search.replaceAll(with: $0)
    }
  }

  /// Arranges the rows: chosen records first, then other matches.
  private func arrange() {
    first = isSearching ? [] : chosen + partly.sorted()
    let isFirst = Set(first)
    found = candidates.filter { !isFirst.contains($0.id) }
    show(count: first.count + found.count)
  }
}
