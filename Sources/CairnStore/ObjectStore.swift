public import CairnFiles
internal import Dispatch
internal import Synchronization

/// A folder of records as plain text, with saves that survive any crash.
///
/// People want their data in files that any editor, `grep` and `git` can read, and saves that are
/// quick and never lost. Rewriting text files at each save is neither. So a save is one frame in a
/// private journal, and later a fold carries the journal into the text:
///
/// ```
///   commit ──▶ journal segment ──fold──▶ data/Recipe/0000.rec   (the truth, for people and git)
///                 │   ▲                        │
///                 │   └── other processes      └──read when asked for──▶ chunks ──▶ Snapshot
///                 └──after the fold──▶ archive (history, to take changes back)
/// ```
///
/// What holds, whatever fails:
///
///   E1  A commit is there whole or not at all. When the call returns, it is on the disk.
///   E2  The journal is a chain: a frame counts only if its number, length and checksum follow from
///       the one before. What stands behind the first that does not was never acknowledged.
///   E3  After a failed wait for the disk nothing is saved until the store is opened again, because
///       the outcome is unknown and a second wait would lie.
///   E4  A segment leaves the journal only when everything in it, and the names of the files that
///       it went to, are on the disk. A gap in the segments' numbers proves this of all before it.
///   E5  A frame has old and new values, so replaying it is idempotent: the new value is there, or
///       the old one is and gives way, or a person wrote a third, which stays and is reported.
///   E6  Nothing that people write in the text is lost: what the model does not know or cannot read
///       is kept, byte for byte, and an edit between reading and writing a file is merged. A record
///       that a merge left with two sides, or whose Id stands twice, keeps both; it reads as the
///       first, and nothing changes it until a person has chosen.
///   E7  The text is a pure function of the records: equal records are equal bytes.
///   E8  A snapshot never changes. Who reads waits for a save only while one of its files is read,
///   and
///       the other way round.
///   E9  A key is given out once, in every process and after any deletion.
///   E10 Whoever opens read-only writes nothing, not even a lock.
///   E11 The records of an entity are found under any name that its model says it had: a file is
///   read
///       where it lies, the journal as if it had the new name, and a fold moves the files.
public final class ObjectStore: Sendable {
  /// What there is to decide when a store is opened.
  public struct Options: Sendable {
    /// The store's folder.
    public var folder: String
    /// The file system that the folder is in; a `MemoryFileSystem` makes a store in memory.
    public var fileSystem: any FileSystem
    /// Whether nothing may be written, not even a lock.
    public var isReadOnly = false
    /// How long changes can be taken back after they are in the text, in days.
    public var historyDays = 90
    /// How long to wait for another process that is saving.
    public var patience = Duration.seconds(5)
    /// Where changes come from unless a commit says otherwise; `nil` leaves it open.
    public var origin: ChangeOrigin?
    /// What contexts check besides the model, by the entity's name.
    public var rules: [String: EntityRules] = [:]
    /// The time that changes are stamped with.
    public var clock: @Sendable () -> Timestamp
    /// What clocks show where the person is, for times without a zone.
    public var localTime = LocalTime.fixed(0)
    /// Where identities and journal salts come from.
    public var random: any RandomNumberGenerator & Sendable

    /// The usual size of a journal segment in bytes, which tests make small.
    var segmentSize = Segment.usualSize

    /// The defaults for the store in `folder`, with the time from `clock`.
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

  let writer: Mutex<Writer>
  let published: Mutex<PublishedState>
  let observers = ObserverList<ChangeSet>()
  let rules: [String: EntityRules]
  /// What clocks show where the person is.
  public let localTime: LocalTime
  /// What tells of changes by others, once somebody wants to know.
  let watch = Mutex<(any FolderWatch)?>(nil)

  init(_ writer: Writer) {
    published = Mutex(PublishedState(writer))
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

  /// The numbers of the changes that were saved through this store since it was opened, in their
  /// order.
  ///
  /// It waits for a save that is under way.
  public var savedNumbers: [UInt64] { writer.withLock { $0.savedNumbers } }

  /// Where changes come from unless a commit says otherwise; `nil` leaves it open.
  ///
  /// It waits for a save that is under way.
  public var origin: ChangeOrigin? {
    get { writer.withLock { $0.options.origin } }
    set { writer.withLock { $0.options.origin = newValue } }
  }
}

// Changing the content.
extension ObjectStore {
  /// Saves a change: all that `make` puts in the draft, or nothing.
  ///
  /// `make` runs under the commit lock, on a snapshot that has what other processes saved, and
  /// must not use the store for writing itself. When the call returns, the change is on the disk.
  /// Cost: about one `fdatasync`, and time in proportion to the change.
  ///
  /// - Parameters:
  ///   - title: what the change does, in words for the history.
  ///   - undone: the number of the change that this one takes back.
  ///   - origin: where the change comes from; `nil` for where the store's changes do.
  ///   - receipt: by what the caller finds the change again.
  ///   - make: fills the draft.
  /// - Returns: the change, or `nil` if nothing changed, and then nothing was written.
  /// - Throws: what `make` throws; `StoreError.invalid` with all rules that the change breaks;
  ///   `.busy`, `.readOnly`, `.outcomeUnknown`; `.notFound`
  ///   and `.alreadyExists` for records, `.unfitValue` for values; `.file` when the disk is full.
  @discardableResult
  public func commit(
    title: String, undoing undone: UInt64? = nil, origin: ChangeOrigin? = nil,
    receipt: Receipt? = nil, _ make: (inout CommitDraft) throws(StoreError) -> Void
  ) throws(StoreError) -> Transaction? {
    let transaction = try writer.withLock { writer throws(StoreError) in
      // Also after an error, since what others saved was taken in before it.
      defer { publish(writer) }
      return try writer.commit(
        title: title, undoing: undone, from: origin, receipt: receipt, make)
    }
    announce()
    // The change is saved, whatever comes of this; what a tool took away stays in memory, and the
    // next refresh or fold tries again.
    if writer.withLock({ $0.journal.isLost }) {
      try? fold()
      try? followReplacement()
    }
    return transaction
  }

  /// A draft for a trial: it takes what the draft of a commit takes, and is never saved.
  ///
  /// The store may be read-only.
  ///
  /// - Throws: what reading the keys of earlier records throws.
  package func rehearsal() throws(StoreError) -> CommitDraft {
    try writer.withLock { writer throws(StoreError) in try writer.draft(title: "") }
  }

  /// Changes the model as a change of its own, in the words of its author: comments and order of
  /// its text stay.
  ///
  /// Records keep every value; what the new model has no field for stays in the text unseen.
  ///
  /// - Parameters:
  ///   - title: what the change does, in words for the history.
  ///   - change: the model that the store gets, made from the one that it has.
  /// - Returns: the change, or `nil` if the model stays the same.
  /// - Throws: what `change` throws, `StoreError.invalidModel` as a rule, and what `commit` throws.
  @discardableResult
  public func updateModel(
    title: String = "Change the model",
    _ change: (ObjectModel) throws(StoreError) -> ObjectModel
  ) throws(StoreError) -> Transaction? {
    try commit(title: title) { draft throws(StoreError) in
      try draft.updateModel(try change(draft.model))
    }
  }

  /// A model's text as a person made it, with what others made of the one that both began with; where
  /// both changed the same, it has the person's words.
  ///
  /// - Parameters:
  ///   - mine: the person's text.
  ///   - theirs: the others'.
  ///   - base: what both began with.
  /// - Returns: the merged text; `nil` where one of them is no model, and nothing can be merged.
  public static func mergedModel(
    _ mine: String, with theirs: String, since base: String
  ) -> String? {
    guard let model = try? ObjectModel(parsing: mine),
      (try? ObjectModel(parsing: theirs)) != nil, (try? ObjectModel(parsing: base)) != nil
    else { return nil }
    return ModelReplay([ModelChange(old: base, new: theirs, position: 0)], on: mine, model).text
  }

  /// The model's text, with what was saved of it and is not in its file yet; it waits for a save that
  /// is under way.
  public var modelText: String { writer.withLock { $0.stored.text } }

  /// Takes in what other processes saved, and what anybody wrote in the text or the model.
  ///
  /// It waits for nobody: a file that a program is just writing is taken in the next time. Where
  /// another store took the place of this one, as a restored backup does, it goes on with that one.
  /// Cost: a look at each file that was read, a microsecond or two each.
  ///
  /// - Returns: what came in, `nil` for nothing. Observers hear of it too.
  /// - Throws: `StoreError.invalidModel`; `.damaged` where the header or the model was taken away,
  ///   without which nothing can be saved; what `fold` throws.
  @discardableResult
  public func refresh() throws(StoreError) -> ChangeSet? {
    try followReplacement()
    // Before anything is looked at, so that no change is missed.
    followFolders()
    let hasLostJournal = try writer.withLock { writer throws(StoreError) in
      guard writer.journal.state != .closed else { throw .closed(path: writer.folder.path) }
      defer { publish(writer) }
      try writer.catchUp()
      try writer.absorbText()
      try writer.journal.noteIfLost()
      return writer.journal.isLost
    }
    let change = announce()
    // What can be read is taken in all the same.
    try writer.withLock { writer throws(StoreError) in try writer.folder.requireWhole() }
    if hasLostJournal {
      try fold()
      try followReplacement()
    }
    return change
  }

  /// Goes on with the store that is in the folder by now, if another took the place of this one.
  private func followReplacement() throws(StoreError) {
    try writer.withLock { writer throws(StoreError) in
      defer { publish(writer) }
      try writer.followReplacement()
    }
  }

  /// Makes the writer's state the one that everybody sees.
  func publish(_ writer: Writer) {
    let state = PublishedState(writer)
    published.withLock { $0 = state }
  }

  /// Tells those who observe the store what came in since they last heard.
  @discardableResult
  func announce() -> ChangeSet? {
    let change = writer.withLock { $0.takeChanges() }
    if let change { observers.notify(change) }
    return change
  }

  /// Calls `body` after each change, on the thread that saved it or took it in.
  ///
  /// - Returns: the observation, which ends when it is released.
  public func observe(_ body: @escaping @Sendable (ChangeSet) -> Void) -> Observation {
    observers.add(body)
  }
}

extension ObjectStore {
  /// A context for the calling thread.
  ///
  /// The one that the run loop's thread makes and keeps is the main context; it merges at the
  /// loop's turns. Others come and go as there is work.
  ///
  /// - Parameter snapshot: the content to start from; `nil` for the newest. A form starts from the
  ///   content that it showed, so that its save notices later changes.
  /// - Returns: the context, without edits.
  public func newContext(at snapshot: Snapshot? = nil) -> ObjectContext {
    ObjectContext(self, at: snapshot ?? self.snapshot)
  }

  /// Runs `work` on a thread of its own, with a context of its own (S5).
  ///
  /// What `work` edits is saved if it saves; ids may come from outside and go back, records not.
  ///
  /// - Parameters:
  ///   - work: what to do.
  ///   - completion: is given what came of it, on that thread.
  public func performInBackground<Output: Sendable>(
    _ work: @escaping @Sendable (ObjectContext) throws(StoreError) -> Output,
    completion: @escaping @Sendable (Result<Output, StoreError>) -> Void = { _ in }
  ) {
    // A queue of its own: once a thread of a shared one has run, the dispatch library looks after
    // it with a timer that wakes the process each second for as long as it lives.
    DispatchQueue(label: "background context").async {
      let context = self.newContext()
      completion(Result { () throws(StoreError) in try work(context) })
    }
  }
}
