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
    guard report.hasRecords || report.badRowCount == 0 else { return }
    let verb = isDryRun ? "would import" : "imported"
    for collection in report.collections {
      try note("\(verb) \(collection)\(collection.isNew ? ", a new collection" : "")")
    }
  }
}
