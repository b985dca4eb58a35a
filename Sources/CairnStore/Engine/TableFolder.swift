/// Where a snapshot's tables come from that are in no memory yet.
struct TableFolder: Sendable {
  let folder: StoreFolder
  /// The model's file as it was when its model was read.
  let modelFile: FileFingerprint?
  let problems: ProblemLog
  let tail: JournalTail

  /// The records that the files of `entity` hold, to be read when they are asked for.
  func source(of entity: Entity, in model: ObjectModel) -> TableSource {
    let reader = TableReader(
      folder: folder, entity: entity, problems: problems, modelFile: modelFile)
    return TableSource(
      PartialTable(entity, from: .files(ShardFiles(reader, tail, model)), problems))
  }
}

extension Snapshot {
  /// The same content under `model`: every table has the form that the model wants.
  ///
  /// Tables that the model does not know stay at hand, since they may hold what the files lack;
  /// those that it knows under another name get that.
  func adopting(_ model: ObjectModel, from tables: TableFolder) -> Snapshot {
    adopting(model, tables.problems) { tables.source(of: $0, in: model) }
  }

  /// The same, with `newSource` for the records of entities that are new in `model`.
  func adopting(
    _ model: ObjectModel, _ problems: ProblemLog, newSource: (Entity) -> TableSource?
  ) -> Snapshot {
    var sources = self.sources
    for entity in model.storedEntities {
      if let source = sources[entity.name] {
        if self.model[entity.name] == entity { continue }
        sources[entity.name] = source.converted(to: entity, problems)
      } else if let source = entity.earlierNames.lazy.compactMap({ self.sources[$0] }).first {
        sources[entity.name] = source.converted(to: entity, problems)
      } else {
        sources[entity.name] = newSource(entity)
      }
    }
    for name in model.entities.flatMap(\.earlierNames) { sources[name] = nil }
    return Snapshot(storeID: storeID, model: model, version: version, sources: sources)
  }
}
