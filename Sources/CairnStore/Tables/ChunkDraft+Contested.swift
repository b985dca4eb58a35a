// Records that stand in the text in several ways.
extension ChunkDraft {
  /// Gives the records that are contested the values that they have in `file`, whose text is the
  /// draft's; what was saved to them meanwhile is in the history, and told in `log`.
  mutating func showContested(of file: Chunk, _ log: inout ReplayLog) {
    guard !extras.contested.isEmpty else { return }
    let before = finished()
    for change in file.changes(since: before) {
      guard let contest = extras.contested[change.id.key] else { continue }
      log.doubt(change.id, nil, "was changed, but \(contest.standing)")
      switch change.kind {
      case .delete: if let row = row(of: change.id.key) { remove(row: row) }
      case .insert, .update:
        let row = row(of: change.id.key) ?? insert(change.id.key)
        setValues(change.fields.map { ($0.name, $0.new) }, row: row)
      }
    }
  }
}

extension Contest {
  /// What of the record is in the text, and stays there.
  var standing: String {
    switch self {
    case .merge: "the conflict stays in the file"
    case .repetition: "it is repeated in the file, which is kept"
    }
  }
}
