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

  override var hint: KeyWords {
    "type to search · \(key: .togglePreview) previews · \(key: .accept) takes it"
  }
  /// The contexts in which keys are looked up.
  public override var contexts: [ActionContext] { [.picker, .text, .prompt] }

  /// Learns whether a screen reader is used, and starts the first search.
  public override func refresh(_ surroundings: Surroundings) -> [Effect] {
    super.refresh(surroundings) + (records.hasBegun ? [] : find())
  }

  override var none: String { records.none }
  override var mayHavePane: Bool { true }
  override func candidate(at index: Int) -> FormCandidate { found[index] }

  override func take(_ index: Int) -> [Effect] {
    found.indices.contains(index) ? [.dismiss] + pick(found[index].id) : []
  }

  override func find() -> [Effect] {
    records.find { [weak self] in
      self?.search.text ?? ""
    } show: { [weak self] in
      self?.show($0)
    } abandon: { [weak self] in
      self?.search.replaceAll(with: $0)
    }
  }

  private func show(_ candidates: [FormCandidate]) {
    found = candidates
    if offersNothing, "nothing".hasPrefix(search.text.lowercased()) {
      let place = found.firstIndex(where: \.isNew) ?? found.count
      found.insert(FormCandidate(id: "", title: "nothing"), at: place)
    }
    show(count: found.count)
    _ = follow()
  }

  override func follow() -> [Effect] {
    let cursor = window.cursor
    showPage(of: found.indices.contains(cursor) ? found[cursor].id : nil, in: field, from: source)
    return []
  }
}
