internal import CairnJSON
internal import CairnStore

/// Writes records as JSON objects, in the same form for all output and exports of Cairn.
///
/// 1. Members come in one order: `url`, the attributes in the model's order, then the links.
/// 2. If a user's attribute is called `url`, it keeps the name, and the identity is `@url`.
/// 3. Numbers keep their digits. Tags, multiple attributes and to-many links are arrays, which may
///    be empty. Any other property without a value is `null`.
/// 4. A link is a URL, or the whole record if its export rule is to follow. The inverse of a
///    followed link is never followed, and a record written before becomes a URL. So cycles end,
///    and no record is written twice. Records nested deeper than 200 levels also become URLs,
///    because JSON readers, including this one, limit the depth.
/// 5. Calculated columns of a list come last.
struct RecordJSON {
  /// The key of a record's own address.
  static let plainIdentityKey = "url"
  /// The key of a record's own address if an attribute has the plain key.
  static let markedIdentityKey = "@url"
  /// Returns the key of the own address in records of `entity`.
  static func identityKey(of entity: Entity) -> String {
    entity[plainIdentityKey] == nil ? plainIdentityKey : markedIdentityKey
  }

  /// The keys in the order in which a reader tries them: beside the marked key, `url` is a field.
  static let identityKeys = [markedIdentityKey, plainIdentityKey]

  /// Returns the address in a record's object; `nil` without one.
  static func address(in object: JSONObject) -> RecordAddress? {
    identityKeys.lazy.compactMap { object[$0]?.string.flatMap { RecordAddress($0) } }.first
  }

  /// Whether links are followed as their rules say; otherwise each is a URL.
  var followsLinks = true

  /// The calculated columns, which follow the links of each written record.
  var calculated: [(name: String, content: FieldDisplay)] = []

  private let snapshot: Snapshot
  private let scheme: String
  private var met: Set<ObjectID> = []
  /// The values of the written records that were left out because no field has them.
  private(set) var leftover = ExportOperation.Leftover()
  private var leaving: Set<ObjectID> = []
  private var layouts: [String: RecordLayout] = [:]

  /// Creates a writer that has written no records yet.
  ///
  /// - Parameters:
  ///   - snapshot: The content with the records.
  ///   - scheme: The scheme of the records' addresses.
  init(_ snapshot: Snapshot, scheme: String = RecordAddress.usualScheme) {
    (self.snapshot, self.scheme) = (snapshot, scheme)
  }

  /// The deepest nesting of records.
  static let depthLimit = 200

  /// Returns the record as an object, whole even if it was written before.
  ///
  /// - Throws: the error of reading a linked record.
  mutating func object(of row: Row) throws(StoreError) -> JSONObject {
    var maker = JSONMaker()
    try write(row, to: &maker)
    guard let object = maker.value.object else { preconditionFailure("a record is an object") }
    return object
  }

  /// Writes the record as an object, whole even if it was written before.
  ///
  /// - Throws: the error of reading a linked record; a part of the record was then written.
  mutating func write(_ row: Row, to target: inout some JSONTarget) throws(StoreError) {
    // Open records are on a separate stack, because a chain of links may exceed a thread's stack.
    var open = [open(row, cameThrough: nil, &target)]
    while let innermost = open.indices.last {
      let mayFollow = open.count < Self.depthLimit
      if let inner = try advance(&open[innermost], mayFollow: mayFollow, &target) {
        open.append(inner)
      } else {
        if open.count == 1 { writeCalculated(of: row, to: &target) }
        target.endObject()
        open.removeLast()
      }
    }
  }

  private func writeCalculated(of row: Row, to target: inout some JSONTarget) {
    for (name, content) in calculated {
      target.name(JSONName(name))
      ValueJSON.write(content.value(of: row), isList: false, to: &target)
    }
  }

  /// Begins a record with its address and its attributes.
  private mutating func open(
    _ row: Row, cameThrough: Relationship?, _ target: inout some JSONTarget
  ) -> OpenRecord {
    let layout = layout(of: row.chunk.entity)
    if !layout.links.isEmpty { met.insert(row.id) }
    leftover.noteFiles(of: row)
    if row.remarkCount > 0, leaving.insert(row.id).inserted { leftover.add(row) }
    target.beginObject()
    target.name(layout.identityKey)
    target.write(layout.address(of: row.key))
    // Fields are accessed by index, because a copy of a field would copy the parts of its
    // attribute.
    for index in layout.fields.indices {
      target.name(layout.fields[index].name)
      ValueJSON.write(
        row[layout.fields[index].column], isList: layout.fields[index].isList, to: &target)
    }
    return OpenRecord(row: row, layout: layout, cameThrough: cameThrough)
  }

  /// Writes links of a record up to a followed one, and returns the followed record; `nil` at the
  /// end.
  private mutating func advance(
    _ record: inout OpenRecord, mayFollow: Bool, _ target: inout some JSONTarget
  ) throws(StoreError) -> OpenRecord? {
    while let link = record.link {
      let relationship = link.relationship
      if record.keys == nil {
        record.keys = try keys(of: relationship, of: record.row)[...]
        target.name(link.name)
        if relationship.isToMany { target.beginArray() }
      }
      while let key = record.nextKey() {
        let id = ObjectID(entity: relationship.destination, key: key)
        record.hasEnd = true
        guard let end = try snapshot.record(id) else {
          if let entity = snapshot.model[relationship.destination] {
            target.write(layout(of: entity).address(of: key))
          }
          continue
        }
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

  /// The ends of a link, with missing records.
  ///
  /// A missing record may come back with a sync or a repair, and an import of the export must not
  /// remove the link then.
  private func keys(
    of relationship: Relationship, of row: Row
  ) throws(StoreError) -> [RecordKey] {
    let present = try snapshot.linkedKeys(of: row, relationship.name)
    guard relationship.isStored, !relationship.holdsOrderOnly else { return present }
    let stored = row[relationship.name].linkedKeys
    return stored.count > present.count ? stored : present
  }

  private mutating func layout(of entity: Entity) -> RecordLayout {
    if let known = layouts[entity.name] { return known }
    let made = RecordLayout(entity, scheme: scheme)
    layouts[entity.name] = made
    return made
  }
}

/// A record with links that are still to be written.
private struct OpenRecord {
  let row: Row
  let layout: RecordLayout
  let cameThrough: Relationship?
  private var place = 0

  /// The ends of the link that are still to be written; `nil` before the first.
  var keys: ArraySlice<RecordKey>?

  /// Whether an end of the link was written.
  var hasEnd = false

  init(row: Row, layout: RecordLayout, cameThrough: Relationship?) {
    (self.row, self.layout, self.cameThrough) = (row, layout, cameThrough)
  }

  /// The link that is being written; `nil` after the last one.
  var link: RecordLayout.Link? { place < layout.links.count ? layout.links[place] : nil }

  /// Whether the link is the inverse of the link that led to this record.
  var isWayBack: Bool {
    cameThrough?.inverse != nil && link?.relationship.name == cameThrough?.inverse
  }

  /// Returns the next end to write; a link to one record has no second end.
  mutating func nextKey() -> RecordKey? {
    hasEnd && link?.relationship.isToMany == false ? nil : keys?.popFirst()
  }

  mutating func finishLink() {
    place += 1
    (keys, hasEnd) = (nil, false)
  }
}
