/// Writes the text of a shard as a pure function of its records: equal data gives equal bytes.
///
/// Records are in the order of their keys, and fields in the model's order. Unknown fields follow
/// in the order of the text they came from. Comments stay above their lines.
struct ShardWriter {
  /// The bytes written so far.
  var bytes: [UInt8] = []

  private let chunk: Chunk
  private let lines: FieldLines
  private let sign: UInt8?

  /// Returns the text of `chunk`; empty for an empty chunk.
  static func write(_ chunk: Chunk) -> [UInt8] {
    guard chunk.count > 0 || !chunk.extras.isEmpty else { return [] }
    var writer = ShardWriter(chunk, rows: 0..<chunk.count)
    writer.bytes.reserveCapacity(chunk.count * 224 + 64)
    writer.write()
    return writer.bytes
  }

  /// Creates a writer of some rows of `chunk`, with `sign` before each line if one is given.
  init(_ chunk: Chunk, rows: Range<Int>, sign: UInt8? = nil) {
    self.chunk = chunk
    self.sign = sign
    lines = FieldLines(chunk.columns, rows: rows, FieldNames(chunk.entity), sign: sign)
  }

  private mutating func write() {
    if !chunk.extras.hasOwnTitle {
      bytes.append(contentsOf: "%rec: \(chunk.entity.descriptorName)\n".utf8)
    }
    bytes.append(contentsOf: chunk.extras.descriptor)
    let contested = chunk.extras.contested
    for (row, key) in chunk.keys.enumerated() {
      // Contested records follow below, with all of their texts.
      if !contested.isEmpty, contested[key] != nil { continue }
      bytes.append(.newline)
      let start = bytes.count
      bytes.append(contentsOf: "Id: ".utf8)
      key.write(to: &bytes)
      bytes.append(.newline)
      writeFields(ofRow: row)
      chunk.extras.comments[key]?.weave(into: &bytes, from: start, of: chunk.entity)
    }
    for record in chunk.extras.unreadable {
      bytes.append(.newline)
      bytes.append(contentsOf: record)
      bytes.append(.newline)
    }
    if !chunk.extras.closing.isEmpty { bytes.append(.newline) }
    bytes.append(contentsOf: chunk.extras.closing)
  }

  /// Writes the fields of a record, which follow its Id.
  mutating func writeFields(ofRow row: Int) {
    lines.append(row: row, to: &bytes)
    guard !chunk.extras.fields.isEmpty else { return }
    for field in chunk.extras.fields[chunk.keys[row]] ?? [] {
      let name = Array(field.name.utf8)
      let text = Array(field.text.utf8)
      bytes.appendField(sign: sign, name: name.span, text: text.span)
    }
  }
}

extension Entity {
  /// The name in a form that recutils accepts.
  var descriptorName: String { isBuiltIn ? String(name.dropFirst()) : name }
}

/// The fields of records as lines of text, column by column.
///
/// The text has record after record, but reading column by column is faster. So each column is
/// written separately first, and then its lines are copied to their records.
struct FieldLines {
  /// The lines of all columns, one column after the other.
  private var bytes: [UInt8] = []
  /// The end of each field's lines, where the next field's lines begin.
  private var ends: [Int] = [0]
  private let rows: Range<Int>
  private let sign: UInt8?
  /// The sign, the field's name, a colon and a space.
  private var start: [UInt8] = []

  /// Writes the lines of some rows of `columns`, named by `names`, with `sign` before each line if
  /// one is given.
  init(_ columns: [Column], rows: Range<Int>, _ names: FieldNames, sign: UInt8?) {
    self.rows = rows
    self.sign = sign
    ends.reserveCapacity(rows.count * columns.count + 1)
    for (place, column) in columns.enumerated() { write(column, at: place, names) }
  }

  private mutating func write(_ column: Column, at place: Int, _ names: FieldNames) {
    start.removeAll(keepingCapacity: true)
    names.withName(place) { name in
      if let sign { start.append(sign) }
      start.append(copying: name, from: 0, to: name.count)
      start += [.colon, .space]
      switch column {
      case .text(let texts): write(texts, rows, name)
      case .integer(let numbers): write(numbers, rows)
      case .double(let numbers): write(numbers, rows)
      case .values(let values): write(values, rows, name)
      }
    }
  }

  /// Appends the lines of `row`; a field without a value has no lines.
  func append(row: Int, to text: inout [UInt8]) {
    let bytes = bytes.span
    let ends = ends.span
    for place in stride(from: row - rows.lowerBound, to: ends.count - 1, by: rows.count) {
      text.append(copying: bytes, from: ends[place], to: ends[place + 1])
    }
  }

  private mutating func write(_ texts: TextColumn, _ rows: Range<Int>, _ name: Span<UInt8>) {
    let start = start
    for row in rows {
      if !texts.nulls[row] {
        let text = texts.bytes.span.extracting(texts.range(of: row))
        if text.isPlainLine {
          bytes.append(contentsOf: start)
          bytes.append(copying: text, from: 0, to: text.count)
          bytes.append(.newline)
        } else {
          bytes.appendField(sign: sign, name: name, text: text)
        }
      }
      ends.append(bytes.count)
    }
  }

  private mutating func write(_ numbers: IntegerColumn, _ rows: Range<Int>) {
    for row in rows {
      if !numbers.nulls[row] {
        let number = numbers.values[row]
        writeLine { bytes in
          switch numbers.kind {
          case .integer: Value.write(number, to: &bytes)
          case .date: CalendarDate(days: Int32(truncatingIfNeeded: number)).write(to: &bytes)
          case .datetime: Timestamp(microseconds: number).write(to: &bytes)
          case .localtime: Timestamp(microseconds: number).writeWallClock(to: &bytes)
          case .boolean: bytes.append(contentsOf: (number != 0 ? "yes" : "no").utf8)
          case .link: RecordKey(rawValue: UInt64(bitPattern: number)).write(to: &bytes)
          }
        }
      }
      ends.append(bytes.count)
    }
  }

  private mutating func write(_ numbers: DoubleColumn, _ rows: Range<Int>) {
    for row in rows {
      if let number = numbers[row] { writeLine { Value.write(number, to: &$0) } }
      ends.append(bytes.count)
    }
  }

  private mutating func write(_ values: [Value?], _ rows: Range<Int>, _ name: Span<UInt8>) {
    var text: [UInt8] = []
    for row in rows {
      for value in values[row]?.elements ?? [] {
        text.removeAll(keepingCapacity: true)
        value.write(to: &text)
        bytes.appendField(sign: sign, name: name, text: text.span)
      }
      ends.append(bytes.count)
    }
  }

  /// Writes a field whose text is one line without guards.
  @inline(__always)
  private mutating func writeLine(_ write: (inout [UInt8]) -> Void) {
    bytes.append(contentsOf: start)
    write(&bytes)
    bytes.append(.newline)
  }
}

extension Span<UInt8> {
  /// Whether a field's text follows its name without guards.
  @inline(__always)
  var isPlainLine: Bool {
    count > 0 && !needsGuard(from: 0, to: count) && firstIndex(of: .newline, from: 0) == count
  }
}
