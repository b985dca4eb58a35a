internal import CairnFiles

extension Writer {
  /// Opens the store of `options`: reads its header, model and journal, and recovers by doing so.
  ///
  /// What is found wrong is noted in a log of its own.
  static func open(_ options: ObjectStore.Options) throws(StoreError) -> Writer {
    let links = StoreLinks(of: options.folder, in: options.fileSystem)
    let noted = options.isReadOnly ? [] : links.recordFirstOpen()
    let folder = StoreFolder(links)
    let header = try readHeader(folder)
    var random = options.random
    let claim = ReplicaClaim(folder, options.patience)
    var (replica, canWrite, obstacle) = try claim.run(
      isReadOnly: options.isReadOnly || header.newerFeature != nil, &random)
    var journals = JournalFolder(path: folder.privateFolder(of: replica), store: folder)
    let origin = try origin(folder, journals)
    if canWrite {
      (canWrite, obstacle) = try beginSessionIfRemote(folder, &journals)
    }
    var writer = Writer(
      options: options, folder: folder, header: header, origin: origin, problems: ProblemLog(),
      journal: OpenJournal(
        journals, options, random, canWrite ? .writable : .readOnly, obstacle),
      snapshot: Snapshot(storeID: header.id, model: ObjectModel(), version: 0, sources: [:]),
      minter: KeyMinter(replica: replica))
    writer.problems.add(noted)
    try writer.readModel()
    if writer.stored.file == nil {
      throw .damaged(file: folder.model, line: 0, reason: StoreFolder.lostModel)
    }
    try writer.recover()
    writer.arrived = Arrivals(since: writer.snapshot.version)
    return writer
  }

  /// Reads the model; one that a newer program wrote may have words that are unknown here.
  private mutating func readModel() throws(StoreError) {
    do throws(StoreError) {
      try reloadModelIfEdited()
    } catch .invalidModel(let mistakes) {
      guard let feature = header.newerFeature else { throw .invalidModel(mistakes) }
      throw .needsNewer(path: folder.path, feature: feature)
    }
  }

  /// Keeps others from writing where a network is between; tells whether this process may write,
  /// and what keeps it from that where it isn't another process.
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
