internal import CairnFiles
internal import CairnStore

/// The checks of a commit from another machine, before any of its files is checked out.
extension Sync {
  /// Refuses links, submodules, the folder `.local`, and paths that are no place for a file.
  ///
  /// - Parameters:
  ///   - files: the incoming files that differ from ours.
  ///   - commit: the incoming commit.
  ///   - remote: the name of the remote.
  /// - Throws: `SyncError.privateThere`, `.noFiles`, `.misplaced`, `.git`.
  func requireFiles(
    _ files: [TreeChange], in commit: String, _ remote: String
  ) throws(SyncError) {
    guard !files.contains(where: \.isPrivate) else { throw .privateThere(remote: remote) }
    let others = files.filter { !$0.new.isRegular }.map(\.path)
    guard others.isEmpty else { throw .noFiles(remote: remote, paths: others) }
    let model = try git.object(named: "\(commit):\(ObjectStore.modelFile)").flatMap {
      try? ObjectModel(parsing: String(decoding: $0.bytes, as: UTF8.self))
    }
    let models = [store.snapshot.model] + (model.map { [$0] } ?? [])
    try Self.requirePlaces(files.map(\.path), in: models, remote)
  }

  /// Refuses a file with the path of a store's folder, and a folder with the path of a file.
  static func requirePlaces(
    _ paths: [String], in models: [ObjectModel], _ remote: String
  ) throws(SyncError) {
    let misplaced = paths.filter { ObjectStore.isMisplaced($0, in: models) }
    guard misplaced.isEmpty else { throw .misplaced(remote: remote, paths: misplaced) }
  }

  /// Refuses a commit without the files of this store, or with another store's.
  func requireStore(in commit: String, _ remote: String) throws(SyncError) {
    let names = [ObjectStore.headerFile, ObjectStore.modelFile]
    let objects = try git.objects(named: names.map { "\(commit):\($0)" })
    for (name, object) in zip(names, objects) where object == nil {
      throw .lacksFile(remote: remote, path: name)
    }
    let header = String(decoding: objects[0]?.bytes ?? [], as: UTF8.self)
    guard ObjectStore.id(inHeader: header) == store.id else { throw .otherStore(remote: remote) }
    guard (try? ObjectStore.checkHeader(header)) != nil else {
      throw .store(
        "\(remote) has another format in STORE, which would make this copy read-only; nothing was "
          + "received; install the newer Cairn, or restore STORE in another copy and push")
    }
  }

  /// Refuses a commit that deletes more than half of a collection of at least ten records, or the
  /// collection itself.
  ///
  /// The favorites are such a collection.
  func requireMost(
    _ changes: SyncChanges, _ model: ObjectModel, _ remote: String
  ) throws(SyncError) {
    let deleted = Dictionary(
      grouping: changes.records.filter { $0.kind == .delete }, by: \.id.entity)
    var losses: [String] = []
    for entity in store.snapshot.model.entities + [.favorite] {
      let count = (try? store.snapshot.count(of: entity.name)) ?? 0
      guard count >= 10 else { continue }
      let new = model[model.currentName(of: entity.name)]
      let lost = new.map { deleted[$0.name]?.count ?? 0 } ?? count
      let name = entity.plural.drop { $0 == "~" }
      if lost * 2 > count { losses.append("\(lost) of \(count) \(name)") }
    }
    guard losses.isEmpty else { throw .wouldLose(remote: remote, losses: losses) }
  }

  /// Refuses a model that joins two collections of this store, because a file of one would replace
  /// a file of the other.
  func requireSeparate(_ model: ObjectModel, _ remote: String) throws(SyncError) {
    let entities = store.snapshot.model.entities
      .filter { model[model.currentName(of: $0.name)] != nil }
    let groups = Dictionary(grouping: entities) { model.currentName(of: $0.name) }
    let joined = groups.values.filter { $0.count > 1 }.joined().map(\.plural).sorted()
    guard joined.isEmpty else { throw .joins(remote: remote, collections: joined) }
  }
}
