internal import CairnFiles
internal import CairnJSON
internal import CairnScreens
internal import CairnStore
internal import Synchronization

/// The file of a job that this process runs.
final class JobLog: Sendable {
  /// How often progress is written down, which others read.
  static let interval = Duration.milliseconds(500)

  private struct State {
    var report: JobReport
    var size = 0
    var written: ContinuousClock.Instant?
  }

  private let state: Mutex<State>
  private let file: (any OpenFile)?
  private let lock: (any FileLock)?
  private let clock: @Sendable () -> Timestamp

  init(
    _ report: JobReport, _ file: (any OpenFile)?, _ lock: (any FileLock)?,
    _ clock: @escaping @Sendable () -> Timestamp
  ) {
    state = Mutex(State(report: report))
    self.file = file
    self.lock = lock
    self.clock = clock
    append(report.head)
  }

  /// What is known of the job.
  var report: JobReport { state.withLock { $0.report } }

  /// Takes note of how far the job is.
  func note(_ reading: JobProgress.Reading) {
    let isDue = state.withLock { state in
      state.report.reading = reading
      let now = ContinuousClock.now
      guard state.written.map({ $0.advanced(by: Self.interval) <= now }) ?? true else {
        return false
      }
      state.written = now
      return true
    }
    if isDue { append(JobReport.members(of: reading)) }
  }

  /// Takes note of how the job ended.
  @discardableResult
  func end(_ ending: JobReport.State, _ outcome: JobOutcome) -> JobReport {
    let ended = clock()
    let report = state.withLock { state in
      state.report.state = ending
      state.report.ended = ended
      state.report.outcome = outcome
      return state.report
    }
    append(JobReport.members(of: report.reading))
    append(report.tail)
    lock?.release()
    return report
  }

  private func append(_ members: JSONObject) {
    guard let file else { return }
    let line = JobReport.line(of: members)
    let offset = state.withLock { state in
      defer { state.size += line.count }
      return state.size
    }
    // A job goes on although nobody can read of it.
    try? file.write(line, at: offset)
  }
}
