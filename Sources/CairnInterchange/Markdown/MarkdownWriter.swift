internal import CairnJSON
internal import CairnStore

/// Writes records as Markdown texts, one after another.
///
/// 1. A record's long text is written unchanged. Everything else is above it, between fences, as
///    YAML: the address first, then fields, links and calculated columns as in JSON. Fields without
///    a value are left out.
/// 2. The long text is the field `Body`. In a collection without that field it is the first field
///    of long text, and `@body` names it.
/// 3. A text that could not be read back unchanged is written as a field: if it begins with an
///    empty line, or contains the start of another text. So an import gives the same records.
struct MarkdownWriter: RecordWriter {
  private var records: RecordJSON
  private(set) var bytes: [UInt8] = []
  private var isFirst = true
  /// The field that is written as the text.
  private let body: String?
  /// Whether the name of that field has to be written.
  private let isBodyNamed: Bool
  /// Fields that an import fills with a default if they are left out.
  private let filled: Set<String>

  init(_ writing: RecordWriting) {
    records = writing.json
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

  /// Returns the members that have a value, or would get a default.
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

  /// Returns whether a text can be read back unchanged from its place below the fields.
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
