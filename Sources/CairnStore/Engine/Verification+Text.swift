extension Verification {
  /// What of the text cannot be read, and which files end as if they were cut.
  ///
  /// The history does not count: its changes are in the text.
  func damagedText() throws(StoreError) -> [StoreProblem] {
    let log = ProblemLog()
    for entity in snapshot.model.storedEntities {
      _ = try TableReader(folder: folder, entity: entity, problems: log).read()
    }
    log.add(try hiddenFiles())
    return log.all.filter { $0.severity == .damage || $0.mayBeCut }
  }
}
