internal import CairnJSON
internal import CairnStore

/// Writes records as vCards of version 3, which every address book reads.
///
/// 1. A field with a name that `CardField` knows is that property; one that is called like a
///    property with underscores for its hyphens, such as `X_SKYPE`, is that one; any other is an
///    `X-CAIRN` property that names its field. So an import gives the same fields again.
/// 2. The title is the card's name, and a card has one even where the record has no title; either
///    way the card says which field it is.
/// 3. The label of a value is its types where these are words, else the label of a group.
struct CardWriter: RecordWriter {
  /// A field, and the property that it is written as.
  private struct Part {
    let attribute: Attribute
    /// The field's column.
    let column: Int
    /// `nil` for a field that no listed property is for.
    let field: CardField?
  }

  private(set) var leftover = ExportOperation.Leftover()
  private var bytes: [UInt8] = []
  private let snapshot: Snapshot
  /// What is written as the card's name.
  private let name: Part?
  /// The fields behind the names, in the model's order.
  private let parts: [Part]
  /// The properties of several parts, with the field of each part, and its column if there is one.
  private let compounds: [(property: String, parts: [(field: String, column: Int?)])]
  private let links: [Relationship]
  private var groups = 0

  init(_ writing: RecordWriting) {
    snapshot = writing.snapshot
    let entity = writing.entity
    let layout = RecordLayout(entity)
    links = layout.links.map(\.relationship)
    let all = layout.fields.map { field in
      Part(
        attribute: field.attribute, column: field.column,
        field: CardField.holding(field.attribute.name))
    }
    let titles = [CardField.name, entity.titleAttribute?.name]
    let name = titles.lazy
      .compactMap { title in all.first { $0.attribute.name == title && !$0.attribute.isList } }
      .first
    self.name = name
    let others = all.filter { $0.attribute.name != name?.attribute.name }
    parts = others.filter { $0.field?.form != .parts }
    compounds = CardField.compounds.map { field in
      let columns = field.attributes.map { attribute in
        (attribute.name, others.first { $0.attribute.name == attribute.name }?.column)
      }
      return (field.property, columns)
    }
  }

  var byteCount: Int { bytes.count }

  mutating func begin() {}

  mutating func append(_ row: Row) throws(StoreError) {
    var addresses: [(link: String, address: String)] = []
    for link in links {
      for key in try snapshot.links(of: row, link.name) {
        let id = ObjectID(entity: link.destination, key: key)
        guard let end = try snapshot.record(id) else { continue }
        addresses.append((link.name, RecordAddress(key, of: end.chunk.entity).description))
      }
    }
    leftover.add(row)
    groups = 0
    write("BEGIN:VCARD")
    write("VERSION:3.0")
    writeNames(of: row)
    for part in parts {
      if let value = row[part.column] { write(value, of: part) }
    }
    for (link, address) in addresses { writeOwn(link, address) }
    write("END:VCARD")
  }

  mutating func end() {}

  mutating func take() -> [UInt8] {
    defer { bytes = [] }
    return bytes
  }
}

// MARK: - Properties

extension CardWriter {
  private mutating func writeNames(of row: Row) {
    let text = name.flatMap { row[$0.column] }?.storedTexts[0]
    let field = text == nil ? "" : name?.attribute.name ?? ""
    let says = field == CardField.name ? "" : ";\(CardCells.fieldParameter)=\(field)"
    write("FN\(says):\(CardText.escaped(text ?? "\(row.key)"))")
    for (property, parts) in compounds {
      let values = parts.map { $0.column.flatMap { row[$0] }?.storedTexts ?? [] }
      var texts = values.map { $0.first ?? "" }
      // The last takes all further parts.
      texts = texts.dropLast() + CardText.split(texts.last ?? "")
      if property == "N" || !texts.allSatisfy(\.isEmpty) {
        write("\(property):\(texts.map(CardText.escaped).joined(separator: ";"))")
      }
      for (part, texts) in zip(parts, values) {
        for text in texts.dropFirst() { writeOwn(part.field, text) }
      }
    }
  }

  private mutating func write(_ value: Value, of part: Part) {
    guard let field = part.field else { return writeOther(value, of: part.attribute) }
    if field.form == .list {
      let parts = value.elements.map { CardText.escaped($0.storedTexts[0]) }
      return write("\(field.property):\(parts.joined(separator: ","))")
    }
    for element in value.elements {
      let text = element.unlabeled.storedTexts[0]
      switch field.form {
      case .image: write("\(field.property);ENCODING=b:\(text)")
      case .address: write(element, Self.address(text), as: field.property)
      default: write(element, CardText.escaped(text), as: field.property)
      }
    }
  }

  private mutating func writeOther(_ value: Value, of attribute: Attribute) {
    let property = attribute.name.replacing("_", with: "-").uppercased()
    let keepsName =
      CardField.keepsName(property) && Naming.field(for: property) == attribute.name
    for element in value.elements {
      let (text, bare) = (element.storedTexts[0], element.unlabeled.storedTexts[0])
      // Without a label but with a mark that it is none, it must be read as it stands.
      if keepsName, element.label != nil || text == bare {
        write(element, CardText.escaped(bare), as: property)
      } else {
        writeOwn(attribute.name, text)
      }
    }
  }

  /// Writes what no property is for.
  private mutating func writeOwn(_ field: String, _ text: String) {
    write(
      "\(CardField.ownProperty);\(CardCells.fieldParameter)=\(field):\(CardText.escaped(text))")
  }

  /// The seven parts that an address has.
  private static func address(_ text: String) -> String {
    var parts = CardText.split(text)
    if parts.count < 6 { parts = ["", ""] + parts }
    parts += Array(repeating: "", count: max(0, 7 - parts.count))
    return parts.map(CardText.escaped).joined(separator: ";")
  }

  private mutating func write(_ element: Value, _ text: String, as property: String) {
    guard let label = element.label else { return write("\(property):\(text)") }
    let types = label.split(separator: ", ").map(String.init)
    guard types.allSatisfy(Self.isType) else {
      groups += 1
      write("item\(groups).\(property):\(text)")
      return write("item\(groups).X-ABLabel:\(CardText.escaped(label))")
    }
    write("\(property);\(types.map { "TYPE=\($0)" }.joined(separator: ";")):\(text)")
  }

  private static func isType(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy {
        Byte.isDigit($0) || Byte.isLetter($0) && $0 >= 97 || $0 == Byte.minus
      }
  }
}

// MARK: - Lines

extension CardWriter {
  private static let longestLine = 75

  /// Writes a line, folded where it is longer than readers must take, never within a character.
  private mutating func write(_ line: String) {
    var count = 0
    for scalar in line.unicodeScalars {
      let length = UTF8.width(scalar)
      if count + length > Self.longestLine {
        bytes += [Byte.carriageReturn, Byte.lineFeed, Byte.space]
        count = 1
      }
      bytes.append(contentsOf: UTF8.encode(scalar) ?? .init())
      count += length
    }
    bytes += [Byte.carriageReturn, Byte.lineFeed]
  }
}
