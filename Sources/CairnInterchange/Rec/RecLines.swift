internal import CairnStore

/// A record as a list of lines.
struct RecRecord {
  /// A field, with its lines joined.
  struct Field {
    var name: String
    var text: [UInt8]
    /// The line at which the field begins, from 1.
    var line: Int
  }

  /// The line at which the record begins, from 1.
  var line: Int
  /// The start of that line, in bytes from the start of the stream.
  var offset: Int
  var fields: [Field] = []
  /// Why the record cannot be used.
  var problem: RowProblem?

  /// Whether this is not a record but a descriptor of the records after it.
  var isDescriptor: Bool { fields.first?.name.hasPrefix("%") == true }
}

/// Splits a stream of bytes into records of GNU recutils (chapter "The Rec Format" of its manual).
///
/// The store's own files have a narrower form, which `TextLines` reads: a line of blanks ends no
/// record there, a backslash continues no line, and the whole text is in memory.
struct RecLines {
  private var lines: ByteLines

  /// Creates the records of a stream whose first line has the number `firstLine`.
  init(_ source: ByteStream, firstLine: Int = 1) {
    lines = ByteLines(source, firstNumber: firstLine)
  }

  /// Returns the next record or descriptor; `nil` after the last one.
  mutating func next() throws(InterchangeError) -> RecRecord? {
    var record: RecRecord?
    var open: (name: String, raw: [UInt8], line: Int)?
    var goesOn = false
    while let whole = try lines.next() {
      let line = whole.last == Byte.carriageReturn ? whole.dropLast() : whole
      if goesOn {
        // A backslash at the end continues the line.
        open?.raw += line
      } else if line.allSatisfy({ $0 <= Byte.space }) {
        if record != nil { break }
        continue
      } else if line.first == UInt8(ascii: "#") {
        continue
      } else if line.first == Byte.plus, open != nil {
        open?.raw += [Byte.lineFeed] + line
      } else {
        Self.close(&open, in: &record)
        var started = record ?? RecRecord(line: lines.number, offset: lines.offset)
        if let name = Self.name(in: line) {
          open = (name, Array(line.dropFirst(name.utf8.count + 1)), lines.number)
        } else {
          started.problem = started.problem ?? .notField(line: lines.number)
        }
        record = started
      }
      goesOn = open?.raw.last == Byte.backslash
      if goesOn { open?.raw.removeLast() }
    }
    Self.close(&open, in: &record)
    return record
  }

  private static func close(
    _ field: inout (name: String, raw: [UInt8], line: Int)?, in record: inout RecRecord?
  ) {
    guard let (name, raw, line) = field else { return }
    field = nil
    let text = RecText.unfolded(raw)
    record?.fields.append(RecRecord.Field(name: name, text: text, line: line))
    if record?.problem == nil { record?.problem = problem(of: text, name) }
  }

  private static func problem(of text: [UInt8], _ name: String) -> RowProblem? {
    if text.contains(0) { return .zeroByte(column: name) }
    return UTF8Check.firstInvalidByte(in: text[...]).map { .notUTF8(column: name, byte: $0) }
  }

  /// Returns the name at the start of a line, up to its colon.
  private static func name(in line: ArraySlice<UInt8>) -> String? {
    guard let colon = line.firstIndex(of: Byte.colon) else { return nil }
    let name = line[..<colon]
    let word = name.first == UInt8(ascii: "%") ? name.dropFirst() : name
    guard let first = word.first, Byte.isLetter(first),
      word.allSatisfy({ Byte.isLetter($0) || Byte.isDigit($0) || $0 == UInt8(ascii: "_") })
    else { return nil }
    return String(decoding: name, as: UTF8.self)
  }
}

/// A record as the lines of a text, for editing.
public struct RecordLines: Hashable, Sendable {
  /// A field on one line, or on several if its text continues.
  public struct Field: Hashable, Sendable {
    /// The field's name.
    public let name: String
    /// The text, without the marks of continuation lines.
    public let text: String
    /// The line at which the field begins, from 1.
    public let line: Int
  }

  /// The line at which the record begins, from 1.
  public let line: Int
  /// The fields in order; a field of several values is repeated.
  public let fields: [Field]

  /// Returns the records in a text of GNU recutils, without comments and descriptors.
  ///
  /// - Throws: `InterchangeError.malformed` for the first line that is not part of a record.
  public static func all(in text: [UInt8], name: String) throws(InterchangeError) -> [RecordLines] {
    var lines = RecLines(ByteStream(name: name, blocks: [text]))
    var records: [RecordLines] = []
    while let record = try lines.next() {
      if let problem = record.problem {
        guard case .notField(let line) = problem else {
          throw .malformed(
            name: name, line: record.line, column: 1, reason: problem.description)
        }
        throw .malformed(
          name: name, line: line, column: 1,
          reason: "expected a field (Name: value) or a comment")
      }
      if record.isDescriptor { continue }
      records.append(
        RecordLines(
          line: record.line,
          fields: record.fields.map { field in
            Field(
              name: field.name, text: String(decoding: field.text, as: UTF8.self), line: field.line)
          }))
    }
    return records
  }
}
