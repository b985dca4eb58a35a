public import CairnInterface

/// Chooses the record that a field links to, by typing a part of its title.
public final class LinkPicker: Overlay {
  /// The name in the breadcrumb, or on the box.
  public let title: String
  private let offersNothing: Bool
  private let field: FormField
  private let source: any FormSource
  private let records: CandidateSearch
  private let pick: (String) -> [Effect]
  private var list: CandidateList
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
    self.title = title ?? "Pick \(field.label.lowercased())"
    self.field = field
    self.source = source
    self.pick = pick
    self.offersNothing = offersNothing
    list = CandidateList(searching: text)
    records = CandidateSearch(for: field, in: source)
    // Many are looked for once somebody carries the work out.
    if records.isShort { _ = find() }
  }

  /// Short words on the lower edge of the box.
  public var footer: KeyWords {
    list.obstacle.map { KeyWords($0) }
      ?? "type to search · \(key: .togglePreview) previews · \(key: .accept) takes it"
  }
  /// Where its keys are looked up.
  public var contexts: [ActionContext] { [.picker, .text, .prompt] }

  /// What is looked for.
  public var typedText: String? { list.search.text }

  /// Where its box lies.
  public func frame(in size: Size) -> Region {
    list.frame(in: size)
  }

  /// Takes the room that there is.
  public func layOut(in size: Size) {
    list.layOut(in: size)
  }

  /// Takes note of who it is drawn for, and looks for the first records.
  public func refresh(_ surroundings: Surroundings) -> [Effect] {
    list.isSpoken = surroundings.isSpoken
    return records.hasBegun ? [] : find()
  }

  /// Draws its state.
  public func draw(on canvas: inout Canvas, theme: Theme) {
    list.draw(on: &canvas, theme: theme, none: records.none) { found[$0] }
  }

  /// Takes typed text.
  public func insert(_ text: String) -> [Effect]? {
    list.search.insert(text)
    return find()
  }

  /// Does an action of its own.
  public func perform(_ action: ActionName) -> [Effect]? {
    if list.search.perform(action) { return find() }
    if list.perform(action) || list.window.perform(action) {
      follow()
      return []
    }
    guard action == .accept else { return nil }
    return take(list.window.cursor)
  }

  /// Takes a click or a turn of the wheel.
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
