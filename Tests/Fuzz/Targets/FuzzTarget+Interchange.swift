import CairnFiles
import CairnInterchange
import CairnStore

// Whatever is imported, an export of it is imported as the same records.
extension FuzzTarget {
  static let cards = FuzzTarget("cards", isSlow: true) { bytes in
    try holdRoundTrip(of: bytes, as: .vcard)
  }

  static let rec = FuzzTarget("rec", isSlow: true) { bytes in
    try holdRoundTrip(of: bytes, as: .rec)
  }

  static let markdown = FuzzTarget("markdown", isSlow: true) { bytes in
    try holdRoundTrip(of: bytes, as: .markdown)
  }

  /// A calendar has only the records with a date, which come back with all their values.
  static let calendar = FuzzTarget("calendar", isSlow: true) { bytes in
    let first = try makeStore([])
    try take(bytes, .icalendar, into: first)
    guard let entity = first.snapshot.model["Thing"] else { return }
    let clock = WallClock(now: Timestamp(microseconds: 0))
    var text: [UInt8] = []
    let leftover = try ExportOperation(
      .request(FetchRequest(entity: entity.name), clock), in: first.snapshot, as: .icalendar
    ).run { text += $0 }
    let rows = Array(try first.snapshot.load(entity.name).rows)
    try hold(eventCount(of: text) + leftover.undated == rows.count, "an event for each date")
    guard eventCount(of: text) > 0, let start = leftover.calendarDate else { return }
    let second = try makeStore(first.snapshot.model.entities)
    do {
      try take(text, .icalendar, into: second)
    } catch {
      throw BrokenLaw(description: "what was exported is imported: \(error)")
    }
    let days = ["Start": "Day", "End": "LastDay", "Due": "DueDay"]
    let dated = rows.filter { row in
      [start, days[start]].contains { field in field.flatMap { row[$0] } != nil }
    }
    let read = Array(try second.snapshot.load(entity.name).rows)
    let others = zip(dated, read).flatMap { old, new in
      entity.attributes.filter { old[$0.name] != new[$0.name] }.map {
        "\($0.name) \(old[$0.name], default: "-") became \(new[$0.name], default: "-")"
      }
    }
    try hold(
      read.count == dated.count && others.isEmpty,
      "an export has all: \(dated.count) became \(read.count), \(others) in "
        + String(decoding: text, as: UTF8.self))
  }

  private static func eventCount(of text: [UInt8]) -> Int {
    text.split(separator: UInt8(ascii: "\n")).count { $0.starts(with: "BEGIN:VEVENT".utf8) }
  }

  private static func holdRoundTrip(of bytes: [UInt8], as format: InterchangeFormat) throws {
    let first = try makeStore([])
    try take(bytes, format, into: first)
    for entity in first.snapshot.model.entities {
      guard let count = first.snapshot.table(entity.name)?.count, count > 0 else { continue }
      let text = try export(entity.name, of: first, as: format)
      let second = try makeStore(first.snapshot.model.entities)
      do {
        try take(text, format, into: second, as: entity.name)
      } catch {
        throw BrokenLaw(description: "what was exported is imported: \(error)")
      }
      let again = try export(entity.name, of: second, as: .csv)
      let same = try again == export(entity.name, of: first, as: .csv)
      try hold(
        same || hasLinks(entity), "an export has all: \(String(decoding: text, as: UTF8.self))")
    }
  }

  /// Whether keys count, which are others in another store.
  private static func hasLinks(_ entity: Entity) -> Bool { !entity.relationships.isEmpty }

  private static func makeStore(_ model: [Entity]) throws -> ObjectStore {
    let options = ObjectStore.Options(folder: "/store", fileSystem: MemoryFileSystem()) {
      Timestamp(microseconds: 0)
    }
    return try ObjectStore.create(options, model: try ObjectModel(entities: model))
  }

  private static func take(
    _ bytes: [UInt8], _ format: InterchangeFormat, into store: ObjectStore,
    as collection: String = "Thing"
  ) throws {
    var options = ImportOptions()
    options.collection = collection
    let input = ImportInput(ByteStream(name: "input", blocks: [bytes]), format: format)
    _ = try Importer(store, options).run([input])
  }

  private static func export(
    _ entity: String, of store: ObjectStore, as format: InterchangeFormat
  ) throws -> [UInt8] {
    let clock = WallClock(now: Timestamp(microseconds: 0))
    return try ExportOperation(
      .request(FetchRequest(entity: entity), clock), in: store.snapshot, as: format
    ).data()
  }
}
