internal import CairnJSON
internal import CairnStore

/// Writes records as texts of Markdown, one behind the other.
///
/// 1. A record's long text stands as it is, and everything else above it, between fences, as YAML:
///    the address first, then fields and links as JSON has them. What has no value is left out.
/// 2. The text is the field `Body`; of a collection that has no such field it is the first long
///    text, and `@body` says which.
/// 3. A text that would not be read back as it is, since it begins with an empty line or holds what
///    begins a next text, stands among the fields. So an import gives the same records.
struct MarkdownWriter: RecordWriter {
  private var records: RecordJSON
  private(set) var bytes: [UInt8] = []
  private var isFirst = true
  /// The field that is written as the text.
  private let body: String?
  /// Whether a reader would not know without being told.
  private let isBodyNamed: Bool
  /// Fields that an import fills by itself where nothing is said of them.
  private let filled: Set<String>

  init(_ writing: RecordWriting) {
    records = RecordJSON(writing.snapshot)
    let attributes = writing.entity.attributes.filter { !$0.isList }
    if let known = writing.entity.property(matching: MarkdownReader.body) {
      isBodyNamed = false
      body =
        attributes.contains { $0.name == known.name && [.text, .string].contains($0.type) }
        ? known.name : nil
    } else {
      isBodyNamed = true
      body = attributes.first { $0.type == .text }?.name
    }
    filled = Set(
      writing.snapshot.model.entities.flatMap(\.attributes)
        .filter { $0.defaultText != nil }.map(\.name))
  }

  var byteCount: Int { bytes.count }
  var leftover: ExportOperation.Leftover { records.leftover }

  mutating func begin() {}

  mutating func append(_ row: Row) throws(StoreError) {
    var object = try records.object(of: row)
    var text: String?
    if let body, case .string(let value)? = object[body], Self.canStand(value) {
      text = value
      object[body] = nil
      if isBodyNamed {
        let says = JSONObject.Member(name: MarkdownReader.bodyKey, value: .string(body))
        object.members.insert(says, at: 1)
      }
    }
    if !isFirst { write("\n") }
    isFirst = false
    var yaml = YAMLWriter()
    yaml.write(withoutNothing(object))
    write("---\n")
    bytes += yaml.bytes
    write("---\n")
    if let text { write("\n\(text)\n") }
  }

  mutating func end() {}

  mutating func take() -> [UInt8] {
    defer { bytes = [] }
    return bytes
  }

  private mutating func write(_ text: String) { bytes.append(contentsOf: text.utf8) }

  /// The members that have a value, or would be given one.
  private func withoutNothing(_ object: JSONObject) -> JSONObject {
    JSONObject(
      object.members.compactMap { member in
        switch member.value {
        case .null, .array([]): filled.contains(member.name) ? member : nil
        case .object(let inner): member.with(.object(withoutNothing(inner)))
        case .array(let elements):
          member.with(
            .array(
              elements.map { element in
                guard case .object(let inner) = element else { return element }
                return .object(withoutNothing(inner))
              }))
        case .boolean, .number, .string: member
        }
      })
  }

  /// Whether a text is read back as it is from where it stands below the fields.
  private static func canStand(_ text: String) -> Bool {
    let lines = text.utf8.split(separator: Byte.lineFeed, omittingEmptySubsequences: false)
    let isBlank = { (line: Substring.UTF8View?) in line?.allSatisfy { $0 <= Byte.space } ?? true }
    return !isBlank(lines.first) && !isBlank(lines.last) && !text.utf8.contains(Byte.carriageReturn)
      && !MarkdownDocuments.isDivided(text)
  }
}

extension JSONObject.Member {
  func with(_ value: JSONValue) -> JSONObject.Member {
    JSONObject.Member(name: name, value: value)
  }
}
