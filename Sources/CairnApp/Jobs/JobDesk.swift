internal import CairnFiles
internal import CairnKit
internal import CairnRecords
internal import CairnScreens
internal import CairnStore
internal import Synchronization

/// Where the app starts long work and looks at it, its own and that of other processes.
///
/// 1. Each job has a number and with it a URL; what it was and what came of it can be read there
///    later, in another run of the app as well.
/// 2. Work runs on a thread of its own and goes on whatever screen is shown.
/// 3. What other processes do is read off the drawing thread; the screens show what was read last.
final class JobDesk {
  /// What long work gets: where it reports to, and whether it may go on.
  struct Control: Sendable {
    let progress: JobProgress
    let log: JobLog

    /// Says how far the work is.
    func report(_ reading: JobProgress.Reading) {
      progress.report(reading)
      log.note(reading)
    }

    /// How the work is to end, as soon as it can.
    var ending: JobProgress.Ending? { progress.ending }
  }

  /// How work ended that nothing kept from it: what came of it, or what is wrong that it found.
  enum End: Sendable {
    case done(JobOutcome)
    case failed(JobOutcome)
  }

  private struct Running {
    /// What the status line says of it.
    let doing: String
    let log: JobLog
    let progress: JobProgress
  }

  let folder: JobFolder
  private var running: [Int: Running] = [:]
  /// The jobs of this process that ended, which are known here wherever nothing can be written.
  private var ended: [Int: JobReport] = [:]
  /// What was read last of all that is written.
  private var known: [JobReport] = []
  private let looking = SingleFlight()
  private var hasLooked = false

  init(_ folder: JobFolder) {
    self.folder = folder
  }

  /// Starts long work.
  ///
  /// - Parameters:
  ///   - kind: what kind of work it is.
  ///   - title: what it is called: "Import places.csv".
  ///   - doing: what the status line says meanwhile: "importing places.csv".
  ///   - endings: how it can be ended early.
  ///   - holdsKeys: whether what is typed meanwhile waits for its end.
  ///   - work: runs on another thread; what it throws is why the job failed, unless it was asked to
  ///     leave nothing.
  ///   - begun: is told the job's number, on the drawing thread.
  ///   - completion: runs on the drawing thread.
  /// - Returns: the effects that start it.
  func start(
    _ kind: JobReport.Kind, _ title: String, doing: String,
    endings: [JobProgress.Ending] = [.cancel], holdsKeys: Bool = false,
    work: @escaping @Sendable (Control) throws(AppError) -> End,
    begun: @escaping (Int) -> Void = { _ in },
    completion: @escaping (JobReport) -> [Effect]
  ) -> [Effect] {
    let number = (reports.first?.number ?? 0) + 1
    // Until it has begun, keys wait in any case: who quits at once would never be asked about it.
    let job = Job(doing, holdsKeys: true) { [folder] in
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
  ) -> Job {
    let (log, progress) = (work.log, work.progress)
    let number = log.report.number
    running[number] = work
    return Job(doing, lane: .long, progress: progress, holdsKeys: holdsKeys) { () -> JobReport in
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

  /// All jobs that are known, the newest first; this process's own as they are now.
  var reports: [JobReport] {
    var reports = Dictionary(known.map { ($0.number, $0) }, uniquingKeysWith: { $1 })
    reports.merge(ended) { $1 }
    reports.merge(running.mapValues(\.log.report)) { $1 }
    return reports.values.sorted { $0.number > $1.number }
  }

  /// What is being done to the store's records in a job of this process; `nil` for nothing.
  var changeUnderWay: String? {
    running.values.first { [.change, .import].contains($0.log.report.kind) }?.doing
  }

  /// How many of this process's jobs run, in words; `nil` for none.
  var runningText: String? { running.isEmpty ? nil : "\(running.count) running" }

  /// The job called by a number.
  func report(_ number: Int) -> JobReport? { reports.first { $0.number == number } }

  /// How a job can be ended early; not at all unless this process runs it.
  func endings(of number: Int) -> [JobProgress.Ending] {
    running[number]?.progress.endings ?? []
  }

  /// Asks a job of this process to end.
  func end(_ number: Int, _ ending: JobProgress.Ending) { running[number]?.progress.end(ending) }

  /// Takes note of what came of a job of this process after its end, as when its file was handed on.
  func amend(_ number: Int, _ state: JobReport.State, _ result: String) -> [Effect] {
    guard var report = ended[number] else { return [] }
    report.state = state
    report.outcome.result = result
    ended[number] = report
    let job = Job { [folder, report] in
      folder.rewriteEnd(of: report)
    } completion: { _ in
      []
    }
    return [.run(job), .refresh]
  }

  /// After what time to look again, while something runs.
  var pace: Duration? {
    reports.contains { $0.state == .running } ? .milliseconds(250) : nil
  }

  /// Reads what other processes do; screens look again if that is news.
  func look() -> [Effect] {
    // Keys that are typed ahead are meant for rows, which are not there before they were read once.
    let isFirst = !hasLooked
    hasLooked = true
    return looking.start(holdsKeys: isFirst) { [folder] () -> [JobReport] in
      // Where nothing can be read there is nothing to show but what runs here.
      (try? folder.reports()) ?? []
    } completion: { [weak self] reports in
      guard let self, reports != known else { return [] }
      known = reports
      return [.refresh]
    }
  }
}

extension JobDesk {
  /// Runs a change of several records as a job.
  ///
  /// - Parameters:
  ///   - change: the change.
  ///   - desk: the records' desk.
  ///   - ends: what follows where it is not canceled.
  /// - Returns: the effects that start it.
  func make(
    _ change: BulkChange, on desk: RecordDesk, then ends: BulkChange.Ends
  ) -> [Effect] {
    let store = desk.store
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
      // Where a person has gone on, nothing must take their keys.
      return switch report.state {
      case .done: ends.done(saved.transaction.withLock(\.self))
      case .canceled: [.say(Message(result))]
      case .failed, .running, .interrupted:
        isHeld ? ends.failed(result) : [.say(Message(result, tone: .bad))]
      }
    }
  }

  /// What the work saved, for the thread that draws.
  private final class Saved: Sendable {
    let transaction = Mutex<Transaction?>(nil)
  }
}
