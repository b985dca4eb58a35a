/// Gives records the default value of newly required fields.
struct RequiredDefaults {
  private let old: ObjectModel
  private let snapshot: Snapshot

  /// - Parameters:
  ///   - old: the model before.
  ///   - snapshot: the content under the new model.
  init(from old: ObjectModel, to snapshot: Snapshot) {
    self.old = old
    self.snapshot = snapshot
  }

  /// Returns a change for each record that lacks such a value.
  ///
  /// - Throws: the errors of reading the records; entities without such a field are not read.
  func changes() throws(StoreError) -> [RecordChange] {
    var changes: [RecordChange] = []
    for entity in snapshot.model.entities {
      let names = [entity.name] + entity.earlierNames
      guard let before = names.lazy.compactMap({ old[$0] }).first else { continue }
      let defaults = entity.attributes.filter { attribute in
        attribute.isRequired && before.attribute(attribute.name)?.isRequired != true
          && attribute.defaultValue != nil
      }
      guard !defaults.isEmpty else { continue }
      for row in try snapshot.load(entity.name).rows {
        let fields = defaults.filter { row[$0.name] == nil }.map {
          FieldChange(name: $0.name, old: nil, new: $0.defaultValue)
        }
        guard !fields.isEmpty else { continue }
        changes.append(RecordChange(id: row.id, kind: .update, fields: fields))
      }
    }
    return changes
  }
}
