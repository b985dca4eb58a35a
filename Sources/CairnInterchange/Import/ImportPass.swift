internal import CairnStore

/// What came of going through the rows of an import's tables once.
struct ImportPass {
  /// The tables, and what became of the model.
  let plan: ImportPlan
  /// What happened to their rows.
  let report: ImportReport
  /// What is kept of the rows to be looked at, for each table of the plan.
  let samples: [RowSamples]
  /// How many rows were taken and how many of them refused, by the places of the tables that were
  /// reached.
  let rowCounts: [Int: RecordAssembly.RowCount]

  init(_ assembly: RecordAssembly) {
    (plan, report, samples) = (assembly.plan, assembly.report, assembly.samples)
    rowCounts = Dictionary(
      uniqueKeysWithValues: zip(plan.tables.map(\.place), assembly.rowCounts))
  }

  /// The places of the tables of which no row became a record, each being refused, or none reached
  /// when the import was stopped.
  ///
  /// A table whose data has a definition of its collection, as a person wrote it, is not among them:
  /// the collection is there without a record, too.
  var fruitlessTables: Set<Int> {
    let fruitless = plan.tables.filter { table in
      if table.table.definition?.isInferred == false { return false }
      guard let count = rowCounts[table.place] else { return true }
      return count.taken > 0 && count.refused == count.taken
    }
    return Set(fruitless.map(\.place))
  }
}

/// What came of an import: of a pass over all tables, and of further ones over those that are left
/// where others had no row that became a record.
struct ImportPasses {
  private(set) var all: [ImportPass]

  init(_ first: ImportPass) { all = [first] }

  /// The pass of which the records are.
  var last: ImportPass { all[all.count - 1] }

  mutating func add(_ pass: ImportPass) { all.append(pass) }

  /// The places of the tables that have no part in the records.
  var left: Set<Int> { Set(all[0].plan.tables.map(\.place)).subtracting(last.plan.places) }

  /// How many rows of each table are taken where the import was stopped; `nil` where it was not.
  var limits: [Int: Int]? {
    all.first { $0.report.stoppedAfter != nil }.map { $0.rowCounts.mapValues(\.taken) }
  }

  /// What happened to all tables.
  var report: ImportReport {
    var report = last.report
    for (pass, next) in zip(all, all.dropFirst()) {
      let kept = next.plan.places
      report.add(
        pass.report.badRows.filter { !kept.contains($0.table) },
        count: pass.rowCounts.filter { !kept.contains($0.key) }.reduce(0) { $0 + $1.value.refused })
      // What would let their rows be read is to be heard; what was to become of them isn't.
      report.notices += pass.plan.tables.filter { !kept.contains($0.place) }.flatMap(\.questions)
    }
    report.stoppedAfter = all.lazy.compactMap(\.report.stoppedAfter).first
    return report
  }
}
