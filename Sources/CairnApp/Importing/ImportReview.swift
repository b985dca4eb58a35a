internal import CairnInterchange
internal import CairnKit
internal import CairnNavigation
internal import CairnRecords
internal import CairnScreens
internal import CairnStore

/// The preview of an import, with all choices about it.
///
///     reading ──▶ rehearsing ──▶ shown ──I──▶ importing ──▶ the new records' list
///      │ ▲             ▲           │
///      │ └ earlier       └─ a choice ┘
///      ▼   choices
///     explained
///
/// 1. The store is written only at `I`; the preview comes from a dry run.
/// 2. Reading and the dry run work on other threads. A newer choice cancels an older dry run, and
///    reading again cancels both. The effect of the choices is known before `I` takes them.
/// 3. All choices are in the screen's URL. An invalid choice is reported and taken back.
/// 4. Files that changed since they were read are read again before the import.
/// 5. An import without choices begins with those of an earlier import of such files. If they no
///    longer work, it begins without choices.
final class ImportReview: ReviewSource {
  /// The state of the preview.
  enum Phase {
    case begun
    case reading(JobProgress)
    case read(ImportFiles)
    case failed(Explanation)
  }

  let place: ImportScreens
  private(set) var asked: ImportChoices { didSet { knownColumns = nil } }
  private(set) var phase = Phase.begun
  private(set) var preview: ImportPreview? {
    didSet { (knownColumns, shownTable) = (nil, nil) }
  }
  /// The columns of the preview, computed on demand.
  private var knownColumns: [ImportColumn]?
  /// The position of the table whose rows are shown.
  private var shownTable: Int?
  /// The store content and the choices of the current preview.
  private var previewed: (snapshot: Snapshot, choices: ImportChoices)?
  private var rehearsal: JobProgress?
  private var selected: String?
  private var isImporting = false
  /// The number of the running import that this screen started.
  private var runningJob: Int?
  /// The marks of the files when the screen was left.
  private var rememberedMarks: [String]?
  /// Whether to look for an earlier import of such files.
  private var looksForEarlier: Bool
  /// The earlier import with whose choices this one began, in words.
  private(set) var earlier: String?
  private let rows = PreviewedRows()

  init(_ choices: ImportChoices, _ place: ImportScreens) {
    self.place = place
    asked = choices
    let environment = place.workspace.environment
    // A restart may happen in another folder.
    asked.files = choices.files.map { environment.abbreviated(environment.absolute($0)) }
    looksForEarlier = choices == ImportChoices(choices.files)
  }

  deinit {
    if case .reading(let progress) = phase { progress.end(.cancel) }
    rehearsal?.end(.cancel)
  }

  // MARK: Content

  /// The names of the files.
  var names: String { asked.names }

  var title: String { "Import \(names)" }
  var isBusy: Bool { rehearsal != nil }
  var results: any ListSource { rows.list }
  var environment: Environment { place.workspace.environment }

  private(set) lazy var choices: any ListSource = {
    let list = ImportColumn.list { [weak self] in self?.columns ?? [] }
    list.readiness = { [weak self] in self?.preview == nil ? .loading : .ready }
    return list
  }()

  /// The columns of all files.
  var columns: [ImportColumn] {
    if let knownColumns { return knownColumns }
    let columns = preview.map {
      ImportColumn.columns(of: $0, asked, clock: place.records.clock())
    }
    knownColumns = columns
    return columns ?? []
  }

  var explanation: Explanation? {
    if case .failed(let explanation) = phase { explanation } else { nil }
  }

  var facts: [DetailField] {
    switch phase {
    case .begun, .failed: []
    case .reading(let progress):
      [DetailField("From", "reading \(names) · \(Count.text(progress.reading.done, "row"))")]
    case .read(let files):
      preview.map { ImportFacts($0, asked, like: earlier, in: place.records.snapshot).fields }
        ?? [DetailField("From", "\(names) · \(Count.text(files.inputs.rowCount, "row"))")]
    }
  }

  func select(_ id: String?) {
    guard selected != id else { return }
    selected = id
    showRows()
  }

  /// Shows the rows of the table that the selected column belongs to.
  private func showRows() {
    guard let preview, !preview.tables.isEmpty else { return }
    let wanted = columns.first { $0.id == selected }?.table ?? 0
    let table = min(wanted, preview.tables.count - 1)
    guard table != shownTable else { return }
    shownTable = table
    rows.show(preview.tables[table], clock: place.records.clock())
  }
}

// MARK: - Reading and rehearsing

extension ImportReview {
  func refresh(_ surroundings: Surroundings) -> [Effect] {
    switch phase {
    case .begun:
      let query = asked.query
      return (surroundings.url?.query == query ? [] : [.setItems(query)]) + read()
    case .read(let files) where rehearsal == nil:
      return previewed?.snapshot === place.records.snapshot ? [] : rehearse(files)
    case .reading, .read, .failed: return []
    }
  }

  /// Reads the files to their end, on another thread.
  func read() -> [Effect] {
    if case .reading(let older) = phase { older.end(.cancel) }
    rehearsal?.end(.cancel)
    let progress = JobProgress()
    phase = .reading(progress)
    (preview, previewed, rehearsal) = (nil, nil, nil)
    let (asked, workspace, looksForEarlier) = (asked, place.workspace, looksForEarlier)
    let job = BackgroundJob("reading \(names)", lane: .reader, progress: progress) {
      // Without the records of jobs, the import begins without choices.
      let reports = looksForEarlier ? (try? workspace.jobFolder.reports()) ?? [] : []
      let files = Result { () throws(AppError) in
        try ImportFiles(asked, workspace.environment, workspace.fileSystem, progress)
      }
      let header = (try? files.get())?.inputs.header
      return (files, EarlierImport.find(like: asked.files, header, in: reports))
    } completion: { [weak self] (files, earlier) in
      guard let self, case .reading(let newest) = phase, newest === progress else { return [] }
      // The state of a screen that is restored comes during the reading.
      guard let earlier, self.looksForEarlier, rememberedMarks == nil else { return take(files) }
      return begin(like: earlier.import, at: earlier.time)
    }
    return [.run(job)]
  }

  /// Reads the files again with the choices of an earlier import.
  private func begin(like earlier: EarlierImport, at time: Timestamp) -> [Effect] {
    let when = ValueText.display(.datetime(time), at: place.records.clock())
    let isSame = Set(earlier.choices.files) == Set(asked.files)
    let origin = "\(isSame ? "its import" : "the import of \(earlier.choices.names)") on \(when)"
    var choices = earlier.choices
    choices.files = asked.files
    (asked, self.earlier, looksForEarlier) = (choices, origin, false)
    return [.setItems(asked.query)] + read() + [.refresh]
  }

  /// Reads the files again without choices.
  func beginAgain(saying words: String? = nil) -> [Effect] {
    (asked, earlier, looksForEarlier) = (ImportChoices(asked.files), nil, false)
    let message = words.map { Effect.say(Message($0, tone: .warning)) }
    return [.setItems(asked.query), message].compactMap(\.self) + read() + [.refresh]
  }

  private func take(_ result: Result<ImportFiles, AppError>) -> [Effect] {
    looksForEarlier = false
    do throws(AppError) {
      let files = try result.get()
      phase = .read(files)
      let gone = asked.forgetColumns(otherThan: files.inputs.columns)
      if !gone.isEmpty {
        let words = "\(names) no longer has \(gone.joined(separator: ", "))"
        return [.setItems(asked.query), .say(Message(words, tone: .warning)), .refresh]
      }
      let isOther = rememberedMarks.map { $0 != files.marks.map(\.text) } ?? false
      rememberedMarks = nil
      let words = "\(names) changed since your last visit"
      return (isOther ? [.say(Message(words, tone: .warning))] : []) + [.refresh]
    } catch {
      phase = .failed(explained(error))
      return [.refresh]
    }
  }

  /// Reads the files again in another way.
  func read(as dialect: Dialect) -> [Effect] {
    asked.options.dialect = dialect
    return [.setItems(asked.query)] + read() + [.refresh]
  }

  /// Computes the results of the import, on another thread.
  private func rehearse(_ files: ImportFiles) -> [Effect] {
    rehearsal?.end(.cancel)
    let progress = JobProgress()
    rehearsal = progress
    let (asked, workspace, snapshot) = (asked, place.workspace, place.records.snapshot)
    let job = BackgroundJob(lane: .reader) {
      Result { () throws(AppError) in
        try workspace.preview(files.inputs, asked.options) { _ in
          progress.ending == nil ? .proceed : .cancel
        }
      }
    } completion: { [weak self] result in
      guard let self, rehearsal === progress else { return [] }
      rehearsal = nil
      return take(result, of: asked, in: snapshot)
    }
    return [.run(job)]
  }

  private func take(
    _ result: Result<ImportPreview, AppError>, of choices: ImportChoices, in snapshot: Snapshot
  ) -> [Effect] {
    do throws(AppError) {
      preview = try result.get()
      previewed = (snapshot, choices)
      showRows()
      return [.refresh]
    } catch {
      guard let previewed else {
        if earlier != nil {
          return beginAgain(saying: "the choices of the earlier import no longer work: \(error)")
        }
        phase = .failed(explained(error))
        return [.refresh]
      }
      asked = previewed.choices
      self.previewed = (snapshot, asked)
      return [
        .setItems(asked.query), .say(Message("refused: \(error)", tone: .warning)), .refresh,
      ]
    }
  }

  /// Changes the choices and computes the results again.
  func decide(_ change: (inout ImportChoices) -> Void) -> [Effect] {
    guard case .read(let files) = phase else { return [] }
    // The change works on a copy, because it may read the old choices.
    var next = asked
    change(&next)
    asked = next
    let query = asked.query
    let isKept = ImportScreens.url.replacing(query: query).isWithinLimits
    let notice = Message("too many choices to keep after this screen", tone: .warning)
    return (isKept ? [.setItems(query)] : [.say(notice)]) + rehearse(files)
  }
}

// MARK: - Acting

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

// MARK: - State

extension ImportReview {
  func encodeState(to encoder: inout StateEncoder) {
    if case .read(let files) = phase { encoder.encode(files.marks.map(\.text), as: "files") }
    if let earlier { encoder.encode(earlier, as: "earlier") }
  }

  func decodeState(from decoder: StateDecoder) {
    rememberedMarks = decoder.decode("files")
    earlier = decoder.decode("earlier")
  }
}
