internal import CairnInterchange
internal import CairnStore

/// A record that a search through everything found.
public struct FoundRecord: Hashable, Sendable {
  /// Its URL.
  public let url: String
  /// What people call it.
  public let title: String

  /// One line: the URL, a tab, the title.
  public var line: String { "\(url)\t\(TextTable.visible(title))" }
}

extension Workspace {
  /// Searches the texts of all collections.
  ///
  /// Records are read as they are searched; those of a collection that cannot be read end the search.
  ///
  /// - Parameters:
  ///   - words: what a record's texts must hold, each anywhere in one of them, ignoring case and
  ///     accents.
  ///   - limit: at most this many records.
  ///   - take: is called with each record, collections in the model's order, records by their keys.
  /// - Throws: ``AppError/usage(_:)`` without a word, ``AppError/failed(_:)`` when files cannot be
  ///   read, and what `take` throws.
  public func find(
    _ words: [String], limit: Int? = nil, _ take: (FoundRecord) throws(AppError) -> Void
  ) throws(AppError) {
    let words = words.filter { !$0.allSatisfy(\.isWhitespace) }
    guard !words.isEmpty else { throw .usage("there is no word to look for") }
    let snapshot = store.snapshot
    let predicate = Predicate.and(words.map { .word(Literal($0)) }).normalized
    var count = 0
    for entity in snapshot.model.entities {
      let rest = limit.map { $0 - count }
      if rest == 0 { break }
      let request = FetchRequest(entity: entity.name, predicate: predicate, limit: rest)
      var batches = try batches(of: request, in: snapshot)
      while let rows = try Self.next(of: &batches) {
        for row in rows {
          let url = RecordAddress(row.key, of: entity).description
          try take(FoundRecord(url: url, title: snapshot.title(of: row.id)))
        }
        count += rows.count
      }
    }
  }

  private func batches(
    of request: FetchRequest, in snapshot: Snapshot
  ) throws(AppError) -> FetchBatches {
    do throws(FilterError) {
      return try snapshot.batches(of: 256, request, at: clock)
    } catch {
      throw AppError(error)
    }
  }

  private static func next(of batches: inout FetchBatches) throws(AppError) -> [Row]? {
    do throws(StoreError) {
      return try batches.next()
    } catch {
      throw AppError(error)
    }
  }
}
