internal import CairnStore

/// What came of going through the rows of an import's tables once.
struct ImportPass {
  /// The tables, and what became of the model.
  let plan: ImportPlan
  /// What happened to their rows.
  let report: ImportReport
  /// What is kept of the rows to be looked at, for each table of the plan.
  let samples: [RowSamples]
  /// What became of the rows, by the places of the tables that were reached.
  let fates: [Int: RecordAssembly.RowFates]
  /// Whether rows were refused after their records were made, so that all must be made anew.
  let mustStartOver: Bool

  init(_ assembly: RecordAssembly) {
    (plan, report, samples) = (assembly.plan, assembly.report, assembly.samples)
    mustStartOver = assembly.mustStartOver
    let reached = zip(plan.tables.map(\.place), assembly.fates).filter(\.1.isReached)
    fates = Dictionary(uniqueKeysWithValues: reached.map { ($0, $1) })
  }

  /// The places of the tables of which no row became a record, each being refused, or none reached
  /// when the import was stopped.
  ///
  /// A table whose data has a definition of its collection, as a person wrote it, is not among them:
  /// the collection is there without a record, too.
  var fruitlessTables: Set<Int> {
    let fruitless = plan.tables.filter { table in
      if table.table.definition?.isInferred == false { return false }
      guard let rows = fates[table.place] else { return true }
      return rows.taken > 0 && rows.refused.count == rows.taken
    }
    return Set(fruitless.map(\.place))
  }
}

/// The rows of a table that did not become records.
struct RefusedRows: Sendable {
  /// Their places among the rows of the table, from 0.
  private(set) var places = RangeSet<Int>()
  private(set) var count = 0
  /// How many of them could be read.
  private(set) var judgedCount = 0
  /// The first problems, which a report names.
  private var problems: [Int: RowProblem] = [:]
  /// The last problem, given for rows after the first problems.
  private var last: RowProblem?

  mutating func note(_ problem: RowProblem, of row: Int, isRead: Bool) {
    // One row may have several things wrong.
    guard !places.contains(row) else { return }
    if isRead { judgedCount += 1 }
    places.insert(contentsOf: row..<row + 1)
    count += 1
    last = problem
    if count <= ImportReport.badRowLimit { problems[row] = problem }
  }

  /// Why a row was refused; `nil` for any other.
  func problem(of row: Int) -> RowProblem? {
    guard count > 0, places.contains(row) else { return nil }
    return problems[row] ?? last
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

  /// The places of the tables of which the last pass refused more rows, after it had read them, than
  /// the one before.
  var tablesToInspect: [Int] {
    last.fates.keys.sorted().filter { place in
      let known = all.dropLast().last?.fates[place]?.refused.judgedCount ?? 0
      return last.fates[place].map { $0.refused.judgedCount > known } ?? false
    }
  }

  /// The places of the tables that have no part in the records.
  var left: Set<Int> { Set(all[0].plan.tables.map(\.place)).subtracting(last.plan.places) }

  /// How many rows of each table are taken where the import was stopped; `nil` where it was not.
  var limits: [Int: Int]? {
    all.first { $0.report.stoppedAfter != nil }.map { $0.fates.mapValues(\.taken) }
  }

  /// What happened to all tables.
  var report: ImportReport {
    var report = last.report
    for (pass, next) in zip(all, all.dropFirst()) {
      let kept = next.plan.places
      report.add(
        pass.report.badRows.filter { !kept.contains($0.table) },
        count: pass.fates.reduce(0) { count, fate in
          kept.contains(fate.key) ? count : count + fate.value.refused.count
        })
      // What would let their rows be read is to be heard; what was to become of them isn't.
      report.notices += pass.plan.tables.filter { !kept.contains($0.place) }.flatMap(\.questions)
    }
    report.stoppedAfter = all.lazy.compactMap(\.report.stoppedAfter).first
    return report
  }
}
