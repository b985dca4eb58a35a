internal import CairnFiles

extension Verification {
  /// A note if the model's file is a link, as what is changed in it goes elsewhere.
  func linkedModel() throws(StoreError) -> [StoreProblem] {
    try note(onLink: folder.model, holding: "the model is")
  }

  /// Notes about files of records that are links; those that lead nowhere are found when they are
  /// read.
  func linkedFiles(of entity: Entity) throws(StoreError) -> [StoreProblem] {
    let reader = TableReader(folder: folder, entity: entity, problems: ProblemLog())
    var found: [StoreProblem] = []
    for shard in try reader.shards() {
      found += try note(onLink: folder.place(of: shard, of: entity), holding: "its records are")
    }
    return found
  }

  private func note(
    onLink path: String, holding content: String
  ) throws(StoreError) -> [StoreProblem] {
    guard try folder.fingerprint(of: path) != nil else { return [] }
    let target = try folder.perform { fileSystem throws(FileError) in
      try fileSystem.target(ofLink: path)
    }
    guard let target else { return [] }
    return [
      StoreProblem(
        severity: .note, file: folder.name(of: path), line: 0,
        message: "this is a link to \(target), and \(content) written there")
    ]
  }
}
