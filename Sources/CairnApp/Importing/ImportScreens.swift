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
