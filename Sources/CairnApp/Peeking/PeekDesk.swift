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
    let workspace: Workspace
    let records: RecordDesk
    let inputs: InspectedInputs
    let report: ImportReport
    let fields: [ColumnField]

    init(_ made: Made) {
      (workspace, inputs) = (made.workspace, made.inputs)
      (report, fields) = (made.report, made.fields)
      let environment = workspace.environment
      records = RecordDesk(workspace.store, clock: { environment.wallClock }, isReadOnly: true)
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
    case loading
    case ready(Look)
    case failed(AppError)
  }

  /// How many looks are kept; the next one takes the place of the oldest.
  private static let limit = 4

  private let environment: Environment
  private let workspace: Workspace
  private var states: [(name: String, state: State)] = []
  /// The work that is under way, by the names of what it brings.
  private var loads: [String: (choices: ImportChoices, progress: JobProgress)] = [:]

  /// Looks at files for the app over a workspace.
  init(_ workspace: Workspace) {
    self.workspace = workspace
    environment = workspace.environment
  }

  /// Takes in what was made of files elsewhere.
  func take(_ made: Made, for choices: ImportChoices) {
    set(.ready(Look(made)), name(of: choices))
  }

  /// What there is of files, whether work that brings it is under way or not.
  func known(of choices: ImportChoices) -> State {
    let name = name(of: choices)
    return states.first { $0.name == name }?.state ?? .loading
  }

  /// What there is of files; work that brings it is among the effects.
  func state(of choices: ImportChoices) -> (state: State, effects: [Effect]) {
    let name = name(of: choices)
    if let known = states.first(where: { $0.name == name }) { return (known.state, []) }
    for (other, load) in loads where load.choices.isOfSameFiles(as: choices) { end(other) }
    set(.loading, name)
    return (.loading, [.run(load(choices, name))])
  }

  /// Forgets what could not be read, so that it is tried again.
  func forgetFailures() {
    states.removeAll { if case .failed = $0.state { true } else { false } }
  }

  private func name(of choices: ImportChoices) -> String { choices.url.text }

  private func set(_ state: State, _ name: String) {
    states.removeAll { $0.name == name }
    states.append((name, state))
    if states.count > Self.limit, let oldest = states.first { end(oldest.name) }
  }

  /// Forgets what there is of files, and ends the work that brings it.
  private func end(_ name: String) {
    states.removeAll { $0.name == name }
    loads.removeValue(forKey: name)?.progress.end(.cancel)
  }

  /// What was read of the same files, whatever their columns were taken for.
  private func inputs(of choices: ImportChoices) -> InspectedInputs? {
    for case (let name, .ready(let look)) in states {
      guard let url = try? ScreenURL(parsing: name), let known = try? ImportChoices(url),
        known.isOfSameFiles(as: choices)
      else { continue }
      return look.inputs
    }
    return nil
  }

  private func load(_ choices: ImportChoices, _ name: String) -> Job {
    let progress = JobProgress()
    loads[name] = (choices, progress)
    let (known, workspace) = (inputs(of: choices), workspace)
    return Job("reading \(choices.names)", lane: .reader, progress: progress) {
      Result { () throws(AppError) in
        let inputs = if let known { known } else { try workspace.inputs(of: choices, progress) }
        return try Made(inputs, choices.options, workspace.environment) { state in
          progress.report(JobProgress.Reading(state))
          return progress.ending == nil ? .proceed : .cancel
        }
      }
    } completion: { [weak self] (result: Result<Made, AppError>) in
      guard let self, loads[name]?.progress === progress else { return [] }
      loads[name] = nil
      switch result {
      case .success(let made): set(.ready(Look(made)), name)
      case .failure(let error): set(.failed(error), name)
      }
      return [.refresh]
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
    self.init(
      workspace: workspace, inputs: inputs,
      report: try workspace.unrecordedImport(inputs, options, progress: progress), fields: fields)
  }
}
