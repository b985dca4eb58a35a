internal import CairnInterchange
internal import CairnKit
internal import CairnScreens

/// The import of what is looked at into the person's own store.
///
/// It belongs to the thread that draws.
final class PeekedImport {
  private let target: Peek.Target
  private var isRunning = false
  /// The files that were imported.
  private var imported: Set<[String]> = []

  init(_ target: @escaping Peek.Target) {
    self.target = target
  }

  /// Imports what was read of files as a job; asks first where that was done already, as each
  /// record would come twice.
  func start(_ inputs: InspectedInputs, _ choices: ImportChoices, _ jobs: JobDesk) -> [Effect] {
    guard !isRunning else { return [.say(Message("the import is under way; g w shows it"))] }
    guard imported.contains(choices.files) else { return run(inputs, choices, jobs) }
    let items = [Menu.Item("a", "Import again", detail: "each record then comes twice")]
    return [
      .present(
        Menu("Imported already", items, footer: "Esc leaves") { [self] _ in
          run(inputs, choices, jobs)
        })
    ]
  }

  private func run(
    _ inputs: InspectedInputs, _ choices: ImportChoices, _ jobs: JobDesk
  ) -> [Effect] {
    let names = inputs.names.joined(separator: ", ")
    isRunning = true
    let (options, target) = (choices.options, target)
    return jobs.start(
      .import, "Import \(names)", doing: "importing \(names)", endings: [.cancel, .keep]
    ) { control in
      Self.work(inputs, options, target, under: control)
    } completion: { [self] report in
      isRunning = false
      if report.state == .done { imported.insert(choices.files) }
      return report.announced(
        failure: "The import failed", canceled: "the import was canceled; nothing was changed"
      ) {
        [.say(Message("imported: \(report.outcome.result)", tone: .good))]
      }
    }
  }

  private static func work(
    _ inputs: InspectedInputs, _ options: ImportOptions, _ target: Peek.Target,
    under control: JobDesk.Control
  ) -> JobDesk.End {
    do throws(AppError) {
      let (workspace, isNew) = try target()
      var outcome: JobOutcome
      do throws(AppError) {
        outcome = try workspace.importing(inputs, options, under: control)
      } catch {
        // Why the import failed matters more than whether anything stays of a store made for it.
        if !isNew || (try? workspace.discardIfUnused()) != true { try? workspace.close() }
        throw error
      }
      // The change can be taken back there, not in the store that is looked at.
      if let change = outcome.change {
        outcome.details.append("cairn undo \(change) takes it back")
        outcome.change = nil
      }
      if isNew { outcome.details.append("made a new store in \(workspace.path)") }
      do throws(AppError) {
        try workspace.close()
      } catch {
        outcome.details.append("what was saved is safe, but not yet in the text: \(error)")
      }
      return .done(outcome)
    } catch {
      return control.ending == .cancel ? .canceled : .failed(JobOutcome(result: error.description))
    }
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
}
