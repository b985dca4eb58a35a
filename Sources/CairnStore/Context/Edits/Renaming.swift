/// What one model calls the collections and fields of another, an older one or a newer.
struct Renaming {
  private var entities: [String: String] = [:]
  /// By the name that the entity had, and the name that the field had.
  private var fields: [String: [String: String]] = [:]

  /// No other names at all.
  init() {}

  /// The names that are others in `new`; what it does not have any more keeps its own.
  init(from old: ObjectModel, to new: ObjectModel) {
    guard old != new else { return }
    for case (let before?, let after?) in ModelMerge.pairs(old, new) where before != after {
      if before.name != after.name { entities[before.name] = after.name }
      for property in before.properties where after[property.name] == nil {
        guard let name = before.name(of: property.name, in: after) else { continue }
        fields[before.name, default: [:]][property.name] = name
      }
    }
  }

  var isEmpty: Bool { entities.isEmpty && fields.isEmpty }

  func entity(_ name: String) -> String { entities[name] ?? name }

  func id(_ id: ObjectID) -> ObjectID {
    entities.isEmpty ? id : ObjectID(entity: entity(id.entity), key: id.key)
  }

  /// A change by the new names.
  func change(_ change: RecordChange) -> RecordChange {
    if isEmpty { return change }
    let fields = change.fields.map { field in
      FieldChange(
        name: self.field(field.name, of: change.id.entity), old: field.old, new: field.new)
    }
    return RecordChange(id: id(change.id), kind: change.kind, fields: fields)
  }

  /// The name of a field of the entity that was called `entity`.
  func field(_ name: String, of entity: String) -> String { fields[entity]?[name] ?? name }
}
