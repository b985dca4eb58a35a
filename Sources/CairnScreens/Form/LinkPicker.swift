public import CairnInterface

/// A picker of the record that a field links to, by typing a part of its title.
public final class LinkPicker: Overlay {
  /// The title in the breadcrumb, or on the box.
  public let title: String
  private let offersNothing: Bool
  private let field: FormField
  private let source: any FormSource
  private let records: CandidateSearch
  private let pick: (String) -> [Effect]
  private var list: CandidateList
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
    self.title = title ?? "Pick \(field.label.lowercased())"
    self.field = field
    self.source = source
    self.pick = pick
    self.offersNothing = offersNothing
    list = CandidateList(searching: text)
    records = CandidateSearch(for: field, in: source)
    // A long search starts later, when jobs can run.
    if records.isShort { _ = find() }
  }

  /// The hint on the lower edge of the box.
  public var footer: KeyWords {
    list.obstacle.map { KeyWords($0) }
      ?? "type to search · \(key: .togglePreview) previews · \(key: .accept) takes it"
  }
  /// The contexts in which keys are looked up.
  public var contexts: [ActionContext] { [.picker, .text, .prompt] }

  /// The search text.
  public var typedText: String? { list.search.text }

  /// The region of the box.
  public func frame(in size: Size) -> Region {
    list.frame(in: size)
  }

  /// Fits the picker to a size.
  public func layOut(in size: Size) {
    list.layOut(in: size)
  }

  /// Learns whether a screen reader is used, and starts the first search.
  public func refresh(_ surroundings: Surroundings) -> [Effect] {
    list.isSpoken = surroundings.isSpoken
    return records.hasBegun ? [] : find()
  }

  /// Draws the picker.
  public func draw(on canvas: inout Canvas, theme: Theme) {
    list.draw(on: &canvas, theme: theme, none: records.none) { found[$0] }
  }

  /// Takes typed text.
  public func insert(_ text: String) -> [Effect]? {
    list.search.insert(text)
    return find()
  }

  /// Performs one of the picker's actions.
  public func perform(_ action: ActionName) -> [Effect]? {
    if list.search.perform(action) { return find() }
    if list.perform(action) || list.window.perform(action) {
      follow()
      return []
    }
    guard action == .accept else { return nil }
    return take(list.window.cursor)
  }

  /// Handles a click or a turn of the wheel.
  public func mouse(_ event: MouseEvent) -> [Effect] {
    let place = list.clicked(by: event)
    follow()
    return place.map(take) ?? []
  }

  private func take(_ index: Int) -> [Effect] {
    found.indices.contains(index) ? [.dismiss] + pick(found[index].id) : []
  }

  private func find() -> [Effect] {
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

  private func follow() {
    let cursor = list.window.cursor
    list.follow(found.indices.contains(cursor) ? found[cursor].id : nil, of: field, in: source)
  }
}
