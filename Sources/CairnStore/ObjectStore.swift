public import CairnFiles
internal import Dispatch
internal import Synchronization

/// A folder of records as plain text, with saves that survive any crash.
///
/// People want their data in files that any editor, `grep` and `git` can read. They also want saves
/// that are quick and never lost. Rewriting text files at each save does not give that. So a save
/// is one frame in a private journal, and a later fold writes the journal into the text:
///
/// ```
///   commit ──▶ journal segment ──fold──▶ data/Recipe/0000.rec   (the truth, for people and git)
///                 │   ▲                        │
///                 │   └── other processes      └──read when asked for──▶ chunks ──▶ Snapshot
///                 └──after the fold──▶ archive (history, to take changes back)
/// ```
///
/// Invariants, also after failures:
///
///   E1  A commit is atomic and durable. After the call returns, all of it is on disk.
///   E2  The journal is a chain: a frame is valid only if its number, length and checksum follow
///       from the previous frame. Bytes after the last valid frame were never acknowledged.
///   E3  If `fdatasync` fails, its outcome is unknown and a retry may report success wrongly. The
///       store refuses further saves until it is reopened.
///   E4  A segment leaves the journal only when all its changes, and the names of the files that
///       received them, are on disk. A gap in the segment numbers proves this for all earlier
///       segments.
///   E5  A frame holds old and new values, so replaying it is idempotent. A field with the new
///       value stays. A field with the old value gets the new one. A third value was written by a
///       person; it stays and is reported.
///   E6  Text that people write is never lost. Text that the model does not know or cannot read is
///       kept byte for byte. An edit between reading and writing a file is merged. A record with
///       two sides of a merge, or with a repeated Id, keeps both. It reads as the first, and does
///       not change until a person has chosen.
///   E7  The text is a pure function of the records: equal records are equal bytes.
///   E8  Snapshots are immutable. A reader and a writer block each other only while a file is read.
///   E9  A key is assigned once: by one process only, and never again after its record is deleted.
///       Only a record that comes back (`Repetition`) gets the same key again.
///   E10 A read-only store writes nothing, not even a lock.
///   E11 The records of an entity are found under its name and all its earlier names in the model.
///       A file is read where it lies. The journal is read as if it had the new name. A fold moves
///       the files.
public final class ObjectStore: Sendable {
  /// The options for opening a store.
  public struct Options: Sendable {
    /// The store's folder.
    public var folder: String
    /// The file system that the folder is in; a `MemoryFileSystem` makes a store in memory.
    public var fileSystem: any FileSystem
    /// Whether nothing may be written, not even a lock.
    public var isReadOnly = false
    /// How long a change can be undone after it is in the text, in days.
    public var historyDays = 90
    /// How long to wait for another process that is saving.
    public var lockTimeout = Duration.seconds(5)
    /// The origin of changes whose commit gives none; `nil` leaves it open.
    public var origin: ChangeOrigin?
    /// The rules that contexts check in addition to the model, by the entity's name.
    public var rules: [String: EntityRules] = [:]
    /// The clock that gives each change its time.
    public var clock: @Sendable () -> Timestamp
    /// The person's local time, for times without a zone.
    public var localTime = LocalTime.fixed(0)
    /// The versions of the text files, for times that the store's own history lacks.
    public var textHistory: (any TextHistory)?
    /// The source of identities and journal salts.
    public var random: any RandomNumberGenerator & Sendable

    /// The usual size of a journal segment in bytes; tests make it small.
    var segmentSize = Segment.usualSize

    /// Creates the default options for the store in `folder`, with the clock of this process's user.
    ///
    /// - Parameter folder: The store's folder.
    public init(folder: String) {
      self.init(folder: folder, clock: { .now })
      localTime = WallClock.current.localTime
    }

    /// Creates options for a clock of the caller; local time is universal time until it is set.
    public init(
      folder: String, fileSystem: any FileSystem = RealFileSystem(),
      random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator(),
      clock: @escaping @Sendable () -> Timestamp
    ) {
      self.folder = folder
      self.fileSystem = fileSystem
      self.random = random
      self.clock = clock
    }
  }

  /// The store's folder.
  public let path: String
  let writer: Mutex<Writer>
  let published: Mutex<PublishedState>
  let observers = ObserverList<ChangeSet>()
  let rules: [String: EntityRules]
  /// The person's local time.
  public let localTime: LocalTime
  /// The watch that reports changes by other programs, once `startWatching` was called.
  let watch = Mutex<(any FolderWatch)?>(nil)

  init(_ writer: Writer) {
    published = Mutex(PublishedState(writer))
    path = writer.options.folder
    rules = writer.options.rules
    localTime = writer.options.localTime
    self.writer = Mutex(writer)
  }

  /// The content after the last change that this process saved or took in.
  public var snapshot: Snapshot {
    published.withLock { $0.snapshot }
  }

  /// The store's identity.
  public var id: StoreID { snapshot.storeID }

  /// The numbers of the changes that were saved through this store since it was opened, in order.
  ///
  /// Reading it waits for a save that is under way.
  public var savedNumbers: [UInt64] { writer.withLock { $0.savedNumbers } }

  /// The origin of changes whose commit gives none; `nil` leaves it open.
  ///
  /// Access waits for a save that is under way.
  public var origin: ChangeOrigin? {
    get { writer.withLock { $0.options.origin } }
    set { writer.withLock { $0.options.origin = newValue } }
  }
}

// Changing the content.
extension ObjectStore {
  /// Saves a change: everything that `make` puts in the draft, or nothing.
  ///
  /// `make` runs under the commit lock, on a snapshot that includes the saves of other processes.
  /// It must not use the store for writing. If another program has edited the file of a changed
  /// record, `make` runs again on the newer content, up to three times. When the call returns, the
  /// change is on the disk. Cost: about one `fdatasync`, and time in proportion to the change.
  ///
  /// - Parameters:
  ///   - title: the title of the change in the history.
  ///   - undone: the number of the change that this change undoes.
  ///   - origin: the origin of the change; `nil` for the store's own origin.
  ///   - receipt: a mark by which the caller can find the change again.
  ///   - make: fills the draft.
  /// - Returns: the change; `nil` if nothing changed, and then nothing was written.
  /// - Throws: the errors of `make`; `StoreError.invalid` with all rules that the change breaks;
  ///   `.busy`, `.readOnly`, `.outcomeUnknown`; `.notFound` and `.alreadyExists` for records,
  ///   `.unfitValue` for values; `.file` when the disk is full.
  @discardableResult
  public func commit(
    title: String, undoing undone: UInt64? = nil, origin: ChangeOrigin? = nil,
    receipt: Receipt? = nil, _ make: (inout CommitDraft) throws(StoreError) -> Void
  ) throws(StoreError) -> Transaction? {
    let transaction = try writer.withLock { writer throws(StoreError) in
      // Also after an error: saves of other processes were read before it.
      defer { publish(writer) }
      return try writer.commit(
        title: title, undoing: undone, from: origin, receipt: receipt, make)
    }
    announce()
    // The change is saved, even if the fold fails. If a tool removed the journal, the changes stay
    // in memory, and the next refresh or fold tries again.
    if writer.withLock({ $0.journal.isLost }) {
      try? fold()
      try? followReplacement()
    }
    return transaction
  }

  /// Makes a draft for a trial; it works like the draft of a commit and is never saved.
  ///
  /// The store may be read-only.
  ///
  /// - Throws: the errors of reading the keys of earlier records.
  package func rehearsal() throws(StoreError) -> CommitDraft {
    try writer.withLock { writer throws(StoreError) in try writer.draft(title: "") }
  }

  /// Changes the model in a change of its own, and keeps the comments and the order of its text.
  ///
  /// Records keep every value. Values of removed fields stay in the text, unseen.
  ///
  /// - Parameters:
  ///   - title: the title of the change in the history.
  ///   - change: returns the new model, made from the present one.
  /// - Returns: the change, or `nil` if the model stays the same.
  /// - Throws: the errors of `change`, such as `StoreError.invalidModel`, and of `commit`.
  @discardableResult
  public func updateModel(
    title: String = "Change the model",
    _ change: (ObjectModel) throws(StoreError) -> ObjectModel
  ) throws(StoreError) -> Transaction? {
    try commit(title: title) { draft throws(StoreError) in
      try draft.updateModel(try change(draft.model))
    }
  }

  /// Saves a change whose making may throw any error, such as one of the caller.
  ///
  /// - Parameters:
  ///   - title: the title of the change in the history.
  ///   - make: fills the draft; if it throws, the draft is not saved.
  /// - Returns: the change; `nil` if nothing changed, and then nothing was written.
  /// - Throws: the error of `make`; the errors of `commit(title:undoing:origin:receipt:_:)`.
  @_disfavoredOverload @discardableResult
  public func commit(
    title: String, _ make: (inout CommitDraft) throws -> Void
  ) throws -> Transaction? {
    var caller = CallerError()
    do {
      return try commit(title: title) { draft throws(StoreError) in
        try caller.keep(stoppingWith: StoreError.canceled) { try make(&draft) }
      }
    } catch {
      throw caller.orElse(error)
    }
  }

  /// Changes the model by a function that may throw any error, such as one of the caller.
  ///
  /// - Parameters:
  ///   - title: the title of the change in the history.
  ///   - change: returns the new model, made from the present one; if it throws, the model stays.
  /// - Returns: the change, or `nil` if the model stays the same.
  /// - Throws: the error of `change`; the errors of `updateModel(title:_:)`.
  @_disfavoredOverload @discardableResult
  public func updateModel(
    title: String = "Change the model", _ change: (ObjectModel) throws -> ObjectModel
  ) throws -> Transaction? {
    try commit(title: title) { draft in try draft.updateModel(try change(draft.model)) }
  }

  /// Merges a person's text of a model with a version by others, both made from the same base.
  ///
  /// Where both changed the same place, the person's words win.
  ///
  /// - Parameters:
  ///   - mine: the person's text.
  ///   - theirs: the text of the other version.
  ///   - base: the text that both versions started from.
  /// - Returns: the merged text; `nil` if one of the texts is not a model, so that no merge is
  ///   possible.
  public static func mergedModel(
    _ mine: String, with theirs: String, since base: String
  ) -> String? {
    guard let model = try? ObjectModel(parsing: mine),
      (try? ObjectModel(parsing: theirs)) != nil, (try? ObjectModel(parsing: base)) != nil
    else { return nil }
    return ModelReplay([ModelChange(old: base, new: theirs, position: 0)], on: mine, model).text
  }

  /// The model's text, with saved changes that are not in its file yet.
  ///
  /// Reading it waits for a save that is under way.
  public var modelText: String { writer.withLock { $0.stored.text } }

  /// Reads the saves of other processes, and edits of the text or the model by any program.
  ///
  /// It does not wait for other programs: a file that is being written is read at the next refresh.
  /// If another store replaced this one, such as a restored backup, it continues with the new
  /// store. Cost: a check of each file that was read, a microsecond or two each.
  ///
  /// - Returns: the changes that were read; `nil` if there were none. Observers get them, too.
  /// - Throws: `StoreError.invalidModel`; `.damaged` if the header or the model was removed,
  ///   because saves are impossible without them; the errors of `fold`.
  @discardableResult
  public func refresh() throws(StoreError) -> ChangeSet? {
    try followReplacement()
    // Before any file is read, so that no change is missed.
    followFolders()
    let hasLostJournal = try writer.withLock { writer throws(StoreError) in
      guard writer.journal.state != .closed else { throw .closed(path: writer.folder.path) }
      defer { publish(writer) }
      try writer.catchUp()
      try writer.absorbText()
      try writer.moveTakenRecordsIfFree()
      try writer.journal.noteIfLost()
      return writer.journal.isLost
    }
    let change = announce()
    // The readable files were read, even if this check throws.
    try writer.withLock { writer throws(StoreError) in try writer.folder.requireWhole() }
    if hasLostJournal {
      try fold()
      try followReplacement()
    }
    return change
  }

  /// Continues with the store that is now in the folder, if it replaced this one.
  private func followReplacement() throws(StoreError) {
    try writer.withLock { writer throws(StoreError) in
      defer { publish(writer) }
      try writer.followReplacement()
    }
  }

  /// Makes the writer's state the published one, which all readers see.
  func publish(_ writer: Writer) {
    let state = PublishedState(writer)
    published.withLock { $0 = state }
  }

  /// Sends observers the changes since the last announcement.
  @discardableResult
  func announce() -> ChangeSet? {
    let change = writer.withLock { $0.takeChanges() }
    if let change { observers.notify(change) }
    return change
  }

  /// Calls `body` after each change, on the thread that saved or read the change.
  ///
  /// - Returns: the observation, which ends when it is released.
  public func observe(_ body: @escaping @Sendable (ChangeSet) -> Void) -> Observation {
    observers.add(body)
  }
}

extension ObjectStore {
  /// Makes a context for the calling thread.
  ///
  /// The context that the run loop's thread keeps is the main context; it merges at the loop's
  /// turns. Other contexts live as long as their work.
  ///
  /// - Parameter snapshot: the content to start from; `nil` for the newest. A form starts from the
  ///   content that it showed, so that its save notices later changes.
  /// - Returns: the context, without edits.
  public func newContext(at snapshot: Snapshot? = nil) -> ObjectContext {
    ObjectContext(self, at: snapshot ?? self.snapshot)
  }

  /// Runs `work` on a thread of its own, with a context of its own (S5).
  ///
  /// Edits of `work` are kept only if it calls `save`. Ids may be passed to `work` and returned
  /// from it, records may not.
  ///
  /// - Parameters:
  ///   - work: the work to do. An error that is no `StoreError` becomes `StoreError.refused` with its
  ///     description.
  ///   - completion: receives the result, on the same thread.
  public func performInBackground<Output: Sendable>(
    _ work: @escaping @Sendable (ObjectContext) throws -> Output,
    completion: @escaping @Sendable (Result<Output, StoreError>) -> Void = { _ in }
  ) {
    // A private queue: after a thread of a shared queue has run, the dispatch library keeps a timer
    // for it. The timer wakes the process each second for as long as the process lives.
    DispatchQueue(label: "background context").async {
      let context = self.newContext()
      completion(Result(ofCaller: { try work(context) }))
    }
  }
}
