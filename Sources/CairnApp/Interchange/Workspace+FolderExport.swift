internal import CairnFiles
public import CairnInterchange
internal import CairnNavigation
internal import CairnRecords
internal import CairnScreens
internal import CairnStore

/// The result of an export into a folder.
public struct FolderExport: Sendable {
  /// The number of written files.
  public fileprivate(set) var fileCount = 0
  /// The files of earlier exports whose records have other names now or no longer exist.
  public fileprivate(set) var outdated: [String] = []
  /// The values and links that were left out.
  public fileprivate(set) var leftover = ExportOperation.Leftover()
  /// A sentence about kept files that the store lacks; `nil` without any.
  public fileprivate(set) var lack: String?
  /// The links that the model excludes from exports, such as `tasks.Next`.
  public fileprivate(set) var excluded: [String] = []
}

extension FolderExport {
  /// Sentences about what the files leave out, and about files of earlier exports.
  public var sentences: [String] {
    let old = outdated.first.map { first in
      let others = outdated.count > 1 ? " and \(counted(outdated.count - 1, "more file"))" : ""
      let (verb, object) = outdated.count == 1 ? ("is", "it") : ("are", "them")
      return "\(first)\(others) \(verb) from an earlier export; an import of the folder reads "
        + "\(object), so remove \(object) if you do not need \(object)"
    }
    let links =
      excluded.isEmpty
      ? nil : "the links \(excluded.joined(separator: ", ")) are not exported, as the model says"
    return [leftover.sentence, lack, links, old].compactMap(\.self)
  }
}

extension Workspace {
  /// Exports a list, a record or every collection into a folder.
  ///
  /// Each file is written whole or not at all.
  ///
  /// The file `model.rec` has the model, so that an import creates the same collections. The folder
  /// `files` has copies of the kept files that the records name.
  ///
  /// The file of a list has its collection's name, and the file of a record has its handle or key.
  /// Markdown has a file for each record. In an export of every collection, these files are in
  /// folders with the collections' names.
  ///
  /// - Parameters:
  ///   - address: a list or one record; `nil` for every collection.
  ///   - format: the format of the output.
  ///   - folder: the folder, created if necessary.
  ///   - isReplacing: whether existing files are replaced.
  /// - Returns: a summary of the export.
  /// - Throws: ``AppError`` when the address leads nowhere, or a file exists that may not be
  ///   replaced. In these cases no file is written. If a later file can't be written, earlier files
  ///   stay.
  public func export(
    _ address: Address?, as format: InterchangeFormat, intoFolder folder: String,
    isReplacing: Bool
  ) throws(AppError) -> FolderExport {
    var (files, model) = try folderFiles(of: address, as: format)
    let place = environment.absolute(folder)
    try requireFolder(place, folder)
    // The folder may have another export of this store, whose collections stay in the model.
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
    try requireNoLinks(
      (files.map(\.name) + [ExportedModel.fileName, KeptFile.folder]).map {
        FolderFile.path(of: $0, in: place)
      },
      in: place)
    let title = try address.map { (address) throws(AppError) in try url(of: address).text }
    return try recorded(.export, "Export \(title ?? "all collections") to \(folder)") { done in
      JobOutcome(
        result: "wrote \(counted(done.fileCount, "file")) into \(folder)",
        details: done.sentences)
    } _: { log throws(AppError) -> FolderExport in
      var done = FolderExport()
      var folders: Set<String> = []
      // The model is written first, so that the rest of a killed export is recognized as an export.
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
      let (count, lack) = try export(done.leftover.takeFiles(), into: place)
      (done.fileCount, done.lack) = (done.fileCount + count, lack)
      if address == nil {
        do throws(StoreError) {
          done.excluded = try store.snapshot.unexportedLinks()
        } catch {
          throw failure(error)
        }
      }
      if other != nil { done.outdated = try outdatedFiles(besides: files, place) }
      return done
    }
  }

  /// Returns the Markdown files of exported records that have other names now, and of records that
  /// no longer exist.
  ///
  /// They stay, since they may be the only copies. But an import of the folder would read them.
  private func outdatedFiles(
    besides files: [FolderFile], _ place: String
  ) throws(AppError) -> [String] {
    let records = Set(files.compactMap(\.record))
    guard !records.isEmpty else { return [] }
    let snapshot = store.snapshot
    let reader = NoteFiles(environment: environment, fileSystem: fileSystem)
    let written = Set(files.map { $0.path(in: place) })
    var outdated: [String] = []
    for path in try reader.found(in: place, skippingExports: true)?.files ?? []
    where !written.contains(path) {
      guard let address = try reader.address(in: path, .markdown),
        let entity = snapshot.model.entities.first(where: { $0.plural == address.collection })
      else { continue }
      let id = ObjectID(entity: entity.name, key: address.key)
      if records.contains(id) || snapshot.row(id) == nil { outdated.append(path) }
    }
    return outdated
  }

  /// Refuses to write through links, which may lead to files outside the folder.
  func requireNoLinks(_ paths: [String], in place: String) throws(AppError) {
    let length = place.withoutLastSlashes.utf8.count
    var examined: Set<String> = []
    for path in paths {
      var part = path
      while part.utf8.count > length, examined.insert(part).inserted {
        if ((try? fileSystem.target(ofLink: part)) ?? nil) != nil {
          throw .failed("\(part) is a link, and an export does not write to other places")
        }
        part = part.parentFolder
      }
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

/// A file of the folder, and the export that fills it.
private struct FolderFile {
  let name: String
  let operation: ExportOperation
  /// The record of a Markdown file.
  var record: ObjectID?

  func path(in folder: String) -> String { Self.path(of: name, in: folder) }

  static func path(of name: String, in folder: String) -> String {
    folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
  }
}

extension Workspace {
  /// Returns the files for an address, and the model.
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
      let operation = ExportOperation(
        .record(id), in: snapshot, as: format, keepingAddresses: true)
      let file = FolderFile(
        name: names.next(snapshot.fileWords(of: id)), operation: operation,
        record: format == .markdown ? id : nil)
      return ([file], ExportedModel(snapshot, of: [id.entity]))
    }
    let (entity, query) = try query(at: address, adding: try ListClauses(), in: snapshot)
    let files = try folderFiles(
      of: query.request, entity, as: format, in: snapshot, &names, isAmongOthers: false,
      adding: try query.calculatedColumns(of: entity, in: snapshot, at: clock, as: format))
    return (files, ExportedModel(snapshot, of: [entity.name]))
  }

  private func folderFiles(
    of request: FetchRequest, _ entity: Entity, as format: InterchangeFormat,
    in snapshot: Snapshot, _ names: inout ExportFileNames, isAmongOthers: Bool,
    adding calculated: [(name: String, content: FieldDisplay)] = []
  ) throws(AppError) -> [FolderFile] {
    guard format == .markdown else {
      let operation = ExportOperation(
        .request(request, clock), in: snapshot, as: format, keepingAddresses: true,
        adding: calculated)
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
        operation: ExportOperation(.record(id), in: snapshot, as: format, adding: calculated),
        record: id)
    }
  }
}

extension String {
  /// The path without slashes at its end.
  fileprivate var withoutLastSlashes: String {
    let end = lastIndex { $0 != "/" }.map(index(after:)) ?? startIndex
    return end == startIndex ? "/" : String(self[..<end])
  }
}
