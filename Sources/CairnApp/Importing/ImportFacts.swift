internal import CairnInterchange
internal import CairnScreens
internal import CairnStore

/// A summary of an import's inputs and results, in a few lines.
struct ImportFacts {
  private let preview: ImportPreview
  private let choices: ImportChoices
  private let earlier: String?
  private let snapshot: Snapshot

  /// Creates the summary of a preview.
  ///
  /// - Parameters:
  ///   - preview: the preview.
  ///   - choices: the choices about the import.
  ///   - earlier: the earlier import with whose choices it began.
  ///   - snapshot: the content of the store.
  init(
    _ preview: ImportPreview, _ choices: ImportChoices, like earlier: String?,
    in snapshot: Snapshot
  ) {
    (self.preview, self.choices, self.snapshot) = (preview, choices, snapshot)
    self.earlier = earlier
  }

  /// The lines, from the top; a low screen has only the first ones.
  var fields: [DetailField] {
    var fields = [
      DetailField("Into", into), DetailField("Result", outcome), DetailField("From", from),
      DetailField("Match", match),
    ]
    if let earlier { fields.insert(DetailField("Like", earlier), at: 2) }
    let notes = preview.report.notes
    if let note = notes.first {
      let count = notes.count > 1 ? "\(notes.count), " : ""
      fields.append(DetailField(notes.count > 1 ? "Notes" : "Note", "\(count)\(note)"))
    }
    return fields
  }

  private var into: String {
    var seen: [String] = []
    return preview.tables.compactMap { table in
      guard !seen.contains(table.entity.name) else { return nil }
      seen.append(table.entity.name)
      let isMade = preview.report.collections.contains { $0.entity.name == table.entity.name }
      guard isMade else { return "\(table.entity.plural), but \(obstacle(table.entity))" }
      guard !table.isNew else { return "\(table.entity.plural), a new collection" }
      let count = (try? snapshot.count(of: table.entity.name)) ?? 0
      return "\(table.entity.plural), which has \(counted(count, "record"))"
    }.joined(separator: " · ")
  }

  /// Returns why the files give no record of the collection.
  private func obstacle(_ entity: Entity) -> String {
    let tables = preview.tables.filter { $0.entity.name == entity.name }
    return tables.allSatisfy { $0.rowCount == 0 }
      ? "no rows" : "every row is refused"
  }

  private var from: String {
    var forms: [String] = []
    for table in preview.tables where !forms.contains(table.form.description) {
      forms.append(table.form.description)
    }
    let rows = preview.tables.reduce(0) { $0 + $1.rowCount }
    return "\(forms.joined(separator: "; ")) · \(Count.text(rows, "row"))"
  }

  private var match: String {
    if preview.isOwnExport {
      return "url; an export of this store: a row updates the record with this URL"
    }
    var ways: [ImportPreview.Match] = []
    for table in preview.tables where !ways.contains(table.match) { ways.append(table.match) }
    return ways.map(\.words).joined(separator: "; or ")
  }

  /// The number of records that would be added, changed, unchanged and deleted, and the refused
  /// rows.
  private var outcome: String {
    let report = preview.report
    var parts = report.collections.map { collection in
      let name = report.collections.count > 1 ? "\(collection.entity.plural) " : ""
      return name + collection.counts { Count.text($0) }
    }
    if parts.isEmpty { parts.append("nothing") }
    let equal = report.collections.reduce(0) { $0 + $1.equal }
    if equal > 0 { parts.append("\(Count.text(equal)) of the new ones already here") }
    let repeated = preview.tables.reduce(0) { $0 + $1.repeatedCount }
    if repeated > 0 {
      let verb = repeated == 1 ? "repeats an earlier row" : "repeat earlier rows"
      parts.append("\(Count.text(repeated, "row")) \(verb)")
    }
    if let bad = report.badRows.first {
      parts.append("\(Count.text(report.badRowCount, "row")) refused, the first \(bad.shortPlace)")
    }
    if let lost = report.lostValues.first {
      let count = Count.text(report.lostValueCount, "value")
      parts.append("\(count) without a place, the first \(lost.shortPlace): \(lost.reason)")
    }
    return parts.joined(separator: " · ")
  }
}

extension ImportPreview.Match {
  /// The fields that rows are matched by, and what a match means.
  fileprivate var words: String {
    switch self {
    case .nothing: "nothing; each row is a new record"
    case .field(let name): "\(name); a row updates the record with the same value"
    case .values: "all values; a row with the values of a record adds nothing"
    }
  }
}

extension ImportReport.BadRow {
  /// The place of the row, without the file.
  var shortPlace: String { "in \(place)" }
}

extension ImportReport {
  /// The values that an import leaves out, and its notices.
  var notes: [String] {
    let lost = lostValues.prefix(Self.readLimit)
    let more = lostValueCount - lost.count
    return lost.map { "\($0)" } + (more > 0 ? ["\(more) more values have no place"] : []) + notices
  }
}
