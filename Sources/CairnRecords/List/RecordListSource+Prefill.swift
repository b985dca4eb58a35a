internal import CairnNavigation
public import CairnScreens
package import CairnStore

/// The initial values that put a new record into a list.
///
/// They come from the constraints of the URL, from the link that the list belongs to, and from the
/// conditions of the filter that ask for one value, such as `status:todo`. A condition that many
/// values satisfy fills nothing, so a form never contradicts the filter.
extension RecordListSource {
  /// Opens a form for a new record in this list, with the value of a section.
  public func add(in section: String?) -> [Effect]? {
    let form = client.url(of: entity).appending(StoreAddress.newSegment)
    return [.open(form.replacing(query: prefill(in: section)))]
  }

  /// Finds the initial values.
  ///
  /// - Parameter section: the id of a section, whose value a new record gets.
  /// - Returns: the values as the query of the form's URL.
  func prefill(in section: String?) -> [QueryItem] {
    var items = url.query.filter { entity.attribute($0.name) != nil }
    let model = client.snapshot.model
    if let origin, let inverse = model[origin.id.entity]?.relationship(origin.relationship)?.inverse
    {
      items.append(QueryItem(inverse, "\(origin.id.key)"))
    }
    let own = Set(items.map(\.name))
    var asked: [String: [String]] = [:]
    for item in [section.flatMap(value)].compactMap(\.self) + conditions.compactMap(item)
    where !own.contains(item.name) {
      asked[item.name, default: []].append(item.value ?? "")
    }
    for (name, values) in asked.sorted(by: { $0.key < $1.key }) {
      let values = values.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
      // No record has two values in a field of one value.
      guard values.count == 1 || entity.property(matching: name)?.isList == true else { continue }
      items.append(QueryItem(name, values.joined(separator: ", ")))
    }
    return items
  }

  /// The value that the records of a section share; `nil` if it is no value of their own.
  private func value(ofSection id: String) -> QueryItem? {
    guard let request = rows?.results.request, let group = request.group, group.names.count == 1,
      let property = entity.property(matching: group.names[0]), !property.isList, !id.isEmpty
    else { return nil }
    if request.isAgenda {
      let isDay = [Urgency.today, .tomorrow].contains { "\($0)" == id }
      return isDay ? QueryItem(property.name, id) : nil
    }
    guard case .attribute(let attribute) = property else { return QueryItem(property.name, id) }
    // Moments are grouped by their day, which is no moment.
    return [.datetime, .localtime].contains(attribute.type) ? nil : QueryItem(property.name, id)
  }

  /// The comparisons that each record of the list satisfies.
  private var conditions: [Comparison] {
    guard let filter = (try? RecordPredicate.parse(query.filter)).flatMap(\.self) else { return [] }
    let parts = if case .and(let parts) = filter { parts } else { [filter] }
    return parts.compactMap { if case .comparison(let comparison) = $0 { comparison } else { nil } }
  }

  /// The value that a comparison asks for; `nil` if it asks for no single value.
  private func item(_ comparison: Comparison) -> QueryItem? {
    guard comparison.field.names.count == 1, comparison.operands.count == 1,
      case .value(let literal) = comparison.operands[0],
      let property = entity.property(matching: comparison.field.names[0])
    else { return nil }
    switch (property, comparison.operation) {
    case (.attribute(let attribute), .equal), (.attribute(let attribute), .matches):
      // A part of a text is no whole value.
      let isWhole = comparison.operation == .equal || attribute.type.hasOneValueForMatch
      let input = ValueInput(clock: client.clock())
      guard isWhole, (try? input.element(of: literal.text, for: attribute)) != nil else {
        return nil
      }
      let isQuoted = attribute.isList && literal.text.contains(",")
      return QueryItem(attribute.name, isQuoted ? "\"\(literal.text)\"" : literal.text)
    case (.relationship(let link), .matches), (.relationship(let link), .equal):
      guard link.isPicked(in: client.snapshot.model) else { return nil }
      return client.snapshot.onlyRecord(called: literal.text, in: link.destination)
        .map { QueryItem(link.name, "\($0)") }
    default: return nil
    }
  }
}

extension Snapshot {
  /// Finds the records that a person names as the ends of a link: one, or several with commas.
  ///
  /// - Parameters:
  ///   - link: the link.
  ///   - text: the titles or keys.
  /// - Returns: the keys, or the first name that no single record has.
  package func ends(
    of link: Relationship, called text: String
  ) -> (keys: [RecordKey], unknown: String?) {
    var keys: [RecordKey] = []
    let names = link.isToMany ? text.split(separator: ",").map(String.init) : [text]
    for name in names.map({ $0.trimmingBlanks() }) {
      guard let key = onlyRecord(called: name, in: link.destination) else { return (keys, name) }
      keys.append(key)
    }
    return (keys, nil)
  }

  /// The record that a text names by its key or its whole title, or else the only one whose title
  /// has the text; `nil` if there are several.
  package func onlyRecord(called text: String, in entity: String) -> RecordKey? {
    if let key = RecordKey(text), row(ObjectID(entity: entity, key: key)) != nil { return key }
    guard let table = table(entity) else { return nil }
    let wanted = SearchFold.fold(text)
    var partly: [RecordKey] = []
    for row in table.rows {
      let title = SearchFold.fold(row.title)
      if title == wanted { return row.key }
      if partly.count < 2, title.contains(wanted) { partly.append(row.key) }
    }
    return partly.count == 1 ? partly[0] : nil
  }
}

extension AttributeType {
  /// Whether `:` in a filter asks for one value; in text it finds a part, and a moment is in a day.
  fileprivate var hasOneValueForMatch: Bool {
    switch self {
    case .choice, .tags, .boolean, .integer, .decimal, .double, .date: true
    default: false
    }
  }
}
