public import CairnNavigation
public import CairnScreens
public import CairnStore

extension StoreClient {
  /// The list at a URL: an entity's records, or the counts of a field's values.
  ///
  /// - Parameters:
  ///   - url: the list's URL, whose query filters, sorts and counts.
  ///   - entity: the entity whose records are listed.
  ///   - origin: the link that the list belongs to; `nil` lists all records.
  /// - Returns: the source of the list's rows.
  /// - Throws: `FilterError` if the URL names something that the model does not have.
  public func list(
    at url: ScreenURL, of entity: String, origin: FetchRequest.Origin?
  ) throws(FilterError) -> any ListSource {
    if let counts = try FrequencyListSource(url, entity: entity, origin: origin, client: self) {
      return counts
    }
    return try RecordListSource(url, entity: entity, origin: origin, client: self)
  }

  /// Whether a person can pick link targets on the screen at a URL: a record with such links, or a
  /// list of such a link.
  package func canLink(at url: ScreenURL) -> Bool {
    let snapshot = snapshot
    // A list of counts has no records.
    guard ViewText.showsRecords(url.value("view")) else { return false }
    switch try? address(url) {
    case .record(let id):
      return snapshot.model[id.entity]?.relationships
        .contains { $0.isPicked(in: snapshot.model) } == true
    case .list(_, let origin?): return isPicked(origin)
    case .list, .new, .edit, .merge, nil: return false
    }
  }

  /// Whether a person picks the targets of a link.
  func isPicked(_ origin: FetchRequest.Origin) -> Bool {
    let model = snapshot.model
    return model[origin.id.entity]?.relationship(origin.relationship)?.isPicked(in: model) == true
  }

  /// The kind of the list at a URL; lists of one kind share their layout.
  ///
  /// The kind is the collection, or the link and its entity; `nil` if the URL is no such list.
  package func listKind(of url: ScreenURL) -> String? {
    guard ViewText.showsRecords(url.value("view")),
      case .list(let entity, let origin)? = try? address(url)
    else { return nil }
    return origin.map { "\($0.id.entity).\($0.relationship)" } ?? entity
  }

  /// Whether the model has all fields that the URL sorts by and shows as columns.
  package func canList(_ url: ScreenURL) -> Bool {
    let (snapshot, clock) = (snapshot, clock())
    guard case .list(let name, let origin)? = try? address(url),
      let entity = snapshot.model[name],
      let query = try? RecordQuery(
        url.setting("where", to: nil), for: entity, in: snapshot.model, origin: origin)
    else { return false }
    return (try? snapshot.checkArrangement(query, of: name, at: clock)) != nil
  }
}

extension Snapshot {
  /// Checks that the model has all fields that a query sorts, groups and counts by or shows as
  /// columns.
  ///
  /// - Throws: `FilterError` for a missing field.
  func checkArrangement(
    _ query: RecordQuery, of entity: String, at clock: WallClock
  ) throws(FilterError) {
    // A lookup of these fields throws if one is missing.
    let columns = (query.columns ?? []).map { RecordSort($0.field) }
    var request = FetchRequest(entity: entity, sorts: query.request.sorts + columns)
    request.group = query.request.group
    _ = try preparation(for: request, at: clock)
    if let field = query.frequency {
      _ = try frequencies(
        of: field, in: FetchRequest(entity: entity, limit: 0), measure: query.measure, at: clock)
    }
  }
}
