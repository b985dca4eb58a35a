internal import CairnFiles
internal import CairnInterchange
internal import CairnKit
internal import CairnRecords
internal import CairnStore

extension RecordActions {
  /// Asks for a format and a file, and exports in the background.
  func export(_ target: Target) -> [Effect] {
    chooseFormat("Export \(target.short) as") { [self] format in
      let folder = workspace.environment.currentFolder
      let path = (folder == "/" ? "" : folder) + "/" + target.fileName(format, in: desk.snapshot)
      return askForFile(target, format, workspace.environment.abbreviated(path))
    }
  }

  private func askForFile(
    _ target: Target, _ format: InterchangeFormat, _ path: String
  ) -> [Effect] {
    let prompt = TextPrompt(
      "Export as \(format.title) into the file", text: path,
      footer: "\(key: .complete) completes · \(.taking("exports"))",
      complete: PathCompletion(
        environment: workspace.environment, fileSystem: workspace.fileSystem
      ).completion
    ) { [self] text in
      let file = text.trimmingBlanks()
      return file.isEmpty ? [] : exportUnlessTaken(target, format, file)
    }
    return [.present(prompt)]
  }

  /// Exports at once where nothing has the file's name, and asks where something has.
  private func exportUnlessTaken(
    _ target: Target, _ format: InterchangeFormat, _ file: String
  ) -> [Effect] {
    let path = workspace.environment.absolute(file)
    let job = Job { [fileSystem = workspace.fileSystem] () -> Bool in
      // What can't be looked at is explained when it is written.
      (try? fileSystem.status(of: path)?.kind) == .file
    } completion: { [self] isTaken in
      guard isTaken else { return export(target, format, to: path) }
      // What Enter does loses nothing.
      let items = [Menu.Item("n", "Choose another name"), Menu.Item("r", "Replace it")]
      return [
        .present(
          Menu("\(file) exists", items, footer: .leaves) { [self] choice in
            choice == 0
              ? askForFile(target, format, file) : export(target, format, to: path)
          })
      ]
    }
    return [.run(job)]
  }

  private func export(
    _ target: Target, _ format: InterchangeFormat, to path: String
  ) -> [Effect] {
    let shown = workspace.environment.abbreviated(path)
    return jobs.start(
      .export, "Export \(target.title) to \(shown)", doing: "exporting \(target.short)"
    ) { [workspace] control throws(AppError) in
      .done(
        try workspace.export(
          target.url, only: target.keys, as: format, to: path, under: control))
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
  /// Exports what is at a URL into a file, as a job's work.
  ///
  /// - Parameters:
  ///   - url: the list or record.
  ///   - keys: the records of the list that are meant; `nil` for all.
  ///   - format: the form of the file.
  ///   - path: where the file is to be; one that is there is replaced.
  ///   - control: says how far the work is, and ends it early.
  /// - Returns: what came of it.
  /// - Throws: ``AppError/failed(_:)`` when there is no such file then, also because it was ended.
  func export(
    _ url: ScreenURL, only keys: Set<RecordKey>?, as format: InterchangeFormat, to path: String,
    under control: JobDesk.Control
  ) throws(AppError) -> JobOutcome {
    var written = 0
    let operation = try operation(.url(url), only: keys, format)
    let leftover = try write(operation, toFile: path) { progress in
      if control.ending != nil { operation.cancel() }
      written = progress.records
      control.report(JobProgress.Reading(progress.records, of: progress.total))
    }
    return JobOutcome(
      result: "exported \(Count.text(written, "record")) to \(environment.abbreviated(path))",
      details: [leftover.sentence].compactMap(\.self), url: url.text)
  }
}
