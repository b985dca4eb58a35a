/// The second pass over a shard's text: reads the values of one field into a column.
struct ColumnReader {
  private enum Storage {
    case text, double, values
    case integer(IntegerColumn.Kind)
  }

  private let property: Property
  private let storage: Storage
  private var text = TextColumn()
  private var integers: [Int64] = []
  private var doubles: [Double] = []
  private var values: [Value?] = []
  private var nulls = NullBitmap()
  private var count = 0

  /// Whether an empty text is a value; for a number or a date it is no value.
  private var takesEmptyText: Bool {
    guard case .attribute(let attribute) = property else { return false }
    return attribute.type.isTextual || attribute.type == .data
  }

  init(_ property: Property, capacity: Int) {
    self.property = property
    switch Column(for: property) {
    case .text:
      storage = .text
      text.ends.reserveCapacity(capacity)
    case .integer(let column):
      storage = .integer(column.kind)
      integers.reserveCapacity(capacity)
    case .double:
      storage = .double
      doubles.reserveCapacity(capacity)
    case .values:
      storage = .values
      values.reserveCapacity(capacity)
    }
  }

  /// Whether every field fits, since the column takes any text.
  var readsText: Bool { if case .text = storage { true } else { false } }

  /// Reads the texts of a column that is still empty.
  ///
  /// - Parameters:
  ///   - rows: the rows to read, in the order of the column.
  ///   - column: the index of the field.
  ///   - scan: the places of the fields.
  ///   - source: the scanned text.
  mutating func readTexts(
    ofRows rows: [Int], _ column: Int, _ scan: ShardScan, _ source: Span<UInt8>
  ) {
    let width = scan.names.count
    let fields = scan.fields.span
    var room = 0
    for row in rows { room += fields[row * width + column].range.count }
    // The upper bound of the size lets each byte be copied only once.
    text.bytes = unsafe [UInt8](unsafeUninitializedCapacity: room) { buffer, filled in
      for row in rows {
        let field = fields[row * width + column]
        if !field.isPresent { nulls.set(count, true) }
        if field.isFolded {
          var unfolded: [UInt8] = []
          unfolded.appendUnfolding(source.extracting(field.range))
          unsafe buffer.put(unfolded.span, at: &filled)
        } else if field.isPresent {
          let line = source.extracting(field.range)
          unsafe buffer.put(line.extracting(line.textStart...), at: &filled)
        }
        text.ends.append(UInt32(filled))
        count += 1
      }
    }
  }

  mutating func appendNull() {
    nulls.set(count, true)
    count += 1
    switch storage {
    case .text: text.ends.append(UInt32(text.bytes.count))
    case .integer: integers.append(0)
    case .double: doubles.append(0)
    case .values: values.append(nil)
    }
  }

  /// Reads the value at `field`; returns `false` and adds nothing if it does not fit.
  mutating func append(_ field: ShardScan.Field, _ source: Span<UInt8>) -> Bool {
    let line = source.extracting(field.range)
    guard field.isFolded else { return append(line.extracting(line.textStart...)) }
    var unfolded: [UInt8] = []
    unfolded.appendUnfolding(line)
    return append(unfolded.span)
  }

  private mutating func append(_ source: Span<UInt8>) -> Bool {
    if source.isEmpty, !takesEmptyText {
      appendNull()
      return true
    }
    switch storage {
    case .text:
      text.bytes.append(copying: source, from: 0, to: source.count)
      text.ends.append(UInt32(text.bytes.count))
    case .integer(let kind):
      guard let number = Self.number(source, kind) else { return false }
      integers.append(number)
    case .double:
      guard let number = Value.double(source) else { return false }
      doubles.append(number)
    case .values:
      guard case .attribute(let attribute) = property,
        let value = Value(utf8: source, as: attribute.type)
      else { return false }
      values.append(value)
    }
    count += 1
    return true
  }

  private static func number(_ source: Span<UInt8>, _ kind: IntegerColumn.Kind) -> Int64? {
    switch kind {
    case .integer: Value.integer(source)
    case .date: CalendarDate(stored: source).map { Int64($0.days) }
    case .datetime: Timestamp(stored: source)?.microseconds
    case .localtime: Timestamp(wallClock: source)?.microseconds
    case .boolean: Value.boolean(source).map { $0 ? 1 : 0 }
    case .link: RecordKey(utf8: source).map { Int64(bitPattern: $0.rawValue) }
    }
  }

  /// Returns the column with all values read; `empty` is the property's empty column.
  func finished(_ empty: Column) -> Column {
    switch empty {
    case .text:
      var column = text
      column.nulls = nulls
      return .text(column)
    case .integer(var column):
      column.values = integers
      column.nulls = nulls
      return .integer(column)
    case .double(var column):
      column.values = doubles
      column.nulls = nulls
      return .double(column)
    case .values:
      return .values(values)
    }
  }
}
