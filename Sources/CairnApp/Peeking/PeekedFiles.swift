internal import CairnInterchange
internal import CairnKit
internal import CairnNavigation
internal import CairnRecords
internal import CairnScreens
internal import CairnStore

/// Previews of files.
///
/// Each preview is a store in memory, made when it is first shown.
///
/// 1. Each file is read once while it is among the newest previews. If the types change, the
///    records are rebuilt from the bytes already read.
/// 2. Reading runs on another thread. Until it ends, a screen shows that its records are loading.
/// 3. Work for outdated previews is canceled: for the same files with other types, and for files
///    that are no longer among the newest.
/// 4. The keys of records follow the order of the file, so that a cursor finds its row again.
/// 5. Standard input is shown while it arrives. Its records are made again whenever it has grown by
///    a part, and they take the place of the ones before.
///
/// The object belongs to the drawing thread.
final class PeekedFiles {
  /// One preview: the records of files, read with the given choices.
  final class Look {
    private(set) var made: Made
    let records: StoreClient
    /// Whether the person was told about missing rows.
    private(set) var isTold = false

    init(_ made: Made, _ choices: ImportChoices) {
      self.made = made
      let environment = made.workspace.environment
      records = StoreClient(
        made.workspace.store, clock: { environment.wallClock }, isReadOnly: true,
        mount: PeekPlace(choices, ScreenURL([])).mount)
    }

    /// Shows the records of a longer part of the same input.
    func take(_ longer: Made) {
      made = longer
      records.show(longer.workspace.store)
    }

    /// Returns the message for the first showing of the preview, if rows are missing.
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

  /// The result of reading files on another thread.
  struct Made: Sendable {
    let workspace: Workspace
    let inputs: InspectedInputs
    let report: ImportReport
    /// The fields with the columns that fill them.
    let fields: [ColumnField]
  }

  /// The state of a preview.
  enum State {
    /// The preview is loading.
    case loading(JobProgress)
    case ready(Look)
    case failed(AppError)
  }

  /// The number of previews to keep.
  ///
  /// A new one replaces the oldest.
  private static let limit = 4

  private let workspace: Workspace
  /// The previews and their states, the newest last.
  private var states: [(choices: ImportChoices, state: State)] = []

  /// Standard input that may still be arriving, and how many of its bytes are shown.
  private var growing: (choices: ImportChoices, input: GrowingInput, count: Int)?

  /// Creates the previews of an app over a workspace.
  init(_ workspace: Workspace) {
    self.workspace = workspace
  }

  /// Adds a preview that was made elsewhere.
  func take(_ made: Made, for choices: ImportChoices) {
    set(.ready(Look(made, choices)), for: choices)
  }

  /// Shows the records of an input while it arrives.
  func follow(_ input: GrowingInput, for choices: ImportChoices) {
    growing = (choices, input, 0)
  }

  /// Returns the state of a preview; `nil` if it was never requested.
  func known(of choices: ImportChoices) -> State? {
    states.first { $0.choices == choices }?.state
  }

  /// Returns the state of a preview, with the effects that load it if necessary.
  func state(of choices: ImportChoices) -> (state: State, effects: [Effect]) {
    if let known = known(of: choices) { return (known, []) }
    let progress = JobProgress()
    return (.loading(progress), [.run(load(choices, progress))])
  }

  /// Reads files with other choices.
  ///
  /// Keys wait until that is done, and the screen keeps its content.
  ///
  /// - Parameters:
  ///   - choices: the files and how to read them.
  ///   - effects: the effects that follow.
  /// - Returns: the effects that read the files.
  func read(_ choices: ImportChoices, then effects: [Effect]) -> [Effect] {
    if known(of: choices) != nil { return effects }
    return [.run(load(choices, JobProgress(), holdsKeys: true, then: effects))]
  }

  /// Forgets failed previews, so that their screens try again.
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

  /// Forgets some previews, and cancels the work for them.
  private func forget(where isMeant: ((choices: ImportChoices, state: State)) -> Bool) {
    for known in states where isMeant(known) {
      if case .loading(let progress) = known.state { progress.end(.cancel) }
    }
    states.removeAll(where: isMeant)
  }

  /// Returns the inspected inputs of a preview of the same files, with any column types.
  private func inputs(of choices: ImportChoices) -> InspectedInputs? {
    for case (let known, .ready(let look)) in states where known.isOfSameFiles(as: choices) {
      return look.made.inputs
    }
    return nil
  }

  /// Returns the job that loads a preview.
  private func load(
    _ choices: ImportChoices, _ progress: JobProgress, holdsKeys: Bool = false,
    then effects: [Effect] = []
  ) -> BackgroundJob {
    forget {
      guard case .loading = $0.state else { return false }
      return $0.choices.isOfSameFiles(as: choices)
    }
    let (read, workspace) = (inputs(of: choices), workspace)
    let stream = growing.flatMap { $0.choices.isOfSameFiles(as: choices) ? $0.input : nil }
    set(.loading(progress), for: choices)
    return BackgroundJob(
      "reading \(choices.names)", lane: .reader, progress: progress, holdsKeys: holdsKeys
    ) {
      Result { () throws(AppError) in
        if read == nil, let stream {
          return try Self.firstPart(of: stream, choices, workspace.environment, progress)
        }
        let inputs =
          if let read { read } else {
            try ImportFiles(
              choices, workspace.environment, workspace.fileSystem, progress, keepsBytes: true
            ).inputs
          }
        let made = try Made(inputs, choices.options, workspace.environment) { state in
          progress.report(JobProgress.Reading(state))
          return progress.ending == nil ? .proceed : .cancel
        }
        return (made, 0)
      }
    } completion: { [weak self] (result: Result<(made: Made, count: Int), AppError>) in
      guard let self, case .loading(let newest) = known(of: choices), newest === progress else {
        return []
      }
      switch result {
      case .success(let (made, count)):
        take(made, for: choices)
        // A load with other types reads the part that was there, so the rest follows it.
        let isArriving = growing.map { $0.choices.isOfSameFiles(as: choices) } == true
        if count > 0 { growing?.count = count }
        if isArriving { return [.refresh] + effects + grow() }
      case .failure(let error): set(.failed(error), for: choices)
      }
      return [.refresh] + effects
    } abandon: { [weak self] in
      self?.forget { $0.choices == choices }
      return []
    }
  }
}

// MARK: - Standard input

extension PeekedFiles {
  /// Waits for the first row of an input, and makes the records of what has arrived.
  private static func firstPart(
    of input: GrowingInput, _ choices: ImportChoices, _ environment: Environment,
    _ progress: JobProgress
  ) throws(AppError) -> (made: Made, count: Int) {
    while true {
      let part = input.part(after: 0, atMost: .milliseconds(200))
      let hasRow = part.bytes.count { $0 == UInt8(ascii: "\n") } > 1
      if progress.ending != nil { throw .failed("canceled") }
      guard hasRow || part.isComplete else { continue }
      return (try made(of: part, choices, environment), part.bytes.count)
    }
  }

  private static func made(
    of part: GrowingInput.Part, _ choices: ImportChoices, _ environment: Environment
  ) throws(AppError) -> Made {
    if let failure = part.failure { throw failure }
    var input = ImportInput(
      .init(name: "standard input", blocks: [part.bytes]), format: choices.format)
    input.dialect = choices.options.dialect
    let inputs = try environment.inspect([input])
    return try Made(inputs, choices.options, environment) { _ in .proceed }
  }

  /// Returns the job that waits until the input has grown, and shows the longer part.
  ///
  /// A long input is made again only after it has grown by a quarter, so that all parts together
  /// cost a few times as much as the whole.
  private func grow() -> [Effect] {
    guard let growing,
      let last = states.last(where: { $0.choices.isOfSameFiles(as: growing.choices) }),
      case .ready = last.state
    else { return [] }
    let (choices, input, count, environment) = (
      last.choices, growing.input, growing.count, workspace.environment
    )
    let enough = count < 1 << 20 ? count : count + count / 4
    let job = BackgroundJob("reading standard input") {
      () -> (result: Result<Made, AppError>?, part: Part) in
      let part = input.part(after: enough, atMost: .milliseconds(500))
      guard part.isComplete || part.bytes.count > enough else { return (nil, part) }
      return (Result { () throws(AppError) in try Self.made(of: part, choices, environment) }, part)
    } completion: { [weak self] (result, part) in
      guard let self else { return [] }
      // A person may have chosen other types meanwhile, whose records are made anew.
      guard case .ready(let look)? = known(of: choices), states.last?.choices == choices else {
        return grow()
      }
      var effects: [Effect] = []
      switch result {
      case .success(let made)?:
        look.take(made)
        self.growing?.count = part.bytes.count
        effects = part.isComplete ? [.refresh] + look.news() : [.refresh]
      case .failure(let error)? where part.isComplete:
        effects = [.say(Message("the rest can't be shown: \(error)", tone: .warning))]
      default: break
      }
      if part.isComplete { self.growing = nil }
      return effects + (part.isComplete ? [] : grow())
    }
    return [.run(job)]
  }

  private typealias Part = GrowingInput.Part
}

extension PeekedFiles.Made {
  /// Creates records from inspected inputs, in a store in memory.
  init(
    _ inputs: InspectedInputs, _ options: ImportOptions, _ environment: Environment,
    progress: (ImportProgress) -> ImportProgress.Answer
  ) throws(AppError) {
    let workspace = try Workspace.inMemory(
      inputs.names.joined(separator: ", "), stateName: "peek", environment: environment)
    // The fields are planned before the records exist, because existing fields follow other rules.
    let fields = try workspace.fields(of: inputs, options)
    var options = options
    options.keepsRefusedTables = true
    self.init(
      workspace: workspace, inputs: inputs,
      report: try workspace.unrecordedImport(inputs, options, progress: progress), fields: fields)
  }
}
