internal import CairnKit
internal import CairnRecords
internal import CairnScreens
internal import CairnStore

/// The jobs on screens: all of them in a list, and each with its progress, result and cancel.
struct JobScreens {
  let desk: JobDesk
  let clock: () -> WallClock
  /// Takes a change back, in this run or an earlier one.
  let undo: (UInt64, Replica?) -> [Effect]
  /// Offers what can be started.
  let start: () -> [Effect]

  /// The screens of the jobs on a store.
  ///
  /// - Parameters:
  ///   - workspace: the store, and where its jobs are kept.
  ///   - records: the clock, and the way to take changes of the store back.
  ///   - look: takes back changes of another store, into which imports go from here.
  init(_ workspace: Workspace, _ records: RecordDesk, looking look: Peek? = nil) {
    let desk = JobDesk(workspace.jobFolder)
    self.desk = desk
    clock = records.clock
    undo = { change, replica in
      look?.undo(change, savedBy: replica, desk) ?? records.undo(change, savedBy: replica)
    }
    start = StoreJobs(workspace: workspace, jobs: desk).menu
  }

  /// The URL of the list.
  static let url = ScreenURL(["~jobs"])

  /// Whether a URL is one of jobs.
  static func shows(_ url: ScreenURL) -> Bool { url.segments.first == "~jobs" }

  /// The URL of a job's screen.
  static func url(of number: Int) -> ScreenURL { ScreenURL(["~jobs", "\(number)"]) }

  /// The list of all jobs, filtered as its own URL says.
  func list(at url: ScreenURL) -> any Screen {
    let (desk, clock, undo) = (desk, clock, undo)
    let list = ArrayListSource<JobReport>(
      "Jobs", query: CairnScreens.ListQuery(url),
      columns: [
        .number { UInt64($0.number) },
        .init(ListColumn("job", width: 18...48)) { $0.title },
        .init(ListColumn("state", width: 8...11)) { $0.stateText },
        .init(ListColumn("result", width: 10...80)) { $0.outcome.result },
        .age("started", at: clock) { $0.started },
      ],
      id: { "\($0.number)" }, url: { Self.url(of: $0.number) }, add: start,
      elements: { desk.reports })
    list.hasNewestFirst = true
    list.tone = \.tone
    list.repeats = { desk.pace }
    list.followUp = desk.look
    list.acts = { action, report in
      action == .actions
        ? [.present(JobSheet(number: report.number, jobs: desk, undo: undo).menu)] : nil
    }
    list.hintsAdding = false
    list.emptyHint = "\(key: .add) starts an import · imports and exports are jobs"
    return ListScreen(list)
  }

  /// A job's screen.
  func screen(of number: Int) -> any Screen {
    DetailScreen(JobDetailSource(number, desk, clock: clock, undo: undo))
  }
}
