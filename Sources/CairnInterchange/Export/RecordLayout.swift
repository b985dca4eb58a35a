internal import CairnJSON
internal import CairnStore

/// What the records of one entity are written with, found once for all of them.
struct RecordLayout: Sendable {
  /// An attribute and the column that holds its values.
  struct Field: Sendable {
    let attribute: Attribute
    let name: JSONName
    let isList: Bool
    let column: Int

    init(_ attribute: Attribute, _ column: Int) {
      (self.attribute, self.column) = (attribute, column)
      (name, isList) = (JSONName(attribute.name), attribute.isList)
    }
  }

  /// A relationship, by what its member is called.
  struct Link: Sendable {
    let name: JSONName
    let relationship: Relationship
  }

  /// The key of a record's own address.
  let identityKey: JSONName
  /// What the records' addresses begin with.
  private let addressStart: String
  /// The attributes in the model's order.
  let fields: [Field]
  /// The links that exports have, in the model's order.
  let links: [Link]

  init(_ entity: Entity) {
    identityKey = JSONName(RecordJSON.identityKey(of: entity))
    addressStart = RecordAddress.start(of: entity)
    fields = entity.attributes.compactMap { attribute in
      entity.storedIndex(of: attribute.name).map { Field(attribute, $0) }
    }
    links = entity.relationships.filter { $0.exportRule != .skip }.map {
      Link(name: JSONName($0.name), relationship: $0)
    }
  }

  /// The address of a record.
  func address(of key: RecordKey) -> String { addressStart + key.description }

  /// The names of all members, in their order.
  var names: [String] {
    [identityKey.text] + fields.map(\.name.text) + links.map(\.name.text)
  }
}
