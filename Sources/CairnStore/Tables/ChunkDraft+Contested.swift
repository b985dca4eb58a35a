// Records that stand in the text with both sides of a merge.
extension ChunkDraft {
  /// Gives the records that are in conflict the values that they have in `file`, whose text is the
  /// draft's; what was saved to them meanwhile is in the history, and told in `log`.
  mutating func showContested(of file: Chunk, _ log: inout ReplayLog) {
    guard !extras.contested.isEmpty else { return }
    let before = finished()
    for change in file.changes(since: before) where extras.contested.contains(change.id.key) {
      log.doubt(change.id, nil, "was changed, but both sides of a merge stay in the text")
      switch change.kind {
      case .delete: if let row = row(of: change.id.key) { remove(row: row) }
      case .insert, .update:
        let row = row(of: change.id.key) ?? insert(change.id.key)
        for field in change.fields { setValue(field.new, of: field.name, row: row) }
      }
    }
  }
}
