public import CairnFiles
public import CairnInterchange
internal import CairnNavigation
internal import CairnRecords
internal import CairnScreens
public import CairnStore

extension Environment {
  /// A file as an input of an import.
  ///
  /// - Parameters:
  ///   - path: the file, as it was named.
  ///   - format: its form; `nil` asks its name.
  ///   - fileSystem: where it is.
  ///   - keepsBytes: whether it may be gone or changed when it is read again, and is kept in memory.
  /// - Returns: the input.
  /// - Throws: ``AppError/failed(_:)`` when it can't be opened.
  public func input(
    _ path: String, format: InterchangeFormat?, fileSystem: any FileSystem = RealFileSystem(),
    keepsBytes: Bool = false
  ) throws(AppError) -> ImportInput {
    let place = absolute(path)
    do throws(FileError) {
      let stream = try fileSystem.stream(place)
      let status = try fileSystem.status(of: place)
      // What the system makes up as it is read says that it has no size.
      guard !keepsBytes, let status, status.kind == .file, status.size > 0 else {
        return ImportInput(.init(name: path, stream), format: format)
      }
      return ImportInput(ByteStream(name: path, reading: place, of: fileSystem), format: format)
    } catch {
      throw .failed(error.description)
    }
  }

  /// What paths name as inputs of an import, in their order.
  ///
  /// A folder with the model of an export is all its files, and a file of an export has its model.
  /// Another folder is the Markdown in it and below it, hidden files and links to folders left out.
  /// Files of Markdown in one folder, as a shell makes them of `notes/*.md`, are one input as well,
  /// which is called like the folder.
  ///
  /// - Parameters:
  ///   - paths: files and folders.
  ///   - format: the form of all files; `nil` asks their names.
  ///   - fileSystem: where they are.
  ///   - open: opens a file that is read by itself.
  /// - Returns: the inputs, of which folders are read only when they are inspected.
  /// - Throws: ``AppError/failed(_:)`` for what is not there, or a folder without Markdown.
  public func inputs(
    _ paths: [String], format: InterchangeFormat?, fileSystem: any FileSystem = RealFileSystem(),
    open: (String) throws(AppError) -> ImportInput
  ) throws(AppError) -> [ImportInput] {
    let notes = NoteFiles(environment: self, fileSystem: fileSystem)
    var inputs: [ImportInput] = []
    var parts: [String] = []
    var passedOver: [String] = []
    // Whether there is a model in the folder of a part.
    var models: [String: Bool] = [:]
    for path in paths {
      if let export = try ExportFolder(path, notes) {
        parts += export.files + export.folders
        passedOver += export.passedOver
        if !export.notes.isEmpty {
          inputs.append(
            ImportInput(
              folder: notes.name(of: absolute(path)), at: path, of: export.notes.map(notes.stream)))
        }
      } else {
        parts.append(path)
        let folder = absolute(path).parentFolder
        if path != "-", models[folder] == nil {
          models[folder] = try ExportFolder.model(in: folder, fileSystem) != nil
        }
      }
    }
    var rest = parts[...]
    while let path = rest.first {
      if format ?? .markdown == .markdown, let folder = try notes.folder(path) {
        rest.removeFirst()
        inputs.append(folder)
        continue
      }
      let siblings = notes.siblings(rest, format)
      inputs.append(
        siblings.count > 1 ? notes.input(of: siblings, in: path) : try open(path))
      rest = rest.dropFirst(max(1, siblings.count))
    }
    if !inputs.isEmpty { inputs[0].notices = passedOver }
    let named = Set(parts.map(absolute))
    for folder in models.keys.sorted() where models[folder] == true {
      let model = "\(folder)/\(ExportedModel.fileName)"
      guard !named.contains(model) else { continue }
      inputs.append(
        ImportInput(modelBeside: ByteStream(name: model, reading: model, of: fileSystem)))
    }
    return inputs
  }

  /// Reads inputs to their end, for which no store is needed.
  ///
  /// - Throws: ``AppError/failed(_:)`` when one can't be read or holds nothing.
  public func inspect(
    _ inputs: [ImportInput],
    progress: (ImportProgress) -> ImportProgress.Answer = { _ in .proceed }
  ) throws(AppError) -> InspectedInputs {
    do throws(InterchangeError) {
      return try InspectedInputs(inputs, progress: progress)
    } catch {
      throw .failed(error.description)
    }
  }
}

extension Workspace {
  /// Imports inputs as one change.
  ///
  /// - Parameters:
  ///   - inputs: files, or streams that come once.
  ///   - options: what the import is asked to do.
  ///   - progress: is told how far it is; its answer may end it.
  /// - Returns: what came in, row by row where it could not.
  /// - Throws: ``AppError``; then nothing was imported.
  public func importing(
    _ inputs: InspectedInputs, _ options: ImportOptions = ImportOptions(),
    progress: (ImportProgress) -> ImportProgress.Answer = { _ in .proceed }
  ) throws(AppError) -> ImportReport {
    try importing(inputs.names, options, progress: progress) { _ throws(AppError) in inputs }
  }

  /// Reads inputs and imports them as one change, which is among the jobs all the time.
  ///
  /// - Parameters:
  ///   - names: what the inputs are called.
  ///   - options: what the import is asked to do.
  ///   - progress: is told how far it is once all is read; its answer may end it.
  ///   - read: reads the inputs, and tells how far it is.
  /// - Returns: what came in, row by row where it could not.
  /// - Throws: ``AppError``; then nothing was imported.
  public func importing(
    _ names: [String], _ options: ImportOptions,
    progress: (ImportProgress) -> ImportProgress.Answer,
    reading read: (_ note: (ImportProgress) -> Void) throws(AppError) -> InspectedInputs
  ) throws(AppError) -> ImportReport {
    if options.isDryRun { return try unrecordedImport(read { _ in }, options, progress: progress) }
    return try recorded(.import, "Import \(names.joined(separator: ", "))") {
      JobOutcome($0, url: url(of: $0))
    } _: { log throws(AppError) in
      let inputs = try read { log.note(JobProgress.Reading($0)) }
      return try unrecordedImport(inputs, options) { state in
        log.note(JobProgress.Reading(state))
        return progress(state)
      }
    }
  }

  /// Says what an import of inputs would do.
  ///
  /// - Throws: ``AppError``, for a choice that can't be had say.
  func preview(
    _ inputs: InspectedInputs, _ options: ImportOptions,
    progress: (ImportProgress) -> ImportProgress.Answer
  ) throws(AppError) -> ImportPreview {
    try withImporter(options) { (importer) throws(InterchangeError) in
      try importer.preview(inputs, progress: progress)
    }
  }

  /// Says which column's values an import of inputs would put into which field.
  ///
  /// - Throws: ``AppError``, for a choice that can't be had say.
  func fields(
    of inputs: InspectedInputs, _ options: ImportOptions
  ) throws(AppError) -> [ColumnField] {
    try withImporter(options) { (importer) throws(InterchangeError) in
      try importer.fields(of: inputs)
    }
  }

  /// Imports inputs as one change, of which whoever calls keeps the record.
  func unrecordedImport(
    _ inputs: InspectedInputs, _ options: ImportOptions,
    progress: (ImportProgress) -> ImportProgress.Answer
  ) throws(AppError) -> ImportReport {
    do throws(InterchangeError) {
      return try importer(options).run(inputs, progress: progress)
    } catch .store(.file(let reason)) where reason.isFull && reason.action != .synchronize {
      throw .failed("nothing was imported: \(reason); free some space and import again")
    } catch {
      throw failure(error)
    }
  }

  private func withImporter<Result>(
    _ options: ImportOptions, _ work: (Importer) throws(InterchangeError) -> Result
  ) throws(AppError) -> Result {
    do throws(InterchangeError) {
      return try work(importer(options))
    } catch {
      throw failure(error)
    }
  }

  private func importer(_ options: ImportOptions) -> Importer {
    Importer(store, options, zones: ZoneFolder(environment["TZDIR"])) {
      [self] text, entity, snapshot in
      links(in: snapshot).end(text, entity)
    }
  }

  /// The list that shows what came in first.
  func url(of report: ImportReport) -> String? {
    report.collections.first.map { store.snapshot.url(of: $0.entity).text }
  }

  /// The records that a change added or changed, each once.
  ///
  /// - Parameter change: the change's number; others may have saved since.
  /// - Returns: the records, in the order of saving.
  /// - Throws: ``AppError/failed(_:)`` when the history can't be read, or has no such change.
  public func records(of change: UInt64) throws(AppError) -> [ObjectID] {
    do throws(StoreError) {
      var history = try store.makeHistory(upTo: change)
      while let entry = try history.next() {
        guard entry.number == change, let transaction = entry.transaction else { continue }
        var seen: Set<ObjectID> = []
        return transaction.changes.map(\.id).filter { seen.insert($0).inserted }
      }
      throw .unknownTransaction(change)
    } catch {
      throw failure(error)
    }
  }
}

extension JobProgress.Reading {
  /// How far an import is.
  init(_ progress: ImportProgress) {
    self.init(
      progress.rows, of: progress.total, phase: progress.phase == .inspecting ? "reading" : "")
  }
}

extension ByteStream {
  /// A stream of a file system as what readers take.
  init(name: String, _ stream: any ByteSource) {
    self.init(name: name) { () throws(InterchangeError) in
      do throws(FileError) {
        return try stream.next()
      } catch {
        throw .unreadable(name: name, reason: error.description)
      }
    }
  }

  /// The file at `path`, which is opened only when it is read, and again for each further reading:
  /// there may be more files than a process can hold open.
  init(name: String, reading path: String, of fileSystem: any FileSystem) {
    self.init(name: name) { () throws(InterchangeError) -> ByteStream in
      do throws(FileError) {
        return ByteStream(name: name, try fileSystem.stream(path))
      } catch {
        throw .unreadable(name: name, reason: error.description)
      }
    }
  }
}
