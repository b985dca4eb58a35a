/// Writes the text of a shard: a pure function of its records, so that equal data is equal bytes.
///
/// Records stand in the order of their keys, fields in the model's order, and what the model does
/// not know after them in the order in which it was found.
struct ShardWriter {
  /// What was written so far.
  var bytes: [UInt8] = []

  private let chunk: Chunk
  private let names: FieldNames

  /// The text of `chunk`, nothing at all if it is empty.
  static func write(_ chunk: Chunk) -> [UInt8] {
    guard chunk.count > 0 || !chunk.extras.isEmpty else { return [] }
    var writer = ShardWriter(chunk)
    writer.bytes.reserveCapacity(chunk.count * 224 + 64)
    writer.write()
    return writer.bytes
  }

  init(_ chunk: Chunk) {
    self.chunk = chunk
    names = FieldNames(chunk.entity)
  }

  private mutating func write() {
    bytes.append(contentsOf: "%rec: \(chunk.entity.descriptorName)\n".utf8)
    bytes.append(contentsOf: chunk.extras.descriptor)
    for (row, key) in chunk.keys.enumerated() {
      bytes.append(.newline)
      if let comment = chunk.extras.comments[key] { bytes.append(contentsOf: comment) }
      bytes.append(contentsOf: "Id: ".utf8)
      key.write(to: &bytes)
      bytes.append(.newline)
      writeFields(ofRow: row)
    }
    for record in chunk.extras.unreadable {
      bytes.append(.newline)
      bytes.append(contentsOf: record)
      bytes.append(.newline)
    }
    if !chunk.extras.closing.isEmpty { bytes.append(.newline) }
    bytes.append(contentsOf: chunk.extras.closing)
  }

  /// Writes the fields of a record below its Id, with `sign` before each line.
  mutating func writeFields(ofRow row: Int, sign: UInt8? = nil) {
    for column in chunk.columns.indices {
      switch chunk.columns[column] {
      case .text(let texts): writeText(texts, row, column, sign)
      case .integer(let numbers): writeNumber(numbers, row, column, sign)
      case .double(let numbers):
        guard let number = numbers[row] else { continue }
        writeLine(column, sign) { Value.write(number, to: &$0) }
      case .values(let values):
        for value in values[row]?.elements ?? [] {
          var text: [UInt8] = []
          value.write(to: &text)
          names.withName(column) { bytes.appendField(sign: sign, name: $0, text: text.span) }
        }
      }
    }
    for field in chunk.extras.fields[chunk.keys[row]] ?? [] {
      let name = Array(field.name.utf8)
      let text = Array(field.text.utf8)
      bytes.appendField(sign: sign, name: name.span, text: text.span)
    }
  }

  private mutating func writeText(_ texts: TextColumn, _ row: Int, _ column: Int, _ sign: UInt8?) {
    guard !texts.nulls[row] else { return }
    let text = texts.bytes.span.extracting(texts.range(of: row))
    names.withName(column) { bytes.appendField(sign: sign, name: $0, text: text) }
  }

  private mutating func writeNumber(
    _ numbers: IntegerColumn, _ row: Int, _ column: Int, _ sign: UInt8?
  ) {
    guard !numbers.nulls[row] else { return }
    let number = numbers.values[row]
    writeLine(column, sign) { bytes in
      switch numbers.kind {
      case .integer: Value.write(number, to: &bytes)
      case .date: CalendarDate(days: Int32(truncatingIfNeeded: number)).write(to: &bytes)
      case .datetime: Timestamp(microseconds: number).write(to: &bytes)
      case .boolean: bytes.append(contentsOf: (number != 0 ? "yes" : "no").utf8)
      case .link: RecordKey(rawValue: UInt64(bitPattern: number)).write(to: &bytes)
      }
    }
  }

  /// Writes a field whose text is a word on one line, which needs no folding.
  private mutating func writeLine(
    _ column: Int, _ sign: UInt8?, _ write: (inout [UInt8]) -> Void
  ) {
    if let sign { bytes.append(sign) }
    names.withName(column) { bytes.append(copying: $0, from: 0, to: $0.count) }
    bytes.append(.colon)
    bytes.append(.space)
    write(&bytes)
    bytes.append(.newline)
  }
}

extension Entity {
  /// The name as recutils takes it.
  var descriptorName: String { isBuiltIn ? String(name.dropFirst()) : name }
}
