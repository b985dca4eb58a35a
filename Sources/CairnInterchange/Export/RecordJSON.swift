public import CairnJSON
public import CairnStore

/// Writes records as JSON objects, the same wherever Cairn prints or exports them.
///
/// 1. Members come in one order: `url`, the attributes in the model's order, then the links.
/// 2. An attribute of the user's own called `url` keeps the name, and the identity is `@url`.
/// 3. Numbers keep their digits; tags, multiple attributes and to-many links are arrays, empty
///    where there is none; anything else without a value is `null`.
/// 4. A link is a URL, or the whole record where its export rule is to follow. The way back is
///    never followed, and a record met before is a URL, so that no cycle is endless and no record
///    is written twice.
public struct RecordJSON {
  /// The key of a record's own address.
  static let plainIdentityKey = "url"
  /// The key of a record's own address where the plain one is an attribute.
  static let markedIdentityKey = "@url"
  static let identityKeys = [plainIdentityKey, markedIdentityKey]

  private let snapshot: Snapshot
  private var met: Set<ObjectID> = []
  private var layouts: [String: RecordLayout] = [:]

  /// Creates a writer of records that has met none so far.
  ///
  /// - Parameter snapshot: The content that the records belong to.
  public init(_ snapshot: Snapshot) {
    self.snapshot = snapshot
  }

  /// The record as an object, written whole even if it was met before.
  public mutating func object(of row: Row) -> JSONObject {
    object(of: row, cameThrough: nil)
  }

  private mutating func object(of row: Row, cameThrough: Relationship?) -> JSONObject {
    let layout = layout(of: row.chunk.entity)
    if !layout.relationships.isEmpty { met.insert(row.id) }
    var members: [JSONObject.Member] = []
    members.reserveCapacity(1 + layout.fields.count + layout.relationships.count)
    let address = RecordAddress(row.key, of: row.chunk.entity).description
    members.append(JSONObject.Member(name: layout.identityKey, value: .string(address)))
    for field in layout.fields {
      let value = ValueJSON.value(row[field.column], of: field.attribute)
      members.append(JSONObject.Member(name: field.attribute.name, value: value))
    }
    for relationship in layout.relationships {
      let isWayBack = relationship.name == cameThrough?.inverse
      let value = value(of: relationship, from: row, isWayBack: isWayBack)
      members.append(JSONObject.Member(name: relationship.name, value: value))
    }
    return JSONObject(members)
  }

  private mutating func layout(of entity: Entity) -> RecordLayout {
    if let known = layouts[entity.name] { return known }
    let made = RecordLayout(entity)
    layouts[entity.name] = made
    return made
  }

  private mutating func value(
    of relationship: Relationship, from row: Row, isWayBack: Bool
  ) -> JSONValue {
    var ends: [JSONValue] = []
    for key in snapshot.links(of: row.id, relationship.name) {
      let id = ObjectID(entity: relationship.destination, key: key)
      guard let end = snapshot.row(id) else { continue }
      if relationship.exportRule == .follow, !isWayBack, !met.contains(id) {
        met.insert(id)
        ends.append(.object(object(of: end, cameThrough: relationship)))
      } else {
        ends.append(.string(RecordAddress(key, of: end.chunk.entity).description))
      }
    }
    return relationship.isToMany ? .array(ends) : ends.first ?? .null
  }
}
