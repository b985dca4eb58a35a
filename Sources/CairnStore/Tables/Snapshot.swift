/// The immutable content of a store after one change.
///
/// Creating a snapshot costs nothing. Its records are read from their files when first asked for.
public final class Snapshot: Sendable {
  /// The store.
  public let storeID: StoreID

  /// The model.
  public let model: ObjectModel

  /// The number of the last change in it.
  public let version: UInt64

  let tables: [String: LazyTable]

  /// The moves of records to other keys that this process has seen since it opened the store.
  let keyMoves: KeyMoves

  /// The cached results of queries, which the store's next snapshot takes over.
  let queries: QueryCache

  init(
    storeID: StoreID, model: ObjectModel, version: UInt64, tables: [String: LazyTable],
    queries: QueryCache = QueryCache(), keyMoves: KeyMoves = KeyMoves()
  ) {
    self.storeID = storeID
    self.model = model
    self.version = version
    self.tables = tables
    self.queries = queries
    self.keyMoves = keyMoves
  }

  /// The records of the entity called `entity`, read from their files at the first call.
  ///
  /// - Throws: `StoreError.unknownEntity`, or the error of reading the files.
  public func load(_ entity: String) throws(StoreError) -> Table {
    try lazyTable(entity).load()
  }

  /// Returns the number of records of the entity called `entity`.
  ///
  /// Cost: one check of each file's state. Files are read only if they changed since the last fold,
  /// or if the journal changes them.
  ///
  /// - Throws: `StoreError.unknownEntity`, `.file`.
  public func count(of entity: String) throws(StoreError) -> Int {
    try lazyTable(entity).count()
  }

  /// Returns the table of the entity called `entity`, whose shards may be unread.
  func lazyTable(_ entity: String) throws(StoreError) -> LazyTable {
    guard model.contains(entity), let table = tables[entity] else { throw .unknownEntity(entity) }
    return table
  }

  /// The record `id`, `nil` if there is none.
  ///
  /// Cost: the first record of a shard reads a file of at most 512 records.
  ///
  /// - Throws: `StoreError.unknownEntity`, or the error of reading the record's file.
  public func record(_ id: ObjectID) throws(StoreError) -> Row? {
    try lazyTable(id.entity).row(id.key)
  }

  /// The records of the entity called `entity`, or `nil` if `load` would throw.
  ///
  /// For display only; decisions need the error, so they call `load`.
  public func table(_ entity: String) -> Table? {
    try? load(entity)
  }

  /// The record `id`, `nil` if there is none or `record` would throw.
  ///
  /// For display only; decisions need the error, so they call `record`.
  public func row(_ id: ObjectID) -> Row? {
    try? record(id)
  }

  /// The record `id` if its file was read already; reads none.
  ///
  /// For content that is drawn often and can do without the record.
  public func rowRead(_ id: ObjectID) -> Row? {
    tables[id.entity]?.rowRead(id.key)
  }

  /// Returns the present id of a record.
  ///
  /// A record gets another id when its collection is renamed, or when another program uses its key.
  ///
  /// - Parameters:
  ///   - id: the record's id.
  ///   - earlier: the snapshot, of the same store, in which the record had this id.
  /// - Returns: the id in this snapshot, whether the record still exists or not.
  public func currentID(of id: ObjectID, since earlier: Snapshot) -> ObjectID {
    currentIDs(of: [id], since: earlier)[0]
  }

  /// Returns the present ids of records, in their order, as `currentID(of:since:)` does.
  public func currentIDs(of ids: [ObjectID], since earlier: Snapshot) -> [ObjectID] {
    guard let names = EditedSnapshot(earlier).replacement(in: self) else { return ids }
    return ids.map(names.replace)
  }

  /// Whether the record `id` certainly doesn't exist; reads no file.
  public func isKnownToLack(_ id: ObjectID) -> Bool {
    tables[id.entity]?.isKnownToLack(id.key) ?? true
  }
}

extension Snapshot {
  /// Returns the content with other tables.
  ///
  /// - Parameters:
  ///   - tables: the tables.
  ///   - version: the number of the last change in them; `nil` for the same one.
  ///   - moves: the records that got other keys; `nil` for the same ones.
  /// - Returns: the content under the same model.
  func with(
    _ tables: [String: LazyTable], version: UInt64? = nil, keyMoves moves: KeyMoves? = nil
  ) -> Snapshot {
    Snapshot(
      storeID: storeID, model: model, version: version ?? self.version, tables: tables,
      queries: queries, keyMoves: moves ?? keyMoves)
  }

  /// Returns the same content under `model`, with each table in the form of `model`.
  ///
  /// Tables of entities that `model` lacks stay available, since the files may lack their content.
  /// Tables of renamed entities get the new name.
  func adopting(_ model: ObjectModel, from stored: StoredTables) -> Snapshot {
    adopting(model, stored.problems) { stored.table(of: $0, in: model) }
  }

  /// Returns the same content under `model`, with `newTable` for the records of new entities.
  func adopting(
    _ model: ObjectModel, _ problems: ProblemLog, newTable: (Entity) -> LazyTable?
  ) -> Snapshot {
    var tables = self.tables
    for entity in model.storedEntities {
      if let table = tables[entity.name] {
        if self.model[entity.name] == entity { continue }
        tables[entity.name] = table.converted(to: entity, problems)
      } else if let table = entity.earlierNames.lazy.compactMap({ self.tables[$0] }).first {
        tables[entity.name] = table.converted(to: entity, problems)
      } else {
        tables[entity.name] = newTable(entity)
      }
    }
    for name in model.entities.flatMap(\.earlierNames) { tables[name] = nil }
    return Snapshot(
      storeID: storeID, model: model, version: version, tables: tables,
      queries: QueryCache(times: queries.times.unread),
      keyMoves: keyMoves.renamed(Renaming(from: self.model, to: model)))
  }
}
