internal import CairnStore

/// What the records of one entity are written with, found once for all of them.
struct RecordLayout: Sendable {
  /// An attribute and the column that holds its values.
  struct Field: Sendable {
    let attribute: Attribute
    let isList: Bool
    let column: Int

    init(_ attribute: Attribute, _ column: Int) {
      (self.attribute, self.column) = (attribute, column)
      isList = attribute.isList
    }
  }

  /// The key of a record's own address.
  let identityKey: String
  /// What the records' addresses begin with.
  private let addressStart: String
  /// The attributes in the model's order.
  let fields: [Field]
  /// The links that exports have, in the model's order.
  let relationships: [Relationship]

  init(_ entity: Entity) {
    identityKey = RecordJSON.identityKey(of: entity)
    addressStart = RecordAddress.start(of: entity)
    fields = entity.attributes.compactMap { attribute in
      entity.storedIndex(of: attribute.name).map { Field(attribute, $0) }
    }
    relationships = entity.relationships.filter { $0.exportRule != .skip }
  }

  /// The address of a record.
  func address(of key: RecordKey) -> String { addressStart + key.description }

  /// The names of all members, in their order.
  var names: [String] {
    [identityKey] + fields.map(\.attribute.name) + relationships.map(\.name)
  }
}
