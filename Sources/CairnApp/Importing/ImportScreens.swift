internal import CairnInterchange
internal import CairnKit
internal import CairnNavigation
internal import CairnRecords
internal import CairnScreens

/// Imports on screens: the files that there are, and what an import of some of them would do.
struct ImportScreens {
  let workspace: Workspace
  let records: RecordDesk
  let jobs: JobScreens

  /// The URL of both; what is to be imported stands in its query.
  static let url = ScreenURL(["~import"])

  /// The URL that shows what an import of a file would do.
  static func url(of file: String) -> ScreenURL { ImportChoices([file]).url }

  /// Whether a URL is one of decisions about an import.
  static func isReview(_ url: ScreenURL) -> Bool {
    url.segments == Self.url.segments && url.value("file") != nil
  }

  /// The screen at a URL: without a file, the files that there are.
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
