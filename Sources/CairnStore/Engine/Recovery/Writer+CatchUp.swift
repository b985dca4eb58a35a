internal import CairnFiles

extension Writer {
  /// Takes in what other processes saved, and a model that was edited.
  mutating func catchUp() throws(StoreError) {
    try reloadModelIfEdited()
    if let segment { try readOn(segment) }
    try readRenamed()
  }

  /// Takes in what was added to a segment, and to those that followed it.
  private mutating func readOn(_ segment: Segment) throws(StoreError) {
    var current = segment
    let generation = current.header.generation
    let (frames, passed) = try journals.readOn(&current, state == .writable ? .readWrite : .read)
    // The new segment's name may not be on the disk yet, and what is saved in it must not be lost.
    if state == .writable, current.header.generation != generation { try journals.synchronize() }
    earlier += passed.filter { !$0.isEmpty }
    let isFolded = try forgetFoldedSegments()
    if !frames.isEmpty {
      takeModelChanges(frames)
      // In this order: a shard that is read meanwhile must learn of the frames one way or the
      // other.
      try take(frames, JournaledChanges(earlier + [current], folder, snapshot.model))
    }
    self.segment = current
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

  /// Goes on in another segment; the one before is kept until its changes are in the text.
  mutating func leave(_ old: Segment?, for next: Segment) {
    if let old, !old.isEmpty { earlier.append(old) }
    segment = next
  }

  /// The changes that are not known to be in the text.
  var unfoldedChanges: JournaledChanges {
    JournaledChanges(unfoldedSegments, folder, snapshot.model)
  }

  /// The segments whose changes are not known to be in the text.
  var unfoldedSegments: [Segment] { earlier + (segment.map { [$0] } ?? []) }

  /// Takes note if a tool took the current segment's name away, so that only open files have it.
  mutating func noteIfLost() throws(StoreError) {
    guard state == .writable, let segment, try isGone(segment) else { return }
    lost.insert(segment.header.generation)
  }

  /// Forgets the segments that some process folded, as only then they leave the journal (E4).
  ///
  /// - Returns: whether there were any.
  private mutating func forgetFoldedSegments() throws(StoreError) -> Bool {
    var kept: [Segment] = []
    for segment in earlier {
      let number = segment.header.generation
      let isNamed = try folder.fingerprint(of: journals.path(of: number)) != nil
      if isNamed || lost.contains(number) { kept.append(segment) }
    }
    defer { earlier = kept }
    return kept.count < earlier.count
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
    if journal != nil { tail.announce(byEntity.values.flatMap(\.self), snapshot.model) }
    var sources = snapshot.sources
    for (entity, changes) in byEntity {
      // Also of an entity that the model gave up, since it may come back.
      let source = sources[entity] ?? tables.source(of: Entity(name: entity), in: snapshot.model)
      sources[entity] = source.replaying(changes, problems)
    }
    advance(to: version, sources)
  }
}
