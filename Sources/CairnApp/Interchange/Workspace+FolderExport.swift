internal import CairnFiles
public import CairnInterchange
internal import CairnNavigation
internal import CairnRecords
internal import CairnScreens
internal import CairnStore

/// What an export wrote into a folder.
public struct FolderExport: Sendable {
  /// How many files it wrote.
  public fileprivate(set) var fileCount = 0
  /// What stays only in the store's files.
  public fileprivate(set) var leftover = ExportOperation.Leftover()
}

extension Workspace {
  /// Writes a list, a record or every collection into a folder, each file as a whole or not at all.
  ///
  /// The file `model.rec` has the model, so that an import makes the same collections.
  ///
  /// A list's file is called like its collection, a record's like its handle or key. Markdown has a
  /// file for each record; those of every collection are in folders called like theirs.
  ///
  /// - Parameters:
  ///   - address: a list or one record; `nil` for every collection.
  ///   - format: the form of the output.
  ///   - folder: the folder, which is made if it isn't there.
  ///   - isReplacing: whether files that are there are replaced.
  /// - Returns: what was written.
  /// - Throws: ``AppError`` when nothing is there to export, or a file that may not be replaced;
  ///   then nothing was written. When a file can't be written; then those before it were.
  public func export(
    _ address: Address?, as format: InterchangeFormat, intoFolder folder: String,
    isReplacing: Bool
  ) throws(AppError) -> FolderExport {
    var (files, model) = try folderFiles(of: address, as: format)
    let place = environment.absolute(folder)
    try requireFolder(place, folder)
    // Another export of this store may be in the folder, whose collections are still meant.
    let other = try ExportFolder.model(in: place.withoutLastSlashes, fileSystem)
    if let other {
      guard other.store == model.store else {
        throw .failed("\(folder) has an export of another store; choose another folder")
      }
      model = ExportedModel(store.snapshot, of: other, model)
    }
    if !isReplacing {
      try requireFree(
        files.map(\.name) + (other == nil ? [ExportedModel.fileName] : []), in: place, folder)
    }
    let title = try address.map { (address) throws(AppError) in try url(of: address).text }
    return try recorded(.export, "Export \(title ?? "all collections") to \(folder)") { done in
      JobOutcome(
        result: "wrote \(counted(done.fileCount, "file")) into \(folder)",
        details: [done.leftover.sentence].compactMap(\.self))
    } _: { log throws(AppError) -> FolderExport in
      var done = FolderExport()
      var folders: Set<String> = []
      // The first one: what a killed export leaves is still known as a part of one.
      try write(model, in: place)
      done.fileCount += 1
      for file in files {
        let path = file.path(in: place)
        do throws(FileError) {
          try fileSystem.makeFolder(path.parentFolder)
        } catch {
          throw .failed(error.description)
        }
        let isFirst = folders.insert(path.parentFolder).inserted
        done.leftover += try write(file.operation, toFile: path, isTidying: isFirst) { progress in
          guard files.count == 1 else { return }
          log.note(JobProgress.Reading(progress.records, of: progress.total))
        }
        done.fileCount += 1
        if files.count > 1 { log.note(JobProgress.Reading(done.fileCount, of: files.count)) }
      }
      return done
    }
  }

  private func write(_ model: ExportedModel, in place: String) throws(AppError) {
    do throws(FileError) {
      try fileSystem.makeFolder(place.withoutLastSlashes)
    } catch {
      throw .failed(error.description)
    }
    let path = FolderFile.path(of: ExportedModel.fileName, in: place)
    try write(toFile: path) { sink throws(AppError) in try sink(Array(model.text.utf8)) }
  }

  private func requireFolder(_ place: String, _ folder: String) throws(AppError) {
    do throws(FileError) {
      let kind = try fileSystem.status(of: place.withoutLastSlashes)?.kind
      if kind == nil || kind == .folder { return }
    } catch {
      throw .failed(error.description)
    }
    throw .failed("\(folder) is not a folder")
  }

  private func requireFree(
    _ names: [String], in place: String, _ folder: String
  ) throws(AppError) {
    var (first, others) = (String?.none, 0)
    for name in names {
      do throws(FileError) {
        guard try fileSystem.exists(FolderFile.path(of: name, in: place)) else { continue }
      } catch {
        throw .failed(error.description)
      }
      if first == nil { first = FolderFile.path(of: name, in: folder) } else { others += 1 }
    }
    guard let first else { return }
    throw .failed(
      others == 0
        ? "\(first) exists; --force replaces it"
        : "\(first) and \(counted(others, "more file")) exist; --force replaces them")
  }
}

// MARK: - Files

/// A file of a folder, and what comes into it.
private struct FolderFile {
  let name: String
  let operation: ExportOperation

  func path(in folder: String) -> String { Self.path(of: name, in: folder) }

  static func path(of name: String, in folder: String) -> String {
    folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
  }
}

extension Workspace {
  /// The files for an address, and the model.
  ///
  /// All of them show the same state of the store.
  private func folderFiles(
    of address: Address?, as format: InterchangeFormat
  ) throws(AppError) -> ([FolderFile], ExportedModel) {
    let snapshot = store.snapshot
    var names = ExportFileNames(format, besides: ExportedModel.fileName)
    guard let address else {
      var files: [FolderFile] = []
      for entity in snapshot.model.entities {
        let request = FetchRequest(entity: entity.name)
        files += try folderFiles(
          of: request, entity, as: format, in: snapshot, &names, isAmongOthers: true)
      }
      return (files, ExportedModel(snapshot))
    }
    if case (.record(let id), _) = try place(at: address) {
      let operation = ExportOperation(.record(id), in: snapshot, as: format)
      let file = FolderFile(name: names.next(snapshot.fileWords(of: id)), operation: operation)
      return ([file], ExportedModel(snapshot, of: [id.entity]))
    }
    let (entity, query) = try query(at: address, adding: try ListClauses(), in: snapshot)
    let files = try folderFiles(
      of: query.request, entity, as: format, in: snapshot, &names, isAmongOthers: false,
      leavingOut: query.computedColumns(of: entity))
    return (files, ExportedModel(snapshot, of: [entity.name]))
  }

  private func folderFiles(
    of request: FetchRequest, _ entity: Entity, as format: InterchangeFormat,
    in snapshot: Snapshot, _ names: inout ExportFileNames, isAmongOthers: Bool,
    leavingOut computed: [String] = []
  ) throws(AppError) -> [FolderFile] {
    guard format == .markdown else {
      let operation = ExportOperation(
        .request(request, clock), in: snapshot, as: format, leavingOut: computed)
      return [FolderFile(name: names.next(entity.plural), operation: operation)]
    }
    let found: FetchResult
    do throws(FilterError) {
      found = try snapshot.fetch(request, at: clock)
    } catch {
      throw AppError(error)
    }
    var names: [String: ExportFileNames] = [:]
    return found.indices.map(found.id).map { id in
      let note = snapshot.notePlace(of: id)
      let folder = note?.folder ?? ""
      let new = ExportFileNames(format, ending: note == nil ? nil : "md")
      let words = note?.words ?? snapshot.fileWords(of: id)
      let name = folder + names[folder.lowercased(), default: new].next(words)
      return FolderFile(
        name: isAmongOthers ? "\(entity.plural)/\(name)" : name,
        operation: ExportOperation(.record(id), in: snapshot, as: format))
    }
  }
}

extension String {
  /// A path as it is without the marks at its end that it is a folder's.
  fileprivate var withoutLastSlashes: String {
    let end = lastIndex { $0 != "/" }.map(index(after:)) ?? startIndex
    return end == startIndex ? "/" : String(self[..<end])
  }
}
