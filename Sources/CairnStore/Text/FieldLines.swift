/// The fields of one column as lines of text, a row after the other.
///
/// Text is written record by record, but columns are read fastest one by one: so each is written by
/// itself first, and its lines are copied to where they belong.
struct FieldLines {
  private var bytes: [UInt8] = []
  private var ends: [Int] = []
  private let firstRow: Int
  private let sign: UInt8?

  /// The lines of some rows of `column`, whose field's name stands in `names`, each line with `sign`
  /// before it if there is one.
  init(
    _ column: Column, rows: Range<Int>, at place: Int, in names: FieldNames, sign: UInt8?
  ) {
    firstRow = rows.lowerBound
    self.sign = sign
    ends.reserveCapacity(rows.count)
    names.withName(place) { name in
      switch column {
      case .text(let texts): write(texts, rows, name)
      case .integer(let numbers): write(numbers, rows, name)
      case .double(let numbers): write(numbers, rows, name)
      case .values(let values): write(values, rows, name)
      }
    }
  }

  /// Appends the lines of `row`, none if it has no value.
  @inline(__always)
  func append(row: Int, to text: inout [UInt8]) {
    let index = row - firstRow
    text.append(copying: bytes.span, from: index == 0 ? 0 : ends[index - 1], to: ends[index])
  }

  private mutating func write(_ texts: TextColumn, _ rows: Range<Int>, _ name: Span<UInt8>) {
    for row in rows {
      if !texts.nulls[row] {
        let text = texts.bytes.span.extracting(texts.range(of: row))
        bytes.appendField(sign: sign, name: name, text: text)
      }
      ends.append(bytes.count)
    }
  }

  private mutating func write(_ numbers: IntegerColumn, _ rows: Range<Int>, _ name: Span<UInt8>) {
    for row in rows {
      if !numbers.nulls[row] {
        let number = numbers.values[row]
        writeLine(name) { bytes in
          switch numbers.kind {
          case .integer: Value.write(number, to: &bytes)
          case .date: CalendarDate(days: Int32(truncatingIfNeeded: number)).write(to: &bytes)
          case .datetime: Timestamp(microseconds: number).write(to: &bytes)
          case .boolean: bytes.append(contentsOf: (number != 0 ? "yes" : "no").utf8)
          case .link: RecordKey(rawValue: UInt64(bitPattern: number)).write(to: &bytes)
          }
        }
      }
      ends.append(bytes.count)
    }
  }

  private mutating func write(_ numbers: DoubleColumn, _ rows: Range<Int>, _ name: Span<UInt8>) {
    for row in rows {
      if let number = numbers[row] { writeLine(name) { Value.write(number, to: &$0) } }
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

  /// Writes a field whose text is a word on one line, which needs no folding.
  private mutating func writeLine(_ name: Span<UInt8>, _ write: (inout [UInt8]) -> Void) {
    if let sign { bytes.append(sign) }
    bytes.append(copying: name, from: 0, to: name.count)
    bytes.append(.colon)
    bytes.append(.space)
    write(&bytes)
    bytes.append(.newline)
  }
}
