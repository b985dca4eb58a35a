internal import CairnStore

/// One way through the rows of an import: all tables, or those of them that have a part in it.
struct ImportPass {
  let plan: ImportPlan
  let assembly: RecordAssembly

  var report: ImportReport { assembly.report }

  /// The places of the tables of which no row became a record, each being refused, or none reached
  /// when the import was stopped.
  ///
  /// A table is not among them if its data defines its collection, or if a person asks for links to
  /// that collection by one of `links`: both say that it is wanted without a record, too.
  func fruitlessTables(besides links: [ImportOptions.Link]) -> Set<Int> {
    let asked = Set(
      links.compactMap { plan.model.entities.first(matching: $0.collection)?.name })
    let reached = assembly.rowCounts
    let fruitless = plan.tables.enumerated().filter { index, table in
      if table.table.definition != nil || asked.contains(table.entity.name) { return false }
      guard index < reached.count else { return true }
      return reached[index].taken > 0 && reached[index].refused == reached[index].taken
    }
    return Set(fruitless.map(\.element.place))
  }
}

/// All tables of an import, made into records.
struct ConvertedInputs {
  /// All tables.
  let first: ImportPass
  /// Those of which some row became a record, where others have none; the first says only of these
  /// others what happened.
  let second: ImportPass?

  /// The plan of what the import leaves.
  var plan: ImportPlan { (second ?? first).plan }

  /// The passes in which the tables at all places stand, later ones counting.
  var passes: [ImportPass] { [first] + (second.map { [$0] } ?? []) }

  /// What happened to all tables.
  var report: ImportReport {
    guard let second else { return first.report }
    let kept = Set(second.plan.tables.map(\.place))
    var report = second.report
    let left = zip(first.plan.tables, first.assembly.rowCounts).filter {
      !kept.contains($0.0.place)
    }
    report.add(
      first.report.badRows.filter { !kept.contains($0.table) },
      count: left.reduce(0) { $0 + $1.1.refused })
    // What would let their rows be read is to be heard; what was to become of them isn't.
    report.notices += left.flatMap(\.0.questions)
    report.stoppedAfter = first.report.stoppedAfter
    return report
  }
}
