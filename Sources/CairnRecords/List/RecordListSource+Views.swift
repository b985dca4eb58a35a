internal import CairnNavigation
public import CairnScreens
internal import CairnStore

// Other views of the same records.
extension RecordListSource {
  /// The list of records, and the counts of each field's values.
  public var views: [ListView] {
    let url = client.mount.outward(currentURL)
    let agenda = agendaField
    let table = ListView(
      .table, url: url.setting("view", to: nil), isNow: agenda == nil && !findsDuplicates)
    return [table] + ListView.agendas(of: entity, at: url, now: agenda)
      + [.duplicates(at: url, isNow: findsDuplicates)]
      + ListView.counts(of: fields, at: url)
  }

  /// The date whose days form an agenda.
  var agendaField: FieldPath? {
    guard let request = rows?.results.request, request.isAgenda else { return nil }
    return request.group
  }

  /// The records that are likely the same, compared by one field or by the collection's own.
  public func duplicates(by field: String?) -> ListView? {
    .duplicates(at: client.mount.outward(currentURL), by: field)
  }

  /// Whether the list shows only records that are likely the same.
  var findsDuplicates: Bool {
    if let rows { return !rows.results.request.likeness.isEmpty }
    return url.value("view").flatMap(ViewText.init)?.kind == .duplicates
  }
}
