internal import CairnFiles
internal import CairnJSON
internal import CairnScreens
internal import CairnStore
internal import Synchronization

/// The jobs of all processes on a store, running and past.
///
///     jobs/17    {"number":17,"kind":"import","title":"Import places.csv","started":…}
///                {"done":4096,"total":100000,"phase":""}
///                {"state":"done","ended":…,"result":"100000 new","details":[…],…}
///
/// 1. A job's file is made by the process that runs it, under a number that no other one has, and
///    only gets longer; what its lines say together is what is known.
/// 2. The process holds a lock on the file while the job runs. A job that says it runs and whose
///    lock is free was interrupted: the system gives up the locks of a process that is killed.
/// 3. None of it is needed by the work: where nothing can be written, jobs run unrecorded.
/// 4. The files of the hundred newest jobs are kept, and those of jobs that run.
struct JobFolder: Sendable {
  static let keptCount = 100

  let path: String
  let fileSystem: any FileSystem
  let clock: @Sendable () -> Timestamp

  /// Begins a job and takes a number for it.
  ///
  /// - Parameters:
  ///   - kind: what kind of work it is.
  ///   - title: what it does, as a person is told.
  ///   - number: the job's where none can be taken, as in a home that can't be written to; then it
  ///     is known only here.
  /// - Returns: the job's file, or its stand-in.
  func begin(_ kind: JobReport.Kind, _ title: String, otherwise number: Int = 1) -> JobLog {
    do throws(FileError) {
      return try record(kind, title)
    } catch {
      let report = JobReport(number: number, kind: kind, title: title, started: clock())
      return JobLog(report, nil, nil, clock)
    }
  }

  private func record(_ kind: JobReport.Kind, _ title: String) throws(FileError) -> JobLog {
    try fileSystem.makeFolder(path)
    let taken = try numbers()
    discard(taken.dropLast(Self.keptCount - 1))
    var number = (taken.last ?? 0) + 1
    while true {
      do throws(FileError) {
        let file = try fileSystem.open(name(of: number), .create)
        let lock = try fileSystem.lock(name(of: number), byte: 0, exclusive: true, wait: .zero)
        let report = JobReport(number: number, kind: kind, title: title, started: clock())
        return JobLog(report, file, lock, clock)
      } catch .alreadyExists {
        number += 1
      }
    }
  }

  /// Writes down what came of a job that had ended, in place of what is there.
  ///
  /// Where nothing can be written only this process knows it, and another one's job may have the
  /// number.
  func rewriteEnd(of report: JobReport) {
    let name = name(of: report.number)
    let known = (try? fileSystem.read(name)).flatMap(JobReport.init(reading:))
    guard known?.started == report.started, known?.title == report.title,
      let file = try? fileSystem.open(name, .readWrite),
      let size = try? file.size()
    else { return }
    try? file.write(JobReport.line(of: report.tail), at: size)
  }

  private func name(of number: Int) -> String { "\(path)/\(number)" }

  /// The numbers of the jobs that there are, in order.
  private func numbers() throws(FileError) -> [Int] {
    guard try fileSystem.exists(path) else { return [] }
    return try fileSystem.list(path).compactMap { Int($0) }.sorted()
  }

  private func discard(_ numbers: some Sequence<Int>) {
    for number in numbers where !isHeld(number) {
      // Another process may have been faster.
      try? fileSystem.remove(name(of: number))
    }
  }

  /// Whether the process that began a job still has it.
  private func isHeld(_ number: Int) -> Bool {
    do throws(FileError) {
      try fileSystem.lock(name(of: number), byte: 0, exclusive: false, wait: .zero).release()
      return false
    } catch {
      return error.isBusy
    }
  }

  /// What is known of each job, the newest first.
  ///
  /// - Throws: `FileError` when the folder can't be read; a file that can't is left out.
  func reports() throws(FileError) -> [JobReport] {
    try numbers().reversed().compactMap(report)
  }

  private func report(_ number: Int) -> JobReport? {
    guard let bytes = try? fileSystem.read(name(of: number)),
      var report = JobReport(reading: bytes), report.number == number
    else { return nil }
    if report.state == .running, !isHeld(number) {
      report.state = .interrupted
      report.outcome.result = "its process ended early"
    }
    return report
  }
}

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
