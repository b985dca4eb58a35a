internal import CairnKit
internal import CairnRecords
internal import CairnScreens
internal import CairnStore

/// The jobs on screens: all of them in a list, and each with its progress, result and cancel.
struct JobScreens {
  let desk: JobDesk
  let clock: () -> WallClock
  /// Takes a change back, in this run or an earlier one.
  let undo: (UInt64) -> [Effect]
  /// Offers what can be started.
  let start: () -> [Effect]

  /// The screens of the jobs on a store.
  init(_ workspace: Workspace, _ records: RecordDesk) {
    let desk = JobDesk(workspace.jobFolder)
    self.desk = desk
    clock = records.clock
    undo = { records.undo($0) }
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
    ListScreen(JobListSource(self, CairnScreens.ListQuery(url)))
  }

  /// A job's screen.
  func screen(of number: Int) -> any Screen {
    DetailScreen(JobDetailSource(number, desk, clock: clock, undo: undo))
  }
}
