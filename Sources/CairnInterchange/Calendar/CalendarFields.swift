internal import CairnStore

/// The fields of a collection, in the parts of an event that an export writes.
struct CalendarFields {
  var start: Attribute?
  var end: Attribute?
  /// The fields of the day and the last day of an event without a start.
  var day: Attribute?
  var lastDay: Attribute?
  var text: Attribute?
  var location: Attribute?
  var address: Attribute?
  var tags: [Attribute]
  /// The identity and the rule of a record that came from a calendar.
  var identity: Attribute?
  var rule: Attribute?
  /// The zone by whose clocks the rule applies.
  var zone: Attribute?
  /// The properties without a part of their own, in the model's order.
  var others: [Property]

  init(_ entity: Entity, date: String?) {
    let dates = entity.attributes.filter(\.isSingleDate)
    let name = date ?? entity.due
    start = dates.first { $0.name == name } ?? Self.withTimes(dates.first, among: dates)
    let (first, title) = (start, entity.titleAttribute)
    end = dates.first { attribute in
      attribute.name != first?.name && attribute.type == first?.type
        && Self.ends.contains(Self.plain(attribute.name))
    }
    day = Self.withDays(start, among: dates)
    // A calendar may have days with an end, and hours without one.
    let lastDayName = day == nil || end != nil ? nil : CalendarField.days["DTEND"]
    let last = Self.withDays(end, among: dates) ?? dates.first { $0.name == lastDayName }
    // Without a start, the days of the ends are the days of the events.
    lastDay = last?.name == day?.name ? nil : last
    text = entity.attributes.first { $0.type == .text && $0.name != title?.name }
    location = entity.attributes.first { Self.places.contains(Self.plain($0.name)) && !$0.isList }
    address = entity.attributes.first { $0.type == .url && !$0.isList }
    tags = entity.attributes.filter { $0.type == .tags }
    let texts = entity.attributes.filter { $0.type == .string && !$0.isList }
    identity = texts.first { $0.name == CalendarField.identifier }
    rule = texts.first { $0.name == CalendarField.of("RRULE").name }
    zone = texts.first { $0.name == CalendarField.zone }
    let used = [start, end, text, location, address, title, identity, rule]
      .compactMap { $0?.name }
    let words = tags.map(\.name)
    others = entity.properties.filter { property in
      if case .attribute(let attribute) = property, attribute.type == .data { return false }
      return !used.contains(property.name) && !words.contains(property.name)
    }
  }

  /// Whether a property of its own has the values of a field.
  func haveParts(for field: Attribute) -> Bool {
    let all = [start, end, day, lastDay, location, address, identity, rule, zone]
    return all.contains { $0?.name == field.name } || tags.contains { $0.name == field.name }
  }

  /// Returns the field for days that an import makes beside a field for times.
  private static func withDays(_ time: Attribute?, among dates: [Attribute]) -> Attribute? {
    guard let time, time.type != .date else { return nil }
    let pair = CalendarField.days.first { CalendarField.of($0.key).name == time.name }
    return dates.first { $0.name == pair?.value && $0.type == .date }
  }

  /// Returns the field for times beside a field for days, or else the field itself.
  private static func withTimes(_ field: Attribute?, among dates: [Attribute]) -> Attribute? {
    dates.first { time in
      field != nil && withDays(time, among: dates)?.name == field?.name
    } ?? field
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
