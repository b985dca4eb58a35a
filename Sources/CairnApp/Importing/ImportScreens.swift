internal import CairnInterchange
internal import CairnKit
internal import CairnNavigation
internal import CairnRecords
internal import CairnScreens

/// The screens of imports: the list of files, and the preview of an import.
struct ImportScreens {
  let workspace: Workspace
  let records: StoreClient
  let jobs: JobScreens

  /// The URL of both screens; the query has the choices of the import.
  static let url = ScreenURL(["~import"])

  /// Returns the URL of the preview of a file's import.
  static func url(of file: String) -> ScreenURL { ImportChoices([file]).url }

  /// Returns whether a URL is the preview of an import.
  static func isReview(_ url: ScreenURL) -> Bool {
    url.segments == Self.url.segments && url.value("file") != nil
  }

  /// Returns the screen at a URL; without a file, the list of files.
  func screen(at url: ScreenURL) -> any Screen {
    guard Self.isReview(url) else {
      return ImportableFiles("Import a file", workspace, address: Self.url).list(at: url)
    }
    do throws(AppError) {
      return ReviewScreen(ImportReview(try ImportChoices(url), self))
    } catch {
      return ExplainScreen(
        Explanation("The import can't begin", subject: url.text, reason: error.description))
    }
  }
}

extension JobRunner.Control {
  /// Reports the progress of an import, and returns whether to continue.
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
  /// Imports inputs as a job's work without a job record, which the caller keeps.
  func unrecordedImport(
    _ inputs: InspectedInputs, _ choices: ImportChoices, under control: JobRunner.Control
  ) throws(AppError) -> JobOutcome {
    let report = try unrecordedImport(inputs, choices.options, progress: control.answer)
    return outcome(of: report, inputs, choices)
  }

  /// Returns the outcome of an import as a job.
  func outcome(
    of report: ImportReport, _ inputs: InspectedInputs, _ choices: ImportChoices
  ) -> JobOutcome {
    JobOutcome(report, url: url(of: report), source: EarlierImport(choices, inputs, report))
  }
}
