public import CairnFiles
internal import CairnInterchange
internal import CairnNavigation
internal import CairnRecords
internal import CairnStore
internal import CairnSync

/// The result of a sync, in words.
public struct SyncOutcome: Sendable {
  /// The received and sent changes, one line each.
  public var lines: [String]

  /// Notes for the person, one line each.
  public var notes: [String]

  /// The open conflicts, one line each.
  public var conflicts: [String]

  /// The transaction that saved the received changes.
  let transaction: Transaction?

  /// The outcome that the job's record keeps.
  var job: JobOutcome {
    var outcome = JobOutcome(result: lines.joined(separator: "; "))
    outcome.details = conflicts + notes
    if !conflicts.isEmpty { outcome.url = ConflictScreens.url.text }
    outcome.change = transaction?.number
    outcome.replica = transaction?.replica
    return outcome
  }
}

/// The first part of a sync.
///
/// It doesn't need the store and runs while the store opens.
public struct SyncPreparation {
  fileprivate let opening: SyncOpening?

  /// Starts git in the folder `path`.
  public init(in path: String, environment: Environment) {
    opening = SyncOpening(in: environment.absolute(path), environment.syncOptions)
  }
}

extension Workspace {
  /// Syncs the store with its other copies.
  ///
  /// - Parameters:
  ///   - preparation: the first part of the sync, if it has already started.
  ///   - acceptsLoss: whether to accept deletions of most of a collection.
  ///   - progress: called with the name of the next step.
  /// - Returns: a summary of the sync.
  /// - Throws: ``AppError/failed(_:)``; no saved data is lost in any case.
  public func sync(
    _ preparation: SyncPreparation? = nil, acceptingLoss acceptsLoss: Bool = false,
    progress: @escaping (String) -> Void = { _ in }
  ) throws(AppError) -> SyncOutcome {
    var options = environment.syncOptions
    options.acceptsLoss = acceptsLoss
    options.opening = preparation?.opening
    options.progress = { progress($0.rawValue) }
    return try recordedSync("Sync", options) { sync throws(SyncError) in try sync.run() }
  }

  /// Connects the store to the repository at `address`, and syncs for the first time.
  ///
  /// - Parameters:
  ///   - address: the repository; `nil` for the one that the store's folder already has.
  ///   - progress: called with the name of the next step.
  /// - Returns: a summary of the sync.
  /// - Throws: ``AppError/failed(_:)``.
  public func beginSync(
    with address: String?, progress: @escaping (String) -> Void = { _ in }
  ) throws(AppError) -> SyncOutcome {
    var options = environment.syncOptions
    options.progress = { progress($0.rawValue) }
    let address = address.map(environment.repository)
    return try recordedSync("Begin to sync", options) { sync throws(SyncError) in
      try sync.begin(with: address)
    }
  }

  /// Returns the address of a repository without its password, fit to be shown.
  public static func shown(address: String) -> String { address.withoutSecrets }

  /// Copies the store from the repository at `address`, and opens the copy.
  ///
  /// - Parameters:
  ///   - path: the folder of the copy; it must be missing or empty.
  ///   - address: the repository.
  ///   - environment: the process environment.
  ///   - progress: called with the name of the next step.
  /// - Returns: the copy, open, and notes for the person.
  /// - Throws: ``AppError/failed(_:)``; the folder is then left empty.
  public static func copy(
    to path: String, from address: String, environment: Environment,
    progress: @escaping (String) -> Void = { _ in }
  ) throws(AppError) -> (workspace: Workspace, notes: [String]) {
    var options = environment.syncOptions
    options.progress = { progress($0.rawValue) }
    let notes: [String]
    do throws(SyncError) {
      notes = try Sync.copy(from: environment.repository(address), to: path, options)
    } catch {
      throw .failed(error.description)
    }
    let workspace = try open(path, environment: environment)
    do throws(StoreError) {
      try workspace.store.noteFiles()
    } catch {
      throw AppError(error)
    }
    return (workspace, notes)
  }

  /// Syncs the store with its other copies in the background, while the terminal app runs and git
  /// can't ask for input.
  ///
  /// - Parameters:
  ///   - progress: called with the name of the next step.
  ///   - isCanceled: whether to stop.
  /// - Returns: the outcome of the job.
  /// - Throws: ``AppError/failed(_:)``; no saved data is lost in any case.
  func syncUnattended(
    progress: @escaping (String) -> Void, isCanceled: @escaping () -> Bool
  ) throws(AppError) -> JobOutcome {
    var options = environment.syncOptions
    options.isUnattended = true
    options.progress = { progress($0.rawValue) }
    options.isCanceled = isCanceled
    return try synced(options) { sync throws(SyncError) in try sync.run() }.job
  }

  private func recordedSync(
    _ title: String, _ options: Sync.Options,
    _ work: (Sync) throws(SyncError) -> SyncReport
  ) throws(AppError) -> SyncOutcome {
    try recorded(.sync, title, outcome: \.job) { _ throws(AppError) in
      try synced(options, work)
    }
  }

  private func synced(
    _ options: Sync.Options, _ work: (Sync) throws(SyncError) -> SyncReport
  ) throws(AppError) -> SyncOutcome {
    guard store.isOnDisk else { throw .failed("a store in memory can't be synced") }
    let report: SyncReport
    do throws(SyncError) {
      report = try work(Sync(store, in: environment.absolute(path), options))
    } catch {
      throw .failed(error.description)
    }
    return words(report)
  }

  /// Puts a report into words.
  private func words(_ report: SyncReport) -> SyncOutcome {
    var lines: [String] = []
    if let received = report.received { lines.append("received: \(received)") }
    if let sent = report.sent {
      lines.append("sent: \(sent)")
    } else if report.isSent {
      lines.append("sent earlier commits")
    }
    if lines.isEmpty { lines = ["nothing new here or in \(report.remote)"] }
    let snapshot = store.snapshot
    var kept = report.found.kept.map { id in
      "\(snapshot.url(of: id)) was deleted on one machine and edited on the other; it is kept"
    }
    if report.found.owned.count > 0 {
      kept.append(
        "\(counted(report.found.owned.count, "record")) that belong to them are kept, too")
    }
    let disputed = report.found.disputed.map { place in
      "both machines changed \(place) in the model; the value here is kept"
    }
    var outcome = SyncOutcome(
      lines: lines, notes: kept + disputed + report.notes, conflicts: [],
      transaction: report.transaction)
    switch report.waiting {
    case .success(let conflicts): outcome.conflicts = Self.lines(conflicts, snapshot)
    case .failure(let error):
      let reason = error.description(in: snapshot.model)
      outcome.notes.append("conflicts can't be found: \(reason)")
    }
    return outcome
  }

  /// Returns the open conflicts, one line each.
  ///
  /// - Throws: ``AppError/failed(_:)`` when a file can't be read.
  public func conflictLines() throws(AppError) -> [String] {
    Self.lines(try conflicts(), store.snapshot)
  }

  private static func lines(_ conflicts: [RecordConflict], _ snapshot: Snapshot) -> [String] {
    conflicts.flatMap { conflict in
      conflict.fields.map { field in words(field, of: conflict.id, snapshot) }
    }
  }

  private static func words(
    _ field: RecordConflict.Field, of id: ObjectID, _ snapshot: Snapshot
  ) -> String {
    let place = "\(snapshot.url(of: id)) \(field.title)"
    let sides = field.sides.map { "\($0.name): \($0.words.shortened(to: 60))" }
    return "\(place)  \(sides.joined(separator: "  |  "))"
  }

  /// Resolves a conflict with the side that a person chose.
  ///
  /// - Parameters:
  ///   - address: the record.
  ///   - field: the field to resolve; `nil` for all fields in conflict.
  ///   - side: the side whose value stays: its name in the conflict, or its number from 1.
  /// - Returns: the chosen values, one line for each field.
  /// - Throws: ``AppError/failed(_:)`` if there is no such conflict or side.
  public func resolve(
    _ address: Address, field: String?, taking side: String
  ) throws(AppError) -> [String] {
    let id = try record(at: address)
    let url = store.snapshot.url(of: id)
    guard let conflict = try conflicts().first(where: { $0.id == id }) else {
      throw .failed("\(url) has no conflict")
    }
    var choices: [String?: Int] = [:]
    for place in conflict.fields where field == nil || place.name == field {
      guard let number = place.number(of: side) else {
        let names = place.sides.map(\.name).joined(separator: " and ")
        throw .failed("\(place.title) has no side \(side); the sides are \(names)")
      }
      choices[place.name] = number
    }
    if choices.isEmpty { throw .failed("\(field ?? "") of \(url) has no conflict") }
    do throws(StoreError) {
      try store.resolve(
        title: "choose \(side) for \(store.snapshot.title(of: id))", conflict, choices)
    } catch {
      throw failure(error)
    }
    return conflict.fields.filter { choices[$0.name] != nil }.map { "\($0.title): \(side)" }
  }

  func conflicts() throws(AppError) -> [RecordConflict] {
    do throws(StoreError) {
      return try store.conflicts()
    } catch {
      throw failure(error)
    }
  }
}

extension Environment {
  fileprivate var syncOptions: Sync.Options {
    Sync.Options(variables: variables, machine: self["CAIRN_MACHINE"])
  }

  /// Returns the address of a repository in a form that git understands in any folder.
  ///
  /// A relative path is resolved against the current folder; an address with a host name stays as
  /// it is written.
  func repository(_ address: String) -> String {
    address.prefix { $0 != "/" }.contains(":") ? address : absolute(address)
  }
}

/// The commands that git runs in the folder of a store's repository.
public enum GitWork {
  /// Merges the versions of a file, and writes the result to the file `ours`.
  ///
  /// - Parameters:
  ///   - base: the file with the common ancestor of both sides.
  ///   - ours: the file with our side, which receives the result.
  ///   - theirs: the file with the other side.
  ///   - path: where the file lies within the store.
  ///   - environment: the process environment.
  ///   - fileSystem: where the files are.
  /// - Returns: whether the merge left no conflicts.
  /// - Throws: ``AppError/usage(_:)`` when a file can't be read or written.
  public static func merge(
    base: String, ours: String, theirs: String, path: String, environment: Environment,
    fileSystem: any FileSystem = RealFileSystem()
  ) throws(AppError) -> Bool {
    do throws(FileError) {
      let read = { (name: String) throws(FileError) in
        // Git passes plain files to its merge driver. A link would come from another machine.
        let place = environment.absolute(name)
        let files = fileSystem.confined(to: place.parentFolder, following: [:]) ?? fileSystem
        return try files.read(place)
      }
      let model = (try? read(ObjectStore.modelFile)).flatMap { text in
        try? ObjectModel(parsing: String(decoding: text, as: UTF8.self))
      }
      let merge = TextMerge(model: model ?? ObjectModel(), ours: "ours", theirs: "theirs")
      let text = try read(ours)
      let outcome = merge.merged(path, base: try read(base), ours: text, theirs: try read(theirs))
      // Git keeps this file. An empty file would look like the result of a full disk.
      let title = text.prefix { $0 != UInt8(ascii: "\n") } + [UInt8(ascii: "\n")]
      try fileSystem.replace(environment.absolute(ours), with: outcome.text ?? Array(title))
      return outcome.found.conflicts.isEmpty
    } catch {
      // Git would run its own merge after the status for conflicts, so this error uses another one.
      throw .usage(error.description)
    }
  }
}

extension GitWork {
  /// Returns whether the git commit in progress has to wait until the journal is folded.
  ///
  /// The commit of a sync does not wait: it holds the lock that a fold would wait for.
  public static func needsFold(environment: Environment) -> Bool {
    !CommitHook.isOfSync(environment.variables)
  }
}

extension Workspace {
  /// Folds saved changes into the files, so that they are part of the person's git commit.
  ///
  /// - Throws: ``AppError/failed(_:)``; git then aborts the commit.
  public func prepareCommit() throws(AppError) {
    do throws(SyncError) {
      try CommitHook(store, in: path, variables: environment.variables).run()
    } catch {
      throw .failed(error.description)
    }
  }
}
