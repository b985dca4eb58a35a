internal import CairnStore

/// The results of processing the rows of an import's tables once.
struct ImportPass {
  /// The tables and the model of the pass.
  let plan: ImportPlan
  /// The report about the rows.
  let report: ImportReport
  /// The sample rows to preview, for each table of the plan.
  let samples: [RowSamples]
  /// The results of the rows, by the positions of the tables that were reached.
  let fates: [Int: RecordAssembly.RowFates]
  /// Whether rows were refused after their records were made, so that a new pass is necessary.
  let mustStartOver: Bool
  /// The names of the entities among whose stored records the rows were searched.
  let searchedEntities: Set<String>

  init(_ assembly: RecordAssembly) {
    (plan, report, samples) = (assembly.plan, assembly.report, assembly.samples)
    mustStartOver = assembly.mustStartOver
    searchedEntities = assembly.searchedEntities
    let reached = zip(plan.tables.map(\.place), assembly.fates).filter(\.1.isReached)
    fates = Dictionary(uniqueKeysWithValues: reached.map { ($0, $1) })
  }

  /// The positions of the tables without a single record: all rows were refused, or none was
  /// reached before the import was stopped.
  ///
  /// A table whose data includes a person's definition of its collection is excluded, because the
  /// collection exists even without records.
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
  /// The positions of the rows in the table, from 0.
  private(set) var places = RangeSet<Int>()
  private(set) var count = 0
  /// The number of refused rows that could be read.
  private(set) var judgedCount = 0
  /// The words that people see for fields, by the fields' names.
  var captions: [String: String] = [:]
  /// All problems of each row.
  private var problems: [Int: [RowProblem]] = [:]

  mutating func note(_ found: [RowProblem], of row: Int, isRead: Bool) {
    // A row without a required link is noted once for each link.
    guard !places.contains(row) else {
      for problem in found where problems[row]?.contains(problem) == false {
        problems[row]?.append(problem)
      }
      return
    }
    if isRead { judgedCount += 1 }
    places.insert(contentsOf: row..<row + 1)
    count += 1
    problems[row] = found
  }

  /// Returns the places of the rows with a reason other than a value that does not fit a field.
  ///
  /// - Parameter fields: The names of the fields.
  /// - Returns: The places, from 0.
  func places(notOnlyFor fields: Set<String>) -> RangeSet<Int> {
    guard !fields.isEmpty else { return places }
    var others = RangeSet<Int>()
    for (row, found) in problems {
      let isOnly = found.allSatisfy { $0.isMisfit && $0.field.map(fields.contains) == true }
      if !isOnly { others.insert(contentsOf: row..<row + 1) }
    }
    return others
  }

  /// Returns the reasons why a row was refused; `nil` for any other row.
  func problems(of row: Int) -> [RowProblem]? {
    count > 0 ? problems[row] : nil
  }
}

/// The results of an import: of a pass over all tables, and of further passes without the tables
/// that had no records.
struct ImportPasses {
  private(set) var all: [ImportPass]

  init(_ first: ImportPass) { all = [first] }

  /// The pass with the final records.
  var last: ImportPass { all[all.count - 1] }

  mutating func add(_ pass: ImportPass) { all.append(pass) }

  /// The positions of the tables of which the last pass refused more readable rows than the pass
  /// before.
  var tablesToInspect: [Int] {
    last.fates.keys.sorted().filter { place in
      let known = all.dropLast().last?.fates[place]?.refused.judgedCount ?? 0
      return last.fates[place].map { $0.refused.judgedCount > known } ?? false
    }
  }

  /// The positions of the tables without any records.
  var left: Set<Int> { Set(all[0].plan.tables.map(\.place)).subtracting(last.plan.places) }

  /// The number of rows to read of each table after a stop; `nil` if the import was not stopped.
  var limits: [Int: Int]? {
    all.first { $0.report.stoppedAfter != nil }.map { $0.fates.mapValues(\.taken) }
  }

  /// The report for all tables.
  var report: ImportReport {
    var report = last.report
    for (pass, next) in zip(all, all.dropFirst()) {
      let kept = next.plan.places
      report.add(
        pass.report.badRows.filter { !kept.contains($0.table) },
        count: pass.fates.reduce(0) { count, fate in
          kept.contains(fate.key) ? count : count + fate.value.refused.count
        })
      // Questions about a dropped table are kept, because they help to read its rows. Its other
      // notices are dropped.
      report.notices += pass.plan.tables.filter { !kept.contains($0.place) }.flatMap(\.questions)
    }
    report.stoppedAfter = all.lazy.compactMap(\.report.stoppedAfter).first
    for pass in all {
      for (place, fate) in pass.fates { report.refusedRows[place] = fate.refused }
      report.captions.merge(pass.report.captions) { $1 }
    }
    return report
  }
}
