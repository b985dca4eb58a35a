public import CairnScreens
internal import CairnStore

extension StoreClient {
  /// Examines kept files on another thread, except those that were just examined.
  ///
  /// - Parameters:
  ///   - files: the files.
  ///   - flight: the examination that may be under way; then nothing starts.
  /// - Returns: the effects that start the work.
  func examine(_ files: [KeptFile], _ flight: SingleFlight) -> [Effect] {
    let stale = health.stale(of: files)
    guard !stale.isEmpty else { return [] }
    return flight.start { [health] in
      health.examine(stale)
    } completion: { isNews in
      isNews ? [.refresh] : []
    }
  }
}

extension RecordListSource {
  /// Whether a column has files, whose contents may be gone or changed.
  public var haveSlowFacts: Bool { rows?.columns.haveFiles == true }

  /// Whether the files of records were examined, or are being examined.
  public func areExamined(_ ids: [String]) -> Bool {
    examining.isUnderWay || client.health.isKnown(files(of: ids))
  }

  /// Examines the files of records on another thread.
  public func examine(_ ids: [String]) -> [Effect] { client.examine(files(of: ids), examining) }

  private func files(of ids: [String]) -> [KeptFile] {
    guard let rows else { return [] }
    return ids.compactMap(RecordKey.init).compactMap(rows.results.result.index(of:))
      .flatMap { rows.columns.files(of: rows.results.result[$0]) }
  }
}
