internal import CairnStore

/// Writes records with a date as the events of an iCalendar file (RFC 5545).
///
/// 1. The date is the one of the agenda that is exported, else the due date of the collection, else
///    its first date. A field of the same type with a name such as End gives the event's end.
/// 2. A date is an event of a whole day. A moment is in universal time, and a local time is without
///    a zone.
/// 3. The fields without a place of their own are lines of the description.
/// 4. A record without the date is left out and counted.
/// 5. The identity of an event is the record's, so a later import of the file updates it.
struct CalendarWriter: RecordWriter {
  private(set) var leftover = ExportOperation.Leftover()
  private var lines = ContentLines()
  private let entity: Entity
  private let snapshot: Snapshot
  private let fields: CalendarFields
  private let saved: FieldDisplay?

  init(_ writing: RecordWriting, date: String?) {
    (entity, snapshot) = (writing.entity, writing.snapshot)
    fields = CalendarFields(entity, date: date)
    leftover.calendarDate = fields.start?.name
    let clock = WallClock(now: Timestamp(microseconds: 0))
    // Without a readable history, the date itself is the time of the last change.
    saved = try? FieldDisplay(FieldPath(["saved"]), of: entity, in: snapshot, at: clock)
  }

  var byteCount: Int { lines.bytes.count }

  mutating func begin() {
    lines.write("BEGIN:VCALENDAR")
    lines.write("VERSION:2.0")
    lines.write("PRODID:-//Cairn//Cairn//EN")
    lines.write("X-WR-CALNAME:" + CardText.escaped(entity.plural))
  }

  mutating func end() { lines.write("END:VCALENDAR") }

  mutating func take() -> [UInt8] { lines.take() }

  mutating func append(_ row: Row) throws(StoreError) {
    guard let start = fields.start.flatMap({ row[$0.name] }), let began = Self.time(start) else {
      leftover.undated += 1
      return
    }
    leftover.add(row)
    leftover.noteFiles(of: row)
    lines.write("BEGIN:VEVENT")
    lines.write("UID:\(row.key).\(entity.name.lowercased())@\(snapshot.storeID)")
    lines.write("DTSTAMP:" + stamp(of: row, startingAt: start))
    lines.write("DTSTART" + began)
    if case .date(let day) = start, !day.hasYear { lines.write("RRULE:FREQ=YEARLY") }
    if let end = fields.end.flatMap({ row[$0.name] }), let ended = Self.end(end, after: start) {
      lines.write("DTEND" + ended)
    }
    lines.write("SUMMARY:" + CardText.escaped(snapshot.title(of: row.id)))
    let notes = try description(of: row)
    if !notes.isEmpty { lines.write("DESCRIPTION:" + CardText.escaped(notes)) }
    if let place = fields.location.flatMap({ row[$0.name] }) {
      lines.write("LOCATION:" + CardText.escaped(ValueText.export(place)))
    }
    if let address = fields.address.flatMap({ row[$0.name] }) {
      lines.write("URL:" + CardText.escapedURI(ValueText.export(address)))
    }
    let tags = fields.tags.flatMap { row[$0.name]?.elements ?? [] }
    if !tags.isEmpty {
      let words = tags.map { CardText.escaped(ValueText.export($0)) }
      lines.write("CATEGORIES:" + words.joined(separator: ","))
    }
    lines.write("END:VEVENT")
  }

  /// The text of a record, and a line for each value without a place of its own.
  private func description(of row: Row) throws(StoreError) -> String {
    var parts: [String] = []
    if let text = fields.text.flatMap({ row[$0.name] }) { parts.append(ValueText.export(text)) }
    var others: [String] = []
    for property in fields.others {
      switch property {
      case .attribute(let attribute):
        guard let value = row[attribute.name] else { continue }
        let text = NumberUnit.text(ValueText.export(value), attribute.unit)
        others.append("\(property.caption): \(text)")
      case .relationship(let link):
        let titles = try snapshot.links(of: row, link.name)
          .map { snapshot.title(of: ObjectID(entity: link.destination, key: $0)) }
        if !titles.isEmpty {
          others.append("\(property.caption): \(titles.joined(separator: ", "))")
        }
      }
    }
    if !others.isEmpty { parts.append(others.joined(separator: "\n")) }
    return parts.joined(separator: "\n\n")
  }

  // MARK: - Times

  private func stamp(of row: Row, startingAt start: Value) -> String {
    let time = saved?.value(of: row)?.elements.first ?? start
    if case .datetime = time { return Self.digits(of: time) + "Z" }
    return Self.digits(of: start) + "Z"
  }

  /// The parameters and the value of a start: ";VALUE=DATE:20261130"; `nil` for no time.
  private static func time(_ value: Value) -> String? {
    switch value {
    // A day of every year begins in a leap year.
    case .date(let day) where !day.hasYear:
      ";VALUE=DATE:2000" + digits(of: value).dropFirst(4).prefix(4)
    case .date: ";VALUE=DATE:" + digits(of: value).prefix(8)
    case .datetime: ":" + digits(of: value) + "Z"
    case .localtime: ":" + digits(of: value)
    default: nil
    }
  }

  /// The parameters and the value of an end; `nil` if it is not after the start.
  ///
  /// The end of whole days is the day after the last one.
  private static func end(_ end: Value, after start: Value) -> String? {
    switch (start, end) {
    case (.date(let first), .date(let last)):
      last < first ? nil : time(.date(CalendarDate(days: last.days + 1)))
    case (.datetime(let first), .datetime(let last)),
      (.localtime(let first), .localtime(let last)):
      last <= first ? nil : time(end)
    default: nil
    }
  }

  /// The digits of a time with a T: "20261130T101500".
  private static func digits(of value: Value) -> String {
    let digits = ValueText.export(value).filter { ("0"..."9").contains($0) }
    return digits.prefix(8) + "T" + (digits.dropFirst(8).prefix(6) + "000000").prefix(6)
  }
}

/// The fields of a collection in the parts of an event.
private struct CalendarFields {
  var start: Attribute?
  var end: Attribute?
  var text: Attribute?
  var location: Attribute?
  var address: Attribute?
  var tags: [Attribute]
  /// The properties without a part of their own, in the model's order.
  var others: [Property]

  init(_ entity: Entity, date: String?) {
    let dates = entity.attributes.filter(\.isSingleDate)
    let name = date ?? entity.due
    start = dates.first { $0.name == name } ?? dates.first
    let (first, title) = (start, entity.titleAttribute)
    end = dates.first { attribute in
      attribute.name != first?.name && attribute.type == first?.type
        && Self.ends.contains(Self.plain(attribute.name))
    }
    text = entity.attributes.first { $0.type == .text && $0.name != title?.name }
    location = entity.attributes.first { Self.places.contains(Self.plain($0.name)) && !$0.isList }
    address = entity.attributes.first { $0.type == .url && !$0.isList }
    tags = entity.attributes.filter { $0.type == .tags }
    let used = [start, end, text, location, address, title].compactMap { $0?.name }
    let words = tags.map(\.name)
    others = entity.properties.filter { property in
      if case .attribute(let attribute) = property, attribute.type == .data { return false }
      return !used.contains(property.name) && !words.contains(property.name)
    }
  }

  private static let ends: Set<String> = [
    "end", "ends", "enddate", "endtime", "until", "to", "finish", "finished", "finishes", "return",
    "returned", "departure", "checkout",
  ]
  private static let places: Set<String> = [
    "location", "place", "venue", "where", "room", "address",
  ]

  private static func plain(_ name: String) -> String {
    name.lowercased().filter { $0 != "_" && $0 != " " }
  }
}
