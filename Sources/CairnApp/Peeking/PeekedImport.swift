internal import CairnInterchange
internal import CairnKit
internal import CairnRecords
internal import CairnScreens
internal import CairnStore

/// Imports previewed files into the person's own store, and undoes such imports.
///
/// The object belongs to the drawing thread.
final class PeekedImport {
  /// A change of the store that the preview made.
  private struct Change {
    /// The imported files.
    let files: [String]
    let names: String
    let number: UInt64
    let replica: Replica?
  }

  private let target: Peek.Target
  /// The imports that are in effect, the newest last.
  private var done: [Change] = []
  /// The changes that undid imports, the newest last.
  private var undone: [Change] = []

  init(_ target: @escaping Peek.Target) {
    self.target = target
  }

  // MARK: Importing

  /// Imports previewed files as a job.
  ///
  /// Asks first if they were already imported, because each record would be added twice.
  func start(_ inputs: InspectedInputs, _ choices: ImportChoices, _ jobs: JobRunner) -> [Effect] {
    if let refusal = Self.refusal(jobs) { return refusal }
    guard done.contains(where: { $0.files == choices.files }) else {
      return run(inputs, choices, jobs)
    }
    let items = [
      Menu.Item("a", "Import again", detail: "a row that finds no record is added again")
    ]
    return [
      .present(
        Menu("Imported already", items, footer: .leaves) { [self] _ in
          run(inputs, choices, jobs)
        })
    ]
  }

  /// Returns a message if an import or undo can't start because another one is running.
  private static func refusal(_ jobs: JobRunner) -> [Effect]? {
    jobs.changeUnderWay.map { doing in
      [.say(Message("\(doing) is still running", tone: .warning, advice: .jobs))]
    }
  }

  private func run(
    _ inputs: InspectedInputs, _ choices: ImportChoices, _ jobs: JobRunner
  ) -> [Effect] {
    let (names, target) = (choices.names, target)
    return jobs.start(
      .import, "Import \(names)", doing: "importing \(names)", endings: [.cancel, .keep]
    ) { control throws(AppError) in
      .done(
        try Self.outcome(in: target) { (workspace) throws(AppError) in
          try workspace.importing(inputs, choices, under: control)
        })
    } completion: { [self] report in
      if report.state == .done {
        // After a new import, earlier undone imports can't be redone.
        undone = []
        note(report.outcome, of: choices.files, names, among: &done)
      }
      return report.announced(
        failure: "The import failed", canceled: "the import was canceled; nothing was changed"
      ) {
        let isChange = report.outcome.change != nil
        return [.say(.saved("imported: \(report.outcome.result)", isChange: isChange))]
      }
    }
  }

  private func note(
    _ outcome: JobOutcome, of files: [String], _ names: String, among changes: inout [Change]
  ) {
    guard let number = outcome.change else { return }
    changes.append(
      Change(files: files, names: names, number: number, replica: outcome.replica))
  }

  // MARK: Taking back

  /// Undoes the newest import that is in effect.
  func undo(_ jobs: JobRunner) -> [Effect] {
    if let refusal = Self.refusal(jobs) { return refusal }
    guard let change = done.last else {
      return [.say(Message("nothing to undo since the app started", tone: .warning))]
    }
    return takeBack(change, jobs) { [self] outcome in
      done.removeLast()
      note(outcome, of: change.files, change.names, among: &undone)
      return Message(
        "undid the import of \(change.names)", tone: .good, advice: .redo)
    }
  }

  /// Redoes the import that was undone last.
  func redo(_ jobs: JobRunner) -> [Effect] {
    if let refusal = Self.refusal(jobs) { return refusal }
    guard let change = undone.last else {
      return [.say(Message("nothing to redo since the app started", tone: .warning))]
    }
    // Undoing an undo redoes the import.
    return takeBack(change, jobs) { [self] outcome in
      undone.removeLast()
      note(outcome, of: change.files, change.names, among: &done)
      return .saved("imported \(change.names) again", isChange: true)
    }
  }

  /// Undoes a change of the target store, made in this preview or an earlier one.
  ///
  /// - Parameters:
  ///   - number: the change's number in the store's history.
  ///   - replica: the replica that saved the change; `nil` if unknown.
  ///   - jobs: the jobs that run the work.
  /// - Returns: the effects that start the undo.
  func undo(_ number: UInt64, savedBy replica: Replica?, _ jobs: JobRunner) -> [Effect] {
    if let last = done.last, last.number == number, last.replica == replica { return undo(jobs) }
    if let refusal = Self.refusal(jobs) { return refusal }
    let change = Change(files: [], names: "change \(number)", number: number, replica: replica)
    return takeBack(change, jobs) { [self] _ in
      done.removeAll { $0.number == number && $0.replica == replica }
      return Message("undid change \(number)", tone: .good)
    }
  }

  private func takeBack(
    _ change: Change, _ jobs: JobRunner, completion: @escaping (JobOutcome) -> Message
  ) -> [Effect] {
    let target = target
    return jobs.start(
      .change, "Undo the import of \(change.names)", doing: "undoing the import of \(change.names)"
    ) { control throws(AppError) in
      .done(
        try Self.outcome(in: target) { (workspace) throws(AppError) in
          try workspace.undo(change.number, savedBy: change.replica, under: control)
        })
    } completion: { report in
      report.announced(
        failure: "It was not undone", canceled: "canceled; nothing was undone"
      ) {
        [.say(completion(report.outcome))]
      }
    }
  }

  // MARK: The store

  /// Opens the store for a piece of work, and closes it afterwards.
  private static func outcome(
    in target: Peek.Target, _ work: (Workspace) throws(AppError) -> JobOutcome
  ) throws(AppError) -> JobOutcome {
    let (workspace, isNew) = try target()
    var outcome: JobOutcome
    do throws(AppError) {
      outcome = try work(workspace)
    } catch {
      // The reason for the failure matters more than a leftover of a new store.
      if !isNew || (try? workspace.discardIfUnused()) != true { try? workspace.close() }
      throw error
    }
    if isNew {
      outcome.result += ", in a new store"
      outcome.details.append("made a new store in \(workspace.path)")
    }
    do throws(AppError) {
      try workspace.close()
    } catch {
      outcome.details.append(
        "the changes are safe in the journal, but not yet in your files: \(error)")
    }
    return outcome
  }
}

extension Workspace {
  /// Imports inputs under a job's control, with progress and cancellation.
  ///
  /// The import is also recorded as a job of the store.
  func importing(
    _ inputs: InspectedInputs, _ choices: ImportChoices, under control: JobRunner.Control
  ) throws(AppError) -> JobOutcome {
    let report = try importing(
      inputs, choices.options, of: choices.files, as: choices.format, progress: control.answer)
    return outcome(of: report, inputs, choices)
  }

  /// Undoes a change, as a job's work.
  ///
  /// - Parameters:
  ///   - number: the change's number in the store's history.
  ///   - replica: the replica that saved the change; `nil` if unknown.
  ///   - control: receives the progress; a cancellation leaves everything unchanged.
  /// - Returns: the outcome, with the change that undoes the given one.
  /// - Throws: ``AppError/failed(_:)`` when there is no such change, its records have changed
  ///   again, or it was canceled.
  fileprivate func undo(
    _ number: UInt64, savedBy replica: Replica?, under control: JobRunner.Control
  ) throws(AppError) -> JobOutcome {
    do throws(StoreError) {
      let count = try store.summary(of: number, savedBy: replica)?.count
      var left = ""
      let transaction = try store.undo(
        number, savedBy: replica, isStrict: false,
        leaving: { left = "; \($0.words(in: store.snapshot.model))" },
        noting: { control.report(JobProgress.Reading($0, of: count)) },
        isCanceled: { control.ending != nil })
      return JobOutcome(
        result: transaction.title + left, change: transaction.number, replica: transaction.replica)
    } catch {
      throw failure(error)
    }
  }
}
