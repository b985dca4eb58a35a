internal import CairnScreens
internal import CairnStore

/// A column whose numbers are added up.
struct AskedTotal: Equatable {
  let column: String
  let marked: Set<String>
  let generation: Int?
}

/// The total of the current column, in the status line.
extension RecordListSource {
  /// The sum of a column.
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
    guard phase == .ready, let rows,
      let place = columns.firstIndex(where: { $0.name == asked.column }),
      let (_, aggregate) = rows.columns.totals(.sum).first(where: { $0.index == place })
    else { return nil }
    var result = rows.results.result
    guard result.count <= RecordFetch.shortCount else { return nil }
    if !asked.marked.isEmpty {
      result = result.restricted(to: Set(asked.marked.compactMap { RecordKey($0) }))
    }
    guard let sum = (try? result.total(aggregate)).flatMap(\.self) else { return nil }
    let word = aggregate.function == .average ? "average" : "sum"
    let unit = rows.columns.unit(place)
    let text = TotalsLookup.text(of: sum, aggregate.function, unit, at: client.clock())
    return "\(word) \(text)"
  }
}
