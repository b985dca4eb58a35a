internal import CairnJSON
internal import CairnStore

/// Writes records as JSON objects, the same wherever Cairn prints or exports them.
///
/// 1. Members come in one order: `url`, the attributes in the model's order, then the links.
/// 2. An attribute of the user's own called `url` keeps the name, and the identity is `@url`.
/// 3. Numbers keep their digits; tags, multiple attributes and to-many links are arrays, empty
///    where there is none; anything else without a value is `null`.
/// 4. A link is a URL, or the whole record where its export rule is to follow. The way back is
///    never followed, and a record met before is a URL, so that no cycle is endless and no record
///    is written twice. So is one that would lie deeper than 200 records, which readers of JSON,
///    this one among them, refuse sooner or later.
struct RecordJSON {
  /// The key of a record's own address.
  static let plainIdentityKey = "url"
  /// The key of a record's own address where the plain one is an attribute.
  static let markedIdentityKey = "@url"
  /// The key of the own addresses of records of `entity`.
  static func identityKey(of entity: Entity) -> String {
    entity[plainIdentityKey] == nil ? plainIdentityKey : markedIdentityKey
  }

  static let identityKeys = [plainIdentityKey, markedIdentityKey]

  /// Whether links are followed as their rules say; else each is a URL.
  var followsLinks = true

  private let snapshot: Snapshot
  private var met: Set<ObjectID> = []
  /// What of the records that were written stays in their files.
  private(set) var leftover = ExportOperation.Leftover()
  private var leaving: Set<ObjectID> = []
  private var layouts: [String: RecordLayout] = [:]

  /// Creates a writer of records that has met none so far.
  ///
  /// - Parameter snapshot: The content that the records belong to.
  init(_ snapshot: Snapshot) {
    self.snapshot = snapshot
  }

  /// The records that may lie inside one another.
  static let depthLimit = 200

  /// The record as an object, written whole even if it was met before.
  ///
  /// - Throws: why a record that it links to cannot be read.
  mutating func object(of row: Row) throws(StoreError) -> JSONObject {
    // Open records lie on a stack of their own, as a chain of links may be longer than a thread's.
    var open = [open(row, cameThrough: nil)]
    while true {
      let innermost = open.count - 1
      if let inner = try advance(&open[innermost], mayFollow: innermost + 1 < Self.depthLimit) {
        open.append(inner)
        continue
      }
      let finished = open.removeLast().object
      if open.isEmpty { return finished }
      open[innermost - 1].ends.append(.object(finished))
    }
  }

  private mutating func open(_ row: Row, cameThrough: Relationship?) -> OpenRecord {
    let layout = layout(of: row.chunk.entity)
    if !layout.relationships.isEmpty { met.insert(row.id) }
    if row.remarkCount > 0, leaving.insert(row.id).inserted { leftover.add(row) }
    return OpenRecord(row, layout, cameThrough)
  }

  /// Writes links of a record up to one that is followed, which is returned; `nil` at the end.
  private mutating func advance(_ record: inout OpenRecord, mayFollow: Bool) throws(StoreError)
    -> OpenRecord?
  {
    while let relationship = record.relationship {
      var keys = record.keys ?? []
      if record.keys == nil {
        keys = try snapshot.links(of: record.row, relationship.name)[...]
      }
      while let key = keys.popFirst() {
        let id = ObjectID(entity: relationship.destination, key: key)
        guard let end = try snapshot.record(id) else { continue }
        let isFollowed = relationship.exportRule == .follow && !record.isWayBack && mayFollow
        if followsLinks, isFollowed, met.insert(id).inserted {
          record.keys = keys
          return open(end, cameThrough: relationship)
        }
        record.ends.append(.string(RecordAddress(key, of: end.chunk.entity).description))
      }
      record.finishRelationship()
    }
    return nil
  }

  private mutating func layout(of entity: Entity) -> RecordLayout {
    if let known = layouts[entity.name] { return known }
    let made = RecordLayout(entity)
    layouts[entity.name] = made
    return made
  }
}

/// A record of which some links are still to be written.
private struct OpenRecord {
  let row: Row
  private let layout: RecordLayout
  private let cameThrough: Relationship?
  private var members: [JSONObject.Member] = []
  private var place = 0

  /// The ends of the relationship that are still to be written; `nil` before the first.
  var keys: ArraySlice<RecordKey>?

  /// The ends that are written.
  var ends: [JSONValue] = []

  init(_ row: Row, _ layout: RecordLayout, _ cameThrough: Relationship?) {
    self.row = row
    self.layout = layout
    self.cameThrough = cameThrough
    members.reserveCapacity(1 + layout.fields.count + layout.relationships.count)
    let address = RecordAddress(row.key, of: row.chunk.entity).description
    members.append(JSONObject.Member(name: layout.identityKey, value: .string(address)))
    for field in layout.fields {
      let value = ValueJSON.value(row[field.column], of: field.attribute)
      members.append(JSONObject.Member(name: field.attribute.name, value: value))
    }
  }

  /// The relationship that is being written; `nil` when all are.
  var relationship: Relationship? {
    place < layout.relationships.count ? layout.relationships[place] : nil
  }

  /// Whether the relationship leads back to where the record was come from.
  var isWayBack: Bool {
    cameThrough?.inverse != nil && relationship?.name == cameThrough?.inverse
  }

  var object: JSONObject { JSONObject(members) }

  mutating func finishRelationship() {
    guard let relationship else { return }
    let value: JSONValue = relationship.isToMany ? .array(ends) : ends.first ?? .null
    members.append(JSONObject.Member(name: relationship.name, value: value))
    place += 1
    (keys, ends) = (nil, [])
  }
}
