public import CairnFiles
public import CairnInterchange
internal import CairnNavigation
internal import CairnRecords
internal import CairnScreens
public import CairnStore

extension Environment {
  /// Opens a file as an input of an import.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - format: its format; `nil` infers it from the name.
  ///   - fileSystem: the file system of the file.
  ///   - keepsBytes: whether to keep the bytes in memory, in case the file changes or disappears.
  /// - Returns: the input.
  /// - Throws: ``AppError/failed(_:)`` when the file can't be opened.
  public func input(
    _ path: String, format: InterchangeFormat?, fileSystem: any FileSystem = RealFileSystem(),
    keepsBytes: Bool = false
  ) throws(AppError) -> ImportInput {
    let place = absolute(path)
    do throws(FileError) {
      let stream = try fileSystem.stream(place)
      let status = try fileSystem.status(of: place)
      // Files that the system generates on reading, as in /proc, have a size of zero.
      guard !keepsBytes, let status, status.kind == .file, status.size > 0 else {
        return ImportInput(.init(name: path, stream), format: format)
      }
      return ImportInput(ByteStream(name: path, reading: place, of: fileSystem), format: format)
    } catch {
      throw .failed(error.description)
    }
  }

  /// Returns the inputs of an import for paths, in their order.
  ///
  /// A folder with the model of an export means all its files, and a file of an export comes
  /// with its model. Any other folder means its Markdown files, with those in subfolders, but
  /// without hidden files and links to folders. Markdown files of one folder, as in `notes/*.md`,
  /// are one input as well, named like the folder.
  ///
  /// - Parameters:
  ///   - paths: files and folders.
  ///   - format: the format of all files; `nil` infers it from their names.
  ///   - dialect: how all files are written; the parts that are not given are detected.
  ///   - fileSystem: the file system of the paths.
  ///   - open: opens a single file.
  /// - Returns: the inputs; folders are read only when they are inspected.
  /// - Throws: ``AppError/failed(_:)`` for a missing path, or a folder without Markdown.
  public func inputs(
    _ paths: [String], format: InterchangeFormat?, dialect: Dialect = Dialect(),
    fileSystem: any FileSystem = RealFileSystem(),
    open: (String) throws(AppError) -> ImportInput
  ) throws(AppError) -> [ImportInput] {
    let notes = NoteFiles(environment: self, fileSystem: fileSystem)
    var inputs: [ImportInput] = []
    var parts: [String] = []
    var passedOver: [String] = []
    var keptFiles: [ImportedFiles] = []
    // Caches whether the folder of a file has the model of an export.
    var models: [String: Bool] = [:]
    for path in paths {
      if let export = try ExportFolder(path, notes) {
        parts += export.files
        passedOver += export.passedOver
        if export.hasKeptFiles { keptFiles.append(try self.keptFiles(in: path, fileSystem)) }
        inputs += export.notes.groups.map { group in
          ImportInput(
            folder: group.collection, at: group.folder, of: group.files.map(notes.stream))
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
      if siblings.count > 1, models[absolute(path).parentFolder] == true,
        let groups = try notes.inputsByCollection(of: siblings)
      {
        inputs += groups
      } else {
        inputs.append(
          siblings.count > 1 ? notes.input(of: siblings, in: path) : try open(path))
      }
      rest = rest.dropFirst(max(1, siblings.count))
    }
    if !inputs.isEmpty { (inputs[0].notices, inputs[0].keptFiles) = (passedOver, keptFiles) }
    for place in inputs.indices { inputs[place].dialect = dialect }
    let named = Set(parts.map(absolute))
    for folder in models.keys.sorted() where models[folder] == true {
      let model = "\(folder)/\(ExportedModel.fileName)"
      guard !named.contains(model) else { continue }
      inputs.append(
        ImportInput(modelBeside: ByteStream(name: model, reading: model, of: fileSystem)))
    }
    return inputs
  }

  /// Returns the kept files in the folder of an export.
  private func keptFiles(
    in path: String, _ fileSystem: any FileSystem
  ) throws(AppError) -> ImportedFiles {
    do throws(FileError) {
      return try ImportedFiles(in: absolute(path), fileSystem)
    } catch {
      throw .failed(error.description)
    }
  }

  /// Reads inputs to their end; no store is needed.
  ///
  /// - Throws: ``AppError/failed(_:)`` when an input is empty or can't be read.
  public func inspect(
    _ inputs: [ImportInput],
    progress: (ImportProgress) -> ImportProgress.Answer = { _ in .proceed }
  ) throws(AppError) -> InspectedInputs {
    do throws(InterchangeError) {
      return try InspectedInputs(inputs, progress: progress)
    } catch {
      throw AppError(error)
    }
  }
}

extension AppError {
  /// Creates the error of inputs that can't be read.
  init(_ error: InterchangeError) {
    switch error {
    case .contradiction: self = .usage(error.sentence(.commandOptions))
    case .unclearEncoding, .mixedEncodings, .escapedQuotes:
      self = .undecided(error.sentence(.commandOptions), error.remedies)
    default: self = .failed(error.sentence(.commandOptions))
    }
  }
}

extension Workspace {
  /// Imports inputs as one change.
  ///
  /// - Parameters:
  ///   - inputs: the inspected inputs.
  ///   - options: the options of the import.
  ///   - files: the paths of the inputs; empty if no later import should begin with the options.
  ///   - format: the format of the files, if it was given.
  ///   - progress: called with the progress; its answer may end the import.
  /// - Returns: a report, with the bad rows.
  /// - Throws: ``AppError``; then nothing was imported.
  public func importing(
    _ inputs: InspectedInputs, _ options: ImportOptions = ImportOptions(),
    of files: [String] = [], as format: InterchangeFormat? = nil,
    progress: (ImportProgress) -> ImportProgress.Answer = { _ in .proceed }
  ) throws(AppError) -> ImportReport {
    try importing(inputs.names, options, of: files, as: format, progress: progress) {
      _ throws(AppError) in inputs
    }
  }

  /// Reads inputs and imports them as one change, and records a job for all that time.
  ///
  /// - Parameters:
  ///   - names: the names of the inputs.
  ///   - options: the options of the import.
  ///   - files: the paths of the inputs; empty if no later import should begin with the options.
  ///   - format: the format of the files, if it was given.
  ///   - progress: called with the progress after the reading; its answer may end the import.
  ///   - refused: called before the error with the report of a strict import that is refused.
  ///   - read: reads the inputs, and reports the progress.
  /// - Returns: a report, with the bad rows.
  /// - Throws: ``AppError``; then nothing was imported.
  public func importing(
    _ names: [String], _ options: ImportOptions, of files: [String],
    as format: InterchangeFormat?, progress: (ImportProgress) -> ImportProgress.Answer,
    refusing refused: (ImportReport) -> Void = { _ in },
    reading read: (_ note: (ImportProgress) -> Void) throws(AppError) -> InspectedInputs
  ) throws(AppError) -> ImportReport {
    if options.isDryRun { return try unrecordedImport(read { _ in }, options, progress: progress) }
    // Standard input can't be recognized.
    let paths = files.contains("-") ? [] : files
    var choices = ImportChoices(paths.map { environment.abbreviated(environment.absolute($0)) })
    (choices.format, choices.options) = (format, options)
    let title = "Import \(names.joined(separator: ", "))"
    return try recorded(.import, title) { (report, inputs) in
      outcome(of: report, inputs, choices)
    } _: { log throws(AppError) in
      let inputs = try read { log.note(JobProgress.Reading($0)) }
      let show = { (state: ImportProgress) in
        log.note(JobProgress.Reading(state))
        return progress(state)
      }
      return (
        try unrecordedImport(inputs, options, progress: show, refusing: refused), inputs
      )
    }.0
  }

  /// Previews an import of inputs.
  ///
  /// - Throws: ``AppError``, for example for an invalid choice.
  func preview(
    _ inputs: InspectedInputs, _ options: ImportOptions,
    progress: (ImportProgress) -> ImportProgress.Answer
  ) throws(AppError) -> ImportPreview {
    try withImporter(options) { (importer) throws(InterchangeError) in
      try importer.preview(inputs, progress: progress)
    }
  }

  /// Returns the fields that an import of inputs would fill with columns.
  ///
  /// - Throws: ``AppError``, for example for an invalid choice.
  func fields(
    of inputs: InspectedInputs, _ options: ImportOptions
  ) throws(AppError) -> [ColumnField] {
    try withImporter(options) { (importer) throws(InterchangeError) in
      try importer.fields(of: inputs)
    }
  }

  /// Imports inputs as one change without a job record, which the caller keeps.
  func unrecordedImport(
    _ inputs: InspectedInputs, _ options: ImportOptions,
    progress: (ImportProgress) -> ImportProgress.Answer,
    refusing refused: (ImportReport) -> Void = { _ in }
  ) throws(AppError) -> ImportReport {
    do throws(InterchangeError) {
      return try importer(options).run(inputs, progress: progress)
    } catch .refused(let report) {
      refused(report)
      throw failure(.refused(report))
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
    var options = options
    options.wording = .commandOptions
    return Importer(store, options, zones: ZoneFolder(environment["TZDIR"])) {
      [self] text, entity, snapshot in
      links(in: snapshot).end(text, entity)
    }
  }

  /// Returns the URL of the first collection with imported records.
  func url(of report: ImportReport) -> String? {
    report.collections.first.map { store.snapshot.url(of: $0.entity).text }
  }

  /// Returns the records that a change added or changed, each once.
  ///
  /// - Parameter change: the change's number; other processes may have saved changes since.
  /// - Returns: the records, in the order of saving.
  /// - Throws: ``AppError/failed(_:)`` when the history can't be read, or has no such change.
  public func records(of change: UInt64) throws(AppError) -> [ObjectID] {
    do throws(StoreError) {
      var history = try store.makeHistory(upTo: change)
      while let entry = try history.next() {
        guard entry.number == change, let transaction = entry.transaction else { continue }
        var seen: Set<ObjectID> = []
        return transaction.visibleChanges.map(\.id).filter { seen.insert($0).inserted }
      }
      throw .unknownTransaction(change)
    } catch {
      throw failure(error)
    }
  }
}

extension JobProgress.Reading {
  /// Creates a reading from the progress of an import.
  init(_ progress: ImportProgress) {
    self.init(
      progress.rows, of: progress.total, phase: progress.phase == .inspecting ? "reading" : "")
  }
}
