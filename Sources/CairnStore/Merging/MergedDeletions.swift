/// Which records stay though one of two copies of a store deleted them.
///
/// A record that one side deleted goes, unless the other side works with it:
///
///   the other side …                         what stays
///   edited the record                        the record
///   edited a record that it owns, or made    the owner
///   such a one
///   …                                        whatever went with one that stays, and its owner
///
/// What owns what is in other files, so that the texts of all collections that own each other are
/// read before one of them is merged.
public struct MergedDeletions {
  private let model: ObjectModel
  /// The records that one side deleted and the other left alone.
  private var gone: [ObjectID: (owners: [ObjectID], path: String)] = [:]
  /// The records that one side deleted and the other edited.
  private var edited: Set<ObjectID> = []
  /// What owns the records that one side alone has, and edited or made.
  private var owners: Set<ObjectID> = []

  /// Nothing is deleted until texts are added.
  public init(model: ObjectModel) { self.model = model }

  /// Whether the records in the file at `path` own others, or are owned.
  public func concern(_ path: String) -> Bool {
    guard let entity = model.file(at: path)?.entity else { return false }
    return !owningLinks(of: entity).isEmpty
      || entity.relationships.contains { $0.deleteRule == .cascade }
  }

  /// Takes note of what the two sides made of the file at `path`.
  ///
  /// Where the text's records can't be told from each other, there is nothing to note.
  public mutating func add(
    _ path: String, base: [UInt8]?, ours: [UInt8]?, theirs: [UInt8]?
  ) {
    guard let entity = model.file(at: path)?.entity, let old = TextBlocks(base ?? []),
      let here = TextBlocks(ours ?? []), let there = TextBlocks(theirs ?? [])
    else { return }
    let (fields, links) = (LineFields(of: entity), owningLinks(of: entity))
    for (one, other) in [(here, there), (there, here)] {
      for (key, block) in one.records where other.records[key] == nil {
        let id = ObjectID(entity: entity.name, key: key)
        let owners = links.isEmpty ? [] : Self.owners(in: block, fields, by: links)
        if RecordLines.areEqual(block, old.records[key], fields) {
          gone[id] = (owners, path)
        } else {
          if old.records[key] != nil { edited.insert(id) }
          self.owners.formUnion(owners)
        }
      }
    }
  }

  /// The deleted records that stay, and the files that they are in.
  public var staying: (records: Set<ObjectID>, paths: Set<String>) {
    var owned: [ObjectID: [ObjectID]] = [:]
    for (id, deletion) in gone {
      for owner in deletion.owners { owned[owner, default: []].append(id) }
    }
    var reached = edited.union(owners.filter { gone[$0] != nil })
    var waiting = Array(reached)
    while let id = waiting.popLast() {
      // An owner that nobody deleted keeps nothing: what went of it was deleted by itself.
      let owners = (gone[id]?.owners ?? []).filter { gone[$0] != nil }
      for other in (owned[id] ?? []) + owners where reached.insert(other).inserted {
        waiting.append(other)
      }
    }
    let records = reached.filter { gone[$0] != nil }
    return (records, Set(records.compactMap { gone[$0]?.path }))
  }

  /// The records that the one in `block` belongs to, by the links to them.
  private static func owners(
    in block: [UInt8], _ fields: LineFields, by links: [Relationship]
  ) -> [ObjectID] {
    guard let lines = RecordLines(block, fields) else { return [] }
    return links.flatMap { link in
      RecordLines.texts(of: lines[link.name]?.lines ?? []).compactMap { text in
        RecordKey(text).map { ObjectID(entity: link.destination, key: $0) }
      }
    }
  }

  /// The links of an entity's records to those whose deletion takes them along.
  private func owningLinks(of entity: Entity) -> [Relationship] {
    entity.relationships.filter { link in
      link.isStored
        && link.inverse.flatMap { model[link.destination]?.relationship($0) }?.deleteRule
          == .cascade
    }
  }
}
