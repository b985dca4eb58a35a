/// Writes the text of a shard: a pure function of its records, so that equal data is equal bytes.
///
/// Records stand in the order of their keys, fields in the model's order, and what the model does
/// not know after them in the order in which it was found. Comments stay above what they stood
/// above.
struct ShardWriter {
  /// What was written so far.
  var bytes: [UInt8] = []

  private let chunk: Chunk
  private let lines: FieldLines
  private let sign: UInt8?

  /// The text of `chunk`, nothing at all if it is empty.
  static func write(_ chunk: Chunk) -> [UInt8] {
    guard chunk.count > 0 || !chunk.extras.isEmpty else { return [] }
    var writer = ShardWriter(chunk, rows: 0..<chunk.count)
    writer.bytes.reserveCapacity(chunk.count * 224 + 64)
    writer.write()
    return writer.bytes
  }

  /// A writer of some rows of `chunk`, with `sign` before each line if there is one.
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
      // Those stand below, in each of their ways.
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

  /// Writes the fields of a record, which stand below its Id.
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
  /// The name as recutils takes it.
  var descriptorName: String { isBuiltIn ? String(name.dropFirst()) : name }
}
