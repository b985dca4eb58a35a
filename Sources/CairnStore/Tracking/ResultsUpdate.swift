/// The way from a result to that of the same request in newer content, and what changed on it.
struct ResultsUpdate {
  private(set) var result: FetchResult
  private(set) var change: ResultsChange?

  /// Brings `old` up to date.
  init(_ old: FetchResult, to snapshot: Snapshot, at clock: WallClock) throws(FilterError) {
    guard snapshot.model == old.snapshot.model else {
      result = try snapshot.fetch(old.request, at: clock)
      change = .reload
      return
    }
    let run = try FetchRun(old.request, in: snapshot, at: clock)
    let difference = TableDifference(from: old.table, to: run.table)
    let links = LinkDifference(of: run.table.entity, from: old.snapshot, to: snapshot)
    guard difference.entries.count + links.fields.count <= RowChanges.limit else {
      result = try run.result(reusing: old)
      change = .reload
      return
    }
    let touched: TouchedRows
    if let patch = try ResultPatch(old, difference, run) {
      result = patch.result
      touched = TouchedRows(difference, links, from: old, patch)
    } else {
      result = try run.result(reusing: old)
      touched = TouchedRows(difference, links, from: old, to: result)
    }
    change = touched.change(from: old, to: result)
  }
}
