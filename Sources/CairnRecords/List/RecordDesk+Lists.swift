public import CairnNavigation
public import CairnScreens
public import CairnStore

extension RecordDesk {
  /// The list at a URL: of an entity's records, or of how often a field's values occur in them.
  ///
  /// - Parameters:
  ///   - url: the list's URL, whose query filters, sorts and counts.
  ///   - entity: the entity whose records are listed.
  ///   - origin: the link whose other end they are; `nil` lists all.
  /// - Returns: the source of the list's rows.
  /// - Throws: `FilterError` for what the URL asks for and the model does not have.
  public func list(
    at url: ScreenURL, of entity: String, origin: FetchRequest.Origin?
  ) throws(FilterError) -> any ListSource {
    if let counts = try FrequencyListSource(url, entity: entity, origin: origin, desk: self) {
      return counts
    }
    return try RecordListSource(url, entity: entity, origin: origin, desk: self)
  }

  /// Whether the screen at a URL has links whose ends a person picks: those of a record, or the one
  /// that is listed.
  package func canLink(at url: ScreenURL) -> Bool {
    let snapshot = snapshot
    // Where values are counted, no record is listed.
    guard url.value("view") == nil else { return false }
    switch try? address(url) {
    case .record(let id):
      return snapshot.model[id.entity]?.relationships
        .contains { $0.isPicked(in: snapshot.model) } == true
    case .list(_, let origin?): return isPicked(origin)
    case .list, .new, .edit, nil: return false
    }
  }

  /// Whether a person picks the records that a link leads to.
  func isPicked(_ origin: FetchRequest.Origin) -> Bool {
    let model = snapshot.model
    return model[origin.id.entity]?.relationship(origin.relationship)?.isPicked(in: model) == true
  }

  /// What the list at a URL is one of, so that all of them are arranged alike: those of a
  /// collection, or of a link from its records; `nil` for what is no such list.
  package func listKind(of url: ScreenURL) -> String? {
    guard url.value("view") == nil,
      case .list(let entity, let origin)? = try? address(url)
    else { return nil }
    return origin.map { "\($0.id.entity).\($0.relationship)" } ?? entity
  }

  /// Whether a list can be sorted as its URL says and have the columns that it names.
  package func canList(_ url: ScreenURL) -> Bool {
    let (snapshot, clock) = (snapshot, clock())
    guard case .list(let name, let origin)? = try? StoreAddress(url, in: snapshot, at: clock),
      let entity = snapshot.model[name],
      let query = try? RecordQuery(
        url.setting("where", to: nil), for: entity, in: snapshot.model, origin: origin)
    else { return false }
    return (try? snapshot.checkArrangement(query, of: name, at: clock)) != nil
  }
}

extension Snapshot {
  /// Checks that a list can be sorted, grouped and counted by value as a query says, and can have its
  /// columns.
  ///
  /// - Throws: `FilterError` for a field that is none.
  func checkArrangement(
    _ query: RecordQuery, of entity: String, at clock: WallClock
  ) throws(FilterError) {
    // Whether there are such fields comes out when they are looked for.
    let columns = (query.columns ?? []).map { SortDescriptor($0.field) }
    var request = FetchRequest(entity: entity, sorts: query.request.sorts + columns)
    request.group = query.request.group
    _ = try preparation(for: request, at: clock)
    if let field = query.frequency {
      _ = try frequencies(of: field, in: FetchRequest(entity: entity, limit: 0), at: clock)
    }
  }
}
