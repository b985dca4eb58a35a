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

  /// The address that a record's object has; `nil` for none.
  static func address(in object: JSONObject) -> RecordAddress? {
    identityKeys.lazy.compactMap { object[$0]?.string.flatMap { RecordAddress($0) } }.first
  }

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

  /// The record as an object, whole even if it was met before.
  ///
  /// - Throws: why a record that it links to cannot be read.
  mutating func object(of row: Row) throws(StoreError) -> JSONObject {
    var maker = JSONMaker()
    try write(row, to: &maker)
    guard let object = maker.value.object else { preconditionFailure("a record is an object") }
    return object
  }

  /// Writes the record as an object, whole even if it was met before.
  ///
  /// - Throws: why a record that it links to cannot be read; some of it is then written.
  mutating func write(_ row: Row, to target: inout some JSONTarget) throws(StoreError) {
    // Open records lie on a stack of their own, as a chain of links may be longer than a thread's.
    var open = [open(row, cameThrough: nil, &target)]
    while let innermost = open.indices.last {
      let mayFollow = open.count < Self.depthLimit
      if let inner = try advance(&open[innermost], mayFollow: mayFollow, &target) {
        open.append(inner)
      } else {
        target.endObject()
        open.removeLast()
      }
    }
  }

  /// Begins a record with its address and its attributes.
  private mutating func open(
    _ row: Row, cameThrough: Relationship?, _ target: inout some JSONTarget
  ) -> OpenRecord {
    let layout = layout(of: row.chunk.entity)
    if !layout.links.isEmpty { met.insert(row.id) }
    if row.remarkCount > 0, leaving.insert(row.id).inserted { leftover.add(row) }
    target.beginObject()
    target.name(layout.identityKey)
    target.write(layout.address(of: row.key))
    // By index, as a copy of a field would copy all that its attribute has.
    for index in layout.fields.indices {
      target.name(layout.fields[index].name)
      ValueJSON.write(
        row[layout.fields[index].column], isList: layout.fields[index].isList, to: &target)
    }
    return OpenRecord(row: row, layout: layout, cameThrough: cameThrough)
  }

  /// Writes links of a record up to one that is followed, which is returned; `nil` at the end.
  private mutating func advance(
    _ record: inout OpenRecord, mayFollow: Bool, _ target: inout some JSONTarget
  ) throws(StoreError) -> OpenRecord? {
    while let link = record.link {
      let relationship = link.relationship
      if record.keys == nil {
        record.keys = try snapshot.links(of: record.row, relationship.name)[...]
        target.name(link.name)
        if relationship.isToMany { target.beginArray() }
      }
      while let key = record.nextKey() {
        let id = ObjectID(entity: relationship.destination, key: key)
        guard let end = try snapshot.record(id) else { continue }
        record.hasEnd = true
        let isFollowed = relationship.exportRule == .follow && !record.isWayBack && mayFollow
        if followsLinks, isFollowed, met.insert(id).inserted {
          return open(end, cameThrough: relationship, &target)
        }
        target.write(layout(of: end.chunk.entity).address(of: key))
      }
      if relationship.isToMany {
        target.endArray()
      } else if !record.hasEnd {
        target.writeNull()
      }
      record.finishLink()
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
  let layout: RecordLayout
  let cameThrough: Relationship?
  private var place = 0

  /// The ends of the link that are still to be written; `nil` before the first.
  var keys: ArraySlice<RecordKey>?

  /// Whether an end of the link is written.
  var hasEnd = false

  init(row: Row, layout: RecordLayout, cameThrough: Relationship?) {
    (self.row, self.layout, self.cameThrough) = (row, layout, cameThrough)
  }

  /// The link that is being written; `nil` when all are.
  var link: RecordLayout.Link? { place < layout.links.count ? layout.links[place] : nil }

  /// Whether the link leads back to where the record was come from.
  var isWayBack: Bool {
    cameThrough?.inverse != nil && link?.relationship.name == cameThrough?.inverse
  }

  /// The next end to be written; a link to one record has no second.
  mutating func nextKey() -> RecordKey? {
    hasEnd && link?.relationship.isToMany == false ? nil : keys?.popFirst()
  }

  mutating func finishLink() {
    place += 1
    (keys, hasEnd) = (nil, false)
  }
}
