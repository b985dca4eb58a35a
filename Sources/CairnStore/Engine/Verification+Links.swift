internal import CairnFiles

extension Verification {
  /// A note if the model's file is a link, as what is changed in it goes elsewhere.
  func linkedModel() throws(StoreError) -> [StoreProblem] {
    try note(onLink: StoreFolder.modelName, holding: "the model is")
  }

  /// Notes about files of records that are links; those that lead nowhere are found when they are
  /// read.
  func linkedFiles(of entity: Entity) throws(StoreError) -> [StoreProblem] {
    let reader = TableReader(folder: folder, entity: entity, problems: ProblemLog())
    var found: [StoreProblem] = []
    for shard in try reader.shards() {
      let place = try folder.place(of: shard, of: entity)
      let file = String(place.dropFirst(folder.path.count + 1))
      found += try note(onLink: file, holding: "its records are")
    }
    return found
  }

  private func note(
    onLink file: String, holding content: String
  ) throws(StoreError) -> [StoreProblem] {
    let path = "\(folder.path)/\(file)"
    guard try folder.fingerprint(of: path) != nil else { return [] }
    let target = try folder.perform { fileSystem throws(FileError) in
      try fileSystem.target(ofLink: path)
    }
    guard let target else { return [] }
    return [
      StoreProblem(
        severity: .note, file: file, line: 0,
        message: "this is a link to \(target), and \(content) written there")
    ]
  }
}
