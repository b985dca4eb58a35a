public import CairnFiles
internal import CairnInterchange
internal import CairnKit
internal import CairnStore

extension Workspace {
  /// Returns the symbolic links in a store's folder, one line each.
  ///
  /// - Parameters:
  ///   - path: the store's folder.
  ///   - allowed: the paths of links to allow, within the store.
  ///   - environment: the process environment.
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
  /// Rewrites the store's folder in the layout that a new store would have today.
  ///
  /// - Returns: a summary in a sentence.
  /// - Throws: ``AppError/failed(_:)`` when the store is read-only or in use by another process.
  public func compact() throws(AppError) -> String {
    try recorded(.compact, "Compact the store") {
      JobOutcome(result: $0)
    } _: { _ throws(AppError) in
      try tidy()
    }
  }

  /// Compacts the store without a job record, which the caller keeps.
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

  /// Writes the store's files into one archive that every `tar` reads.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - isReplacing: whether an existing file may be replaced.
  /// - Returns: the number of files in the archive, and a sentence about damaged or missing files,
  ///   if there are any.
  /// - Throws: ``AppError/failed(_:)`` when the name is taken, the disk is full, or a damaged store
  ///   would replace a backup.
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

  /// Returns advice for a store with `problems`, which must not replace an older backup.
  private static func remedy(for problems: [StoreProblem]) -> String {
    problems.contains { $0.severity == .damage }
      ? "mend it first (cairn store verify names all)"
      : "do that first (cairn store verify names all, --accept-missing accepts what went)"
  }

  /// Accepts that records are missing, and stops reporting them.
  ///
  /// - Returns: the accepted losses, one line each.
  /// - Throws: ``AppError/failed(_:)`` when the store is read-only or in use by another process.
  public func acceptMissing() throws(AppError) -> [String] {
    do throws(StoreError) {
      return try store.acceptLosses().map { "accepted: \($0)" }
    } catch {
      throw failure(error)
    }
  }

  /// Creates a store in `path` from a backup.
  ///
  /// - Parameters:
  ///   - path: the store's folder, which must be missing or empty.
  ///   - archive: the backup.
  ///   - environment: the process environment.
  ///   - fileSystem: the file system of the folder and the backup.
  /// - Returns: the new store, open, and a line for each file that was left out.
  /// - Throws: ``AppError/failed(_:)`` when the folder isn't empty, or the file is no backup.
  public static func restore(
    _ path: String, from archive: String, environment: Environment,
    fileSystem: any FileSystem = RealFileSystem()
  ) throws(AppError) -> (workspace: Workspace, refused: [String]) {
    let options = ObjectStore.Options(
      folder: path, fileSystem: fileSystem, random: environment.random, clock: environment.clock)
    let restored: RestoredBackup
    do throws(StoreError) {
      restored = try ObjectStore.restore(
        options, from: environment.absolute(archive), on: fileSystem)
    } catch {
      if case .file(.notEmpty) = error {
        throw .failed("\(environment.abbreviated(path)) is not empty; --store names another folder")
      }
      throw AppError(error)
    }
    let workspace = try open(path, environment: environment, fileSystem: fileSystem)
    // From now on, losses and edits are detected. Without these notes the store is complete as
    // well.
    try? workspace.store.noteFiles()
    return (workspace, restored.refused.map { "left out \($0.file): \($0.message)" })
  }
}
