// Records that were merged into another one. Between the plan of the merge and its save, another
// program may link to a record that the merge deletes. The delete rules would clear such a link, or
// delete the linking record.

extension EditedSnapshot {
  /// Makes the links to merged records lead to the records that they were merged into.
  ///
  /// - Parameters:
  ///   - replacements: the remaining record of each merged one.
  ///   - roots: the records to delete, some of which were merged.
  mutating func redirectLinks(by replacements: [ObjectID: ObjectID], from roots: [ObjectID]) {
    var seen: Set<ObjectID> = []
    // In the order of the merges, because a kept record may be merged into another one later.
    for kept in roots.compactMap({ replacements[$0] }) where seen.insert(kept).inserted {
      guard exists(kept) else { continue }
      redirectLinks(from: roots.filter { replacements[$0] == kept }[...], to: kept)
    }
  }

  /// The relationships that other records store, and of which a record of `destination` can have
  /// only one link.
  fileprivate func exclusiveLinks(to destination: String) -> [ExclusiveLink] {
    model.entities.flatMap { entity in
      entity.relationships.compactMap { link -> ExclusiveLink? in
        guard link.destination == destination, link.isStored, !link.holdsOrderOnly,
          let inverse = link.inverse.flatMap({ model[destination]?.relationship($0) }),
          !inverse.isToMany
        else { return nil }
        return ExclusiveLink(entity: entity.name, name: link.name, inverse: inverse)
      }
    }
  }

  /// The records with such a link to a record.
  fileprivate func holders(of link: ExclusiveLink, to id: ObjectID) -> Set<RecordKey> {
    guard let entity = model[link.entity] else { return [] }
    return Set(sources(linkingTo: id.key, by: link.name, of: entity))
  }
}

/// A link that is stored at the other end of a link to one record.
private struct ExclusiveLink {
  let entity: String
  let name: String
  let inverse: Relationship
}

extension Rebase {
  /// Reports merges whose kept record was deleted by others, and links of others that the kept
  /// record may have no place for.
  mutating func checkMergedRecords() {
    guard resolution != .keepingEdits else { return }
    for id in deletedRoots {
      guard let kept = requests.replacements[id] else { continue }
      if !result.exists(kept) {
        guard !conflicts.contains(where: { $0.id == kept }) else { continue }
        report(.deletedByOthers, kept, [])
        continue
      }
      let added = result.exclusiveLinks(to: id.entity).filter { link in
        !mine.holders(of: link, to: id).isSuperset(of: result.holders(of: link, to: id))
      }
      if !added.isEmpty { report(.deletedHere, id, added.map { .relationship($0.inverse) }) }
    }
  }
}
