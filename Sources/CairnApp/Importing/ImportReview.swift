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
/// 5. An import without choices takes the choices of an earlier import of such files. If they don't
///    work, it begins without choices.
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
  private(set) var rehearsal: JobProgress?
  private var selected: String?
  var isImporting = false
  /// The number of the running import that this screen started.
  var runningJob: Int?
  /// The marks of the files when the screen was left.
  private var rememberedMarks: [String]?
  /// Whether to look for an earlier import of such files.
  private var looksForEarlier: Bool
  /// The earlier import with whose choices this one began, in words.
  private(set) var earlier: String?
  /// Whether the choices of the earlier import are unchanged and have not worked yet.
  private var isTryingEarlier = false
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
    let model = place.records.snapshot.model
    let job = BackgroundJob("reading \(names)", lane: .reader, progress: progress) {
      () -> Reading in
      // Without the records of jobs, the import begins without choices.
      let reports = looksForEarlier ? (try? workspace.jobFolder.reports()) ?? [] : []
      let earlier = EarlierImports(reports, in: model)
      // The same files are read only once, with the earlier choices.
      if let known = earlier.find(of: asked.files) { return Reading(files: nil, earlier: known) }
      let files = Result { () throws(AppError) in
        try ImportFiles(asked, workspace.environment, workspace.fileSystem, progress)
      }
      let header = (try? files.get())?.inputs.header
      return Reading(files: files, earlier: header.flatMap { earlier.find(withHeader: $0) })
    } completion: { [weak self] reading in
      guard let self, case .reading(let newest) = phase, newest === progress else { return [] }
      // The state of a screen that is restored comes during the reading.
      let mayBegin = self.looksForEarlier && rememberedMarks == nil
      self.looksForEarlier = false
      if mayBegin, let earlier = reading.earlier { return begin(like: earlier, reading.files) }
      return reading.files.map(take) ?? read()
    }
    return [.run(job)]
  }

  /// What a thread found out about the files.
  private struct Reading: Sendable {
    /// The files; `nil` if an earlier import is known, so that nothing was read yet.
    var files: Result<ImportFiles, AppError>?
    var earlier: EarlierImports.Found?
  }

  /// Takes the choices of an earlier import, and reads the files as they say.
  private func begin(
    like earlier: EarlierImports.Found, _ files: Result<ImportFiles, AppError>?
  ) -> [Effect] {
    let when = ValueText.display(.datetime(earlier.time), at: place.records.clock())
    let before = earlier.import.choices
    let isSame = Set(before.files) == Set(asked.files)
    var choices = before
    choices.files = asked.files
    if !isSame {
      // This reading found the header, so the table needs no other one.
      let zone = choices.options.dialect.zone
      (choices.format, choices.options.dialect) = (asked.format, asked.options.dialect)
      choices.options.dialect.zone = zone
    }
    let isRead = choices.isOfSameFiles(as: asked)
    asked = choices
    self.earlier = "\(isSame ? "its import" : "the import of \(before.names)") on \(when)"
    isTryingEarlier = true
    let next = isRead ? files.map(take) : nil
    return [.setItems(asked.query)] + (next ?? read() + [.refresh])
  }

  /// Reads the files again without choices.
  func beginAgain(saying words: String? = nil) -> [Effect] {
    (asked, earlier, looksForEarlier) = (ImportChoices(asked.files), nil, false)
    isTryingEarlier = false
    let message = words.map { Effect.say(Message($0, tone: .warning)) }
    return [.setItems(asked.query), message].compactMap(\.self) + read() + [.refresh]
  }

  private func beginAgain(after error: AppError) -> [Effect] {
    beginAgain(saying: "the choices of the earlier import no longer work: \(error)")
  }

  private func take(_ result: Result<ImportFiles, AppError>) -> [Effect] {
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
      if isTryingEarlier { return beginAgain(after: error) }
      phase = .failed(explained(error))
      return [.refresh]
    }
  }

  /// Reads the files again in another way.
  func read(as dialect: Dialect) -> [Effect] {
    (looksForEarlier, isTryingEarlier) = (false, false)
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
      isTryingEarlier = false
      showRows()
      return [.refresh]
    } catch {
      guard let previewed else {
        if isTryingEarlier { return beginAgain(after: error) }
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
    isTryingEarlier = false
    // The change works on a copy, because it may read the old choices.
    var next = asked
    change(&next)
    asked = next
    let query = asked.query
    let isKept = ImportScreens.url.replacing(query: query).isReadable
    let notice = Message("too many choices to keep after this screen", tone: .warning)
    return (isKept ? [.setItems(query)] : [.say(notice)]) + rehearse(files)
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
