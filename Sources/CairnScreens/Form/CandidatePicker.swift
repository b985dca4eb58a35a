internal import CairnInterface

/// A picker of choices or records, each with a title and a dim detail.
public class CandidatePicker: Picker {
  /// The candidate at an index.
  func candidate(at index: Int) -> FormCandidate { FormCandidate(id: "", title: "") }
  /// The sign before the candidate at an index; `nil` if candidates have no signs.
  func mark(at index: Int, theme: Theme) -> String? { nil }

  override func drawRows(
    _ rows: [(index: Int, row: Int)], on canvas: inout Canvas, theme: Theme
  ) {
    let candidates = rows.map { candidate(at: $0.index) }
    let marks = rows.map { mark(at: $0.index, theme: theme) }
    let start = marks.contains { $0 != nil } ? 4 : 2
    let room = max(0, canvas.size.columns - start - 4)
    // Details get only the width that they need, so that titles keep the rest.
    let widest = candidates.map { GlyphWidth.columns(of: String($0.detail.prefix(room))) }
    let detail = min(widest.max() ?? 0, room * 2 / 5)
    for ((_, row), (candidate, mark)) in zip(rows, zip(candidates, marks)) {
      var pen = Pen(theme, column: 2, row: row)
      pen.write(mark ?? "", .accent, on: &canvas)
      pen.column = start
      pen.write(candidate.title, on: &canvas, columns: room - detail)
      pen.column += 2
      pen.write(candidate.detail, .dim, on: &canvas, columns: detail)
    }
  }

  /// Shows the page of a record, if pages are shown.
  final func showPage(of id: String?, in field: FormField, from source: any FormSource) {
    guard pane.isWanted, let id else { return pane.page = nil }
    guard id != pane.page?.id else { return }
    pane.page = source.detail(ofLink: id, in: field).map { detail in
      let size = parts.pane?.size ?? Size(columns: 0, rows: 0)
      let screen = DetailScreen(detail, beside: size, laysOutAtOnce: true)
      // The picker ignores the page's effects for a missing record.
      _ = screen.refresh(Surroundings(isBeside: true))
      return RowPage(id: id, detail: screen)
    }
  }
}

/// Finds the records that match a picker's search text, on another thread if there are many.
final class CandidateSearch {
  private let field: FormField
  private let source: any FormSource
  private let searching = SingleFlight()
  /// The text of the last finished search; `nil` before the first one.
  private var shownText: String?
  /// Whether a search was requested; after a cancellation, no search starts automatically.
  private(set) var hasBegun = false

  /// The most records that a search returns.
  private static let limit = 200

  init(for field: FormField, in source: any FormSource) {
    (self.field, self.source) = (field, source)
  }

  /// Whether a search finishes at once.
  var isShort: Bool { source.findingCandidates(for: field, matching: "", limit: 1) == nil }

  /// The text for an empty list.
  var none: String {
    if shownText != nil { return "no record matches" }
    return hasBegun && !searching.isUnderWay ? "not searched yet; type to search" : "searching"
  }

  /// Searches for the current text, and again if it changed in the meantime.
  ///
  /// - Parameters:
  ///   - text: the current search text, read again after each search.
  ///   - show: shows the records.
  ///   - abandon: gets the previous text after a person canceled the wait.
  /// - Returns: the effects that start the work.
  func find(
    _ text: @escaping () -> String, show: @escaping ([FormCandidate]) -> Void,
    abandon: @escaping (String) -> Void
  ) -> [Effect] {
    guard !searching.isUnderWay else { return [] }
    hasBegun = true
    let wanted = text()
    let find = source.findingCandidates(for: field, matching: wanted, limit: Self.limit)
    guard let find else {
      shownText = wanted
      show(source.candidates(for: field, matching: wanted, limit: Self.limit))
      return []
    }
    return searching.start("searching", holdsKeys: true, takesText: true, work: find) {
      [weak self] found in
      guard let self else { return [] }
      shownText = wanted
      show(found)
      return text() == wanted ? [] : self.find(text, show: show, abandon: abandon)
    } abandon: { [weak self] in
      abandon(self?.shownText ?? "")
      return []
    }
  }
}
