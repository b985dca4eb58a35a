public import CairnFiles
internal import CairnInterchange
internal import CairnKit
internal import CairnScreens
internal import CairnStore
internal import Synchronization

extension Workspace {
  /// Returns the symbolic links in a store's folder, one line each.
  ///
  /// - Parameters:
  ///   - path: the store's folder.
  ///   - allowed: the paths of links to allow, within the store.
  ///   - environment: what the process was told.
  /// - Returns: the path and the target of each link, and whether it is followed.
  /// - Throws: ``AppError/failed(_:)`` if a link to allow does not exist.
  public static func links(
    in path: String, allowing allowed: [String], environment: Environment
  ) throws(AppError) -> [String] {
    let folder = environment.absolute(path)
    do throws(StoreError) {
      for link in allowed { try ObjectStore.allowLink(link, in: folder) }
    } catch {
      throw AppError(error)
    }
    return ObjectStore.links(in: folder).map { link in
      let path = link.path
      let hint = link.isAllowed ? "" : " (not followed; cairn store links --allow \(path))"
      return "\(path) → \(link.target)\(hint)"
    }
  }
}

extension Workspace {
  /// Gives the store's folder the form that it would have if it were written today.
  ///
  /// - Returns: what was done, in a sentence.
  /// - Throws: ``AppError/failed(_:)`` when the store is read-only or another process is at it.
  public func compact() throws(AppError) -> String {
    try recorded(.compact, "Compact the store") {
      JobOutcome(result: $0)
    } _: { _ throws(AppError) in
      try tidy()
    }
  }

  /// Compacts, of which whoever calls keeps the record.
  func tidy() throws(AppError) -> String {
    do throws(StoreError) {
      let done = try store.compact()
      return
        "rewrote \(counted(done.rewrittenCount, "file")), removed \(done.removedCount) that held nothing, "
        + "dropped \(done.historyBytes) bytes of old history"
    } catch {
      throw failure(error)
    }
  }

  /// Writes the store's text into one file that every `tar` reads.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - isReplacing: whether a file of that name may be replaced.
  /// - Returns: how many files are in it, and what of them is damaged or missing, in a sentence, if
  ///   anything.
  /// - Throws: ``AppError/failed(_:)`` when the name is taken, there is no room, or a file would be
  ///   replaced by what is damaged.
  public func backUp(
    to path: String, replacing isReplacing: Bool
  ) throws(AppError) -> (fileCount: Int, damage: String?) {
    do throws(StoreError) {
      let backup = try store.backUp(
        to: environment.absolute(path), on: fileSystem, replacing: isReplacing)
      guard let first = backup.damage.first else { return (backup.fileCount, nil) }
      let places = counted(backup.damage.count, "place")
      let fault = first.severity == .damage ? "is damaged" : "lacks what the store had"
      let alike = first.severity == .damage ? " as the store is" : ""
      return (
        backup.fileCount,
        "it \(fault) in \(places)\(alike), such as \(first); cairn store verify names them"
      )
    } catch {
      if case .keptFromDamage(_, let problems) = error {
        throw .failed("\(failure(error)); \(Self.remedy(for: problems)), or give another name")
      }
      if case .file(.alreadyExists(_, let path)) = error {
        throw .failed("\(path) exists already; --force replaces it")
      }
      throw failure(error)
    }
  }

  /// What a person does before a backup of theirs may be replaced by one of a store with `problems`.
  private static func remedy(for problems: [StoreProblem]) -> String {
    problems.contains { $0.severity == .damage }
      ? "mend it first (cairn store verify names all)"
      : "do that first (cairn store verify names all, --accept-missing accepts what went)"
  }

  /// Ends the naming of records that are missing, which a person meant to go.
  ///
  /// - Returns: what is accepted, a line each.
  /// - Throws: ``AppError/failed(_:)`` when the store is read-only or another process is at it.
  public func acceptMissing() throws(AppError) -> [String] {
    do throws(StoreError) {
      return try store.acceptLosses().map { "accepted: \($0)" }
    } catch {
      throw failure(error)
    }
  }

  /// Makes a store in `path` of a backup.
  ///
  /// - Parameters:
  ///   - path: the store's folder; nothing is there, or an empty one.
  ///   - archive: the backup.
  ///   - environment: what the process was told.
  ///   - fileSystem: where both are.
  /// - Returns: the new store, open.
  /// - Throws: ``AppError/failed(_:)`` when the folder isn't empty, or the file is no backup.
  public static func restore(
    _ path: String, from archive: String, environment: Environment,
    fileSystem: any FileSystem = RealFileSystem()
  ) throws(AppError) -> Workspace {
    let options = ObjectStore.Options(
      folder: path, fileSystem: fileSystem, random: environment.random, clock: environment.clock)
    do throws(StoreError) {
      try ObjectStore.restore(options, from: environment.absolute(archive), on: fileSystem)
    } catch {
      if case .file(.notEmpty) = error {
        throw .failed("\(environment.abbreviated(path)) is not empty; --store names another folder")
      }
      throw AppError(error)
    }
    let workspace = try open(path, environment: environment, fileSystem: fileSystem)
    // Losses and edits show from now on. Without the notes, the store is whole all the same.
    try? workspace.store.noteFiles()
    return workspace
  }
}

/// What is done for the store's text in a quiet moment, at the start and after changes.
final class TextUpkeep: Sendable {
  private let workspace: Workspace
  private let inbox: Inbox
  /// How many files are being written.
  private let fileCount = Mutex(0)
  /// What was found last of records that are missing.
  private let foundLosses = Mutex<String?>(nil)

  init(_ workspace: Workspace, _ inbox: Inbox) {
    self.workspace = workspace
    self.inbox = inbox
  }

  /// Whether there are so many files to write that a person wonders what the program does.
  var takesLong: Bool {
    max(workspace.store.shardsBehind, fileCount.withLock { $0 }) >= 100
  }

  /// Which files lacked records in the last quiet moment, in a sentence; `nil` where none did.
  var losses: String? { foundLosses.withLock { $0 } }

  /// Moves what was saved into the text, and looks which files lack records.
  ///
  /// - Returns: why what was saved couldn't be moved.
  func run() -> String? {
    let problem = foldProblem()
    findLosses()
    return problem
  }

  private func findLosses() {
    let losses = workspace.losses
    let isNews = foundLosses.withLock { found in
      defer { found = losses }
      return losses != found
    }
    // Whoever draws tells it, and that it is over.
    if isNews { inbox.refresh() }
  }

  private func foldProblem() -> String? {
    let store = workspace.store
    let count = store.shardsBehind
    guard count > 0 else { return nil }
    fileCount.withLock { $0 = count }
    defer { fileCount.withLock { $0 = 0 } }
    do throws(StoreError) {
      try store.fold()
      return nil
    } catch {
      return "the changes are safe in the journal, but not yet in your files: "
        + error.description(in: store.snapshot.model)
    }
  }
}
