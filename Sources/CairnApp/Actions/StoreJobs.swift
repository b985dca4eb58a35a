internal import CairnInterchange
internal import CairnKit
internal import CairnStore

/// The jobs for the whole store that a person starts from the screen of jobs.
struct StoreJobs {
  let workspace: Workspace
  let jobs: JobRunner

  /// Offers the jobs to start.
  func menu() -> [Effect] {
    let choices = [
      Menu.Choice(
        "v", "Verify the store", detail: "read every file and name the damage", effects: verify),
      Menu.Choice(
        "f", "Save all changes to your files", detail: "move the journal into the files of records",
        effects: fold),
      Menu.Choice(
        "c", "Compact the store", detail: "sort files, delete old history",
        effects: compact),
      Menu.Choice(
        "s", "Sync", detail: "exchange changes with other machines", effects: sync),
    ]
    return [.present(Menu("Start", choices: choices, footer: .leaves))]
  }

  /// Syncs the store with other machines.
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
      let advice: KeyWords = isContested ? "\(key: .conflicts) shows the conflicts" : ""
      return [
        .say(
          Message(report.outcome.result, tone: isContested ? .warning : .good, advice: advice))
      ]
    }
  }

  /// Verifies the store, and shows the result.
  func verifyAndShow() -> [Effect] {
    verify { [.open(JobScreens.url(of: $0.number))] }
  }

  private func verify() -> [Effect] { verify { _ in [] } }

  private func verify(then next: @escaping (JobReport) -> [Effect]) -> [Effect] {
    start(.verify, "Verify the store", doing: "verifying", endings: [.cancel], then: next) {
      workspace, control throws(AppError) in
      let check = try workspace.verification {
        done, total throws(StoreError) in
        control.report(JobProgress.Reading(done, of: total))
        if control.ending != nil { throw .canceled }
      }
      guard let fault = check.fault else {
        return .done(JobOutcome(result: check.lines.last ?? "no damage", details: check.lines))
      }
      return .failed(JobOutcome(result: "\(fault); \(check.advice)", details: check.lines))
    }
  }

  private func fold() -> [Effect] {
    start(.fold, "Save all changes to your files", doing: "folding") {
      workspace, _ throws(AppError) in
      try workspace.foldText()
      return .done(JobOutcome(result: "all changes are in your files"))
    }
  }

  private func compact() -> [Effect] {
    start(.compact, "Compact the store", doing: "compacting") { workspace, _ throws(AppError) in
      .done(JobOutcome(result: try workspace.tidy()))
    }
  }

  private func start(
    _ kind: JobReport.Kind, _ title: String, doing: String,
    endings: [JobProgress.Ending] = [], then next: @escaping (JobReport) -> [Effect] = { _ in [] },
    _ work: @escaping @Sendable (Workspace, JobRunner.Control) throws(AppError) -> JobRunner.End
  ) -> [Effect] {
    jobs.start(kind, title, doing: doing, endings: endings) {
      [workspace] control throws(AppError) in
      try work(workspace, control)
    } completion: { report in
      next(report)
        + [.say(Message(report.outcome.result, tone: report.state == .failed ? .bad : .good))]
    }
  }
}
