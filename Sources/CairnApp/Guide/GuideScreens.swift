internal import CairnKit
internal import CairnNavigation
internal import CairnScreens

/// The screens of the guide: the list of its pages, and each page.
enum GuideScreens {
  /// Returns the list of pages.
  static func list(at url: ScreenURL) -> any Screen {
    ListScreen(table.list(ListQuery(url), url: { $0.url }))
  }

  /// The table of pages.
  static var table: ListTable<GuidePage> {
    ListTable(
      title: "Guide",
      columns: [
        .init(ListColumn("page", width: 16...32, isSortable: false)) { $0.title },
        .init(ListColumn("content", width: 30...200, isSortable: false)) { $0.summary },
      ], id: { $0.name }, rows: { GuidePage.all })
  }

  /// Returns the screen of a page.
  ///
  /// - Throws: ``AppError/failed(_:)`` if the guide has no such page.
  static func page(_ name: String) throws(AppError) -> any Screen {
    DetailScreen(GuideDetailSource(try GuidePage.named(name)))
  }
}

/// A page of the guide as a record: each section is a field.
private final class GuideDetailSource: DetailSource {
  private let page: GuidePage
  let fields: [DetailField]

  init(_ page: GuidePage) {
    self.page = page
    fields =
      [DetailField("Summary", page.summary)]
      + page.sections.map { section in
        DetailField(section.title, Self.linked(section.text), kind: .markdown)
      }
  }

  /// Turns links to other pages, such as `find.md`, into their URLs.
  private static func linked(_ text: String) -> String {
    GuidePage.all.reduce(text) { text, page in
      text.replacing("](\(page.name).md)", with: "](\(page.url.text))")
    }
  }

  var title: String { page.title }
  var subtitle: String { "guide · \(page.name)" }
  var changes: ChangeOptions { [] }
  private var number: Int { GuidePage.all.firstIndex(of: page) ?? 0 }
  var place: DetailPlace? { DetailPlace(number + 1, of: GuidePage.all.count, in: "Guide") }

  func sibling(_ offset: Int) -> ScreenURL? {
    let index = number + offset
    return GuidePage.all.indices.contains(index) ? GuidePage.all[index].url : nil
  }
}
