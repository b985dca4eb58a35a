internal import CairnStore

/// Writes records with a date as the events of an iCalendar file (RFC 5545).
///
/// 1. The date is the one of the agenda that is exported, else the due date of the collection, else
///    its first date. A field of the same type with a name such as End gives the event's end.
/// 2. A date is an event of a whole day. A moment is in universal time, and a local time is without
///    a zone. If the field AllDay is set, the event is one of whole days.
/// 3. The fields without a place of their own are lines of the description, for people. For an
///    import, each value is also an `X-CAIRN` property that names its field.
/// 4. A record without the date is left out and counted.
/// 5. The identity of an event is the record's, so a later import of the file updates it. A record
///    that came from a calendar has its identity there in the field UID, and its rule in Repeats.
/// 6. A property says which field it comes from, unless an import gives it the same field anyway.
struct CalendarWriter: RecordWriter {
  private(set) var leftover = ExportOperation.Leftover()
  private var lines = ContentLines()
  private let entity: Entity
  private let snapshot: Snapshot
  private let fields: CalendarFields
  private let saved: FieldDisplay?
  private let clock: WallClock

  /// The program in the property `PRODID`.
  static let program = "-//Cairn//"
  /// The property with the name of the collection.
  static let collectionProperty = "X-WR-CALNAME"
  /// The rule of a day without a year.
  static let yearly = "FREQ=YEARLY"

  init(_ writing: RecordWriting, date: String?) {
    (entity, snapshot, clock) = (writing.entity, writing.snapshot, writing.clock)
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
    lines.write("PRODID:\(Self.program)Cairn//EN")
    lines.write("\(Self.collectionProperty):" + CardText.escaped(entity.plural))
  }

  mutating func end() { lines.write("END:VCALENDAR") }

  mutating func take() -> [UInt8] { lines.take() }

  mutating func append(_ row: Row) throws(StoreError) {
    guard let start = time(of: fields.start, in: row), let began = Self.time(start) else {
      leftover.undated += 1
      return
    }
    leftover.add(row)
    leftover.noteFiles(of: row)
    lines.write("BEGIN:VEVENT")
    lines.write("UID:" + CardText.escaped(identity(of: row)))
    lines.write("DTSTAMP:" + stamp(of: row, startingAt: start))
    let zone = zone(of: row)
    write("DTSTART", of: fields.start, zone.flatMap { Self.time(start, in: $0) } ?? began)
    if case .date(let day) = start, !day.hasYear {
      lines.write("RRULE:\(Self.yearly)")
    } else if let rule = text(of: fields.rule, in: row) {
      lines.write("RRULE:\(rule)")
    }
    if let end = time(of: fields.end, in: row), let ended = Self.end(end, after: start) {
      write("DTEND", of: fields.end, zone.flatMap { Self.time(end, in: $0) } ?? ended)
    }
    writeTitle(of: row)
    try writeDescription(of: row)
    if let place = text(of: fields.location, in: row) {
      write("LOCATION", of: fields.location, ":" + CardText.escaped(place))
    }
    if let address = text(of: fields.address, in: row) {
      write("URL", of: fields.address, ":" + CardText.escapedURI(address))
    }
    for field in fields.tags {
      let words = (row[field.name]?.elements ?? []).map { CardText.escaped(ValueText.export($0)) }
      if !words.isEmpty { write("CATEGORIES", of: field, ":" + words.joined(separator: ",")) }
    }
    try writeOthers(of: row)
    lines.write("END:VEVENT")
  }

  /// The identity in the calendar that a record came from, else the record's own.
  private func identity(of row: Row) -> String {
    text(of: fields.identity, in: row)
      ?? "\(row.key).\(entity.name.lowercased())@\(snapshot.storeID)"
  }

  /// The time in a field; a day if the record is marked as an event of whole days.
  private func time(of field: Attribute?, in row: Row) -> Value? {
    guard let value = field.flatMap({ row[$0.name] }) else { return nil }
    guard let mark = fields.wholeDays, row[mark.name] == .boolean(true) else { return value }
    switch value {
    case .datetime(let moment): return .date(CalendarDate(dayOf: clock.local(moment)))
    case .localtime(let shown): return .date(CalendarDate(dayOf: shown))
    default: return value
    }
  }

  /// The zone by whose clocks an event comes back; `nil` for other events.
  private func zone(of row: Row) -> LocalTime? {
    guard text(of: fields.rule, in: row) != nil, let name = text(of: fields.zone, in: row) else {
      return nil
    }
    return try? ZoneFolder().localTime(called: name)
  }

  /// The parameter and the value of a moment by the clocks of a zone; `nil` for other times.
  private static func time(_ value: Value, in zone: LocalTime) -> String? {
    guard case .datetime(let moment) = value else { return nil }
    return ";TZID=\(zone.name):\(digits(of: .localtime(zone.local(moment))))"
  }

  private func text(of field: Attribute?, in row: Row) -> String? {
    field.flatMap { row[$0.name] }.map(ValueText.export)
  }

  /// Writes a property of a field, which it names if an import would choose another one.
  private mutating func write(_ property: String, of field: Attribute?, _ rest: String) {
    let name = field?.name ?? ""
    let isPlain = CalendarField.of(property).name == name
    lines.write(property + (isPlain ? "" : ";\(CardCells.fieldParameter)=\(name)") + rest)
  }

  private mutating func writeTitle(of row: Row) {
    let title = snapshot.title(of: row.id)
    let field = entity.titleAttribute.flatMap { text(of: $0, in: row) == title ? $0 : nil }
    write(CalendarField.title.property, of: field, ":" + CardText.escaped(title))
    if field == nil, let own = entity.titleAttribute { writeOwn(own, of: row) }
  }

  /// Writes the text of a record, and a line for each value without a place of its own.
  private mutating func writeDescription(of row: Row) throws(StoreError) {
    let text = text(of: fields.text, in: row)
    let others = try others(of: row).joined(separator: "\n")
    let all = [text, others].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: "\n\n")
    guard text != nil || !all.isEmpty else { return }
    var count = ""
    if !others.isEmpty {
      let lines = CardText.withPlainLineEnds(others).count { $0 == "\n" } + 1
      count = ";\(CalendarCells.linesParameter)=\(lines)"
    }
    let field = text == nil ? CalendarField.of("DESCRIPTION").name : fields.text?.name ?? ""
    let isPlain = field == CalendarField.of("DESCRIPTION").name
    let own = isPlain ? "" : ";\(CardCells.fieldParameter)=\(field)"
    lines.write("DESCRIPTION\(own)\(count):" + CardText.escaped(all))
  }

  /// The lines for people about the values without a place of their own.
  private func others(of row: Row) throws(StoreError) -> [String] {
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
    return others
  }

  /// Writes the values without a place of their own for an import.
  private mutating func writeOthers(of row: Row) throws(StoreError) {
    for property in fields.others {
      switch property {
      case .attribute(let attribute): writeOwn(attribute, of: row)
      case .relationship(let link) where link.isStored && !link.holdsOrderOnly:
        for key in try snapshot.links(of: row, link.name) {
          guard let end = snapshot.model[link.destination] else { continue }
          writeOwn(link.name, "\(RecordAddress(key, of: end))")
        }
      case .relationship: break
      }
    }
    if let end = time(of: fields.end, in: row), let start = time(of: fields.start, in: row),
      Self.end(end, after: start) == nil, let field = fields.end
    {
      writeOwn(field, of: row)
    }
  }

  private mutating func writeOwn(_ attribute: Attribute, of row: Row) {
    for text in row[attribute.name]?.storedTexts ?? [] { writeOwn(attribute.name, text) }
  }

  private mutating func writeOwn(_ field: String, _ text: String) {
    lines.write(
      "\(CardField.ownProperty);\(CardCells.fieldParameter)=\(field):\(CardText.escaped(text))")
  }

  /// The name of the field that begins the events of a collection; empty without one.
  static func startField(of entity: Entity) -> String {
    CalendarFields(entity, date: nil).start?.name ?? ""
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

extension CalendarDate {
  /// The day of a time, as universal time reads.
  fileprivate init(dayOf time: Timestamp) {
    let day: Int64 = 86_400_000_000
    let rest = (time.microseconds % day + day) % day
    self.init(days: Int32((time.microseconds - rest) / day))
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
  /// The identity and the rule of a record that came from a calendar.
  var identity: Attribute?
  var rule: Attribute?
  /// The zone by whose clocks the rule applies.
  var zone: Attribute?
  /// The mark of an event of whole days, beside events of some hours.
  var wholeDays: Attribute?
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
    let texts = entity.attributes.filter { $0.type == .string && !$0.isList }
    identity = texts.first { $0.name == CalendarField.identifier }
    rule = texts.first { $0.name == CalendarField.of("RRULE").name }
    zone = texts.first { $0.name == CalendarField.zone }
    wholeDays = entity.attributes.first {
      $0.name == CalendarField.wholeDays && $0.type == .boolean && first?.type != .date
    }
    let used = [start, end, text, location, address, title, identity, rule, wholeDays]
      .compactMap { $0?.name }
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
