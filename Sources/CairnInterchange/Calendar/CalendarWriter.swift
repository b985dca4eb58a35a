internal import CairnStore

/// Writes records with a date as the events of an iCalendar file (RFC 5545).
///
/// 1. The date is the one of the agenda that is exported, else the due date of the collection, else
///    its first date. A field of the same type with a name such as End gives the event's end.
///    A record from a calendar with days and times may have its day in a field of its own instead.
/// 2. A date is an event of a whole day. A moment is in universal time, and a local time is without
///    a zone. Only an event that comes back has the zone of its clocks, with the rules of the zone.
/// A day without a year becomes one of 2000 that comes back each year, with a mark for an import.
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
  /// The scheme of the records' addresses.
  private let scheme: String
  private let saved: FieldDisplay?
  private let folder = CalendarZones.folder
  /// The zones that events come back by; `nil` for a name that the machine does not know.
  private var zones: [String: LocalTime?] = [:]
  /// The names of the zones whose rules were written.
  private var described: Set<String> = []

  /// The program in the property `PRODID`.
  static let program = "-//Cairn//"
  /// The property with the name of the collection.
  static let collectionProperty = "X-WR-CALNAME"
  /// The rule of a day without a year.
  static let yearly = "FREQ=YEARLY"

  init(_ writing: RecordWriting, date: String?) {
    (entity, snapshot, scheme) = (writing.entity, writing.snapshot, writing.scheme)
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
    let times = Times(of: row, fields)
    guard let start = times.start, let began = Self.time(start) else {
      leftover.undated += 1
      return
    }
    leftover.add(row)
    leftover.noteFiles(of: row)
    let zone = zone(of: row)
    if let zone, case .datetime = start, described.insert(zone.name).inserted {
      for line in ZoneLines.lines(of: zone) { lines.write(line) }
    }
    lines.write("BEGIN:VEVENT")
    lines.write("UID:" + CardText.escaped(identity(of: row)))
    // An import would take the identity of another store's record for a key.
    if let identity = fields.identity, let text = text(of: identity, in: row),
      CalendarCells.ownIdentity(text) != nil
    {
      writeOwn(identity, of: row)
    }
    lines.write("DTSTAMP:" + stamp(of: row, startingAt: start))
    writeTime(
      "DTSTART", of: times.first, in: row, zone.flatMap { Self.time(start, in: $0) } ?? began)
    if case .date(let day) = start, !day.hasYear {
      lines.write("RRULE:\(Self.yearly)")
      lines.write("\(CalendarField.yearless):TRUE")
      if let rule = fields.rule { writeOwn(rule, of: row) }
    } else if let rule = text(of: fields.rule, in: row) {
      if rule.contains(where: \.isNewline) {
        writeOwn(CalendarField.of("RRULE").name, rule)
      } else {
        lines.write("RRULE:\(rule)")
      }
    }
    if let end = times.end {
      if let ended = Self.end(end, after: start) {
        writeTime(
          "DTEND", of: times.last, in: row, zone.flatMap { Self.time(end, in: $0) } ?? ended)
      } else if let last = times.last {
        writeOwn(last, of: row)
      }
    }
    // A record with a day may have the end of an hour.
    if let end = fields.end, end.name != times.last?.name { writeOwn(end, of: row) }
    writeTitle(of: row)
    try writeDescription(of: row, times)
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
    try writeOthers(of: row, times)
    lines.write("END:VEVENT")
  }

  /// The identity in the calendar that a record came from, else the record's own.
  private func identity(of row: Row) -> String {
    text(of: fields.identity, in: row)
      ?? "\(row.key).\(entity.name.lowercased())@\(snapshot.storeID)"
  }

  /// The start and the end of a record's event, and their fields.
  private struct Times {
    var first: Attribute?
    var last: Attribute?
    var start: Value?
    var end: Value?

    init(of row: Row, _ fields: CalendarFields) {
      (first, last) = (fields.start, fields.end)
      start = first.flatMap { row[$0.name] }
      if start == nil, let day = fields.day, let value = row[day.name] {
        (first, last, start) = (day, fields.lastDay, value)
      }
      end = last.flatMap { row[$0.name] }
    }

    /// Whether a property is the field of the start or of the end.
    func have(_ property: Property) -> Bool { [first?.name, last?.name].contains(property.name) }
  }

  /// The zone by whose clocks an event comes back; `nil` for other events.
  private mutating func zone(of row: Row) -> LocalTime? {
    guard text(of: fields.rule, in: row) != nil, let name = text(of: fields.zone, in: row) else {
      return nil
    }
    if let known = zones[name] { return known }
    let zone = try? folder.localTime(called: name)
    zones[name] = .some(zone)
    return zone
  }

  /// The parameter and the value of a moment by the clocks of a zone; `nil` for other times.
  private static func time(_ value: Value, in zone: LocalTime) -> String? {
    guard case .datetime(let moment) = value else { return nil }
    let isPlain = !zone.name.contains { ":;,".contains($0) }
    let name = isPlain ? zone.name : "\"\(zone.name)\""
    return ";TZID=\(name):\(digits(of: .localtime(zone.local(moment))))"
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

  /// Writes a time of a field.
  ///
  /// A calendar has no parts of a second, so a time with some is also written for an import.
  private mutating func writeTime(
    _ property: String, of field: Attribute?, in row: Row, _ rest: String
  ) {
    guard let field, let value = row[field.name], Self.hasPartOfSecond(value) else {
      return write(property, of: field, rest)
    }
    write(property, of: nil, rest)
    writeOwn(field, of: row)
  }

  private static func hasPartOfSecond(_ value: Value) -> Bool {
    switch value {
    case .datetime(let time), .localtime(let time): time.microseconds % 1_000_000 != 0
    default: false
    }
  }

  private mutating func writeTitle(of row: Row) {
    let title = snapshot.title(of: row.id)
    // If another property already holds the title, the summary is only for people.
    let isWritten = entity.titleAttribute.map { fields.haveParts(for: $0) } ?? false
    let field = entity.titleAttribute.flatMap {
      !isWritten && text(of: $0, in: row) == title ? $0 : nil
    }
    write(CalendarField.title.property, of: field, ":" + CardText.escaped(title))
    if !isWritten, field == nil, let own = entity.titleAttribute { writeOwn(own, of: row) }
  }

  /// Writes the text of a record, and a line for each value without a place of its own.
  private mutating func writeDescription(of row: Row, _ times: Times) throws(StoreError) {
    let text = text(of: fields.text, in: row)
    let others = try others(of: row, times).joined(separator: "\n")
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
    if text?.isEmpty == true, !others.isEmpty, let field = fields.text { writeOwn(field, of: row) }
  }

  /// The lines for people about the values without a place of their own.
  private func others(of row: Row, _ times: Times) throws(StoreError) -> [String] {
    var others: [String] = []
    for property in fields.others where !times.have(property) {
      switch property {
      case .attribute(let attribute):
        guard let value = row[attribute.name] else { continue }
        let text = NumberUnit.text(ValueText.export(value), attribute.unit)
        others.append("\(property.caption): \(text)")
      case .relationship(let link):
        let titles = try snapshot.links(of: row, link.name).map(snapshot.title)
        if !titles.isEmpty {
          others.append("\(property.caption): \(titles.joined(separator: ", "))")
        }
      }
    }
    return others
  }

  /// Writes the values without a place of their own for an import.
  private mutating func writeOthers(of row: Row, _ times: Times) throws(StoreError) {
    for property in fields.others where !times.have(property) {
      switch property {
      case .attribute(let attribute): writeOwn(attribute, of: row)
      case .relationship(let link) where link.isStored && !link.holdsOrderOnly:
        for key in try snapshot.linkedKeys(of: row, link.name) {
          guard let end = snapshot.model[link.destination] else { continue }
          writeOwn(link.name, RecordAddress(key, of: end).text(scheme: scheme))
        }
      case .relationship: break
      }
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
      ";VALUE=DATE:" + digits(of: .date(day.inLeapYear)).prefix(8)
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
      last < first || first.hasYear != last.hasYear
        ? nil : last.inLeapYear.next.flatMap { time(.date($0)) }
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
  /// A day without a year as one of 2000; a day with a year itself.
  fileprivate var inLeapYear: CalendarDate {
    if hasYear { return self }
    return CalendarDate(year: 2000, month: components.month, day: components.day) ?? self
  }

  /// The day after it; `nil` after the year 9999.
  fileprivate var next: CalendarDate? {
    let next = CalendarDate(days: days + 1)
    return next.components.year > 9999 ? nil : next
  }
}
