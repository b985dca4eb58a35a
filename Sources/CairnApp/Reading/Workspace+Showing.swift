internal import CairnInterchange
internal import CairnInterface
internal import CairnNavigation
internal import CairnRecords
public import CairnStore

/// The format in which one record is printed.
public enum RecordFormat: String, CaseIterable, Sendable {
  /// Labels and values for people.
  case text
  case json
  case markdown
}

extension Workspace {
  /// Returns the store's content at the end of a span of time; `nil` means now.
  ///
  /// - Throws: ``AppError/failed(_:)`` when the span is before the start of the history.
  public func snapshot(atEndOf span: TimeOption?) throws(AppError) -> Snapshot {
    guard let span else { return store.snapshot }
    do throws(StoreError) {
      return try store.snapshot(at: span.last)
    } catch {
      throw failure(error)
    }
  }

  /// Returns a record as text.
  ///
  /// - Parameters:
  ///   - id: the record, which must exist.
  ///   - snapshot: the content to read the record from.
  ///   - format: the format.
  /// - Returns: the text, in whole lines.
  /// - Throws: ``AppError/failed(_:)`` when the record was deleted.
  public func text(
    of id: ObjectID, in snapshot: Snapshot, as format: RecordFormat
  ) throws(AppError) -> String {
    try text(of: id, in: snapshot, at: Mount(scheme: ScreenURL.defaultScheme), as: format)
  }

  /// Returns a record as text, with the app's URLs of a store at a mount.
  func text(
    of id: ObjectID, in snapshot: Snapshot, at mount: Mount, as format: RecordFormat
  ) throws(AppError) -> String {
    guard snapshot.row(id) != nil else { throw failure(.notFound(id)) }
    let text = RecordText(id: id, snapshot: snapshot, mount: mount, clock: clock)
    switch format {
    case .text: return text.plainLines.joined(separator: "\n") + "\n"
    case .markdown: return text.markdown
    case .json:
      do throws(InterchangeError) {
        let bytes = try ExportOperation(.record(id), in: snapshot, as: .json).data()
        return String(decoding: bytes, as: UTF8.self)
      } catch {
        throw failure(error)
      }
    }
  }

  /// Returns the URL of a record that is valid in every store.
  public func portableURL(of id: ObjectID) -> String {
    store.snapshot.portableURL(of: id).text
  }
}

extension Workspace {
  /// Searches the texts of all collections.
  ///
  /// Prints the URL and the title of each match, separated by a tab: collections in the model's
  /// order, records by their keys.
  ///
  /// Records are read one after another during the search, and are not kept in memory.
  ///
  /// - Parameters:
  ///   - words: the words that a record's texts must contain, in any of its texts, ignoring case
  ///     and accents. An argument with quotation marks is split into its words and phrases.
  ///   - limit: the largest number of records.
  ///   - sink: called with the next lines.
  /// - Returns: advice if nothing was found because a filter condition was searched as a word, or
  ///   several words as a phrase.
  /// - Throws: ``AppError/usage(_:)`` without a word, ``AppError/failed(_:)`` when files can't be
  ///   read, and the errors of `sink`.
  @discardableResult
  public func find(
    _ words: [String], limit: Int? = nil, to sink: (String) throws(AppError) -> Void
  ) throws(AppError) -> String? {
    // One shell argument is one word or phrase, unless it contains quotation marks of its own.
    let words = words.flatMap { word in
      word.hasPrefix("\"") || word.contains(" \"") ? FindWords.split(word) : [word]
    }.filter { !$0.allSatisfy(\.isWhitespace) }
    guard !words.isEmpty else { throw .usage("a word to find is missing") }
    let snapshot = store.snapshot
    let predicate = RecordPredicate.words(words)
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
