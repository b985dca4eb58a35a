extension TableSource {
  /// The records that link to `target` by `column`, ascending.
  ///
  /// Cost: where the records were read, a look in the index of the links; else a search in their
  /// files for the first few targets.
  func keys(
    linkingTo target: RecordKey, by column: Int, _ queries: QueryCache
  ) throws(StoreError) -> [RecordKey] {
    let chunks = try loaded == nil ? chunks(mentioning: [StoredMention(linkTo: target)]) : []
    if let table = loaded {
      return queries.inverseIndex(of: table, column: column).sources(of: target)
    }
    return chunks.flatMap { chunk in
      chunk.keys.indices.filter { row in
        var isLink = false
        chunk.columns[column].forEachLink(of: row) { isLink = isLink || $0 == target }
        return isLink
      }.map { chunk.keys[$0] }
    }
  }
}
