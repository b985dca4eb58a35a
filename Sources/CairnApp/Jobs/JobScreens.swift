internal import CairnKit
internal import CairnRecords
internal import CairnScreens
internal import CairnStore

/// The screens of jobs: the list of all jobs, and each job with its progress, result and cancel
/// action.
struct JobScreens {
  let runner: JobRunner
  let clock: () -> WallClock
  /// Undoes a change of this run or an earlier one.
  let undo: (UInt64, Replica?) -> [Effect]
  /// Offers the jobs that a person can start.
  let start: () -> [Effect]

  /// Creates the screens of the jobs on a store.
  ///
  /// - Parameters:
  ///   - workspace: the store with the jobs.
  ///   - records: the records, with the clock and undo.
  ///   - look: the preview that imports into another store, and undoes changes there.
  init(_ workspace: Workspace, _ records: StoreClient, looking look: Peek? = nil) {
    let runner = JobRunner(workspace.jobFolder)
    self.runner = runner
    clock = records.clock
    undo = { change, replica in
      look?.undo(change, savedBy: replica, runner) ?? records.undo(change, savedBy: replica)
    }
    start = StoreJobs(workspace: workspace, jobs: runner).menu
  }

  /// The URL of the list.
  static let url = ScreenURL(["~jobs"])

  /// Returns whether a URL is a screen of jobs.
  static func shows(_ url: ScreenURL) -> Bool { url.segments.first == "~jobs" }

  /// Returns the URL of a job's screen.
  static func url(of number: Int) -> ScreenURL { ScreenURL(["~jobs", "\(number)"]) }

  /// Returns the list of all jobs, filtered by its URL.
  func list(at url: ScreenURL) -> any Screen {
    let (runner, undo) = (runner, undo)
    let list = JobReport.table(at: clock) { runner.reports }.list(
      ListQuery(url), url: { Self.url(of: $0.number) }, add: start)
    list.hasNewestFirst = true
    list.tone = \.tone
    list.repeats = { runner.pace }
    list.followUp = runner.look
    list.acts = { action, report in
      action == .actions
        ? [.present(JobSheet(number: report.number, jobs: runner, undo: undo).menu)] : nil
    }
    list.hintsAdding = false
    list.emptyHint = "\(key: .add) starts an import · imports and exports are jobs"
    return ListScreen(list)
  }

  /// Returns a job's screen.
  func screen(of number: Int) -> any Screen {
    DetailScreen(JobDetailSource(number, runner, clock: clock, undo: undo))
  }
}

/// The action sheet of a job.
struct JobSheet {
  let number: Int
  let jobs: JobRunner
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

/// Columns that several of the app's own lists share.
extension ArrayListSource.Column {
  /// Returns the column of an item's number, sorted as a number.
  static func number(_ number: @escaping (Element) -> UInt64) -> Self {
    Self(ListColumn("number", title: "#", alignment: .trailing, width: 2...6)) {
      "\(number($0))"
    } sort: {
      number($0) < number($1)
    }
  }

  /// Returns a column with the age of an item, sorted by the time.
  ///
  /// - Parameters:
  ///   - name: the column's name in sorts and URLs.
  ///   - clock: the person's clock.
  ///   - time: the time of an item.
  /// - Returns: the column.
  static func age(
    _ name: String = "age", at clock: @escaping () -> WallClock,
    of time: @escaping (Element) -> Timestamp
  ) -> Self {
    Self(ListColumn(name, title: "age", alignment: .trailing, width: 4...7)) {
      JobReport.age(of: time($0), at: clock())
    } sort: {
      time($0) < time($1)
    } printing: {
      ValueText.display(.datetime(time($0)), at: clock())
    }
  }
}
