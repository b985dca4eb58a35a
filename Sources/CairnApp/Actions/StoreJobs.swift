internal import CairnInterchange
internal import CairnKit
internal import CairnStore

/// Work on the store as a whole that a person starts from the screen of jobs.
struct StoreJobs {
  let workspace: Workspace
  let jobs: JobDesk

  /// Offers what can be started.
  func menu() -> [Effect] {
    let choices: [(Menu.Item, () -> [Effect])] = [
      (Menu.Item("v", "Verify the store", detail: "read every file, name what is damaged"), verify),
      (Menu.Item("f", "Fold the journal", detail: "move what was saved into the text"), fold),
      (
        Menu.Item("c", "Compact the store", detail: "tidy files, drop history beyond its age"),
        compact
      ),
    ]
    return [
      .present(Menu("Start", choices.map(\.0), footer: "Esc leaves") { choices[$0].1() })
    ]
  }

  private func verify() -> [Effect] {
    start(.verify, "Verify the store", doing: "verifying") { workspace throws(AppError) in
      let (lines, damageCount) = try workspace.verification()
      guard damageCount > 0 else { return .done(JobOutcome(result: lines.last ?? "no damage")) }
      let places = counted(damageCount, "place")
      return .failed(JobOutcome(result: "\(places) damaged; all is kept", details: lines))
    }
  }

  private func fold() -> [Effect] {
    start(.fold, "Fold the journal", doing: "folding") { workspace throws(AppError) in
      try workspace.foldText()
      return .done(JobOutcome(result: "all that was saved is in the text"))
    }
  }

  private func compact() -> [Effect] {
    start(.compact, "Compact the store", doing: "compacting") { workspace throws(AppError) in
      .done(JobOutcome(result: try workspace.tidy()))
    }
  }

  private func start(
    _ kind: JobReport.Kind, _ title: String, doing: String,
    _ work: @escaping @Sendable (Workspace) throws(AppError) -> JobDesk.End
  ) -> [Effect] {
    jobs.start(kind, title, doing: doing, endings: []) { [workspace] _ throws(AppError) in
      try work(workspace)
    } completion: { report in
      [.say(Message(report.outcome.result, tone: report.state == .done ? .good : .bad))]
    }
  }
}
