internal import CairnInterchange
internal import CairnKit
internal import CairnStore

/// Work on the store as a whole that a person starts from the screen of jobs.
struct StoreJobs {
  let workspace: Workspace
  let jobs: JobDesk

  /// Offers what can be started.
  func menu() -> [Effect] {
    let choices = [
      Menu.Choice(
        "v", "Verify the store", detail: "read every file, name what is damaged", effects: verify),
      Menu.Choice(
        "f", "Fold the journal", detail: "move what was saved into the text", effects: fold),
      Menu.Choice(
        "c", "Compact the store", detail: "tidy files, drop history beyond its age",
        effects: compact),
      Menu.Choice(
        "s", "Sync", detail: "exchange what was saved with other machines", effects: sync),
    ]
    return [.present(Menu("Start", choices: choices, footer: .leaves))]
  }

  /// Exchanges what was saved with other machines.
  func sync() -> [Effect] {
    jobs.start(.sync, "Sync", doing: "syncing", endings: [.cancel]) {
      [workspace] control throws(AppError) in
      .done(
        try workspace.syncUnattended { step in
          control.report(JobProgress.Reading(phase: step))
        } isCanceled: {
          control.ending != nil
        })
    } completion: { report in
      guard report.state == .done else {
        return report.announced(failure: "The sync failed", canceled: report.outcome.result) { [] }
      }
      let isContested = report.outcome.url != nil
      let end = isContested ? "; g = shows what waits for your choice" : ""
      return [.say(Message(report.outcome.result + end, tone: isContested ? .warning : .good))]
    }
  }

  private func verify() -> [Effect] {
    start(.verify, "Verify the store", doing: "verifying", endings: [.cancel]) {
      workspace, control throws(AppError) in
      let check = try workspace.verification {
        done, total throws(StoreError) in
        control.report(JobProgress.Reading(done, of: total))
        if control.ending != nil { throw .canceled }
      }
      guard let fault = check.fault else {
        return .done(JobOutcome(result: check.lines.last ?? "no damage"))
      }
      return .failed(JobOutcome(result: "\(fault); what there is is kept", details: check.lines))
    }
  }

  private func fold() -> [Effect] {
    start(.fold, "Fold the journal", doing: "folding") { workspace, _ throws(AppError) in
      try workspace.foldText()
      return .done(JobOutcome(result: "all that was saved is in the text"))
    }
  }

  private func compact() -> [Effect] {
    start(.compact, "Compact the store", doing: "compacting") { workspace, _ throws(AppError) in
      .done(JobOutcome(result: try workspace.tidy()))
    }
  }

  private func start(
    _ kind: JobReport.Kind, _ title: String, doing: String,
    endings: [JobProgress.Ending] = [],
    _ work: @escaping @Sendable (Workspace, JobDesk.Control) throws(AppError) -> JobDesk.End
  ) -> [Effect] {
    jobs.start(kind, title, doing: doing, endings: endings) {
      [workspace] control throws(AppError) in
      try work(workspace, control)
    } completion: { report in
      [.say(Message(report.outcome.result, tone: report.state == .failed ? .bad : .good))]
    }
  }
}
