/// The keys of an order, apart from the records.
struct SortKeys: Hashable, Sendable {
  struct Key: Hashable, Sendable {
    var path: [String]
    var isDescending: Bool
    /// The local time that gives the day of moments, if the order groups them by day.
    var localTime: LocalTime?
    /// Today, if the order groups days by the sections of an agenda.
    var today: CalendarDate?
    /// The day on which the values were read, if they depend on it.
    var day: CalendarDate?
    /// The versions of the text files that decided about times.
    var texts: [String: String] = [:]
  }

  var entity: String
  var keys: [Key]
  /// The order of texts, and the sections of an agenda.
  var conventions = Conventions()
}

/// An order prepared for the records of a snapshot.
struct SortPlan: Sendable {
  let keys: SortKeys
  let table: Table
  let readers: [FieldReader]

  /// Whether the order has the sections of an agenda of due dates.
  let isOfDue: Bool

  /// The fields that tell which records are done, in an agenda of due dates.
  private let state: StateFields?

  /// The chunks of other tables that the order reads through links.
  let dependencies: [Chunk]

  /// Prepares the order of `table`: first by `group`, with moments by their day, then by `sorts`.
  ///
  /// In an agenda, all days of one section are equal. Where it shows due dates, records that are
  /// done come last.
  init(
    _ table: Table, group: FieldPath?, isAgenda: Bool = false, sorts: [RecordSort],
    in snapshot: Snapshot, at clock: WallClock
  ) throws(FilterError) {
    let resolver = FieldResolver(model: snapshot.model)
    var fields: [ResolvedField] = []
    var keys: [SortKeys.Key] = []
    if let group {
      fields.append(try resolver.resolve(group, of: table.entity))
      keys.append(
        .init(
          path: group.names, isDescending: false, localTime: clock.localTime,
          today: isAgenda ? clock.today : nil,
          day: fields[0].usesToday ? clock.today : nil))
    }
    for sort in sorts {
      let field = try resolver.resolve(sort.field, of: table.entity)
      // Unknown times come last, in the order of the latest possible ones.
      let paths = field.mayBeUnknown ? [sort.field, sort.field.latest] : [sort.field]
      for path in paths {
        fields.append(try resolver.resolve(path, of: table.entity))
        keys.append(
          .init(
            path: path.names, isDescending: sort.isDescending,
            day: field.usesToday ? clock.today : nil))
      }
    }
    self.table = table
    var readers: [FieldReader] = []
    for (index, field) in fields.enumerated() {
      readers.append(try FieldReader(field, in: snapshot, at: clock))
      keys[index].texts = snapshot.queries.times.textVersions(of: field.momentEntities)
    }
    self.readers = readers
    self.keys = SortKeys(
      entity: table.entity.name, keys: keys, conventions: clock.conventions)
    let name = group.flatMap { table.entity.property(matching: $0.description)?.name }
    isOfDue = isAgenda && name != nil && name == table.entity.due
    state = isOfDue ? StateFields(table.entity) : nil
    let linked = fields.isEmpty ? [] : Set(fields.flatMap(\.linkedEntities)).sorted()
    var dependencies: [Chunk] = []
    for name in linked { dependencies += try snapshot.available(name).chunks }
    self.dependencies = dependencies
  }

  /// Whether a record's own values decide its place.
  var isLocal: Bool { readers.allSatisfy(\.field.isLocal) }

  /// Returns the ranks of a chunk's rows, one column for each key.
  func columns(of chunk: Chunk) -> [SortColumn] {
    zip(readers, keys.keys).map { reader, key in
      if let today = key.today { return sections(of: chunk, reader, key, today) }
      let field = reader.field
      if field.isLocal, !field.isComputed, let (attribute, column) = field.attribute,
        key.localTime == nil || ![.datetime, .localtime].contains(attribute.type)
      {
        return chunk.sortColumn(column, of: attribute, in: keys.conventions.alphabet)
      }
      let rows = (0..<chunk.count).lazy.map { Row(chunk: chunk, index: $0) }
      return SortColumn(
        rows.map { value(of: $0, reader, key) }, of: field.attribute?.0,
        in: keys.conventions.alphabet)
    }
  }

  /// Returns the sections of an agenda that a chunk's rows belong to, as ranks.
  private func sections(
    of chunk: Chunk, _ reader: FieldReader, _ key: SortKeys.Key, _ today: CalendarDate
  ) -> SortColumn {
    var column = SortColumn()
    column.reserveCapacity(chunk.count)
    let days = reader.field.days(in: chunk)
    for index in 0..<chunk.count {
      let row = Row(chunk: chunk, index: index)
      // A record's own dates are read in place, without a value for each.
      if let days, state == nil {
        let section = days.nulls[index] ? .undated : urgency(of: days[day: index], today)
        column.append(rank: section.rawValue)
      } else {
        column.append(rank: urgency(of: row, reader, key, today).rawValue)
      }
    }
    return column
  }

  /// The entity of the linked records that form the sections, if the group is a link.
  var groupEntity: Entity? {
    guard let field = readers.first?.field, case .record = field.target, field.aggregate == nil
    else { return nil }
    return field.entity
  }

  /// The group of a row.
  enum Group {
    /// A value, a local day, or a linked record.
    case value(Value?)
    /// A section of an agenda.
    case urgency(Urgency)
  }

  /// Returns the group of a row.
  func group(of row: Row) -> Group {
    guard let reader = readers.first, let key = keys.keys.first else { return .value(nil) }
    if let today = key.today { return .urgency(urgency(of: row, reader, key, today)) }
    let values = reader.values(of: row).map { Self.byDay($0, key) }
    return .value(values.count > 1 ? .list(values) : values.first)
  }

  /// Returns the section of an agenda that a row belongs to.
  private func urgency(
    of row: Row, _ reader: FieldReader, _ key: SortKeys.Key, _ today: CalendarDate
  ) -> Urgency {
    if state?.isSettled(row) == true { return .done }
    guard case .date(let day)? = reader.values(of: row).first.map({ Self.byDay($0, key) }) else {
      return .undated
    }
    return urgency(of: day, today)
  }

  private func urgency(of day: CalendarDate, _ today: CalendarDate) -> Urgency {
    Urgency(day, today, weeksFrom: keys.conventions.firstWeekday)
  }

  /// Returns the value that orders a row; for links, the titles of the linked records.
  private func value(of row: Row, _ reader: FieldReader, _ key: SortKeys.Key) -> Value? {
    var values = reader.values(of: row)
    if case .record = reader.field.target, reader.field.aggregate == nil {
      let title = reader.field.entity.titleColumn
      values = reader.rows(from: row).flatMap { row in
        let name = title.flatMap { row[$0.column] }.map { [$0] } ?? []
        return key.localTime == nil ? name : name + [.text("\(row.key)")]
      }
    }
    // Without one unit, a total has no number to sort by.
    if reader.field.aggregate != nil { values.removeAll(where: \.isText) }
    values = values.map { Self.byDay($0, key) }
    return values.count > 1 ? .list(values) : values.first
  }

  private static func byDay(_ value: Value, _ key: SortKeys.Key) -> Value {
    guard let localTime = key.localTime else { return value }
    let day: CalendarDate
    switch value {
    case .datetime(let time): day = localTime.local(time).date
    case .localtime(let time): day = time.date
    case .date(let date): day = date
    default: return value
    }
    return .date(day)
  }
}

extension Chunk {
  /// Returns the ranks of the rows by a column, computed on the first call.
  func sortColumn(
    _ column: Int, of attribute: Attribute, in alphabet: Alphabet?
  ) -> SortColumn {
    // Only texts follow an alphabet.
    let alphabet = attribute.type.isTextual ? alphabet : nil
    return derived.value(SortColumns.self) { SortColumns() }.column(column, in: alphabet) {
      SortColumn(columns[column], count: count, of: attribute, in: alphabet)
    }
  }
}

extension ResolvedField {
  /// The column of a record's own dates; `nil` for other fields.
  fileprivate func days(in chunk: Chunk) -> IntegerColumn? {
    guard isLocal, !isComputed, let (attribute, column) = attribute, attribute.isSingleDate,
      attribute.type == .date, case .integer(let days) = chunk.columns[column]
    else { return nil }
    return days
  }
}

extension IntegerColumn {
  fileprivate subscript(day row: Int) -> CalendarDate {
    CalendarDate(days: Int32(truncatingIfNeeded: values[row]))
  }
}
