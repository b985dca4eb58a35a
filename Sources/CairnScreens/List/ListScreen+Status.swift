internal import CairnInterface

extension ListScreen {
  /// The left part of the status line.
  public var status: ScreenStatus {
    if let cut = focusedDetail?.cutTitle { return ScreenStatus(cut) }
    guard source.phase != .loading || source.count > 0 else { return ScreenStatus(isBusy: true) }
    // The notice instead of the rows tells everything.
    if case .failed = source.phase { return ScreenStatus() }
    var parts = firstWords
    if !source.query.filter.isEmpty, source.count != source.total {
      parts.append("filtered from \(Count.text(source.total))")
    }
    if let hidden = hiddenColumns { parts.append(hidden) }
    // A warning means that the list differs from its URL.
    parts += can.described?.warnings ?? []
    // The reason for a match comes before grouping and order, which the headers show as well.
    let excerpt = excerpt
    if let excerpt { parts.append(excerpt) }
    if let group = source.query.group { parts.append("grouped by \(group.lowercased())") }
    if !source.query.sorts.isEmpty { parts.append("by " + sortWords) }
    if excerpt == nil, let cut = cutCell { parts.append(cut) }
    return ScreenStatus(parts.joined(separator: " · "), isBusy: source.phase == .loading)
  }

  /// The row of the cursor, the marked rows, and the current column.
  private var firstWords: [String] {
    let count = Count.text(source.count)
    var parts = [cursorRow.map { "\(Count.text($0 + 1)) of \(count)" } ?? "0"]
    if let head = cursorHead {
      parts = ["section \(Count.text(head + 1)) of \(Count.text(sections.lines.sectionCount))"]
    }
    if !rowMarks.ids.isEmpty {
      let hidden = rowMarks.hidden == 0 ? "" : ", \(Count.text(rowMarks.hidden)) out of sight"
      let marked = "\(Count.text(rowMarks.ids.count)) marked\(hidden)"
      // A narrow screen has room for little more than the total of the marked rows.
      parts.insert(marked, at: isNarrow && currentColumn != nil ? 0 : parts.count)
    }
    if let columnWords { parts.insert(columnWords, at: isNarrow ? 1 : parts.count) }
    return parts
  }

  private var isNarrow: Bool { room.columns < 60 }

  /// The number of hidden columns, for a screen without a header; `nil` for none.
  private var hiddenColumns: String? {
    guard !showsHeader, source.count > 0 else { return nil }
    let plan = plan
    let hidden = plan.hiddenAtLeft + plan.hiddenAtRight
    return hidden > 0 ? "+\(hidden)" : nil
  }

  /// The current column with its total; `nil` without one.
  private var columnWords: String? {
    guard let column = currentColumn else { return nil }
    let total = can.fields?.total(ofColumn: column.name, among: rowMarks.ids)
    guard isNarrow else {
      let which = rowMarks.ids.isEmpty ? "" : " of the marked"
      return "column \(column.title)" + (total.map { ", \($0)\(which)" } ?? "")
    }
    let number = total.map { $0.hasPrefix("sum ") ? $0.dropFirst(4) : $0[...] }
    return column.title + (number.map { " \($0)" } ?? "")
  }

  /// The sort columns in words: "city, then name descending".
  private var sortWords: String {
    source.query.sorts.map { sort in
      let title = source.columns.first { $0.name == sort.column }?.title ?? sort.column
      return title.lowercased() + (sort.isDescending ? " descending" : "")
    }.joined(separator: ", then ")
  }

  /// The reason why the filter matches the row under the cursor, if no visible text shows it.
  private var excerpt: String? {
    guard !source.query.filter.isEmpty, let row = cursorRow, let id = selectedID else { return nil }
    let cells = source.row(at: row).cells
    var (whole, seen): ([String], [String]) = ([], [])
    for place in plan.places where place.index < cells.count {
      if let cut = cutText(of: place, in: cells) {
        seen.append(TextLayout.truncate(cut, columns: place.width, ellipsis: ""))
      } else {
        whole.append(source.columns[place.index].name)
        seen.append(cells[place.index])
      }
    }
    return can.filtered?.excerpt(of: id, besides: whole, seen: seen.joined(separator: "\n"))
  }

  /// The full text of the first cut cell in the cursor's row, with its column's title.
  private var cutCell: String? {
    guard let cells = cursorRow.map({ source.row(at: $0).cells }) else { return nil }
    for place in plan.places {
      guard let text = cutText(of: place, in: cells) else { continue }
      return "\(source.columns[place.index].title.lowercased()): \(text)"
    }
    return nil
  }

  /// The full text of a cut cell; `nil` if it is not cut.
  private func cutText(of place: ColumnPlan.Place, in cells: [String]) -> String? {
    guard !wraps, place.index < cells.count else { return nil }
    let start = String(cells[place.index].prefix(400))
    return GlyphWidth.columns(of: start) > place.width ? start : nil
  }
}
