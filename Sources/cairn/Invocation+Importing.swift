internal import CairnApp
internal import CairnInterchange
internal import CairnStore

extension Invocation {
  /// Says what an import did, or would do: notices, the bad rows by line, what each collection got.
  func tell(_ report: ImportReport, isDryRun: Bool = false) throws(AppError) {
    for notice in report.notices { try note(notice) }
    // A row that is alone in being refused is named with what came of that.
    if report.hasRecords || report.badRows.count != 1 {
      for row in report.badRows { try note("\(row)") }
    }
    for value in report.lostValues { try note("\(value)") }
    let more = report.lostValueCount - report.lostValues.count
    if more > 0 { try note("and \(more) more values without a place") }
    guard report.hasRecords || report.badRowCount == 0 else { return }
    guard
      report.changesAnything || report.transaction != nil || report.collections.allSatisfy(\.isNew)
    else {
      let names = report.collections.map { "\($0)" }.joined(separator: "; ")
      return try note("nothing to change: \(names)")
    }
    let verb = isDryRun ? "would import" : "imported"
    for collection in report.collections {
      try note("\(verb) \(collection)\(collection.isNew ? ", a new collection" : "")")
    }
  }
}
