internal import CairnInterchange
internal import CairnKit
internal import CairnScreens

/// The import of what is looked at into the person's own store.
///
/// It belongs to the thread that draws.
final class PeekedImport {
  private enum Phase {
    case idle
    case running
    case done
  }

  private let inputs: InspectedInputs
  private let target: Peek.Target
  private var phase = Phase.idle

  init(inputs: InspectedInputs, target: @escaping Peek.Target) {
    (self.inputs, self.target) = (inputs, target)
  }

  /// Imports as a job; asks first where it was done already, as each record would come twice.
  func start(_ jobs: JobDesk, _ options: ImportOptions) -> [Effect] {
    switch phase {
    case .idle: return run(jobs, options)
    case .running: return [.say(Message("the import is under way; g w shows it"))]
    case .done:
      let items = [Menu.Item("a", "Import again", detail: "each record then comes twice")]
      return [
        .present(
          Menu("Imported already", items, footer: "Esc leaves") { [self] _ in
            run(jobs, options)
          })
      ]
    }
  }

  private func run(_ jobs: JobDesk, _ options: ImportOptions) -> [Effect] {
    let names = inputs.names.joined(separator: ", ")
    let before = phase
    phase = .running
    let (inputs, target) = (inputs, target)
    return jobs.start(
      .import, "Import \(names)", doing: "importing \(names)", endings: [.cancel, .keep]
    ) { control in
      Self.work(inputs, options, target, under: control)
    } completion: { [self] report in
      phase = report.state == .done ? .done : before
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
