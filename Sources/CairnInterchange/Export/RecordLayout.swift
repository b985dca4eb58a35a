internal import CairnStore

/// What the records of one entity are written with, found once for all of them.
struct RecordLayout: Sendable {
  /// An attribute and the column that holds its values.
  struct Field: Sendable {
    let attribute: Attribute
    let column: Int
  }

  /// The key of a record's own address.
  let identityKey: String
  /// The attributes in the model's order.
  let fields: [Field]
  /// The links that exports have, in the model's order.
  let relationships: [Relationship]

  init(_ entity: Entity) {
    identityKey = RecordJSON.identityKey(of: entity)
    fields = entity.attributes.compactMap { attribute in
      entity.storedIndex(of: attribute.name).map { Field(attribute: attribute, column: $0) }
    }
    relationships = entity.relationships.filter { $0.exportRule != .skip }
  }

  /// The names of all members, in their order.
  var names: [String] {
    [identityKey] + fields.map(\.attribute.name) + relationships.map(\.name)
  }
}
