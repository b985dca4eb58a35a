internal import CairnFiles
internal import CairnInterchange
internal import CairnKit
internal import CairnRecords
internal import CairnStore

/// The form of an exported file.
private enum ExportForm: Sendable {
  /// Whole records, with links by their export rules.
  case whole(InterchangeFormat)
  /// The columns of a list, as texts.
  case columns
  /// The number of records with each value, if a list counts them.
  case counts(ListFormat)

  var title: String {
    switch self {
    case .whole(let format): format.title
    case .columns: "CSV of the columns shown"
    case .counts(let format): format == .json ? "JSON" : format == .jsonl ? "JSON Lines" : "CSV"
    }
  }

  var format: InterchangeFormat {
    switch self {
    case .whole(let format): format
    case .columns: .csv
    case .counts(let format): format == .json ? .json : format == .jsonl ? .jsonl : .csv
    }
  }
}

/// The state of a path for a new file.
private enum FilePlace: Sendable {
  case free
  case taken
  /// No file can be written at the path, for a reason.
  case closed(String)

  /// Examines a path, and tries whether a file can be created there.
  init(_ path: String, _ environment: Environment, _ fileSystem: any FileSystem) {
    do throws(FileError) {
      guard try fileSystem.exists(path.parentFolder) else {
        self = .closed("no folder \(environment.abbreviated(path.parentFolder))")
        return
      }
      let kind = try fileSystem.status(of: path)?.kind
      if kind == .folder { throw .isFolder(.write, path: environment.abbreviated(path)) }
      try fileSystem.beginReplacing(path, isTidying: false).discard()
      self = kind == .file ? .taken : .free
    } catch {
      self = .closed(error.description)
    }
  }
}

extension RecordActions {
  /// Asks for a format and a file, and exports in the background.
  func export(_ target: Target) -> [Effect] {
    var forms = InterchangeFormat.exported.map(ExportForm.whole)
    if target.id == nil { forms.append(.columns) }
    if target.countsValues { forms = [.counts(.csv), .counts(.json), .counts(.jsonl)] }
    let items = Menu.lettered(forms.map(\.title))
    let menu = Menu("Export \(target.short) as", items, footer: .leaves) { [self] index in
      proposeFile(target, forms[index])
    }
    return [.present(menu)]
  }

  /// Asks for a file, and proposes an unused name in the current folder.
  private func proposeFile(_ target: Target, _ form: ExportForm) -> [Effect] {
    let folder = workspace.environment.currentFolder
    let words = target.fileWords(in: client.snapshot)
    let job = BackgroundJob("looking for a name", holdsKeys: true) {
      [fileSystem = workspace.fileSystem] in
      var names = ExportFileNames(form.format)
      while true {
        let path = (folder == "/" ? "" : folder) + "/" + names.next(words)
        if (try? fileSystem.status(of: path)) == nil { return path }
      }
    } completion: { [self] path in
      askForFile(target, form, workspace.environment.abbreviated(path))
    }
    return [.run(job)]
  }

  private func askForFile(
    _ target: Target, _ form: ExportForm, _ path: String, problem: String? = nil
  ) -> [Effect] {
    let prompt = TextPrompt(
      "Export as \(form.title) into the file", text: path,
      footer: "\(key: .complete) completes · \(.taking("exports"))", problem: problem,
      complete: PathCompletion(
        environment: workspace.environment, fileSystem: workspace.fileSystem
      ).completion
    ) { [self] text in
      let file = text.trimmingBlanks()
      return file.isEmpty ? [] : exportUnlessTaken(target, form, file)
    }
    return [.present(prompt)]
  }

  /// Exports at once if the file name is free.
  ///
  /// Asks if the name is taken, and asks for another file if none can be written.
  private func exportUnlessTaken(
    _ target: Target, _ form: ExportForm, _ file: String
  ) -> [Effect] {
    guard !file.hasSuffix("/") else {
      let problem = "a list goes into a file; cairn export -o \(file) writes the whole store"
      return askForFile(target, form, file, problem: problem)
    }
    let path = workspace.environment.absolute(file)
    let (environment, fileSystem) = (workspace.environment, workspace.fileSystem)
    let job = BackgroundJob("looking at the folder", holdsKeys: true) {
      FilePlace(path, environment, fileSystem)
    } completion: { [self] place in
      switch place {
      case .free: return export(target, form, to: path)
      case .closed(let problem): return askForFile(target, form, file, problem: problem)
      case .taken: break
      }
      // The choice for Enter loses nothing.
      let items = [Menu.Item("n", "Choose another name"), Menu.Item("r", "Replace it")]
      return [
        .present(
          Menu("\(file) exists", items, footer: .leaves) { [self] choice in
            choice == 0 ? askForFile(target, form, file) : export(target, form, to: path)
          })
      ]
    }
    return [.run(job)]
  }

  private func export(_ target: Target, _ form: ExportForm, to path: String) -> [Effect] {
    let shown = workspace.environment.abbreviated(path)
    return jobs.start(
      .export, "Export \(target.title) to \(shown)", doing: "exporting \(target.short)"
    ) { [workspace] control throws(AppError) in
      switch form {
      case .whole(let format):
        .done(
          try workspace.export(
            target.url, only: target.keys, as: format, to: path, under: control))
      case .columns:
        .done(
          try workspace.exportRows(
            target.url, only: target.keys, as: .csv, to: path, under: control))
      case .counts(let format):
        .done(
          try workspace.exportRows(target.url, only: nil, as: format, to: path, under: control))
      }
    } completion: { report in
      report.announced(
        failure: "The export failed", canceled: "the export was canceled; no file was written"
      ) {
        [.say(Message(report.outcome.result, tone: .good))]
      }
    }
  }
}

extension Workspace {
  /// Exports a list or record into a file, as a job's work.
  ///
  /// - Parameters:
  ///   - url: the list or record.
  ///   - keys: the records of the list to export; `nil` for all.
  ///   - format: the format of the file.
  ///   - path: the file; an existing file is replaced.
  ///   - control: reports the progress, and cancels the work.
  /// - Returns: the outcome of the job.
  /// - Throws: ``AppError/failed(_:)`` when no file was written, for example after a cancellation.
  func export(
    _ url: ScreenURL, only keys: Set<RecordKey>?, as format: InterchangeFormat, to path: String,
    under control: JobRunner.Control
  ) throws(AppError) -> JobOutcome {
    var written = 0
    let operation = try operation(.url(url), only: keys, format)
    let leftover = try write(operation, toFile: path) { progress in
      if control.ending != nil { operation.cancel() }
      written = progress.records
      control.report(JobProgress.Reading(progress.records, of: progress.total))
    }
    let lack = incompleteness
    return JobOutcome(
      result: "exported \(Count.text(written, "record")) to \(environment.abbreviated(path))"
        + (lack == nil ? "" : ", which may lack records"),
      details: [leftover.sentence, lack].compactMap(\.self), url: url.text)
  }

  /// Exports the rows of a list into a file, as a job's work.
  ///
  /// - Parameters:
  ///   - url: the list.
  ///   - keys: the records of the list to export; `nil` for all.
  ///   - format: the format of the file.
  ///   - path: the file; an existing file is replaced.
  ///   - control: cancels the work.
  /// - Returns: the outcome of the job.
  /// - Throws: ``AppError/failed(_:)`` when no file was written, for example after a cancellation.
  fileprivate func exportRows(
    _ url: ScreenURL, only keys: Set<RecordKey>?, as format: ListFormat, to path: String,
    under control: JobRunner.Control
  ) throws(AppError) -> JobOutcome {
    let all = try list(at: .url(url), adding: try ListClauses())
    let list = keys.map(all.restricted) ?? all
    try write(toFile: path) { sink throws(AppError) in
      try list.print(as: format) { bytes throws(AppError) in
        if control.ending != nil { throw .failed("it was canceled") }
        try sink(bytes)
      }
    }
    return JobOutcome(
      result: "exported \(try list.countInWords()) to \(environment.abbreviated(path))",
      url: url.text)
  }
}
