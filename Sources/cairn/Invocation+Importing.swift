internal import CairnApp
internal import CairnInterchange
internal import CairnStore

extension Invocation {
  /// Says what an import did, or would do: notices, the bad rows by line, what each collection got.
  func tell(_ report: ImportReport, isDryRun: Bool = false) throws(AppError) {
    for notice in report.notices { try note(notice) }
    for row in report.badRows { try note("\(row)") }
    let verb = isDryRun ? "would import" : "imported"
    for collection in report.collections {
      var parts = ["\(collection.inserted) new"]
      if collection.updated > 0 { parts.append("\(collection.updated) updated") }
      if collection.unchanged > 0 { parts.append("\(collection.unchanged) as they were") }
      let made = collection.isNew ? ", a new collection" : ""
      try note("\(verb) \(collection.entity.plural): \(parts.joined(separator: ", "))\(made)")
    }
  }
}
