public import CairnInterface

/// Chooses the record that a field links to, by typing a part of its title.
public final class LinkPicker: CandidatePicker {
  private let offersNothing: Bool
  private let field: FormField
  private let source: any FormSource
  private let records: CandidateSearch
  private let pick: (String) -> [Effect]
  private var found: [FormCandidate] = []

  /// Makes a picker.
  ///
  /// - Parameters:
  ///   - field: the field that links.
  ///   - title: what is picked, on the box; the field's name if none is given.
  ///   - source: has the records.
  ///   - text: what is looked for at first.
  ///   - offersNothing: whether no record can be picked, too.
  ///   - pick: what follows, given the record's id or nothing.
  package init(
    _ field: FormField, title: String? = nil, source: any FormSource, text: String = "",
    offersNothing: Bool = false, pick: @escaping (String) -> [Effect]
  ) {
    self.field = field
    self.source = source
    self.pick = pick
    self.offersNothing = offersNothing
    records = CandidateSearch(for: field, in: source)
    super.init(title ?? "Pick \(field.label.lowercased())", searching: text)
    // Many are looked for once somebody carries the work out.
    if records.isShort { _ = find() }
  }

  /// Short words on the lower edge of the box.
  public override var footer: KeyWords {
    list.obstacle.map { KeyWords($0) }
      ?? "type to search · \(key: .togglePreview) previews · \(key: .accept) takes it"
  }
  /// Where its keys are looked up.
  public override var contexts: [ActionContext] { [.picker, .text, .prompt] }

  /// Takes note of who it is drawn for, and looks for the first records.
  public override func refresh(_ surroundings: Surroundings) -> [Effect] {
    super.refresh(surroundings) + (records.hasBegun ? [] : find())
  }

  /// Draws its state.
  public override func draw(on canvas: inout Canvas, theme: Theme) {
    list.draw(on: &canvas, theme: theme, none: records.none) { found[$0] }
  }

  override func take(_ index: Int) -> [Effect] {
    found.indices.contains(index) ? [.dismiss] + pick(found[index].id) : []
  }

  override func find() -> [Effect] {
    records.find { [weak self] in
      self?.list.search.text ?? ""
    } show: { [weak self] in
      self?.show($0)
    } abandon: { [weak self] in
      self?.list.search.replaceAll(with: $0)
    }
  }

  private func show(_ candidates: [FormCandidate]) {
    found = candidates
    if offersNothing, "nothing".hasPrefix(list.search.text.lowercased()) {
      let place = found.firstIndex(where: \.isNew) ?? found.count
      found.insert(FormCandidate(id: "", title: "nothing"), at: place)
    }
    list.show(count: found.count)
    follow()
  }

  override func follow() {
    let cursor = list.window.cursor
    list.follow(found.indices.contains(cursor) ? found[cursor].id : nil, of: field, in: source)
  }
}
