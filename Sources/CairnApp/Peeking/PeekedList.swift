internal import CairnInterchange
internal import CairnKit
internal import CairnNavigation
internal import CairnRecords
internal import CairnScreens
internal import CairnStore

/// A list of records in files that are looked at: that of the store which they make, once it is
/// there.
final class PeekedList: ListSource {
  private var place: PeekPlace
  private let desk: PeekDesk
  private var look: PeekDesk.Look?
  private var source: (any ListSource)?
  /// The entity whose records are listed.
  private var entity: String?
  private var problem: String?
  /// Whether the records are on their way; those of before stay in sight.
  private var isLoading = true

  init(_ place: PeekPlace, _ desk: PeekDesk) {
    (self.place, self.desk) = (place, desk)
  }

  // MARK: Rows

  var title: String { source?.title ?? place.choices.names }
  var columns: [ListColumn] { source?.columns ?? [] }
  var phase: ListPhase {
    if let problem { return .failed(problem) }
    return isLoading ? .loading : source?.phase ?? .loading
  }
  var count: Int { source?.count ?? 0 }
  var total: Int { source?.total ?? 0 }
  var query: CairnScreens.ListQuery { source?.query ?? CairnScreens.ListQuery(place.inner) }
  var filterProblem: FilterProblem? { source?.filterProblem }
  var targets: RowTargets { source?.targets ?? .none }
  var changes: ChangeOptions { source?.changes ?? [] }
  var obstacle: String? { source?.obstacle }
  var sectionStarts: [Int] { source?.sectionStarts ?? [] }
  var sectionCount: Int { source?.sectionCount ?? 0 }
  var sectionTotals: SectionTotals? {
    get { source?.sectionTotals }
    set {
      source?.sectionTotals = newValue
      place.inner = place.inner.setting("totals", to: newValue?.rawValue)
    }
  }
  func columns(with totals: SectionTotals) -> [Int] { source?.columns(with: totals) ?? [] }
  var hasFields: Bool { source?.hasFields ?? false }
  var fields: [ListField] { source?.fields ?? [] }
  var views: [ListView] {
    (source?.views ?? []).map { view in
      ListView(view.kind, url: place.outward(view.url), isNow: view.isNow)
    }
  }
  var hasViews: Bool { source?.hasViews ?? false }
  var totals: [String] { source?.totals ?? [] }
  func values(of id: String) -> [ListValue] { source?.values(of: id) ?? [] }
  var emptyHint: KeyWords { source?.emptyHint ?? "" }
  var noMatchHint: KeyWords { source?.noMatchHint ?? "" }
  var filterNote: String? { source?.filterNote }
  var warnings: [String] { source?.warnings ?? [] }

  func row(at index: Int) -> ListRow { source?.row(at: index) ?? ListRow(id: "", cells: []) }
  func index(of id: String) -> Int? { source?.index(of: id) }
  func section(at index: Int) -> ListSection {
    source?.section(at: index) ?? ListSection(id: "", title: "")
  }
  func index(beginningWith letter: Character, inColumn column: Int, after row: Int) -> Int? {
    source?.index(beginningWith: letter, inColumn: column, after: row)
  }
  func findingIndex(
    beginningWith letter: Character, inColumn column: Int, after row: Int
  ) -> (@Sendable () -> Int?)? {
    source?.findingIndex(beginningWith: letter, inColumn: column, after: row)
  }
  func url(of id: String) -> ScreenURL? { source?.url(of: id).map(place.outward) }
  func id(leadingTo url: ScreenURL) -> String? {
    place.inward(url).flatMap { source?.id(leadingTo: $0) }
  }
  func apply(_ query: CairnScreens.ListQuery) -> [Effect] { source?.apply(query) ?? [] }
  func open(_ id: String) -> [Effect] { place.outward(source?.open(id) ?? []) }

  func refresh() -> [Effect] {
    let (state, effects) = desk.state(of: place.choices)
    isLoading = false
    switch state {
    case .loading: (isLoading, problem) = (true, nil)
    case .failed(let error): (source, problem) = (nil, error.description)
    case .ready(let look):
      if look !== self.look { show(look) }
      return effects + look.news() + (source?.refresh() ?? [])
    }
    return effects
  }

  private func show(_ look: PeekDesk.Look) {
    self.look = look
    do {
      let address = try StoreAddress(
        place.inner, in: look.records.snapshot, at: look.records.clock())
      guard case .list(let entity, let origin) = address else {
        (source, problem) = (nil, "no list at \(place.inner.text)")
        return
      }
      self.entity = entity
      source = try look.records.list(at: place.inner, of: entity, origin: origin)
      problem = nil
    } catch {
      (source, problem) = (
        nil,
        look.made.report.isFruitless
          ? "No row could be read. Change the types of the columns." : "\(error)"
      )
    }
  }

  // MARK: Types

  func perform(_ action: ActionName) -> [Effect]? {
    action == .columnType ? chooseColumn() : source?.perform(action)
  }

  /// Asks for a column, and then what its values are.
  private func chooseColumn() -> [Effect] {
    guard let look else { return [] }
    let fields = fields(in: look)
    var items = Menu.lettered(fields.map(\.attribute.name))
    for (place, (_, attribute)) in fields.enumerated() {
      items[place].detail = attribute.type.title
    }
    return [
      .present(
        Menu("Change the type of", items, footer: .leaves) { [self] in
          chooseType(of: fields[$0].attribute, of: fields[$0].entity, in: look)
        })
    ]
  }

  /// The fields of the records that are listed; where there are none since no row could be read,
  /// those that they would have.
  private func fields(in look: PeekDesk.Look) -> [(entity: String, attribute: Attribute)] {
    if let entity, let known = look.records.snapshot.model[entity] {
      return known.attributes.map { (entity, $0) }
    }
    return look.made.fields.map { field in
      let type = place.choices.options.types[field.column] ?? .string
      return (field.entity, Attribute(name: field.field, type: type))
    }
  }

  private func chooseType(
    of field: Attribute, of entity: String, in look: PeekDesk.Look
  ) -> [Effect] {
    let sources = look.made.fields.filter { $0.entity == entity && $0.field == field.name }
    guard let column = sources.first?.column, Set(sources.map(\.column)).count == 1 else {
      return [.say(Message("\(field.name) doesn't come from a single column", tone: .warning))]
    }
    let isAsked = place.choices.options.types[column] != nil
    return [
      .present(
        ColumnTypes.menu(
          for: column, now: field.type, isAsked: isAsked, forms: sources.flatMap(\.formChoices)
        ) { [self] in
          ColumnTypes.askForLink(of: column, among: look.records.snapshot.model.entities) {
            [self] link in
            place.choices.options.setLink(link, of: column)
            return readAgain()
          }
        } choose: { [self] type, form in
          take(type, form, for: column)
        })
    ]
  }

  /// Reads a column as another type.
  private func take(
    _ type: AttributeType?, _ form: RegionalForm?, for column: String
  ) -> [Effect] {
    place.choices.options.setLink(nil, of: column)
    place.choices.options.setType(of: column, type, as: form)
    return readAgain()
  }

  /// Reads the files again with other choices; the filter and the order stay.
  private func readAgain() -> [Effect] {
    place.inner = place.inner
      .setting("where", to: query.filter.isEmpty ? nil : query.filter)
      .setting("sort", to: query.sorts.isEmpty ? nil : query.sortText)
      .setting("group", to: query.group)
      .setting("totals", to: sectionTotals?.rawValue)
      .setting("columns", to: query.columns?.joined(separator: ","))
    return [.setItems(place.url.query)] + refresh() + [.refresh]
  }
}
