internal import CairnFiles

/// Brings one shard's file up to date without losing what anybody else writes in it.
///
///   read ──▶ merge ──▶ exchange (see `FileExchange`)
///             ▲             │ other content came out
///             └─────────────┘
struct ShardFold {
  let folder: StoreFolder
  /// Where the file belongs.
  let place: String
  /// Where it is written, which is elsewhere where a link stands in its place.
  let path: String
  let merge: ShardMerge

  private var entity: Entity { merge.entity }
  private var shard: ShardName { merge.shard }
  private var isLinked: Bool { path != place }
  private var exchange: FileExchange { exchange(at: path) }

  private func exchange(at path: String) -> FileExchange {
    FileExchange(
      folder: folder, path: path, isLinked: isLinked,
      keptName: "\(entity.descriptorName)-\(shard.file)", problems: merge.problems)
  }

  /// Writes the shard.
  ///
  /// - Parameters:
  ///   - known: its chunk in memory, if there is one, with its text.
  ///   - before: what the files held when they were last folded.
  /// - Returns: the shard, as it is in its file now.
  /// - Throws: `StoreError.busy` while a program is writing the file in place, `.damaged` where a
  ///   link to it leads nowhere.
  func run(
    known: (chunk: Chunk, text: [UInt8])?, before: FoldedFiles
  ) throws(StoreError) -> FoldedShard {
    try absorbLeftovers(of: exchange)
    if isLinked {
      try folder.refuseDeadEnd(on: place)
      // A person may have moved and linked the file after a fold was interrupted.
      try absorbLeftovers(of: exchange(at: place))
    }
    var expected = try folder.fingerprint(of: path)
    var result: Chunk
    var isForeign = false
    var hasLost: Bool
    var text: [UInt8]?
    if let known, known.chunk.origin == expected {
      (result, text) = known
      // Where this comes too late, the exchange finds another state than expected.
      hasLost =
        try before.loss(of: shard, entity.name, size: expected.map { Int($0.size) }) {
          () throws(StoreError) in
          try folder.readIfAny(path)
        } != nil
    } else {
      let found = try mergeFile()
      (result, expected, hasLost) = (found.chunk, found.state, hasRecordsLost(found, before))
      isForeign = true
      text = ShardWriter.write(result)
      if text == found.text {
        // Another process folded the same changes.
        return FoldedShard(entity: entity.name, chunk: result, isForeign: true, hasLost: hasLost)
      }
    }
    while true {
      switch try put(text ?? ShardWriter.write(result), expecting: expected) {
      case .done(let state):
        var written = ChunkDraft(result)
        written.origin = state
        // Contested records stand on other lines now.
        if !result.extras.contested.isEmpty {
          let read = ShardReader.read(ShardWriter.write(result), of: shard, in: entity, origin: nil)
          written.extras.contested = read.chunk.extras.contested
        }
        return FoldedShard(
          entity: entity.name, chunk: written.finished(), isForeign: isForeign, hasLost: hasLost)
      case .overtaken:
        let found = try mergeFile()
        (result, expected, hasLost) = (found.chunk, found.state, hasRecordsLost(found, before))
      case .overtakenTwice:
        let ours = result
        let found = try mergeFile()
        (result, expected, hasLost) = (found.chunk, found.state, hasRecordsLost(found, before))
        let theirs = try folder.readIfAny(exchange.swap)
        result = merge.chunk(of: theirs, since: ours, on: result)
        try exchange.removeSwap()
      }
      (isForeign, text) = (true, nil)
    }
  }

  private func put(
    _ bytes: [UInt8], expecting expected: FileFingerprint?
  ) throws(StoreError) -> FileExchange.Outcome {
    // A link is to lead to a file also when no record is left.
    if !bytes.isEmpty || isLinked { return try exchange.put(bytes, expecting: expected) }
    return try expected.map { expected throws(StoreError) in
      try exchange.takeAway(expecting: expected)
    } ?? .done(nil)
  }

  /// What somebody left in the file, no program that writes it being in the middle.
  private struct Found {
    /// What it comes to with the journal's changes.
    let chunk: Chunk
    let text: [UInt8]
    let state: FileFingerprint?
  }

  private func mergeFile() throws(StoreError) -> Found {
    let (text, state) = try folder.readSettled(path, atMost: FileExchange.patience)
    return Found(chunk: try merge.chunk(of: text, from: state), text: text, state: state)
  }

  private func hasRecordsLost(_ found: Found, _ before: FoldedFiles) -> Bool {
    before.loss(of: shard, entity.name, size: found.state.map { Int($0.size) }) { found.text }
      != nil
  }

  /// Deals with what an interrupted fold left: a draft may be torn, a swapped file is whole.
  private func absorbLeftovers(of exchange: FileExchange) throws(StoreError) {
    try exchange.removeDraft()
    guard let origin = try folder.fingerprint(of: exchange.swap) else { return }
    let swapped = try folder.readIfAny(exchange.swap)
    let current = try folder.readIfAny(path)
    if !current.isEmpty, ShardWriter.write(try merge.chunk(of: current, from: nil)) == swapped {
      // Interrupted before the exchange: it is what would be written again.
      return try exchange.removeSwap()
    }
    let older = try merge.chunk(of: swapped, from: origin)
    if try folder.fingerprint(of: path) == nil, older.count > 0 || !older.extras.isEmpty {
      return try exchange.restoreSwap()
    }
    if ShardWriter.write(older) != current {
      try exchange.keepSwap()
    } else {
      try exchange.removeSwap()
    }
  }
}
