internal import CairnFiles

extension Writer {
  /// Opens the store of `options`: reads its header, model and journal, which also recovers it.
  ///
  /// Problems go to a new log.
  static func open(_ options: ObjectStore.Options) throws(StoreError) -> Writer {
    let links = StoreLinks(of: options.folder, in: options.fileSystem)
    let noted = options.isReadOnly ? [] : links.recordFirstOpen()
    let folder = StoreFolder(links)
    let header = try readHeader(folder)
    var random = options.random
    let claim = ReplicaClaim(folder, options.lockTimeout)
    var (replica, canWrite, obstacle) = try claim.run(
      isReadOnly: options.isReadOnly || header.newerFeature != nil, &random)
    var journals = JournalFolder(path: folder.privateFolder(of: replica), store: folder)
    let origin = try origin(folder, journals)
    if canWrite {
      (canWrite, obstacle) = try beginSessionIfRemote(folder, &journals)
    }
    let texts = TextTimes(
      options.textHistory, of: folder,
      keptIn: TextTimesFolder(journals: journals, canWrite: canWrite))
    let times = RecordTimes(texts: texts) {
      [journals, localTime = options.localTime] model throws(StoreError) in
      try History(journals, model, in: localTime)
    }
    var writer = Writer(
      options: options, folder: folder, header: header, origin: origin, problems: ProblemLog(),
      journal: OpenJournal(
        journals, options, random, canWrite ? .writable : .readOnly, obstacle),
      snapshot: Snapshot(
        storeID: header.id, model: ObjectModel(), version: 0, tables: [:],
        queries: QueryCache(times: times)),
      minter: KeyMinter(replica: replica))
    writer.problems.add(noted)
    try writer.readModel()
    if writer.stored.file == nil {
      throw .damaged(file: folder.model, line: 0, reason: StoreFolder.lostModel)
    }
    try writer.recover()
    try writer.moveTakenRecordsIfFree()
    writer.arrived = Arrivals(since: writer.snapshot.version)
    return writer
  }

  /// Reads the model; one from a newer program may have unknown words.
  private mutating func readModel() throws(StoreError) {
    do throws(StoreError) {
      try reloadModelIfEdited()
    } catch .invalidModel(let mistakes) {
      guard let feature = header.newerFeature else { throw .invalidModel(mistakes) }
      throw .needsNewer(path: folder.path, feature: feature)
    }
  }

  /// Keeps other machines from writing to a store on a network file system.
  ///
  /// It returns whether this process may write, and the error that prevents it, if no other process
  /// does.
  private static func beginSessionIfRemote(
    _ folder: StoreFolder, _ journals: inout JournalFolder
  ) throws(StoreError) -> (canWrite: Bool, obstacle: FileError?) {
    let isRemote = try folder.perform { fileSystem throws(FileError) in
      try fileSystem.isRemote(folder.path)
    }
    guard isRemote else { return (true, nil) }
    do throws(StoreError) {
      try journals.beginSession()
      return (true, nil)
    } catch .busy {
      return (false, nil)
    } catch .file(let reason) where reason.preventsWriting {
      return (false, reason)
    }
  }

  private static func readHeader(_ folder: StoreFolder) throws(StoreError) -> StoreHeader {
    guard try folder.fingerprint(of: folder.header) != nil else {
      guard try folder.holdsRecords() else { throw .notAStore(path: folder.path) }
      throw .damaged(file: folder.header, line: 0, reason: StoreFolder.lostHeader)
    }
    let bytes = try folder.perform { fileSystem throws(FileError) in
      try fileSystem.read(folder.header)
    }
    return try StoreHeader(parsing: String(decoding: bytes, as: UTF8.self), path: folder.path)
  }
}

// Recovery is the normal way to open. A gap in the segment numbers means that all segments before
// it were folded into the text. Replaying them could bring old values back.
extension Writer {
  /// Reads the journal from its start; no record is read.
  ///
  /// - Returns: the changes of moves of records to other keys.
  @discardableResult
  mutating func recover() throws(StoreError) -> [RecordChange] {
    // A second attempt follows if another process has changed the journal.
    (journal.segment, journal.earlier, unfolded) = (nil, [], UnfoldedShards())
    provisionalMoves = []
    minter.gap = 0
    try readIdentifiers()
    let known = try journal.generations()
    let generations = known.afterLastGap
    var frames: [[UInt8]] = []
    for generation in generations {
      frames += try read(generation, isLast: generation == generations.last)
    }
    // No record was read yet: the tables are made for the model at the end of the journal.
    advance(to: 0, [:])
    takeModelChanges(frames)
    if snapshot.tables.isEmpty { snapshot = snapshot.adopting(snapshot.model, from: storedTables) }
    let moves = try take(frames).moves
    if let segment = journal.segment { advance(to: segment.nextNumber - 1, snapshot.tables) }
    journal.cutTornTail()
    if journal.state == .writable,
      journal.segment == nil || journal.segment?.header.generation != known.last
    {
      do throws(StoreError) {
        try startSegment(after: known)
      } catch {
        guard case .file(let reason) = error, reason.preventsWriting else { throw error }
        (journal.state, journal.obstacle) = (.readOnly, reason)
      }
    }
    return moves
  }

  private mutating func read(_ generation: Int, isLast: Bool) throws(StoreError) -> [[UInt8]] {
    guard var opened = try journal.open(generation, isLast: isLast) else {
      report(generation, "the first line cannot be read")
      reserveKeys(in: DamagedFrames(try journal.folder.bytes(of: generation)))
      return []
    }
    if let previous = journal.segment, opened.header.base > previous.nextNumber {
      report(
        previous.header.generation,
        "changes \(previous.nextNumber) to \(opened.header.base - 1) cannot be read")
    }
    do throws(FileError) {
      let frames = try opened.readFrames()
      if try opened.hasDamage() {
        report(generation, "change \(opened.nextNumber) and what follows it cannot be read")
        reserveKeys(in: try opened.damagedFrames())
      }
      journal.leave(for: opened)
      return frames
    } catch {
      throw .file(error)
    }
  }

  /// Reserves the keys of unreadable records, because other records may link to them.
  private mutating func reserveKeys(in frames: DamagedFrames) {
    for name in frames.names { noteKey(in: name) }
    minter.gap += UInt64(frames.hiddenCount)
  }

  /// Starts a segment if none has a readable first line.
  ///
  /// Its number follows the numbers in the archive. The segments in `known` are not changed.
  private mutating func startSegment(after known: [Int]) throws(StoreError) {
    let lock = try journal.folder.lock(.commit, timeout: options.lockTimeout)
    defer { lock.release() }
    if try journal.generations() != known {
      // Another process has started one.
      lock.release()
      try recover()
      return
    }
    let isAllArchived = journal.segment == nil
    for generation in try journal.folder.archivedGenerations().reversed()
    where journal.segment == nil {
      _ = try read(generation, isLast: false)
    }
    if let segment = journal.segment { advance(to: segment.nextNumber - 1, snapshot.tables) }
    try journal.startSegment(after: known.last ?? 0)
    if isAllArchived { journal.earlier = [] }
  }

  private func report(_ generation: Int, _ message: String) {
    let file = folder.name(of: journal.folder.path(of: generation))
    problems.add([StoreProblem(severity: .damage, file: file, line: 0, message: message)])
  }
}
