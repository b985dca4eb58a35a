internal import CairnFiles

extension Writer {
  /// Takes in what other processes saved, and a model that was edited.
  mutating func catchUp() throws(StoreError) {
    try reloadModelIfEdited()
    try readOn()
    try readRenamed()
  }

  /// Takes in what was added to the segment, and to those that followed it.
  private mutating func readOn() throws(StoreError) {
    guard let (frames, current) = try journal.readOn() else { return }
    let isFolded = try journal.forgetFoldedSegments()
    if !frames.isEmpty {
      takeModelChanges(frames)
      // In this order: a shard that is read meanwhile must learn of the frames one way or the
      // other.
      try take(frames, JournaledChanges(journal.earlier + [current], folder, snapshot.model))
    }
    journal.segment = current
    if isFolded { try forgetReplays() }
  }

  /// Lets the records of entities with another name be read from where they are now.
  ///
  /// Whoever folded first moved their files, so that what was not read is not where it was.
  private mutating func readRenamed() throws(StoreError) {
    guard !renamed.isEmpty else { return }
    let (journal, tables) = (unfoldedChanges, tables)
    var sources = snapshot.sources
    for name in renamed {
      guard let entity = snapshot.model[name], let source = sources[name] else { continue }
      sources[name] = source.moved(
        to: tables.source(of: entity, in: snapshot.model), with: try journal.of(name), problems)
    }
    advance(to: snapshot.version, sources)
    renamed = []
  }

  /// The changes that are not known to be in the text.
  var unfoldedChanges: JournaledChanges {
    JournaledChanges(journal.unfoldedSegments, folder, snapshot.model)
  }

  /// Lets shards that were not read yet be read with what the journal still has.
  ///
  /// What left it is in the text, where somebody may have changed it again.
  mutating func forgetReplays() throws(StoreError) {
    let (journal, tables) = (unfoldedChanges, tables)
    var sources = snapshot.sources
    for (name, source) in sources {
      sources[name] = source.readAnew(
        tables.source(of: source.entity, in: snapshot.model), with: try journal.of(name), problems)
    }
    advance(to: snapshot.version, sources)
  }

  /// Replays whole frames in memory.
  ///
  /// All are read with the model that the last of them leaves, as the files are.
  ///
  /// - Parameters:
  ///   - frames: what the journal has, in order.
  ///   - journal: what is not in the text, these frames included; `nil` while the store is opened,
  ///     when the frames were saved before.
  /// - Throws: why the text of a shard cannot be read.
  ///
  /// Where somebody wrote the text that they change, it is read first: their old values are of it.
  mutating func take(
    _ frames: [[UInt8]], _ journal: JournaledChanges? = nil
  ) throws(StoreError) {
    var byEntity: [String: [RecordChange]] = [:]
    var version = snapshot.version
    for frame in frames {
      guard let transaction = FrameDecoder.transaction(frame, snapshot.model) else { continue }
      version = transaction.number
      note(transaction.changes, areOwn: false)
      for change in transaction.changes { byEntity[change.id.entity, default: []].append(change) }
      arrived.changes += transaction.changes
    }
    guard version != snapshot.version else { return }
    for (entity, changes) in byEntity {
      if let journal { try absorbText(changedBy: changes, of: entity, journal) }
    }
    if journal != nil {
      self.journal.tail.announce(byEntity.values.flatMap(\.self), snapshot.model)
    }
    var sources = snapshot.sources
    for (entity, changes) in byEntity {
      // Also of an entity that the model gave up, since it may come back.
      let source = sources[entity] ?? tables.source(of: Entity(name: entity), in: snapshot.model)
      sources[entity] = source.replaying(changes, problems)
    }
    advance(to: version, sources)
  }
}
