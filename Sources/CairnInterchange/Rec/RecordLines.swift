/// A record as the lines of a text have it, for whoever lets a person edit some.
public struct RecordLines: Hashable, Sendable {
  /// A field as a line has it, or several where its text goes on.
  public struct Field: Hashable, Sendable {
    /// The field's name.
    public let name: String
    /// Its text, without the marks by which it goes on in further lines.
    public let text: String
    /// The line at which it begins, from 1.
    public let line: Int
  }

  /// The line at which the record begins, from 1.
  public let line: Int
  /// The fields in order; one of several values stands several times.
  public let fields: [Field]

  /// The records in a text as GNU recutils write it, comments and descriptors left out.
  ///
  /// - Throws: The first line that is no part of a record, as `InterchangeError.malformed`.
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
