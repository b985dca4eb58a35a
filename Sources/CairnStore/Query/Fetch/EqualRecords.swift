extension Snapshot {
  /// Returns the first records whose attribute has the given value.
  ///
  /// - Parameters:
  ///   - attribute: the attribute.
  ///   - entity: the entity that has it.
  ///   - text: the value in the form that a filter takes after `=`.
  ///   - limit: the most records to return.
  ///   - clock: the clock by which words such as `today` are read.
  /// - Returns: the records in the order of their keys.
  /// - Throws: `FilterError` for a value that the attribute cannot have; `.unavailable` where
  ///   records cannot be read.
  ///
  /// Cost: for texts, the first few calls search the unread files; other calls cost a fetch.
  public func records(
    where attribute: Attribute, of entity: Entity, is text: String, limit: Int,
    at clock: WallClock = .current
  ) throws(FilterError) -> [ObjectID] {
    let equal = Comparison(FieldPath([attribute.name]), .equal, [.value(Literal(text))])
    let predicate = RecordPredicate.comparison(equal)
    let test = try PredicateCompiler(snapshot: self, entity: entity, clock: clock)
      .compile(predicate)
    if let mention = (test as? ColumnTest)?.mention,
      let chunks = try unreadChunks(of: entity.name, mentioning: mention)
    {
      let rows = chunks.lazy.flatMap { chunk in
        test.rows(of: chunk, among: RowSet(allOf: chunk.count)).map { Row(chunk: chunk, index: $0) }
      }
      return rows.prefix(limit).map(\.id)
    }
    let request = FetchRequest(entity: entity.name, predicate: predicate, limit: limit)
    return try fetch(request, at: clock).map(\.id)
  }

  /// Returns the chunks that may have a value, for an entity with unread records.
  private func unreadChunks(
    of entity: String, mentioning mention: StoredMention
  ) throws(FilterError) -> [Chunk]? {
    do throws(StoreError) {
      let table = try lazyTable(entity)
      return table.loaded == nil ? try table.chunks(mentioning: [mention]) : nil
    } catch {
      throw .unavailable(error)
    }
  }
}

extension ColumnTest {
  /// The text that every passing record contains, if there is a single one.
  var mention: StoredMention? {
    guard tests.count == 1, !isNegated, attribute.type.isTextual,
      case .exactly(let text) = tests[0]
    else { return nil }
    return StoredMention(text: text)
  }
}
