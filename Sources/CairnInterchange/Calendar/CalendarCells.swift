internal import CairnStore

/// The properties of a calendar's entry, sorted into columns.
struct CalendarCells {
  /// The parameter that counts the last lines of a description, which hold other fields.
  static let linesParameter = "X-CAIRN-LINES"

  /// Parameters that the value expresses, or that say nothing about it.
  static let plainParameters: Set<String> = [
    "TZID", "VALUE", "CN", "CHARSET", "ENCODING", CardCells.fieldParameter, linesParameter,
  ]

  private(set) var cells = PropertyCells()
  /// The properties that cannot be read.
  private(set) var losses: [RowProblem] = []
  private let calendar: CalendarReader.Calendar
  private let line: Int
  private var start: CalendarTime?
  private var startZone: LocalTime?

  /// Sorts the properties of an entry into columns.
  init(_ entry: CalendarEntry, of calendar: CalendarReader.Calendar) {
    self.calendar = calendar
    line = entry.line
    if let first = entry.properties.first(where: { $0.name == "DTSTART" }) {
      start = Self.time(of: first, calendar.zones)
      startZone = first.values(of: "TZID").first.flatMap { calendar.zones[$0] }
    }
    if calendar.hasKinds {
      let word = entry.kind == .event ? "event" : entry.kind == .task ? "task" : "journal"
      add(word, to: CalendarField.kind)
    }
    let isYearly = isYearly(entry)
    var seen: Set<String> = []
    for property in entry.properties where !CalendarField.ofFile.contains(property.name) {
      let field = CalendarField.of(property.name)
      let own = property.values(of: CardCells.fieldParameter).first
      if field.isSingle, own == nil, !seen.insert(property.name).inserted {
        losses.append(.unreadable(line: line, reason: "\(property.name) is repeated"))
      } else if property.name == CardField.ownProperty, let own, !own.isEmpty {
        add(CardText.unescaped(property.value), to: own, isPlain: true)
      } else if own?.isEmpty == true
        || property.name == CalendarField.identifier && entry.keepsIdentity
        || isYearly && property.name == "RRULE" && property.value == CalendarWriter.yearly
      {
        continue
      } else {
        add(property, field, to: own, isYearly: isYearly)
      }
    }
    addDuration(of: entry)
    if let start, let other = calendar.field(of: "DTEND", start.kind).other {
      cells.addEmpty(other)
    }
    addZone(of: entry)
    cells.sort(by: CalendarField.order)
  }

  /// Whether an entry is a day of every year that Cairn exported.
  private func isYearly(_ entry: CalendarEntry) -> Bool {
    guard calendar.collection != nil, case .day? = start else { return false }
    return entry.properties.contains { $0.name == CalendarField.yearless }
  }

  private mutating func add(
    _ property: ContentLine, _ field: CalendarField, to own: String?, isYearly: Bool
  ) {
    let column = own ?? field.name
    let text = CardText.unescaped(property.value)
    // Programs write `LOCATION:` for an event without a place.
    if text.isEmpty, calendar.collection == nil { return }
    switch field.form {
    case .text where property.name == "STATUS": add(Self.status(of: property), to: column)
    case .text where property.name == "DESCRIPTION":
      let lines = property.values(of: Self.linesParameter).first.flatMap { Int($0) } ?? 0
      let own = Self.withoutLastLines(lines, of: text)
      if lines == 0 || !own.isEmpty { add(own, to: column) }
    case .text where property.name == CalendarField.identifier: addIdentity(text, to: column)
    case .text, .address: add(text, to: column)
    case .exact: add(property.value, to: column)
    case .number:
      let number = CardText.trimmed(text)
      if Int(number) != nil { return add(number, to: column, isPlain: true) }
      losses.append(
        .unreadable(line: line, reason: "\(property.name) is no number: \(text.shortened(to: 40))"))
    case .list:
      for part in CardText.parts(of: property.value, at: ",").map(CardText.unescaped)
      where !part.isEmpty {
        add(part, to: column, isList: true)
      }
    case .times:
      for part in CardText.parts(of: property.value, at: ",") {
        var one = property
        one.value = part
        addTime(one, field, to: own, isYearly: false)
      }
    case .person: add(Self.person(property, text), to: column)
    case .start, .end, .due, .moment: addTime(property, field, to: own, isYearly: isYearly)
    }
  }

  private mutating func addTime(
    _ property: ContentLine, _ field: CalendarField, to own: String?, isYearly: Bool
  ) {
    guard var time = Self.time(of: property, calendar.zones) else {
      let text = property.value.shortened(to: 40)
      losses.append(.unreadable(line: line, reason: "\(property.name) is no time: \(text)"))
      return
    }
    if let zone = property.values(of: "TZID").first, case .local = time {
      losses.append(
        .unreadable(
          line: line,
          reason: "the zone \(zone) of \(property.name) is unknown, so the time has none"))
    }
    if field.form == .end { time = time.lastDay(from: start) }
    // The last day is found in the years of the file.
    if isYearly, [.start, .end].contains(field.form), case .day(let day) = time,
      let bare = CalendarDate(year: 0, month: day.components.month, day: day.components.day)
    {
      return add("\(bare)", to: own ?? field.name, isPlain: true)
    }
    if let own { return add(time.text, to: own, isPlain: true) }
    add(time, of: property.name)
  }

  /// Adds a time in the field for its kind.
  private mutating func add(_ time: CalendarTime, of property: String) {
    let field = calendar.field(of: property, time.kind)
    add(time.text, to: field.own, isPlain: true)
    if let other = field.other { cells.addEmpty(other) }
  }

  /// Adds the end of an event that has a duration instead.
  private mutating func addDuration(of entry: CalendarEntry) {
    guard let duration = entry.properties.first(where: { $0.name == "DURATION" }) else { return }
    guard Self.hasLength(entry), let start else { return }
    let property = Self.end(of: entry)
    let end = start.end(after: duration.value, in: startZone)
    cells.remove("DURATION")
    if let end { return add(end, of: property) }
    let text = duration.value.shortened(to: 40)
    losses.append(
      .unreadable(line: line, reason: "DURATION leads from the start to no time: \(text)"))
  }

  /// Keeps the zone of an event that comes back, because its clocks change within a year.
  private mutating func addZone(of entry: CalendarEntry) {
    let id = entry.properties.first { $0.name == "DTSTART" }?.values(of: "TZID").first
    guard cells[CalendarField.of("RRULE").name] != nil, cells[CalendarField.zone] == nil,
      let name = id.flatMap({ calendar.zones.names[$0] })
    else { return }
    add(name, to: CalendarField.zone)
  }

  private mutating func addIdentity(_ text: String, to column: String) {
    guard let plural = calendar.collection, let own = Self.ownIdentity(text) else {
      return add(text, to: column)
    }
    add(
      "\(RecordAddress(own.key, in: plural))", to: RecordJSON.markedIdentityKey, isPlain: true)
  }

  private mutating func add(
    _ value: String, to column: String, isList: Bool = false, isPlain: Bool = false
  ) {
    cells.add(value, to: column, isList: isList, isPlain: isPlain)
  }
}

// MARK: - Values

extension CalendarCells {
  /// Returns the time of a property; `nil` if it cannot be read.
  static func time(of property: ContentLine, _ zones: CalendarZones) -> CalendarTime? {
    let zone = property.values(of: "TZID").first.flatMap { zones[$0] }
    return CalendarTime(CardText.unescaped(property.value), in: zone)
  }

  /// The property for the end of an entry.
  static func end(of entry: CalendarEntry) -> String { entry.kind == .task ? "DUE" : "DTEND" }

  /// Whether an entry has a start and a duration, and no end.
  static func hasLength(_ entry: CalendarEntry) -> Bool {
    let names = Set(entry.properties.map(\.name))
    return names.isSuperset(of: ["DTSTART", "DURATION"]) && !names.contains(end(of: entry))
  }

  /// Returns the word for a status in small letters: `needs-action`.
  static func status(of property: ContentLine) -> String {
    CardText.trimmed(CardText.unescaped(property.value)).lowercased()
  }

  /// Returns a person as `Ann Lee <ann@x.example>`.
  private static func person(_ property: ContentLine, _ text: String) -> String {
    let address = CardCells.withoutScheme(text)
    guard let name = property.values(of: "CN").first, !name.isEmpty, name != address else {
      return address
    }
    return "\(name) <\(address)>"
  }

  /// Returns the record and the store of an identity such as `p1.call@STORE`.
  static func ownIdentity(_ text: String) -> (key: RecordKey, store: StoreID)? {
    guard let at = text.lastIndex(of: "@"), let point = text.firstIndex(of: "."), point < at,
      let key = RecordKey(String(text[..<point])),
      let store = StoreID(String(text[text.index(after: at)...]))
    else { return nil }
    return (key, store)
  }

  /// Returns a text without its last lines, and without the empty line before them.
  private static func withoutLastLines(_ count: Int, of text: String) -> String {
    guard count > 0 else { return text }
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    lines.removeLast(min(count, lines.count))
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines.joined(separator: "\n")
  }
}
