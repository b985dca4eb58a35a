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
  /// Imports inputs as a job of its own, whose record whoever calls keeps.
  func importEnd(
    _ inputs: InspectedInputs, _ options: ImportOptions, under control: JobDesk.Control
  ) -> JobDesk.End {
    do throws(AppError) {
      let report = try unrecordedImport(inputs, options, progress: control.answer)
      return .done(JobOutcome(report, url: url(of: report)))
    } catch {
      return control.ending == .cancel ? .canceled : .failed(JobOutcome(result: error.description))
    }
  }
}
