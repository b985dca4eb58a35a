/// The links of some records that changed because the records at their other end did, which store
/// them.
struct LinkDifference {
  /// The names of the relationships, by record.
  private(set) var fields: [RecordKey: [String]] = [:]

  /// What changed in the links of `entity`'s records between two snapshots of one model.
  ///
  /// A collection that nobody read yet has shown no links, so it isn't read for this.
  init(of entity: Entity, from old: Snapshot, to new: Snapshot) {
    for relationship in entity.relationships {
      guard let step = LinkStep(relationship, of: entity, in: new.model),
        case .inverse(let column) = step.storage,
        let before = old.sources[step.destination.name],
        let after = new.sources[step.destination.name], before !== after,
        let oldTable = before.loaded, let newTable = after.loaded
      else { continue }
      let difference = TableDifference(from: oldTable, to: newTable)
      var keys: Set<RecordKey> = []
      for entry in difference.entries {
        let was = entry.old.map { Self.targets(oldTable.row(at: $0), column) } ?? []
        let now = entry.new.map { Self.targets(newTable.row(at: $0), column) } ?? []
        keys.formUnion(was.symmetricDifference(now))
      }
      for key in keys { fields[key, default: []].append(relationship.name) }
    }
  }

  private static func targets(_ row: Row, _ column: Int) -> Set<RecordKey> {
    var keys: Set<RecordKey> = []
    row.chunk.columns[column].forEachLink(of: row.index) { keys.insert($0) }
    return keys
  }
}
