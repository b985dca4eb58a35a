internal import CairnInterchange
internal import CairnScreens

extension JobDesk.Control {
  /// Says how far an import is, and whether it goes on.
  func answer(_ state: ImportProgress) -> ImportProgress.Answer {
    report(JobProgress.Reading(state))
    return switch ending {
    case nil: .proceed
    case .cancel: .cancel
    case .keep: .keep
    }
  }
}

extension Workspace {
  /// Imports inputs as the work of a job, whose record whoever calls keeps.
  func unrecordedImport(
    _ inputs: InspectedInputs, _ options: ImportOptions, under control: JobDesk.Control
  ) throws(AppError) -> JobOutcome {
    let report = try unrecordedImport(inputs, options, progress: control.answer)
    return JobOutcome(report, url: url(of: report))
  }
}
