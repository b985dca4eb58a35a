internal import CairnStore

/// The mapping between properties of events and tasks, and fields.
///
/// A property that is not listed becomes a field with its own name: `X-APPLE-MAP` goes into
/// `X_APPLE_MAP`.
struct CalendarField {
  /// The form of a property's value.
  enum Form {
    /// Text.
    case text
    /// An address without escapes.
    case address
    /// An unchanged text, such as a rule.
    case exact
    /// A number.
    case number
    /// Texts separated by commas.
    case list
    /// A person: an address with a name beside it.
    case person
    /// The beginning or the day of an entry, its end, and when it is due.
    case start, end, due
    /// A moment of the entry's history.
    case moment
    /// Times separated by commas.
    case times
  }

  let property: String
  let form: Form
  let name: String
  var type: AttributeType?

  /// Returns the mapping of a property.
  ///
  /// An unlisted property such as `TITLE` gets no name that differs from a listed one in case only.
  static func of(_ property: String) -> CalendarField {
    byProperty[property]
      ?? CalendarField(
        property: property, form: .text,
        name: Naming.field(for: property) { names.contains($0.lowercased()) })
  }

  /// The field that identifies an entry, and its property.
  static let identifier = "UID"
  /// The property for the title, and its field.
  static let title = (property: "SUMMARY", name: "Title")
  /// The fields for days, in a calendar with days and times.
  ///
  /// A day has no zone. As the time at which it begins in one zone, it would be another day in
  /// another zone.
  static let days = ["DTSTART": "Day", "DTEND": "LastDay", "DUE": "DueDay"]
  /// The property that marks a day of every year, as Cairn writes it.
  static let yearless = "X-CAIRN-YEARLESS"
  /// The field with the zone by whose clocks an event comes back.
  static let zone = "Zone"
  /// The field with the kind of an entry, in a calendar of several kinds.
  static let kind = "Kind"

  /// Properties that describe the file, the time at which it was written, or another property.
  static let ofFile: Set<String> = ["DTSTAMP", "METHOD", "VERSION", "PRODID", yearless]

  private static let all: [CalendarField] = [
    CalendarField(property: title.property, form: .text, name: title.name, type: .string),
    CalendarField(property: "DTSTART", form: .start, name: "Start"),
    CalendarField(property: "DTEND", form: .end, name: "End"),
    CalendarField(property: "DUE", form: .due, name: "Due"),
    CalendarField(property: "STATUS", form: .text, name: "Status", type: .choice),
    CalendarField(property: "PRIORITY", form: .number, name: "Priority", type: .integer),
    CalendarField(property: "PERCENT-COMPLETE", form: .number, name: "Percent", type: .integer),
    CalendarField(property: "COMPLETED", form: .moment, name: "Completed", type: .datetime),
    CalendarField(property: "LOCATION", form: .text, name: "Location", type: .string),
    CalendarField(property: "CATEGORIES", form: .list, name: "Categories", type: .tags),
    CalendarField(property: "RRULE", form: .exact, name: "Repeats", type: .string),
    CalendarField(property: "URL", form: .address, name: "URL", type: .url),
    CalendarField(property: "DESCRIPTION", form: .text, name: "Description", type: .text),
    CalendarField(property: "ORGANIZER", form: .person, name: "Organizer", type: .string),
    CalendarField(property: "ATTENDEE", form: .person, name: "Attendees"),
    CalendarField(property: "CREATED", form: .moment, name: "Created", type: .datetime),
    CalendarField(property: "LAST-MODIFIED", form: .moment, name: "Modified", type: .datetime),
    CalendarField(property: "RECURRENCE-ID", form: .times, name: "Recurrence"),
    CalendarField(property: "EXDATE", form: .times, name: "Except"),
    CalendarField(property: "RDATE", form: .times, name: "Besides"),
    CalendarField(property: "SEQUENCE", form: .number, name: "Sequence", type: .integer),
    CalendarField(property: "CLASS", form: .text, name: "Class", type: .string),
    CalendarField(property: "TRANSP", form: .text, name: "Transparency", type: .string),
    CalendarField(property: "ATTACH", form: .address, name: "Attachments"),
    CalendarField(property: "GEO", form: .exact, name: "Geo", type: .string),
    CalendarField(property: "UID", form: .text, name: identifier, type: .string),
  ]

  /// The fields in the order in which people read them.
  static let order: [String: Int] = {
    let names = all.flatMap { field in
      switch field.property {
      case title.property: [field.name, kind]
      case "RRULE": [field.name, zone]
      default: [field.name, days[field.property]].compactMap(\.self)
      }
    }
    return Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, $0) })
  }()

  /// All these names in small letters.
  private static let names = Set(order.keys.map { $0.lowercased() })

  private static let byProperty = Dictionary(uniqueKeysWithValues: all.map { ($0.property, $0) })

  /// Properties of which an entry has one at most.
  var isSingle: Bool { type != nil && form != .list || isTime }

  private var isTime: Bool { [.start, .end, .due, .moment].contains(form) }

  /// Returns the collection for the entries of a calendar.
  ///
  /// - Parameters:
  ///   - kinds: The kinds of the times of its entries.
  ///   - statuses: The words for the status of entries, in the order in which they occur.
  /// - Returns: The collection, with the listed fields.
  static func definition(_ kinds: CalendarTime.Kinds, statuses: [String]) -> Entity {
    var properties: [Property] = []
    for field in all {
      guard let type = field.type ?? ([.start, .end, .due].contains(field.form) ? kinds.type : nil)
      else { continue }
      var attribute = Attribute(name: field.name, type: type)
      attribute.isMultiple = type == .tags
      attribute.isInferred = true
      if type == .choice { attribute.choices = statuses }
      if type == .choice, statuses.count > DistinctTexts.limit {
        (attribute.type, attribute.choices) = (.string, [])
      }
      properties.append(.attribute(attribute))
      if kinds.isMixed, let name = days[field.property] {
        var day = Attribute(name: name, type: .date)
        day.isInferred = true
        properties.append(.attribute(day))
      }
    }
    var entity = Entity(name: "Event", properties: properties)
    entity.title = title.name
    entity.isInferred = true
    return entity
  }
}
