internal import CairnKit
internal import CairnNavigation
internal import CairnScreens
internal import CairnStore

/// The detail screen of a job: its progress or result, and the ways to end it.
final class JobDetailSource: DetailSource {
  private let number: Int
  private let jobs: JobRunner
  private let clock: () -> WallClock
  private let undo: (UInt64, Replica?) -> [Effect]
  private var report: JobReport?

  init(
    _ number: Int, _ jobs: JobRunner, clock: @escaping () -> WallClock,
    undo: @escaping (UInt64, Replica?) -> [Effect]
  ) {
    (self.number, self.jobs, self.clock, self.undo) = (number, jobs, clock, undo)
    report = jobs.report(number)
  }

  var title: String { report?.title ?? "Job \(number)" }
  var subtitle: String { "job \(number) · \(report?.state.rawValue ?? "unknown")" }
  var changes: ChangeOptions { [] }
  var pace: Duration? { report?.state == .running ? .milliseconds(250) : nil }

  func refresh(_ surroundings: Surroundings) -> [Effect] {
    report = jobs.report(number)
    return jobs.look()
  }

  var fields: [DetailField] {
    guard let report else {
      return [DetailField("State", "no job \(number); old jobs are deleted")]
    }
    let now = clock().now
    var fields: [DetailField] = []
    if report.state == .running {
      var progress = DetailField("Progress", report.progressText(at: now))
      progress.fraction = report.reading.fraction
      fields.append(progress)
    }
    if !report.outcome.result.isEmpty {
      fields.append(DetailField("Result", report.outcome.result))
    }
    fields.append(DetailField("Started", ValueText.display(.datetime(report.started), at: clock())))
    let took = report.seconds(until: report.ended ?? now)
    if report.state != .interrupted {
      fields.append(DetailField(report.ended == nil ? "Running" : "Took", JobReport.duration(took)))
    }
    if report.state == .running {
      fields.append(DetailField("Ending", endingHint))
    } else if let change = report.outcome.change {
      fields.append(DetailField("Change", "number \(change)"))
    }
    return fields
  }

  private var endingHint: String {
    jobs.endings(of: number).isEmpty
      ? "by the process that runs it" : "by its actions; it continues if you leave this screen"
  }

  var sections: [DetailSection] {
    guard let url = report?.outcome.url.flatMap({ try? ScreenURL(parsing: $0) }) else { return [] }
    return [DetailSection("Records", links: [DetailLink(url.text, url: url)])]
  }

  var remarks: [DetailField] {
    report?.outcome.details.enumerated().map { DetailField("\($0 + 1)", $1) } ?? []
  }

  var remarksTitle: String { "Remarks" }

  func perform(_ action: ActionName) -> [Effect]? {
    switch action {
    case .actions: [.present(sheet.menu)]
    case .interrupt where !jobs.endings(of: number).isEmpty: [.present(sheet.menu)]
    default: nil
    }
  }

  private var sheet: JobSheet { JobSheet(number: number, jobs: jobs, undo: undo) }
}
