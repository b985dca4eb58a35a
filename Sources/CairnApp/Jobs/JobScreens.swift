internal import CairnKit
internal import CairnRecords
internal import CairnScreens
internal import CairnStore

/// The jobs on screens: all of them in a list, and each with its progress, result and cancel.
struct JobScreens {
  let jobs: JobDesk
  let clock: () -> WallClock
  /// Takes a change back, in this run or an earlier one.
  let undo: (UInt64) -> [Effect]
  /// Offers what can be started.
  let start: () -> [Effect]

  /// The URL of the list.
  static let url = ScreenURL(["~jobs"])

  /// Whether a URL is one of jobs.
  static func shows(_ url: ScreenURL) -> Bool { url.segments.first == "~jobs" }

  /// The URL of a job's screen.
  static func url(of number: Int) -> ScreenURL { ScreenURL(["~jobs", "\(number)"]) }

  /// The list of all jobs.
  ///
  /// - Parameter url: the list's own URL, with what is filtered.
  func list(at url: ScreenURL) -> any Screen {
    ListScreen(JobListSource(self, CairnScreens.ListQuery(url)))
  }

  /// A job's screen.
  func screen(of number: Int) -> any Screen {
    DetailScreen(JobDetailSource(number, jobs, clock: clock, undo: undo))
  }
}
