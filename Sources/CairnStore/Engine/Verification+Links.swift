internal import CairnFiles

extension Verification {
  /// Notes about files of records that are links, as what is saved in them goes elsewhere.
  func linkedFiles(of entity: Entity) throws(StoreError) -> [StoreProblem] {
    let shards = try TableReader(folder: folder, entity: entity, problems: ProblemLog()).shards()
    var found: [StoreProblem] = []
    for shard in shards {
      let path = try folder.place(of: shard, of: entity)
      let target = try folder.perform { fileSystem throws(FileError) in
        try fileSystem.target(ofLink: path)
      }
      guard let target else { continue }
      let isThere = try folder.fingerprint(of: path) != nil
      let state =
        isThere
        ? ", and its records are written there"
        : ", where nothing is; bring that file back, or remove the link"
      found.append(
        StoreProblem(
          severity: isThere ? .note : .damage, file: shard.path(entity: entity.name), line: 0,
          message: "this is a link to \(target)\(state)"))
    }
    return found
  }
}
