import CairnFiles
import CairnJSON

@testable import CairnInterchange
@testable import CairnStore

/// A file as another program exports it, or a folder of notes, with its right values beside it.
///
/// `NAME.right.jsonl` has an object for each record: the header of each column, and the value in
/// the form of Cairn's JSON. It was written from the source of the data, never from an import.
struct CorpusFile: Sendable, CustomStringConvertible {
  let name: String

  private static let folder =
    "/" + #filePath.split(separator: "/").dropLast().joined(separator: "/") + "/Corpus"
  private static let ending = ".right.jsonl"

  /// All files, in the order of their names.
  static let all: [CorpusFile] = {
    let names = (try? RealFileSystem().list(folder)) ?? []
    return names.filter { $0.hasSuffix(ending) }.sorted()
      .map { CorpusFile(name: String($0.dropLast(ending.count))) }
  }()

  var description: String { name }

  /// The right values, an object for each record.
  func rightValues() throws -> [JSONObject] {
    let bytes = try RealFileSystem().read("\(Self.folder)/\(name)\(Self.ending)")
    return try bytes.split(separator: Byte.lineFeed).compactMap {
      try JSONValue(reading: Array($0)).object
    }
  }

  /// The file, or the notes of the folder, as the input of an import.
  func input() throws -> ImportInput {
    let path = "\(Self.folder)/\(name)"
    if name.contains(".") { return ImportInput(try stream(path, name)) }
    let notes = try RealFileSystem().list(path).sorted()
    return ImportInput(folder: name, of: try notes.map { try stream("\(path)/\($0)", $0) })
  }

  private func stream(_ path: String, _ name: String) throws -> ByteStream {
    source(bytes: try RealFileSystem().read(path), name: name, blockSize: 1 << 16)
  }

  /// Imports the file into an empty store, and compares the records with the right values.
  func read(
    _ parts: [(Dialect.Part, String)] = [], _ options: ImportOptions = ImportOptions()
  ) throws -> CorpusReading {
    let store = try makeStore()
    var input = try input()
    for (part, word) in parts { try input.dialect.set(part, to: word) }
    let report: ImportReport
    do {
      report = try Importer(store, options).run([input])
    } catch {
      return CorpusReading(refusal: error.description)
    }
    return try CorpusReading(of: store, report, right: rightValues())
  }
}

/// The differences between the records that an import made and the right values.
struct CorpusReading {
  /// A value that is not the right one.
  struct Difference: CustomStringConvertible {
    let place: String
    /// The header of the column; empty for the number of records.
    var column = ""
    let right: String
    let found: String
    /// Whether a text was found.
    var isText = false
    /// Whether the report of the import names the column or the row.
    let isReported: Bool

    var description: String { "\(place): \(found), not \(right)" }
  }

  /// The error, if Cairn refused the whole file.
  private(set) var refusal: String?
  private(set) var differences: [Difference] = []
  private var reportLines: [String] = []

  var isRight: Bool { refusal == nil && differences.isEmpty }
  /// The wrong values about which the report says nothing.
  var silent: [Difference] { differences.filter { !$0.isReported } }

  init(refusal: String) { self.refusal = refusal }

  init(of store: ObjectStore, _ report: ImportReport, right: [JSONObject]) throws {
    reportLines = report.notices + (report.badRows + report.lostValues).map(\.description)
    guard let entity = report.collections.first?.entity else {
      refusal = reportLines.joined(separator: "\n")
      return
    }
    let snapshot = store.snapshot
    var json = RecordJSON(snapshot)
    let records = try snapshot.load(entity.name).rows.map { try json.object(of: $0) }
    if records.count != right.count {
      differences.append(
        Difference(
          place: "records", right: "\(right.count)", found: "\(records.count)",
          isReported: records.count + report.badRowCount == right.count))
    }
    // After a refused row, records and right values have different places.
    guard records.count == right.count else { return }
    let attributes = snapshot.model[entity.name]?.attributes ?? []
    for (row, values) in right.enumerated() {
      for member in values.members {
        compare(member.value, member.name, in: records[row], row, attributes)
      }
    }
  }

  private mutating func compare(
    _ right: JSONValue, _ header: String, in record: JSONObject, _ row: Int,
    _ attributes: [Attribute]
  ) {
    let attribute =
      attributes.first { ($0.label ?? $0.name) == header }
      ?? attributes.first { $0.caption == header || $0.name.lowercased() == header.lowercased() }
    let found = attribute.flatMap { record[$0.name] } ?? .null
    if found == right || right == .null && found == .array([]) { return }
    let names = [header] + (attribute.map { [$0.name] } ?? [])
    // A header in the wrong encoding has another name.
    let isReported = reportLines.contains { line in
      names.contains { line.contains(".\($0): ") || line.contains(" \($0): ") }
        || attribute == nil && line.contains(" was read as ")
    }
    differences.append(
      Difference(
        place: "record \(row + 1), \(header)\(attribute == nil ? " (no such field)" : "")",
        column: header, right: right.text(), found: found.text(), isText: found.string != nil,
        isReported: isReported))
  }
}
