import CairnFiles
import CairnStore

/// A small model that has every type of field and every kind of link, and records for it.
enum Library {
  static let clock = WallClock(now: Timestamp(microseconds: 1_794_000_000_000_000), offset: 3600)

  static func attribute(
    _ name: String, _ type: AttributeType, _ change: (inout Attribute) -> Void = { _ in }
  ) -> Property {
    var attribute = Attribute(name: name, type: type)
    change(&attribute)
    return .attribute(attribute)
  }

  static func link(
    _ name: String, _ destination: String, many: Bool = false, inverse: String? = nil,
    _ change: (inout Relationship) -> Void = { _ in }
  ) -> Property {
    var relationship = Relationship(name: name, destination: destination, isToMany: many)
    relationship.inverse = inverse
    change(&relationship)
    return .relationship(relationship)
  }

  // Made once: the tests ask for it in their loops.
  static let book: Entity = {
    var book = Entity(
      name: "Book",
      properties: [
        attribute("Title", .string) { $0.isRequired = true },
        attribute("Slug", .string) { $0.isUnique = true },
        attribute("Notes", .text), attribute("Tags", .tags),
        attribute("Rating", .integer) { $0.range = 0...5 },
        attribute("Price", .decimal), attribute("Weight", .double), attribute("Lent", .boolean),
        attribute("Bought", .date), attribute("Opened", .datetime),
        attribute("Kind", .choice) { $0.choices = ["novel", "essay", "poems"] },
        attribute("Site", .url), attribute("Scans", .integer) { $0.isMultiple = true },
        link("Author", "Writer", inverse: "Books"),
        link("Chapters", "Chapter", many: true, inverse: "Book") {
          $0.isOrdered = true
          $0.deleteRule = .cascade
        },
        link("Shelves", "Shelf", many: true, inverse: "Books"),
      ])
    book.title = "Title"
    book.handle = "Slug"
    return book
  }()

  static var model: ObjectModel { get throws { try checkedModel.get() } }

  private static let checkedModel: Result<ObjectModel, StoreError> = Result {
    () throws(StoreError) in
    try ObjectModel(entities: [
      book,
      Entity(
        name: "Writer",
        properties: [
          attribute("Name", .string) { $0.isRequired = true }, attribute("Born", .integer),
          link("Books", "Book", many: true, inverse: "Author"),
          link("Award", "Award", inverse: "Holder"),
        ]),
      Entity(
        name: "Chapter",
        properties: [
          attribute("Title", .string), link("Book", "Book", inverse: "Chapters"),
        ]),
      Entity(
        name: "Shelf",
        properties: [
          attribute("Name", .string),
          link("Books", "Book", many: true, inverse: "Shelves") { $0.deleteRule = .deny },
        ]),
      Entity(
        name: "Award",
        properties: [
          attribute("Name", .string),
          link("Holder", "Writer", inverse: "Award") { $0.deleteRule = .deny },
          link("Mentions", "Book") { $0.isRequired = false },
        ]),
    ])
  }

  static func emptyStore() throws -> ObjectStore {
    let options = ObjectStore.Options(
      folder: "/store", fileSystem: MemoryFileSystem(), clock: { clock.now })
    return try ObjectStore.create(options, model: try model)
  }

  /// Inserts records of `entity` given by their fields, and returns their ids.
  @discardableResult
  static func insert(
    _ entity: String, _ records: [[String: Value]], into store: ObjectStore
  ) throws -> [ObjectID] {
    var ids: [ObjectID] = []
    try store.commitUnchecked(title: "insert") { (draft) throws(StoreError) in
      for record in records {
        let id = ObjectID(entity: entity, key: try draft.mintKey(for: entity))
        ids.append(id)
        let fields = record.sorted { $0.key < $1.key }.map {
          FieldChange(name: $0.key, old: nil, new: $0.value)
        }
        draft.changes.append(RecordChange(id: id, kind: .insert, fields: fields))
      }
    }
    return ids
  }

  /// What a column shows for each record of an entity, in the order of the keys.
  static func display(
    _ path: String, of entity: String, in snapshot: Snapshot, at clock: WallClock = clock
  ) throws -> [String] {
    guard let entity = snapshot.model[entity] else { throw StoreError.unknownEntity(entity) }
    let content = try FieldDisplay(FieldPath.parse(path), of: entity, in: snapshot, at: clock)
    return try snapshot.load(entity.name).rows.map(content.text)
  }

  /// The titles that a filter finds among the books, in their order.
  static func titles(
    _ filter: String, in store: ObjectStore, sort: String = "", group: String? = nil
  ) throws -> [String] {
    let request = FetchRequest(
      entity: "Book", predicate: try RecordPredicate.parse(filter),
      sorts: try RecordSort.parse(sort), group: try group.map(FieldPath.parse))
    return try store.snapshot.fetch(request, at: clock).map { row in
      if case .text(let title)? = row["Title"] { title } else { "" }
    }
  }
}
