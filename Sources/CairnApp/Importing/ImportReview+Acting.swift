internal import CairnInterchange
internal import CairnKit
internal import CairnNavigation
internal import CairnRecords
internal import CairnScreens
internal import CairnStore

extension ImportReview {
  /// An action, and the column under the cursor.
  private struct Request {
    let review: ImportReview
    let id: String?
  }

  func perform(_ action: ActionName, on id: String?) -> [Effect]? {
    Self.handlers.perform(action, by: Request(review: self, id: id))
  }

  func offers(_ action: ActionName) -> Bool {
    action != .importNotes || preview?.report.notes.isEmpty == false
  }

  private static let handlers = HandlerTable(
    HandlerTable<Request>([.columnType, .columnField, .columnMatch, .columnOmit]) { action in
      Handler { $0.review.perform(action, onColumn: $0.id) }
    },
    [
      .open: .when({ $0.id != nil }) { $0.review.perform(.open, onColumn: $0.id) },
      .reload: Handler { $0.review.read() + [.refresh] },
      .importShown: Handler { $0.review.importShown() },
      .importInto: Handler { request in
        let review = request.review
        return review.preview == nil ? review.notYet : ImportSheets(review).collections
      },
      .importDialect: Handler { DialectSheet($0.review).menu },
      .importNotes: .when({ $0.review.preview?.report.notes.isEmpty == false }) {
        $0.review.showNotes()
      },
      .interrupt: Handler { request in
        request.review.runningJob.map { [.open(JobScreens.url(of: $0))] }
      },
    ])

  private func perform(_ action: ActionName, onColumn id: String?) -> [Effect] {
    guard let column = columns.first(where: { $0.id == id }) else {
      guard preview != nil else { return notYet }
      let advice: KeyWords = "\(key: .otherPane) goes to the columns"
      return [.say(Message("no column under the cursor", tone: .warning, advice: advice))]
    }
    return ImportSheets(self).effects(of: action, on: column)
  }

  private func showNotes() -> [Effect] {
    let text = (preview?.report.notes ?? []).map { "• \($0)" }.joined(separator: "\n")
    return [.present(Notice("Notes about \(names)", text))]
  }

  var notYet: [Effect] {
    [.say(Message("the file is still being read", tone: .warning))]
  }

  private func importShown() -> [Effect] {
    guard case .read(let files) = phase, let preview else { return notYet }
    guard rehearsal == nil else {
      return [.say(Message("the preview is not complete yet", tone: .warning))]
    }
    guard preview.report.changesAnything, !preview.report.isFruitless else {
      return [.say(Message("nothing to import", tone: .warning))]
    }
    guard !isImporting else {
      return [.say(Message("the import is under way", advice: .jobs))]
    }
    return ImportSheets(self).equalRecords(in: preview.report) ?? startImport(of: files)
  }

  /// Imports the files, unless they changed since they were read.
  func startImport() -> [Effect] {
    guard case .read(let files) = phase else { return notYet }
    return startImport(of: files)
  }

  private func startImport(of files: ImportFiles) -> [Effect] {
    if let obstacle = place.records.obstacle {
      return [.say(Message("nothing can be imported: \(obstacle)", tone: .warning))]
    }
    isImporting = true
    let (asked, workspace) = (asked, place.workspace)
    let job = BackgroundJob(lane: .reader, holdsKeys: true) {
      // If a file is missing, the preview is outdated as well.
      try? ImportFiles.marks(of: asked.files, workspace.environment, workspace.fileSystem)
    } completion: { [weak self] (marks: [ImportFiles.Mark]?) in
      guard let self else { return [] }
      if marks == files.marks { return start(files) }
      isImporting = false
      let words = "\(names) changed and is read again; nothing was imported"
      return read() + [.refresh, .say(Message(words, tone: .warning))]
    }
    return [.run(job)]
  }

  private func start(_ files: ImportFiles) -> [Effect] {
    let (workspace, asked, records) = (place.workspace, asked, place.records)
    return place.jobs.runner.start(
      .import, title, doing: "importing \(names)", endings: [.cancel, .keep]
    ) { control throws(AppError) in
      .done(try workspace.unrecordedImport(files.inputs, asked, under: control))
    } begun: { [self] number in
      runningJob = number
    } completion: { [self] report in
      (isImporting, runningJob) = (false, nil)
      records.note(report.outcome)
      return report.announced(
        failure: "The import failed", canceled: "the import was canceled; nothing was changed"
      ) {
        let url = report.outcome.url.flatMap { try? ScreenURL(parsing: $0) }
        let message = Message.saved(
          "imported \(report.outcome.result)", isChange: report.outcome.change != nil)
        return (url.map { [.replace($0)] } ?? []) + [.say(message)]
      }
    }
  }
}
