internal import CairnKit
internal import CairnScreens
internal import CairnStore

/// What can be done with a job.
struct JobSheet {
  let number: Int
  let jobs: JobDesk
  let undo: (UInt64, Replica?) -> [Effect]

  var menu: Menu {
    var choices = jobs.endings(of: number).map(ending)
    if let report = jobs.report(number) {
      if let change = report.outcome.change {
        let replica = report.outcome.replica
        choices.append(Menu.Choice("u", "Undo change \(change)") { undo(change, replica) })
      }
      let words = ([report.title, report.outcome.result] + report.outcome.details)
        .joined(separator: "\n")
      choices.append(
        Menu.Choice("y", "Copy its text") { [.copy(words, what: "the job's text")] })
    }
    choices.append(Menu.Choice("l", "Keep it") { [] })
    return Menu("Job \(number)", choices: choices)
  }

  private func ending(_ ending: JobProgress.Ending) -> Menu.Choice {
    let end = {
      jobs.end(number, ending)
      return [Effect.say(Message("ending job \(number)"))]
    }
    return switch ending {
    case .cancel: Menu.Choice("c", "Cancel the job", detail: "and undo it", effects: end)
    case .keep: Menu.Choice("k", "Stop and keep the imported rows", effects: end)
    }
  }
}
