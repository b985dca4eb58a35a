internal import CairnInterchange
internal import CairnRecords
internal import CairnStore

extension Workspace {
  /// Records work of the shell as a job, which the list of jobs shows during and after the work.
  ///
  /// - Parameters:
  ///   - kind: the kind of work.
  ///   - title: the job's title.
  ///   - outcome: returns the outcome, given the result of `work`.
  ///   - work: the work, which may report its progress.
  /// - Returns: the result of `work`.
  /// - Throws: the error of `work`, which is recorded as the job's result.
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

extension StoreClient {
  /// Records the change that a job saved, if there is one, so that undo finds it.
  func note(_ outcome: JobOutcome) {
    if let change = outcome.change, let replica = outcome.replica { note(change, savedBy: replica) }
  }
}

extension JobOutcome {
  /// Creates the outcome of an import; `url` leads to the imported collection, if there is only
  /// one, and `source` is the description of the import for later ones.
  init(_ report: ImportReport, url: String?, source: EarlierImport?) {
    (result, details) = (report.summary, report.details)
    (change, replica) = (report.transaction, report.replica)
    self.url = url
    self.source = source
  }
}
