internal import CairnFiles
internal import CairnJSON
internal import CairnNavigation
internal import CairnScreens
internal import CairnStore

extension JobReport {
  /// Returns the table of jobs.
  static func table(
    at clock: @escaping () -> WallClock, _ reports: @escaping () -> [JobReport]
  ) -> ListTable<JobReport> {
    ListTable(
      title: "Jobs",
      columns: [
        .number { UInt64($0.number) },
        .init(ListColumn("job", width: 18...48)) { $0.title },
        // The progress is for the screen only, so that a filter finds what runs.
        .init(ListColumn("state", width: 8...11)) {
          $0.stateText
        } printing: {
          $0.state.rawValue
        },
        .init(ListColumn("result", width: 10...80)) {
          $0.outcome.result
        } printing: {
          $0.state == .running ? $0.progressText(at: clock().now) : $0.outcome.result
        },
        .age("started", at: clock) { $0.started },
      ], id: { "\($0.number)" }, json: \.json, rows: reports)
  }

  /// The whole record of the job, as one object.
  var json: JSONValue {
    var object = head
    object["url"] = .string(JobScreens.url(of: number).text)
    for member in Self.members(of: reading).members + tail.members where member.name != "url" {
      object[member.name] = member.value
    }
    object["shows"] = .optional(outcome.url)
    return .object(object)
  }
}

extension Workspace {
  /// Returns the table of all processes' jobs on the store, the newest first.
  ///
  /// - Throws: ``AppError/failed(_:)`` when the folder of the jobs can't be read.
  func jobsTable() throws(AppError) -> ListTable<JobReport> {
    let reports: [JobReport]
    do throws(FileError) {
      reports = try jobFolder.reports()
    } catch {
      throw .failed(error.description)
    }
    let clock = clock
    return JobReport.table(at: { clock }) { reports }
  }

  /// Returns the report of the jobs on the store, the newest first.
  ///
  /// - Throws: ``AppError/failed(_:)`` when the folder of the jobs can't be read.
  public func jobsReport(_ format: ReportFormat) throws(AppError) -> String {
    try jobsTable().report(format)
  }
}
