internal import CairnJSON
internal import CairnStore

/// Writes records as vCards of version 3, which every address book reads.
///
/// 1. A field with a name that `CardField` knows is that property; one that is called like a property
///    with underscores for its hyphens, such as `X_SKYPE`, is that one; any other is an `X-CAIRN`
///    property that names its field. So an import gives the same fields again.
/// 2. The title is the card's name, and a card has one even where the record has no title; either
///    way the card says which field it is.
/// 3. The label of a value is its types where these are words, else the label of a group.
struct CardWriter: RecordWriter {
  private var bytes: [UInt8] = []
  private let entity: Entity
  private var records: RecordJSON
  /// How many links the end of each object has.
  private let linkCount: Int
  /// The field that is written as the card's name.
  private let nameField: String?
  private var groups = 0

  init(_ writing: RecordWriting) {
    entity = writing.entity
    records = writing.flatRecords
    linkCount = RecordLayout(writing.entity).relationships.count
    let entity = writing.entity
    nameField = [CardField.name, entity.titleAttribute?.name].lazy.compactMap(\.self)
      .first { entity.attribute($0).map { !$0.isList } ?? false }
  }

  var byteCount: Int { bytes.count }
  var leftover: ExportOperation.Leftover { records.leftover }

  mutating func begin() {}

  mutating func append(_ row: Row) throws(StoreError) {
    let links = try records.object(of: row).members.suffix(linkCount)
    groups = 0
    write("BEGIN:VCARD")
    write("VERSION:3.0")
    writeNames(of: row)
    for attribute in entity.attributes {
      guard attribute.name != nameField, !isName(attribute.name),
        let value = row[attribute.name]
      else { continue }
      write(value, of: attribute)
    }
    for link in links {
      for address in link.value.array ?? [link.value] {
        if let address = address.string { writeOwn(link.name, address) }
      }
    }
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
  /// The fields that are written as a card's names, a line for several of them.
  private func isName(_ name: String) -> Bool {
    guard let property = CardField.holding(name)?.field.property else { return false }
    return ["N", "ORG"].contains(property)
  }

  private mutating func writeNames(of row: Row) {
    let name = nameField.flatMap { row[$0] }?.storedTexts[0]
    let field = name == nil ? "" : nameField ?? ""
    let says = field == CardField.name ? "" : ";\(CardCells.fieldParameter)=\(field)"
    write("FN\(says):\(CardText.escaped(name ?? "\(row.key)"))")
    for property in ["N", "ORG"] {
      guard let attributes = CardField.of(property)?.attributes else { continue }
      var parts = attributes.map { attribute in
        attribute.name == nameField ? "" : row[attribute.name]?.storedTexts[0] ?? ""
      }
      if property == "ORG" {
        if parts.allSatisfy(\.isEmpty) { continue }
        parts = [parts[0]] + CardText.split(parts[1])
      }
      write("\(property):\(parts.map(CardText.escaped).joined(separator: ";"))")
    }
  }

  private mutating func write(_ value: Value, of attribute: Attribute) {
    guard let field = CardField.holding(attribute.name)?.field else {
      return writeOther(value, of: attribute)
    }
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
      if keepsName {
        write(element, CardText.escaped(element.unlabeled.storedTexts[0]), as: property)
      } else {
        writeOwn(attribute.name, element.storedTexts[0])
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
