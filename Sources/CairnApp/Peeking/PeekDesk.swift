internal import CairnInterchange
internal import CairnKit
internal import CairnNavigation
internal import CairnRecords
internal import CairnScreens
internal import CairnStore

/// Files that are looked at: their records in stores in memory, made when they are first shown.
///
/// 1. Files are read once for as long as they are among the newest looked at; other types only make
///    other records of what was read.
/// 2. Reading runs on another thread, and a screen whose records are on their way says so.
/// 3. Work is ended that nobody waits for any more: on the same files as other types, and on files
///    that are no longer among the newest.
/// 4. Keys of records follow the order of the file, so that a cursor finds its row again.
///
/// It belongs to the thread that draws.
final class PeekDesk {
  /// The records of files, read as choices say.
  final class Look {
    let made: Made
    let records: RecordDesk
    /// Whether somebody was told of rows that are missing.
    private(set) var isTold = false

    init(_ made: Made, _ choices: ImportChoices) {
      self.made = made
      let environment = made.workspace.environment
      records = RecordDesk(
        made.workspace.store, clock: { environment.wallClock }, isReadOnly: true,
        mount: PeekPlace(choices, ScreenURL([])).mount)
    }

    /// What there is to say the first time that something of it is shown: rows that are missing.
    func news() -> [Effect] {
      guard !isTold else { return [] }
      isTold = true
      let count = made.report.badRowCount
      guard count > 0 else { return [] }
      let first = made.report.badRows.first.map {
        ", the first \($0.shortPlace): \($0.problem.reason)"
      }
      return [
        .say(
          Message("\(counted(count, "row")) could not be read\(first ?? "")", tone: .warning))
      ]
    }
  }

  /// What work off the drawing thread makes of files.
  struct Made: Sendable {
    let workspace: Workspace
    let inputs: InspectedInputs
    let report: ImportReport
    /// Which field got which column's values.
    let fields: [ColumnField]
  }

  /// How far a look is.
  enum State {
    /// The work that brings it is under way.
    case loading(JobProgress)
    case ready(Look)
    case failed(AppError)
  }

  /// How many looks are kept; the next one takes the place of the oldest.
  private static let limit = 4

  private let workspace: Workspace
  /// What there is of files, the newest last.
  private var states: [(choices: ImportChoices, state: State)] = []

  /// Looks at files for the app over a workspace.
  init(_ workspace: Workspace) {
    self.workspace = workspace
  }

  /// Takes in what was made of files elsewhere.
  func take(_ made: Made, for choices: ImportChoices) {
    set(.ready(Look(made, choices)), for: choices)
  }

  /// What there is of files; `nil` where nobody has asked for it.
  func known(of choices: ImportChoices) -> State? {
    states.first { $0.choices == choices }?.state
  }

  /// What there is of files; work that brings it is among the effects.
  func state(of choices: ImportChoices) -> (state: State, effects: [Effect]) {
    if let known = known(of: choices) { return (known, []) }
    let progress = JobProgress()
    return (.loading(progress), [.run(load(choices, progress))])
  }

  /// Reads files as other choices say, while keys wait and what is shown stays.
  ///
  /// - Parameters:
  ///   - choices: the files, and how they are read.
  ///   - effects: what follows once that is done.
  /// - Returns: the effects that read.
  func read(_ choices: ImportChoices, then effects: [Effect]) -> [Effect] {
    if known(of: choices) != nil { return effects }
    return [.run(load(choices, JobProgress(), holdsKeys: true, then: effects))]
  }

  /// Forgets what could not be read, so that the screens that show it try again.
  func forgetFailures() -> [Effect] {
    let count = states.count
    forget { if case .failed = $0.state { true } else { false } }
    return states.count < count ? [.refresh] : []
  }

  private func set(_ state: State, for choices: ImportChoices) {
    states.removeAll { $0.choices == choices }
    states.append((choices, state))
    if states.count > Self.limit, let oldest = states.first?.choices {
      forget { $0.choices == oldest }
    }
  }

  /// Forgets what there is of some files, and ends the work that brings it.
  private func forget(where isMeant: ((choices: ImportChoices, state: State)) -> Bool) {
    for known in states where isMeant(known) {
      if case .loading(let progress) = known.state { progress.end(.cancel) }
    }
    states.removeAll(where: isMeant)
  }

  /// What was read of the same files, whatever their columns were taken for.
  private func inputs(of choices: ImportChoices) -> InspectedInputs? {
    for case (let known, .ready(let look)) in states where known.isOfSameFiles(as: choices) {
      return look.made.inputs
    }
    return nil
  }

  /// The work that makes records of files, unless it is ended.
  private func load(
    _ choices: ImportChoices, _ progress: JobProgress, holdsKeys: Bool = false,
    then effects: [Effect] = []
  ) -> Job {
    forget {
      guard case .loading = $0.state else { return false }
      return $0.choices.isOfSameFiles(as: choices)
    }
    let (read, workspace) = (inputs(of: choices), workspace)
    set(.loading(progress), for: choices)
    return Job(
      "reading \(choices.names)", lane: .reader, progress: progress, holdsKeys: holdsKeys
    ) {
      Result { () throws(AppError) in
        let inputs =
          if let read { read } else {
            try ImportFiles(
              choices, workspace.environment, workspace.fileSystem, progress, keepsBytes: true
            ).inputs
          }
        return try Made(inputs, choices.options, workspace.environment) { state in
          progress.report(JobProgress.Reading(state))
          return progress.ending == nil ? .proceed : .cancel
        }
      }
    } completion: { [weak self] (result: Result<Made, AppError>) in
      guard let self, case .loading(let newest) = known(of: choices), newest === progress else {
        return []
      }
      switch result {
      case .success(let made): take(made, for: choices)
      case .failure(let error): set(.failed(error), for: choices)
      }
      return [.refresh] + effects
    } abandon: { [weak self] in
      self?.forget { $0.choices == choices }
      return []
    }
  }
}

extension PeekDesk.Made {
  /// Makes records of what was read, in a store in memory.
  init(
    _ inputs: InspectedInputs, _ options: ImportOptions, _ environment: Environment,
    progress: (ImportProgress) -> ImportProgress.Answer
  ) throws(AppError) {
    let workspace = try Workspace.inMemory(
      inputs.names.joined(separator: ", "), stateName: "peek", environment: environment)
    // Before anything is there: a field that is there is found by other rules.
    let fields = try workspace.fields(of: inputs, options)
    var options = options
    options.keepsRefusedTables = true
    self.init(
      workspace: workspace, inputs: inputs,
      report: try workspace.unrecordedImport(inputs, options, progress: progress), fields: fields)
  }
}
