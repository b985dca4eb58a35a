internal import CairnInterchange
internal import CairnNavigation
internal import CairnRecords
public import CairnStore

/// The records of a list's URL, ready to be printed.
public struct RecordList: Sendable {
  let entity: Entity
  let query: RecordQuery
  let result: FetchResult
  let clock: WallClock

  /// Sentences about parts of the URL that have no effect.
  public var warnings: [String] { query.allWarnings }

  /// Returns what the person probably meant by the filter, if it differs from what the filter says.
  ///
  /// Cost: one more fetch if there are no records.
  public func hint(in workspace: Workspace) -> String? {
    workspace.store.snapshot.hint(for: query.request, finding: totalCount, at: clock)
  }

  /// The number of records.
  public var count: Int { result.count }

  /// The number of records without a limit.
  public var totalCount: Int { result.totalCount }

  /// A sentence about records with data in their files that no list shows, such as values that
  /// don't fit; `nil` without such records.
  ///
  /// Cost: one look at each record in memory.
  public var remark: String? {
    let number = (0..<result.count).count { result[$0].remarkCount > 0 }
    guard number > 0 else { return nil }
    let (some, them) = number == 1 ? ("1 record has", "it") : ("\(number) records have", "them")
    return "\(some) more values in the file than a list shows; cairn store verify names \(them)"
  }

  /// Returns the records with these keys, in the list's order.
  func restricted(to keys: Set<RecordKey>) -> RecordList {
    RecordList(entity: entity, query: query, result: result.restricted(to: keys), clock: clock)
  }

  /// The ids of the records.
  public var ids: [ObjectID] { result.indices.map(result.id) }
}

extension Workspace {
  /// Returns the list at an address.
  ///
  /// - Parameters:
  ///   - address: a collection, a record's links, or a favorite of either.
  ///   - clauses: further clauses from options.
  ///   - limit: the largest number of records.
  /// - Returns: the present records, in order.
  /// - Throws: ``AppError/usage(_:)`` for a filter that can't be read, ``AppError/failed(_:)`` when
  ///   the collection or a field doesn't exist.
  public func list(
    at address: Address, adding clauses: ListClauses, limit: Int? = nil
  ) throws(AppError) -> RecordList {
    let (snapshot, clock) = (store.snapshot, clock)
    var (entity, query) = try query(at: address, adding: clauses, in: snapshot)
    query.request.limit = limit
    do throws(FilterError) {
      return RecordList(
        entity: entity, query: query, result: try snapshot.fetch(query.request, at: clock),
        clock: clock)
    } catch {
      throw AppError(error)
    }
  }

  /// Returns the query of the list at an address, and the entity of its records.
  func query(
    at address: Address, adding clauses: ListClauses, in snapshot: Snapshot
  ) throws(AppError) -> (Entity, RecordQuery) {
    let (place, url) = try place(at: address)
    guard case .list(let name, let origin) = place, let entity = snapshot.model[name] else {
      throw .failed("\(url.text) is a record; a list's URL is needed")
    }
    do throws(FilterError) {
      let items = clauses.applied(to: url)
      return (entity, try RecordQuery(items, for: entity, in: snapshot.model, origin: origin))
    } catch {
      throw AppError(error)
    }
  }
}

extension AppError {
  init(_ error: FilterError) {
    self = error.isSyntax ? .usage(error.description) : .failed(error.description)
  }
}

/// The options for a list that supplement its URL.
///
/// An option overrides the same word in the URL; a filter is combined with the URL's filter.
public struct ListClauses: Sendable {
  private let filter: String?
  private let sort: String?
  private let group: String?
  private let columns: String?
  private let view: String?

  /// Parses the options.
  ///
  /// - Parameters:
  ///   - filter: a filter.
  ///   - sort: the keys of an order.
  ///   - group: a field to group by.
  ///   - columns: the columns.
  ///   - fields: the fields by which records are likely the same; empty for the usual fields; `nil`
  ///     for all records.
  /// - Throws: ``AppError/usage(_:)`` for a filter or a key that can't be read, with its column.
  public init(
    filter: String? = nil, sort: String? = nil, group: String? = nil, columns: String? = nil,
    duplicatesBy fields: String? = nil
  ) throws(AppError) {
    view = fields.map { ViewText(.duplicates, $0.splitOutsideBrackets(at: ",")).description }
    var choices: [ColumnChoice]?
    do throws(FilterError) {
      if let filter { _ = try RecordPredicate.parse(filter) }
      if let sort { _ = try Self.readable(sort, RecordSort.parse) }
      if let group { _ = try Self.readable(group, FieldPath.parse) }
      if let columns, columns != "*" { choices = try Self.readable(columns, ColumnChoice.parse) }
    } catch {
      throw .usage(error.description)
    }
    if choices?.isEmpty == true { throw .usage("--columns names no field; '*' means all") }
    self.filter = filter
    self.sort = sort
    self.group = group
    self.columns = columns
  }

  /// Judges the fields that a URL names, in which a label with blanks has quotation marks.
  ///
  /// - Throws: ``AppError/usage(_:)`` for fields that can't be read.
  static func judge<Fields>(
    _ text: String, _ parse: (String) throws(FilterError) -> Fields
  ) throws(AppError) {
    do throws(FilterError) {
      _ = try parse(text)
    } catch {
      throw .usage(error.description)
    }
  }

  /// Returns the fields that an option names, where a part may be a label with blanks.
  ///
  /// Only the collection tells which labels there are, so any part with a blank may be one here.
  private static func readable<Fields>(
    _ text: String, _ parse: (String) throws(FilterError) -> Fields
  ) throws(FilterError) -> Fields {
    do throws(FilterError) {
      return try parse(text)
    } catch {
      let parts = text.split(separator: ",").map { String($0).trimmingBlanks() }
      guard !text.contains("\""), parts.contains(where: { $0.contains(" ") }),
        let fields = try? parse(parts.map(\.quoted).joined(separator: ","))
      else { throw error }
      return fields
    }
  }

  /// Returns `url` with the options applied.
  func applied(to url: ScreenURL) -> ScreenURL {
    var result = url
    if let filter { result = result.replacing(query: result.query + [QueryItem("where", filter)]) }
    for (name, value) in [("sort", sort), ("group", group), ("columns", columns), ("view", view)] {
      if let value { result = result.setting(name, to: value) }
    }
    return result
  }
}
