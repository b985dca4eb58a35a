internal import CairnFiles
internal import CairnJSON
internal import CairnScreens
internal import CairnStore
internal import Synchronization

/// The records of the jobs of all processes on a store, running and ended.
///
///     jobs/17    {"number":17,"kind":"import","title":"Import places.csv","started":…}
///                {"done":4096,"total":100000,"phase":""}
///                {"state":"done","ended":…,"result":"100000 new","details":[…],…}
///
/// 1. The process that runs a job creates its file, under a unique number. The file is only
///    appended to; all its lines together are the job's record.
/// 2. The process locks the file while the job runs. If a job is recorded as running but its lock
///    is free, it was interrupted: the system releases the locks of a killed process.
/// 3. Jobs don't depend on their records: if nothing can be written, they run unrecorded.
/// 4. The files of the hundred newest jobs, of the hundred newest imports whose choices later
///    imports can begin with, and of running jobs are kept.
struct JobFolder: Sendable {
  static let keptCount = 100
  private static let greatestNumber = 1_000_000_000

  let path: String
  let fileSystem: any FileSystem
  let clock: @Sendable () -> Timestamp

  /// Begins a job and assigns a number to it.
  ///
  /// - Parameters:
  ///   - kind: the kind of work.
  ///   - title: the job's title for the person.
  ///   - number: the number to use if no file can be written, as in a read-only home. Only this
  ///     process then knows the job.
  ///   - started: the start of the work; `nil` for the present moment.
  /// - Returns: the job's file, or a substitute in memory.
  func begin(
    _ kind: JobReport.Kind, _ title: String, otherwise number: Int = 1,
    since started: Timestamp? = nil
  ) -> JobLog {
    let started = started ?? clock()
    do throws(FileError) {
      return try record(kind, title, started)
    } catch {
      let report = JobReport(number: number, kind: kind, title: title, started: started)
      return JobLog(report, nil, nil, clock)
    }
  }

  private func record(
    _ kind: JobReport.Kind, _ title: String, _ started: Timestamp
  ) throws(FileError) -> JobLog {
    try fileSystem.makeFolder(path)
    let taken = try numbers()
    let older = taken.dropLast(Self.keptCount - 1)
    let imports = older.filter { report($0)?.outcome.source != nil }.suffix(Self.keptCount)
    discard(Set(older).subtracting(imports).sorted())
    var number = (taken.last ?? 0) + 1
    while true {
      do throws(FileError) {
        let file = try fileSystem.open(name(of: number), .create)
        let lock = try fileSystem.lock(name(of: number), byte: 0, exclusive: true, wait: .zero)
        let report = JobReport(number: number, kind: kind, title: title, started: started)
        return JobLog(report, file, lock, clock)
      } catch .alreadyExists {
        number += 1
      }
    }
  }

  /// Replaces the recorded end of an ended job.
  ///
  /// If the job was never written, only this process knows it, and its number may belong to a job
  /// of another process.
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

  /// Returns the numbers of the recorded jobs, in order.
  private func numbers() throws(FileError) -> [Int] {
    guard try fileSystem.exists(path) else { return [] }
    // Another program's file may have a name that is no number of a job.
    return try fileSystem.list(path).compactMap { Int($0) }
      .filter { (1...Self.greatestNumber).contains($0) }.sorted()
  }

  private func discard(_ numbers: some Sequence<Int>) {
    for number in numbers where !isHeld(number) {
      // Another process may have removed the file first.
      try? fileSystem.remove(name(of: number))
    }
  }

  /// Returns whether the process that began a job still has its lock.
  private func isHeld(_ number: Int) -> Bool {
    do throws(FileError) {
      try fileSystem.lock(name(of: number), byte: 0, exclusive: false, wait: .zero).release()
      return false
    } catch {
      return error.isBusy
    }
  }

  /// Returns the records of all jobs, the newest first.
  ///
  /// - Throws: `FileError` when the folder can't be read; a file that can't be read is left out.
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
  /// The interval between two writes of the progress, which other processes read.
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

  /// The current record of the job.
  var report: JobReport { state.withLock { $0.report } }

  /// Records the progress of the job.
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

  /// Records the end of the job.
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
    // The job continues even if its record can't be written.
    try? file.write(line, at: offset)
  }
}
