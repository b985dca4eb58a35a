internal import CairnStore

/// Reads the events, tasks and journals of a calendar as rows, with a cell for each property.
///
/// 1. Known properties go into fields with good names (`CalendarField`). Every other property goes
///    into a field with its own name. A property that Cairn itself wrote names its field.
/// 2. Times with a zone are moments. Times without one are local times, unless another time of the
///    calendar has a zone. In a calendar with days and times, days have fields of their own.
/// 3. The end of whole days is the last day. The file has the day after it.
/// 4. A line, a time or a repeated property that cannot be read costs only itself, and is reported.
/// 5. An event that Cairn exported has the address of its record instead of its identity, so that
///    the store it came from finds the record.
struct CalendarReader: RowReader {
  private var met = MetColumns()
  private var entries: ArraySlice<CalendarEntry>
  private let calendar: Calendar

  /// The facts about a calendar that its entries share.
  struct Calendar: Sendable {
    let zones: CalendarZones
    /// The kinds of all starts, ends and due times.
    let kinds: CalendarTime.Kinds
    /// The fields in which an entry has a start, an end or a due time.
    let timeFields: Set<String>
    /// Whether it has entries of several kinds.
    let hasKinds: Bool
    /// The plural name of the collection, if Cairn wrote the calendar.
    let collection: String?

    /// The field for a time of a property, and the field that has no value then.
    func field(of property: String, _ kind: CalendarTime.Kinds) -> (own: String, other: String?) {
      let name = CalendarField.of(property).name
      guard kinds.isMixed, let day = CalendarField.days[property] else { return (name, nil) }
      let (own, other) = kind == .days ? (day, name) : (name, day)
      return (own, timeFields.contains(other) ? other : nil)
    }
  }

  init(_ file: CalendarFile, _ calendar: Calendar) {
    entries = file.entries[...]
    self.calendar = calendar
  }

  /// Returns the table of a calendar.
  static func table(
    of file: OpenedInput, in name: String, notices: inout [String]
  ) throws(InterchangeError) -> RawTable {
    let found = try CalendarFile(try file.stream())
    guard !found.entries.isEmpty else { throw file.lacksRecord(of: .icalendar) }
    notices += found.notices
    var kinds: CalendarTime.Kinds = []
    var timeFields: Set<String> = []
    var statuses: [String] = []
    var others: [String: Int] = [:]
    for entry in found.entries where CalendarCells.hasLength(entry) {
      let length = entry.properties.first { $0.name == "DURATION" }
      if length.flatMap({ CalendarTime.duration($0.value) }) == nil { continue }
      let start = entry.properties.first { $0.name == "DTSTART" }
      let kind = start.flatMap { CalendarCells.time(of: $0, found.zones)?.kind }
      let end = CalendarCells.end(of: entry)
      timeFields.insert(
        (kind == .days ? CalendarField.days[end] : nil) ?? CalendarField.of(end).name)
    }
    for line in found.entries.flatMap(\.properties) {
      let field = CalendarField.of(line.name)
      if [.start, .end, .due].contains(field.form),
        let time = CalendarCells.time(of: line, found.zones)
      {
        kinds.insert(time.kind)
        let day = time.kind == .days ? CalendarField.days[line.name] : nil
        timeFields.insert(day ?? field.name)
      }
      let status = line.name == "STATUS" ? CalendarCells.status(of: line) : ""
      if !status.isEmpty, !statuses.contains(status) { statuses.append(status) }
      for parameter in line.parameters where !CalendarCells.plainParameters.contains(parameter.name)
      {
        others[parameter.name, default: 0] += 1
      }
    }
    if let most = others.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }) {
      let count = others.values.reduce(0, +)
      notices.append(
        "\(name): \(counted(count, "parameter")) such as \(most.key) \(count == 1 ? "was" : "were") "
          + "left out")
    }
    let isOwn = found.value(of: "PRODID")?.contains(CalendarWriter.program) == true
    let collection = isOwn ? found.value(of: CalendarWriter.collectionProperty) : nil
    let calendar = Calendar(
      zones: found.zones, kinds: kinds, timeFields: timeFields,
      hasKinds: Set(found.entries.map(\.kind)).count > 1,
      collection: collection)
    var table = RawTable(
      input: name, name: collection,
      definition: CalendarField.definition(kinds, statuses: statuses)
    ) {
      CalendarReader(found, calendar)
    }
    if collection != nil {
      let stores = Set(
        found.entries.filter { !$0.keepsIdentity }.compactMap { entry in
          entry.properties.first { $0.name == CalendarField.identifier }
            .flatMap { CalendarCells.ownIdentity($0.value)?.store }
        })
      table.store = stores.count == 1 ? stores.first : nil
    }
    return table
  }

  var columns: [String] { met.names }

  mutating func next(into row: inout RawRow) throws(InterchangeError) -> Bool {
    guard let entry = entries.popFirst() else { return false }
    row.begin(line: entry.line)
    if let problem = entry.problem {
      row.note(problem)
      return true
    }
    let cells = CalendarCells(entry, of: calendar)
    for loss in entry.losses + cells.losses { row.noteLost(loss) }
    row.set(cells.cells, in: &met)
    return true
  }
}
