public import CairnInterface

/// A picker of the record that a field links to, by typing a part of its title.
public final class LinkPicker: CandidatePicker {
  private let offersNothing: Bool
  private let field: FormField
  private let source: any FormSource
  private let records: CandidateSearch
  private let pick: (String) -> [Effect]
  private var found: [FormCandidate] = []

  /// Creates a picker.
  ///
  /// - Parameters:
  ///   - field: the link field.
  ///   - title: the title on the box; by default from the field's name.
  ///   - source: the source of the records.
  ///   - text: the initial search text.
  ///   - offersNothing: whether "nothing" can be picked.
  ///   - pick: the effects of the record's id, or of an empty text.
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
    // A long search starts later, when jobs can run.
    if records.isShort { _ = find() }
  }

  /// The hint on the lower edge of the box.
  public override var footer: KeyWords {
    list.obstacle.map { KeyWords($0) }
      ?? "type to search · \(key: .togglePreview) previews · \(key: .accept) takes it"
  }
  /// The contexts in which keys are looked up.
  public override var contexts: [ActionContext] { [.picker, .text, .prompt] }

  /// Learns whether a screen reader is used, and starts the first search.
  public override func refresh(_ surroundings: Surroundings) -> [Effect] {
    super.refresh(surroundings) + (records.hasBegun ? [] : find())
  }

  /// Draws the picker.
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
