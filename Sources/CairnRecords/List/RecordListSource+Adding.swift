internal import CairnScreens
internal import CairnStore

/// A request for the total of a column, or of all columns, while a list is drawn.
struct AskedTotal: Equatable {
  let column: String?
  var function = Aggregate.Function.sum
  let marked: Set<String>
  let generation: Int?
}

extension RecordListSource {
  /// The totals of the marked rows, in the foot of the list.
  public func totals(among marked: Set<String>) -> [String]? {
    guard let totals = sectionTotals else { return nil }
    let asked = AskedTotal(
      column: nil, function: totals.function, marked: marked, generation: generation)
    if let marksAddedUp, marksAddedUp.asked == asked { return marksAddedUp.cells }
    let cells = result(among: marked).map { result in
      rows?.columns.totalCells(totals.rawValue, of: result, at: client.clock())?.cells ?? []
    }
    marksAddedUp = (asked, cells)
    return cells
  }

  /// The marked rows, or all rows without marks; `nil` if there are too many for a drawing.
  private func result(among marked: Set<String>) -> FetchResult? {
    guard phase == .ready, let result = rows?.results.result,
      result.count <= RecordFetch.shortCount
    else { return nil }
    guard !marked.isEmpty else { return result }
    return result.restricted(to: Set(marked.compactMap { RecordKey($0) }))
  }

  /// The sum of a column, in the status line.
  ///
  /// A sum of ratings has no meaning, so such a column has an average.
  /// Many rows take longer than a drawing; for those there are the totals of the list.
  public func total(ofColumn column: String, among marked: Set<String>) -> String? {
    let asked = AskedTotal(column: column, marked: marked, generation: generation)
    if let addedUp, addedUp.asked == asked { return addedUp.text }
    let text = total(asked)
    addedUp = (asked, text)
    return text
  }

  private func total(_ asked: AskedTotal) -> String? {
    guard let result = result(among: asked.marked), let rows,
      let place = columns.firstIndex(where: { $0.name == asked.column }),
      let (_, aggregate) = rows.columns.totals(.sum).first(where: { $0.index == place })
    else { return nil }
    guard let sum = (try? result.total(aggregate)).flatMap(\.self) else { return nil }
    let word = aggregate.function == .average ? "average" : "sum"
    let unit = rows.columns.unit(place)
    let text = TotalsLookup.text(of: sum, aggregate.function, unit, at: client.clock())
    return "\(word) \(text)"
  }
}
