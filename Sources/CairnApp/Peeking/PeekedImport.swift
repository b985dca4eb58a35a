internal import CairnInterchange
internal import CairnKit
internal import CairnRecords
internal import CairnScreens
internal import CairnStore

/// The import of what is looked at into the person's own store, and the way back.
///
/// It belongs to the thread that draws.
final class PeekedImport {
  /// A change of the store that was made from here.
  private struct Change {
    /// The files that it brought.
    let files: [String]
    let names: String
    let number: UInt64
    let replica: Replica?
  }

  private let target: Peek.Target
  /// The imports that stand, the newest last.
  private var done: [Change] = []
  /// What took imports back, the newest last.
  private var undone: [Change] = []

  init(_ target: @escaping Peek.Target) {
    self.target = target
  }

  // MARK: Importing

  /// Imports what was read of files as a job; asks first where that was done already, as each
  /// record would come twice.
  func start(_ inputs: InspectedInputs, _ choices: ImportChoices, _ jobs: JobDesk) -> [Effect] {
    if let refusal = Self.refusal(jobs) { return refusal }
    guard done.contains(where: { $0.files == choices.files }) else {
      return run(inputs, choices, jobs)
    }
    let items = [Menu.Item("a", "Import again", detail: "each record will exist twice")]
    return [
      .present(
        Menu("Imported already", items, footer: .leaves) { [self] _ in
          run(inputs, choices, jobs)
        })
    ]
  }

  /// Says that an import or its taking back isn't done, where one isn't.
  private static func refusal(_ jobs: JobDesk) -> [Effect]? {
    jobs.changeUnderWay.map { doing in
      [.say(Message("\(doing) is still running", tone: .warning, advice: .jobs))]
    }
  }

  private func run(
    _ inputs: InspectedInputs, _ choices: ImportChoices, _ jobs: JobDesk
  ) -> [Effect] {
    let (names, options, target) = (choices.names, choices.options, target)
    return jobs.start(
      .import, "Import \(names)", doing: "importing \(names)", endings: [.cancel, .keep]
    ) { control throws(AppError) in
      .done(
        try Self.outcome(in: target) { (workspace) throws(AppError) in
          try workspace.importing(inputs, options, under: control)
        })
    } completion: { [self] report in
      if report.state == .done {
        // Something new was done: what was taken back before cannot be done again.
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

  /// Takes back the newest import that stands.
  func undo(_ jobs: JobDesk) -> [Effect] {
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

  /// Makes the import again that was taken back last.
  func redo(_ jobs: JobDesk) -> [Effect] {
    if let refusal = Self.refusal(jobs) { return refusal }
    guard let change = undone.last else {
      return [.say(Message("nothing to redo since the app started", tone: .warning))]
    }
    // Taking back what took a change back makes the change again.
    return takeBack(change, jobs) { [self] outcome in
      undone.removeLast()
      note(outcome, of: change.files, change.names, among: &done)
      return .saved("imported \(change.names) again", isChange: true)
    }
  }

  /// Takes back a change of the store that imports go to, made in this look or an earlier one.
  ///
  /// - Parameters:
  ///   - number: the change's number in the store's history.
  ///   - replica: the replica that saved it; `nil` where that is not known.
  ///   - jobs: where the work is done.
  /// - Returns: the effects that start it.
  func undo(_ number: UInt64, savedBy replica: Replica?, _ jobs: JobDesk) -> [Effect] {
    if let last = done.last, last.number == number, last.replica == replica { return undo(jobs) }
    if let refusal = Self.refusal(jobs) { return refusal }
    let change = Change(files: [], names: "change \(number)", number: number, replica: replica)
    return takeBack(change, jobs) { [self] _ in
      done.removeAll { $0.number == number && $0.replica == replica }
      return Message("undid change \(number)", tone: .good)
    }
  }

  private func takeBack(
    _ change: Change, _ jobs: JobDesk, completion: @escaping (JobOutcome) -> Message
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

  /// Does work in the store, which is open for no longer than that.
  private static func outcome(
    in target: Peek.Target, _ work: (Workspace) throws(AppError) -> JobOutcome
  ) throws(AppError) -> JobOutcome {
    let (workspace, isNew) = try target()
    var outcome: JobOutcome
    do throws(AppError) {
      outcome = try work(workspace)
    } catch {
      // Why the work failed matters more than whether anything stays of a store made for it.
      if !isNew || (try? workspace.discardIfUnused()) != true { try? workspace.close() }
      throw error
    }
    if isNew { outcome.details.append("made a new store in \(workspace.path)") }
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
  /// Imports inputs as a job that tells how far it is, and ends as it is asked to; it is among the
  /// store's own jobs, too.
  func importing(
    _ inputs: InspectedInputs, _ options: ImportOptions, under control: JobDesk.Control
  ) throws(AppError) -> JobOutcome {
    let report = try importing(inputs, options, progress: control.answer)
    return JobOutcome(report, url: url(of: report))
  }

  /// Takes a change back as a job's work.
  ///
  /// - Parameters:
  ///   - number: the change's number in the store's history.
  ///   - replica: the replica that saved it; `nil` where that is not known.
  ///   - control: is told how far it is, and may end it with nothing changed.
  /// - Returns: what the change did that undoes it.
  /// - Throws: ``AppError/failed(_:)`` when there is none such, something changed again since, or
  ///   it was canceled.
  fileprivate func undo(
    _ number: UInt64, savedBy replica: Replica?, under control: JobDesk.Control
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
