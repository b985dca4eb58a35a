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

  /// What keeps a backup from being made, of files that hold no records: that a link leads
  /// nowhere, or a file can't be read.
  func filesNotToBeHad() throws(StoreError) -> [StoreProblem] {
    let contents = try folder.contents()
    var found: [StoreProblem] = []
    for path in contents.deadEnds {
      if let end = try folder.deadEnd(on: "\(folder.path)/\(path)") { found.append(end.problem) }
    }
    for path in contents.files where !path.hasPrefix("data/") {
      do throws(FileError) {
        _ = try folder.fileSystem.read("\(folder.path)/\(path)")
      } catch .notFound {
        // A fold took it away in this moment.
        continue
      } catch {
        found.append(
          StoreProblem(severity: .damage, file: path, line: 0, message: "\(error)"))
      }
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
