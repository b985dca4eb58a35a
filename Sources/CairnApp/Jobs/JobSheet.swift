internal import CairnKit
internal import CairnScreens
internal import CairnStore

/// What can be done with a job.
struct JobSheet {
  let number: Int
  let jobs: JobDesk
  let undo: (UInt64, Replica?) -> [Effect]

  private typealias Choice = (item: Menu.Item, effects: () -> [Effect])

  var menu: Menu {
    var choices = jobs.endings(of: number).map(ending)
    if let report = jobs.report(number) {
      if let change = report.outcome.change {
        let replica = report.outcome.replica
        choices.append((Menu.Item("u", "Take change \(change) back"), { undo(change, replica) }))
      }
      let words = ([report.title, report.outcome.result] + report.outcome.details)
        .joined(separator: "\n")
      choices.append(
        (Menu.Item("y", "Copy what it says"), { [.copy(words, what: "the job's words")] }))
    }
    choices.append((Menu.Item("l", "Leave it"), { [] }))
    return Menu("Job \(number)", choices.map(\.item)) { choices[$0].effects() }
  }

  private func ending(_ ending: JobProgress.Ending) -> Choice {
    let item =
      switch ending {
      case .cancel: Menu.Item("c", "Cancel the job", detail: "nothing stays of it")
      case .keep: Menu.Item("k", "Stop, and keep what came so far")
      }
    return (
      item,
      {
        jobs.end(number, ending)
        return [.say(Message("ending job \(number)"))]
      }
    )
  }
}
