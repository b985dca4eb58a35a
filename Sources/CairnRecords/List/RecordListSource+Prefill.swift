internal import CairnNavigation
internal import CairnScreens
internal import CairnStore

/// The initial values that put a new record into a list.
///
/// They come from the constraints of the URL, from the link that the list belongs to, and from the
/// conditions of the filter that ask for one value, such as `status:todo`. A condition that many
/// values satisfy fills nothing, so a form never contradicts the filter.
extension RecordListSource {
  /// The values as the query of the form's URL.
  var prefill: [QueryItem] {
    var items = url.query.filter { entity.attribute($0.name) != nil }
    let model = client.snapshot.model
    if let origin, let inverse = model[origin.id.entity]?.relationship(origin.relationship)?.inverse
    {
      items.append(QueryItem(inverse, "\(origin.id.key)"))
    }
    for item in conditions.compactMap(item) where !items.contains(where: { $0.name == item.name }) {
      items.append(item)
    }
    return items
  }

  /// The comparisons that each record of the list satisfies.
  private var conditions: [Comparison] {
    guard let filter = (try? Predicate.parse(query.filter)).flatMap(\.self) else { return [] }
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
      let isWhole = comparison.operation == .equal || !attribute.type.isPartlyMatched
      let input = ValueInput(clock: client.clock())
      guard isWhole, (try? input.element(of: literal.text, for: attribute)) != nil else {
        return nil
      }
      return QueryItem(attribute.name, literal.text)
    case (.relationship(let link), .matches) where link.isPicked(in: client.snapshot.model):
      return onlyRecord(called: literal.text, in: link.destination)
        .map { QueryItem(link.name, "\($0)") }
    default: return nil
    }
  }

  /// The only record of a collection with a title; `nil` if there are several.
  private func onlyRecord(called title: String, in entity: String) -> RecordKey? {
    let wanted = SearchFold.fold(title)
    let rows = client.snapshot.table(entity)?.rows.lazy
      .filter { SearchFold.fold($0.title).contains(wanted) }.prefix(2)
    guard let found = rows.map(Array.init), found.count == 1 else { return nil }
    return found[0].key
  }
}

extension AttributeType {
  /// Whether `:` in a filter finds a part of the text.
  fileprivate var isPartlyMatched: Bool { isTextual && self != .choice && self != .tags }
}
