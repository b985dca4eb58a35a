internal import CairnInterchange
internal import CairnInterface
internal import CairnRecords
internal import CairnStore

extension Workspace {
  /// Searches the texts of all collections, and prints the URL and the title of what was found,
  /// with a tab between: collections in the model's order, records by their keys.
  ///
  /// Records are read as they are searched, and none is kept.
  ///
  /// - Parameters:
  ///   - words: what a record's texts must hold, each anywhere in one of them, ignoring case and
  ///     accents; where quotation marks begin words in one, it is read as the words of a text.
  ///   - limit: at most this many records.
  ///   - sink: takes the next lines.
  /// - Returns: advice if nothing was found, because a condition of a filter was taken for a word, or
  ///   several words for a phrase.
  /// - Throws: ``AppError/usage(_:)`` without a word, ``AppError/failed(_:)`` when files cannot be
  ///   read, and what `sink` throws.
  @discardableResult
  public func find(
    _ words: [String], limit: Int? = nil, to sink: (String) throws(AppError) -> Void
  ) throws(AppError) -> String? {
    // What the shell took as one word is one, unless words in it stand between marks of their own.
    let words = words.flatMap { word in
      word.hasPrefix("\"") || word.contains(" \"") ? FindWords.split(word) : [word]
    }.filter { !$0.allSatisfy(\.isWhitespace) }
    guard !words.isEmpty else { throw .usage("a word to find is missing") }
    let snapshot = store.snapshot
    let predicate = Predicate.words(words)
    var count = 0
    for entity in snapshot.model.entities {
      let request = FetchRequest(
        entity: entity.name, predicate: predicate, limit: limit.map { $0 - count })
      var batches = try batches(of: request, in: snapshot)
      while let rows = try next(of: &batches) {
        let lines = rows.map { row in
          "\(RecordAddress(row.key, of: entity))\t\(TerminalText.visible(row.title))\n"
        }
        try sink(lines.joined())
        count += rows.count
      }
    }
    guard count == 0 else { return nil }
    guard let advice = FindAdvice(words, in: snapshot.model) else {
      let phrase = words.first { $0.contains(where: \.isWhitespace) }
      return phrase.map {
        "no record contains the phrase \"\($0)\"; for its words: cairn find \($0)"
      }
    }
    let list = advice.collection ?? "COLLECTION"
    return "find takes words only; for \(advice.condition), filter: "
      + "cairn list \(list) '\(advice.filter)'"
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

  private func next(of batches: inout FetchBatches) throws(AppError) -> [Row]? {
    do throws(StoreError) {
      return try batches.next()
    } catch {
      throw failure(error)
    }
  }
}
