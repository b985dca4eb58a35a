internal import CairnInterchange
internal import CairnRecords
internal import CairnStore

extension Workspace {
  /// Lets work of the shell be seen among the jobs, while it runs and afterwards.
  ///
  /// - Parameters:
  ///   - kind: what kind of work it is.
  ///   - title: what it is called.
  ///   - outcome: what came of it, given what `work` returns.
  ///   - work: what is done, with a place to say how far it is.
  /// - Returns: what `work` returns.
  /// - Throws: what `work` throws, which is kept as the job's result.
  func recorded<Result>(
    _ kind: JobReport.Kind, _ title: String, outcome: (Result) -> JobOutcome,
    _ work: (JobLog) throws(AppError) -> Result
  ) throws(AppError) -> Result {
    let log = jobFolder.begin(kind, title)
    do throws(AppError) {
      let result = try work(log)
      log.end(.done, outcome(result))
      return result
    } catch {
      log.end(.failed, JobOutcome(result: error.description))
      throw error
    }
  }
}

extension RecordDesk {
  /// Takes note of the change that a job made, if it made one, so that undo undoes it.
  func note(_ outcome: JobOutcome) {
    if let change = outcome.change, let replica = outcome.replica { note(change, savedBy: replica) }
  }
}

extension JobOutcome {
  /// What an import did; `url` leads to what came in, where that is one collection.
  init(_ report: ImportReport, url: String?) {
    let counts = report.collections.map(\.description)
    let bad = report.badRowCount
    let first = report.badRows.first.map { ", the first \($0.shortPlace)" } ?? ""
    let stop = report.stoppedAfter.map { ["stopped after row \($0)"] } ?? []
    let refused = bad > 0 ? ["\(counted(bad, "row")) refused\(first)"] : []
    let lost = report.lostValueCount
    let left = lost > 0 ? ["\(counted(lost, "value")) found no place"] : []
    result = (counts + stop + refused + left).joined(separator: "; ")
    details = report.notices + report.badRows.map(\.description)
    if bad > report.badRows.count { details.append("and \(bad - report.badRows.count) more") }
    details += report.lostValues.map(\.description)
    if lost > report.lostValues.count {
      details.append("and \(lost - report.lostValues.count) more values")
    }
    (change, replica) = (report.transaction, report.replica)
    self.url = url
  }
}
