internal import CairnFiles
internal import CairnKit
internal import CairnRecords
internal import CairnScreens
internal import CairnStore
internal import Synchronization

/// Starts long work of the app as jobs, and shows the jobs of this process and of others.
///
/// 1. Each job has a number and a URL. Its record and result can be read there later, even in
///    another run of the app.
/// 2. Each job runs on its own thread, independent of the current screen.
/// 3. The jobs of other processes are read in the background; the screens show the newest reading.
final class JobRunner {
  /// The interface of running work: it reports progress and finds out whether to stop.
  struct Control: Sendable {
    let progress: JobProgress
    let log: JobLog

    /// Reports the progress of the work.
    func report(_ reading: JobProgress.Reading) {
      progress.report(reading)
      log.note(reading)
    }

    /// The requested way to end; work should end as soon as possible.
    var ending: JobProgress.Ending? { progress.ending }
  }

  /// The result of work that ran to its end: success, or the problems that it found.
  enum End: Sendable {
    case done(JobOutcome)
    case failed(JobOutcome)
  }

  private struct Running {
    /// The job's text in the status line.
    let doing: String
    let log: JobLog
    let progress: JobProgress
  }

  let folder: JobFolder
  private var running: [Int: Running] = [:]
  /// The ended jobs of this process.
  ///
  /// They are known here even if nothing can be written to disk.
  private var ended: [Int: JobReport] = [:]
  /// The newest reading of all recorded jobs.
  private var known: [JobReport] = []
  private let looking = SingleFlight()
  private var hasLooked = false

  init(_ folder: JobFolder) {
    self.folder = folder
  }

  /// Starts a job.
  ///
  /// - Parameters:
  ///   - kind: the kind of work.
  ///   - title: the job's title, such as "Import places.csv".
  ///   - doing: the text for the status line, such as "importing places.csv".
  ///   - endings: the ways to end the job early.
  ///   - holdsKeys: whether keys typed in the meantime wait until the job ends.
  ///   - work: the work, run on another thread. If it throws, the job failed, unless the job was
  ///     asked to cancel.
  ///   - begun: called with the job's number, on the drawing thread.
  ///   - completion: called at the end, on the drawing thread.
  /// - Returns: the effects that start the job.
  func start(
    _ kind: JobReport.Kind, _ title: String, doing: String,
    endings: [JobProgress.Ending] = [.cancel], holdsKeys: Bool = false,
    work: @escaping @Sendable (Control) throws(AppError) -> End,
    begun: @escaping (Int) -> Void = { _ in },
    completion: @escaping (JobReport) -> [Effect]
  ) -> [Effect] {
    let number = (reports.first?.number ?? 0) + 1
    // Keys wait until the job has begun. If a person quit at once, the app would not ask about the
    // job.
    let job = BackgroundJob(doing, holdsKeys: true) { [folder] in
      folder.begin(kind, title, otherwise: number)
    } completion: { [weak self] log in
      guard let self else { return [] }
      begun(log.report.number)
      let running = Running(
        doing: doing, log: log, progress: JobProgress(endings: endings))
      return [.run(run(running, doing, holdsKeys, work, completion)), .refresh]
    }
    return [.run(job)]
  }

  private func run(
    _ work: Running, _ doing: String, _ holdsKeys: Bool,
    _ body: @escaping @Sendable (Control) throws(AppError) -> End,
    _ completion: @escaping (JobReport) -> [Effect]
  ) -> BackgroundJob {
    let (log, progress) = (work.log, work.progress)
    let number = log.report.number
    running[number] = work
    return BackgroundJob(doing, lane: .long, progress: progress, holdsKeys: holdsKeys) {
      () -> JobReport in
      do throws(AppError) {
        switch try body(Control(progress: progress, log: log)) {
        case .done(let outcome): return log.end(.done, outcome)
        case .failed(let outcome): return log.end(.failed, outcome)
        }
      } catch {
        return progress.ending == .cancel
          ? log.end(.canceled, JobOutcome(result: "canceled; nothing was changed"))
          : log.end(.failed, JobOutcome(result: error.description))
      }
    } completion: { [weak self] report in
      self?.running[number] = nil
      self?.ended[number] = report
      return completion(report) + [.refresh]
    }
  }

  /// Records work that has ended elsewhere, such as a program on the terminal.
  ///
  /// - Parameters:
  ///   - kind: the kind of work.
  ///   - title: the job's title.
  ///   - started: the start of the work.
  ///   - state: the state at the end.
  ///   - outcome: the outcome.
  /// - Returns: the effects that record it.
  func record(
    _ kind: JobReport.Kind, _ title: String, since started: Timestamp, _ state: JobReport.State,
    _ outcome: JobOutcome
  ) -> [Effect] {
    let number = (reports.first?.number ?? 0) + 1
    let job = BackgroundJob("noting the job", holdsKeys: true) { [folder] in
      folder.begin(kind, title, otherwise: number, since: started).end(state, outcome)
    } completion: { [weak self] report in
      self?.ended[report.number] = report
      return [.refresh]
    }
    return [.run(job)]
  }

  /// All known jobs, the newest first; the jobs of this process are up to date.
  var reports: [JobReport] {
    var reports = Dictionary(known.map { ($0.number, $0) }, uniquingKeysWith: { $1 })
    reports.merge(ended) { $1 }
    reports.merge(running.mapValues(\.log.report)) { $1 }
    return reports.values.sorted { $0.number > $1.number }
  }

  /// The running job of this process that changes records, in words; `nil` without one.
  var changeUnderWay: String? {
    running.values.first { [.change, .import].contains($0.log.report.kind) }?.doing
  }

  /// The number of running jobs of this process, in words; `nil` without any.
  var runningText: String? { running.isEmpty ? nil : "\(running.count) running" }

  /// Returns the job with a number.
  func report(_ number: Int) -> JobReport? { reports.first { $0.number == number } }

  /// Returns the ways to end a job early.
  ///
  /// Empty for a job of another process.
  func endings(of number: Int) -> [JobProgress.Ending] {
    running[number]?.progress.endings ?? []
  }

  /// Asks a job of this process to end.
  func end(_ number: Int, _ ending: JobProgress.Ending) { running[number]?.progress.end(ending) }

  /// Changes the recorded result of an ended job, for example after its file was handed on.
  func amend(_ number: Int, _ state: JobReport.State, _ result: String) -> [Effect] {
    guard var report = ended[number] else { return [] }
    report.state = state
    report.outcome.result = result
    ended[number] = report
    let job = BackgroundJob { [folder, report] in
      folder.rewriteEnd(of: report)
    } completion: { _ in
      []
    }
    return [.run(job), .refresh]
  }

  /// The interval between readings while some job runs.
  var pace: Duration? {
    reports.contains { $0.state == .running } ? .milliseconds(250) : nil
  }

  /// Reads the jobs of other processes; the screens are refreshed if something changed.
  func look() -> [Effect] {
    // Keys typed ahead are meant for rows, which exist only after the first reading.
    let isFirst = !hasLooked
    hasLooked = true
    return looking.start(holdsKeys: isFirst) { [folder] () -> [JobReport] in
      // If the folder can't be read, only the jobs of this process are shown.
      (try? folder.reports()) ?? []
    } completion: { [weak self] reports in
      guard let self, reports != known else { return [] }
      known = reports
      return [.refresh]
    }
  }
}

extension JobRunner {
  /// Runs a change of several records as a job.
  ///
  /// - Parameters:
  ///   - change: the change.
  ///   - client: the records to change.
  ///   - ends: the effects that follow, unless the job is canceled.
  /// - Returns: the effects that start the job.
  func make(
    _ change: BulkChange, on client: StoreClient, then ends: BulkChange.Ends
  ) -> [Effect] {
    let store = client.store
    let isHeld = change.holdsKeys
    let saved = Saved()
    return start(
      .change, change.title.capitalizingFirst, doing: change.doing,
      holdsKeys: isHeld
    ) { control throws(AppError) in
      let bulk = BulkChange.Control { done in
        control.report(JobProgress.Reading(done, of: change.count))
      } isCanceled: {
        control.ending != nil
      }
      do throws(StoreError) {
        let transaction = try change.work(store, bulk)
        saved.transaction.withLock { $0 = transaction }
        return .done(
          JobOutcome(
            result: change.report(transaction), change: transaction?.number,
            replica: transaction?.replica))
      } catch {
        throw .failed(error.description(in: store.snapshot.model))
      }
    } completion: { report in
      let result = report.outcome.result
      // The person may be elsewhere by now. The result must not take over the keys.
      return switch report.state {
      case .done: ends.done(saved.transaction.withLock(\.self), result)
      case .canceled: [.say(Message(result))]
      case .failed, .running, .interrupted:
        isHeld ? ends.failed(result) : [.say(Message(result, tone: .bad))]
      }
    }
  }

  /// The transaction that the work saved, for the drawing thread.
  private final class Saved: Sendable {
    let transaction = Mutex<Transaction?>(nil)
  }
}
