internal import Synchronization

extension ObjectStore {
  /// The content as it was at a moment, records that were deleted since included.
  ///
  /// The changes saved after it are undone in memory; what other programs wrote into the text is in
  /// no history and stays as it is now, and the model is today's. Cost: in proportion to what was
  /// saved since.
  ///
  /// - Parameter time: the moment; a change saved at that very microsecond counts as saved.
  /// - Returns: the content, which later saves leave alone.
  /// - Throws: `StoreError.historyBegins` when the history does not reach so far back; `.file`.
  public func snapshot(at time: Timestamp) throws(StoreError) -> Snapshot {
    var history = try makeHistory()
    let newest = snapshot
    var rewind = Rewind(newest)
    var version = newest.version
    while let entry = try history.next(), history.hasNoGap {
      guard entry.time > time else { return rewind.finished(version: version) }
      guard let transaction = entry.transaction else { continue }
      try rewind.undo(transaction)
      version = entry.number - 1
    }
    guard let reach = history.reach, reach <= time else {
      throw .historyBegins(history.reach ?? writer.withLock { $0.options.clock() })
    }
    return rewind.finished(version: version)
  }
}
