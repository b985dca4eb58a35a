/// A result brought up to date by looking only at the records that changed.
struct ResultPatch {
  let result: FetchResult

  /// Takes what changed out of `old` and puts it in again where it belongs; `nil` for a request
  /// whose rows do not depend on their own values alone, which must be fetched again.
  init?(
    _ old: FetchResult, _ difference: TableDifference, _ run: FetchRun
  ) throws(FilterError) {
    guard run.request.isWhole, old.matches.isLocal,
      old.matches.clock.localTime == run.clock.localTime,
      run.request.predicate?.meansTheSame(at: old.matches.clock, as: run.clock) ?? true
    else { return nil }
    let plan = try run.plan()
    guard plan.isLocal else { return nil }
    let matches = try run.matches(reusing: old)
    let ranks = SortRanks(plan, reusing: old.ranks)
    let added = difference.entries.compactMap(\.new).filter { matches.contains($0, of: run.table) }
    var kept: [RowPlace] = []
    kept.reserveCapacity(old.places.count)
    for place in old.places {
      if let place = difference.place(ofUnchanged: place) { kept.append(place) }
    }
    let places = ranks.merged(kept, ranks.sorted(added))
    result = FetchResult(
      request: run.request, snapshot: run.snapshot,
      sections: run.sections(places[...], ranks, plan), totalCount: places.count, table: run.table,
      places: places[...], matches: matches, ranks: ranks)
  }
}

extension FetchRequest {
  /// Whether every record that fits is in the result, and its values alone say so.
  var isWhole: Bool { origin == nil && offset == 0 && limit == nil }
}
