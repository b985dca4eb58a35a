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
        choices.append(Menu.Choice("u", "Take change \(change) back") { undo(change, replica) })
      }
      let words = ([report.title, report.outcome.result] + report.outcome.details)
        .joined(separator: "\n")
      choices.append(
        Menu.Choice("y", "Copy what it says") { [.copy(words, what: "the job's words")] })
    }
    choices.append(Menu.Choice("l", "Leave it") { [] })
    return Menu("Job \(number)", choices: choices)
  }

  private func ending(_ ending: JobProgress.Ending) -> Menu.Choice {
    let end = {
      jobs.end(number, ending)
      return [Effect.say(Message("ending job \(number)"))]
    }
    return switch ending {
    case .cancel: Menu.Choice("c", "Cancel the job", detail: "nothing stays of it", effects: end)
    case .keep: Menu.Choice("k", "Stop, and keep what came so far", effects: end)
    }
  }
}
