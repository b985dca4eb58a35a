public import CairnFiles
internal import CairnInterchange
internal import CairnNavigation
internal import CairnRecords
internal import CairnStore
internal import CairnSync

/// What came of a sync, in words.
public struct SyncOutcome: Sendable {
  /// What was exchanged, a line each.
  public var lines: [String]

  /// What a person should know besides, a line each.
  public var notes: [String]

  /// The places where a person has to choose, a line each.
  public var conflicts: [String]

  /// The change that took in what came.
  let transaction: Transaction?

  /// What is kept of it as a job's.
  var job: JobOutcome {
    var outcome = JobOutcome(result: lines.joined(separator: "; "))
    outcome.details = conflicts + notes
    if !conflicts.isEmpty { outcome.url = ConflictScreens.url.text }
    outcome.change = transaction?.number
    outcome.replica = transaction?.replica
    return outcome
  }
}

/// The beginning of a sync that doesn't need the store, made beside its opening.
public struct SyncPreparation {
  fileprivate let opening: SyncOpening?

  /// Lets git begin in the folder `path`.
  public init(in path: String, environment: Environment) {
    opening = SyncOpening(in: environment.absolute(path), environment.syncOptions)
  }
}

extension Workspace {
  /// Exchanges what was saved with the other copies of the store.
  ///
  /// - Parameters:
  ///   - preparation: what was begun in the store's folder before.
  ///   - acceptsLoss: whether deletions of most of a collection are taken in.
  ///   - progress: is told what comes next.
  /// - Returns: what was exchanged.
  /// - Throws: ``AppError/failed(_:)``; whatever it says, nothing is lost.
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

  /// Lets the store be exchanged with the repository at `address` from now on, and does so.
  ///
  /// - Parameters:
  ///   - address: the repository; `nil` for the one that the store's folder has already.
  ///   - progress: is told what comes next.
  /// - Returns: what was exchanged.
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

  /// The address of a repository as it may be shown: without a password.
  public static func shown(address: String) -> String { address.withoutSecrets }

  /// Makes a copy of the store in the repository at `address`, and opens it.
  ///
  /// - Parameters:
  ///   - path: the folder of the copy; nothing is there, or an empty folder.
  ///   - address: the repository.
  ///   - environment: what the process was told.
  ///   - progress: is told what comes next.
  /// - Returns: the copy, open, and what a person should know.
  /// - Throws: ``AppError/failed(_:)``; then nothing is left in the folder.
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

  /// Exchanges what was saved with the other copies of the store where nobody can be asked, as
  /// while the terminal is drawn on.
  ///
  /// - Parameters:
  ///   - progress: is told what comes next.
  ///   - isCanceled: whether to stop.
  /// - Returns: what came of it.
  /// - Throws: ``AppError/failed(_:)``; whatever it says, nothing is lost.
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

  /// A report in words.
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

  /// The places where a person has to choose, a line each.
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

  /// Ends a conflict as a person chose.
  ///
  /// - Parameters:
  ///   - address: the record.
  ///   - field: the field that is chosen; `nil` for all that are contested.
  ///   - side: whose value stays, by the name that the conflict has for it, or its number from 1.
  /// - Returns: what was chosen, a line each field.
  /// - Throws: ``AppError/failed(_:)`` where there is no such conflict or side.
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

  /// The address of a repository as git takes it wherever it runs: a path from the current folder,
  /// unless it names a machine.
  func repository(_ address: String) -> String {
    address.prefix { $0 != "/" }.contains(":") ? address : absolute(address)
  }
}

/// What git asks of Cairn in the repository of a store, which is the folder that it runs it in.
public enum GitWork {
  /// Merges the versions of a file, of which ours becomes the result.
  ///
  /// - Parameters:
  ///   - base: the file with what both sides began with.
  ///   - ours: that of our side, which is written.
  ///   - theirs: that of the other side.
  ///   - path: where the file lies within the store.
  ///   - environment: what the process was told.
  ///   - fileSystem: where the files are.
  /// - Returns: whether nothing is left for a person to choose.
  /// - Throws: ``AppError/usage(_:)`` when a file can't be read or written.
  public static func merge(
    base: String, ours: String, theirs: String, path: String, environment: Environment,
    fileSystem: any FileSystem = RealFileSystem()
  ) throws(AppError) -> Bool {
    do throws(FileError) {
      let read = { (name: String) throws(FileError) in
        // Git gives its driver plain files. A link would come from another machine.
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
      // Git keeps the file; one without a byte would look as if a disk had been full.
      let title = text.prefix { $0 != UInt8(ascii: "\n") } + [UInt8(ascii: "\n")]
      try fileSystem.replace(environment.absolute(ours), with: outcome.text ?? Array(title))
      return outcome.found.conflicts.isEmpty
    } catch {
      // With another status than that of a conflict, upon which git merges by itself.
      throw .usage(error.description)
    }
  }
}

extension GitWork {
  /// Whether a commit of git's that is under way has to be waited with until what was saved is
  /// folded: not the one of a sync, which holds what a fold would wait for.
  public static func needsFold(environment: Environment) -> Bool {
    !CommitHook.isOfSync(environment.variables)
  }
}

extension Workspace {
  /// Lets what was saved go into the commit that somebody makes with git.
  ///
  /// - Throws: ``AppError/failed(_:)``; git then gives up the commit.
  public func prepareCommit() throws(AppError) {
    do throws(SyncError) {
      try CommitHook(store, in: path, variables: environment.variables).run()
    } catch {
      throw .failed(error.description)
    }
  }
}
