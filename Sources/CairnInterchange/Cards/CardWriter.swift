internal import CairnJSON
internal import CairnStore

/// Writes records as vCards of version 3, which every address book reads.
///
/// 1. A field in the list of `CardField` is written as its property. A field named like another
///    property, with underscores for its hyphens, such as `X_SKYPE`, is written as that property.
///    Any other field is an `X-CAIRN` property that names its field, and so is a value that its
///    property would change. So an import gives the same fields again.
/// 2. A property that exists only in version 4, such as `GENDER`, is written as `X-GENDER`. The
///    kind and the members of a group are `X-ADDRESSBOOKSERVER-KIND` and `-MEMBER`, as in the
///    address books of Apple and Nextcloud. Apple, Google, Thunderbird and Nextcloud read version 3
///    alike, so cards are never written in version 4, even if they came from it.
/// 3. A card always has a name. If the record has none, the name is made of its parts, the title or
///    the key. The card then says which field the name comes from, or that it comes from no field.
/// 4. The label of a value is written as types if its words are types, else as the label of a
///    group.
/// 5. Parameters kept in `CardParameters` are written with the value that they came with.
/// 6. Numbers and truth values are marked (`VALUE=integer`) if the field is named like its
///    property. If links lead to the collection, and in a folder with a model, a card has its
///    record's address, so that an import finds the records.
struct CardWriter: RecordWriter {
  /// A field, and the property for it.
  struct Part {
    let attribute: Attribute
    let column: Int
    /// The listed property; `nil` for other fields.
    let field: CardField?
  }

  private(set) var leftover = ExportOperation.Leftover()
  private var lines = ContentLines()
  private let snapshot: Snapshot
  /// The field that is written as the card's name.
  private let name: Part?
  /// The column of the title, if it has a property of its own.
  private let title: Int?
  /// The other fields after the names, in the model's order.
  private let parts: [Part]
  /// The properties of several parts, with the column of each part's field, if there is one.
  private let compounds: [(field: CardField, columns: [Int?])]
  /// The column of the kept parameters.
  private let parametersColumn: Int?
  private let links: [Relationship]
  /// The name of the identity field, if cards have addresses.
  private let identity: String?
  /// The scheme of the addresses.
  private let scheme: String
  private var parameters = CardParameters([])
  private var groups = 0

  init(_ writing: RecordWriting) {
    (snapshot, scheme) = (writing.snapshot, writing.scheme)
    let entity = writing.entity
    let layout = RecordLayout(entity)
    links = layout.links.map(\.relationship)
    let isLinked =
      writing.keepsAddresses
      || snapshot.model.entities.contains { other in
        RecordLayout(other).links.contains { $0.relationship.destination == entity.name }
      }
    identity = isLinked ? RecordJSON.identityKey(of: entity) : nil
    let all = layout.fields.map { field in
      Part(
        attribute: field.attribute, column: field.column,
        field: CardField.holding(field.attribute.name))
    }
    let title = all.first { $0.attribute.name == entity.titleAttribute?.name }
    let name =
      all.first { $0.attribute.name == CardField.name }
      ?? title.flatMap { part in
        let hasProperty = part.field != nil || Self.property(of: part.attribute) != nil
        return hasProperty || part.attribute.isList ? nil : part
      }
    self.name = name
    self.title = title?.column
    let kept = all.first {
      $0.attribute.name == CardParameters.field && $0.attribute.isList
        && $0.attribute.type == .string
    }
    parametersColumn = kept?.column
    parts = all.filter { part in
      part.field?.form != .parts && ![name?.column, kept?.column].contains(part.column)
    }
    compounds = CardField.compounds.map { field in
      let columns = field.attributes.map { attribute in
        all.first { $0.attribute.name == attribute.name && $0.column != name?.column }?.column
      }
      return (field, columns)
    }
  }

  var byteCount: Int { lines.bytes.count }

  mutating func begin() {}

  mutating func append(_ row: Row) throws(StoreError) {
    var addresses: [(link: String, address: String)] = []
    for link in links {
      let keys = try snapshot.linkedKeys(of: row, link.name)
      leftover.noteMissing(link, of: row, besides: keys)
      for key in keys {
        let id = ObjectID(entity: link.destination, key: key)
        guard let end = try snapshot.record(id) else { continue }
        let address = RecordAddress(key, of: end.chunk.entity).text(scheme: scheme)
        addresses.append((link.name, address))
      }
    }
    leftover.add(row)
    leftover.noteFiles(of: row)
    groups = 0
    parameters = CardParameters(parametersColumn.flatMap { row[$0] }?.storedTexts ?? [])
    write("BEGIN:VCARD")
    write("VERSION:3.0")
    writeNames(of: row)
    for part in parts {
      if let value = row[part.column] { write(value, of: part) }
    }
    for kept in parameters.rest { write(kept) }
    if let identity {
      writeOwn(identity, RecordAddress(row.key, of: row.chunk.entity).text(scheme: scheme))
    }
    for (link, address) in addresses { writeOwn(link, address) }
    write("END:VCARD")
  }

  mutating func end() {}

  mutating func take() -> [UInt8] { lines.take() }
}

// MARK: - Names

extension CardWriter {
  private mutating func writeNames(of row: Row) {
    let names = name.flatMap { row[$0.column] }?.storedTexts ?? []
    let field = name?.attribute.name ?? ""
    if let text = names.first, field == CardField.name, !text.isEmpty {
      write(CardField.nameProperty, CardText.escaped(text), of: text)
    } else {
      let text = names.first ?? madeName(of: row)
      let property = "\(CardField.nameProperty);\(CardCells.fieldParameter)="
      write("\(property)\(names.isEmpty ? "" : field):\(CardText.escaped(text))")
    }
    for (field, columns) in compounds { write(field, columns.map { texts(of: row, $0) }) }
    for text in names.dropFirst() { writeOwn(field, text) }
  }

  private func texts(of row: Row, _ column: Int?) -> [String] {
    column.flatMap { row[$0] }?.storedTexts ?? []
  }

  /// Returns the name of a card whose record has none.
  private func madeName(of row: Row) -> String {
    let fields = compounds.flatMap { zip($0.field.attributes, $0.columns) }
    let made = CardField.fullName { name in
      texts(of: row, fields.first { $0.0.name == name }?.1).first
    }
    return made ?? texts(of: row, title).first { !$0.isEmpty } ?? "\(row.key)"
  }

  /// Writes a property of several parts, once for each value of its fields.
  private mutating func write(_ field: CardField, _ values: [[String]]) {
    let isName = !field.isRepeated
    let counts = values.enumerated().map { place, texts in
      let isLast = place == values.count - 1
      let stay = texts.allSatisfy { text in
        isLast ? CardText.joined(CardText.split(text)) == text : CardText.trimmed(text) == text
      }
      // A value is identified by its line number, and an empty line at the end has none.
      let count = (texts.lastIndex { !$0.isEmpty } ?? -1) + 1
      return !stay ? 0 : isName ? (texts.first?.isEmpty == false ? 1 : 0) : count
    }
    for line in 0..<max(counts.max() ?? 0, isName ? 1 : 0) {
      var texts = zip(values, counts).map { line < $1 ? $0[line] : "" }
      texts = texts.dropLast() + CardText.split(texts.last ?? "")
      let text = CardText.joined(texts)
      while !isName, texts.count > 1, texts.last?.isEmpty == true { texts.removeLast() }
      let escaped = texts.map(isName ? CardText.escapedPart : CardText.escaped)
      write(field.property, escaped.joined(separator: ";"), of: text)
    }
    for (place, attribute) in field.attributes.enumerated() {
      for text in values[place].dropFirst(counts[place]) { writeOwn(attribute.name, text) }
    }
  }
}

// MARK: - Properties

extension CardWriter {
  private mutating func write(_ value: Value, of part: Part) {
    guard let field = part.field else { return writeOther(value, of: part.attribute) }
    if field.form == .list { return writeList(value, of: part, as: field.property) }
    for element in value.elements {
      let stored = element.storedTexts[0]
      // A field without labels may still have text that ends like a label.
      let (bare, text) = field.takesLabels ? Label.split(stored) : (stored, nil)
      let label = text?.isEmpty == true ? nil : text
      let value = field.value(of: bare)
      if let value, Value(.text(bare), label: label).storedTexts[0] == stored {
        let own = field.form == .image ? CardImage.parameters(of: bare) : field.omission(in: bare)
        write(field.property, value, of: bare, label: label, own)
      } else {
        writeOwn(part.attribute.name, stored)
      }
    }
  }

  private mutating func writeList(_ value: Value, of part: Part, as property: String) {
    let texts = value.storedTexts
    guard texts.allSatisfy({ !$0.isEmpty && CardText.trimmed($0) == $0 }) else {
      for text in texts { writeOwn(part.attribute.name, text) }
      return
    }
    let escaped = texts.map(CardText.escaped).joined(separator: ",")
    write(property, escaped, of: CardText.joined(texts))
  }

  private mutating func writeOther(_ value: Value, of attribute: Attribute) {
    if let image = CardField.image(addressedBy: attribute.name), !attribute.isLabeled {
      for text in value.storedTexts { writeAddress(text, of: image, attribute.name) }
      return
    }
    let property = Self.property(of: attribute)
    let hasLabels = value.elements.contains { $0.label != nil }
    for element in value.elements {
      let (text, bare) = (element.storedTexts[0], element.unlabeled)
      let plain = bare.storedTexts[0]
      // A field without labels may still have a text with the mark for a missing label. Such a text
      // must be read back unchanged.
      let isRead = hasLabels || text == plain
      if let property, isRead, let written = CardField.sameValue(of: plain, of: property) {
        let exact = bare.cardWord
        write(
          property, exact?.text ?? written, of: exact?.text ?? plain, label: element.label,
          exact.map { ";VALUE=\($0.kind)" } ?? "")
      } else {
        writeOwn(attribute.name, text)
      }
    }
  }

  /// Returns the unlisted property whose name the field has.
  private static func property(of attribute: Attribute) -> String? {
    let property = attribute.name.replacing("_", with: "-").uppercased()
    let isSame = CardField.keepsName(property) && Naming.field(for: property) == attribute.name
    return isSame ? property : nil
  }

  /// Writes the address of a picture.
  private mutating func writeAddress(_ text: String, of image: CardField, _ name: String) {
    guard CardImage.data(in: text) == nil else { return writeOwn(name, text) }
    let isURI = CardField.isURI(text)
    write(
      image.property, CardField.value(of: text, of: image.property), of: text,
      isURI ? ";VALUE=uri" : "")
  }

  /// Writes kept parameters whose value is gone, or never existed.
  private mutating func write(_ kept: CardParameters.Kept) {
    if kept.text == CardParameters.text(of: kept.line, value: "", isTyped: false),
      CardField.of(kept.line.name)?.form == .address
    {
      write("\(kept.line.name)\(kept.parameters):;;;;;;")
    } else {
      writeOwn(CardParameters.field, kept.text)
    }
  }

  /// Writes a text that no property fits.
  private mutating func writeOwn(_ field: String, _ text: String) {
    write(
      "\(CardField.ownProperty);\(CardCells.fieldParameter)=\(field):\(CardText.escaped(text))")
  }

  /// Writes a property with the parameters kept for its value.
  ///
  /// - Parameters:
  ///   - property: The property's name.
  ///   - value: The value in the card's form.
  ///   - text: The value in its field's form.
  ///   - label: The value's label.
  ///   - own: Parameters that the form of the value needs.
  private mutating func write(
    _ property: String, _ value: String, of text: String, label: String? = nil, _ own: String = ""
  ) {
    let isTyped = CardField.takesTypes(property) && label == nil
    let kept = parameters.take(property, text, isTyped: isTyped)
    let isURI = kept?.isURI == true && CardField.of(property) == nil
    let exact = kept?.exactValue.flatMap { CardCells.text(of: $0, in: property) == text ? $0 : nil }
    let value = exact ?? (isURI ? CardField.value(of: text, of: property, isURI: true) : value)
    let head = CardField.writtenName(of: property) + (kept?.parameters ?? "")
    guard let label else { return write("\(head)\(own):\(value)") }
    let types = label.split(separator: ", ").map(String.init)
    if kept?.hasTypes != true, types.allSatisfy(Self.isType),
      types.joined(separator: ", ") == label
    {
      return write("\(head)\(own)\(types.map { ";TYPE=\($0)" }.joined()):\(value)")
    }
    groups += 1
    write("item\(groups).\(head)\(own):\(value)")
    write("item\(groups).X-ABLabel:\(CardText.escaped(label))")
  }

  private static func isType(_ text: String) -> Bool {
    !text.isEmpty && !CardParameters.plainTypes.contains(text)
      && text.utf8.allSatisfy {
        Byte.isDigit($0) || Byte.isLetter($0) && $0 >= 97 || $0 == Byte.minus
      }
  }
}

extension CardField {
  /// Whether each value of the field may have a label.
  fileprivate var takesLabels: Bool { attributes[0].isLabeled }

  /// Returns a property's value that is read as `text` again; `nil` if there is none.
  fileprivate static func sameValue(of text: String, of property: String) -> String? {
    let value = value(of: text, of: property)
    return self.text(of: value, of: property) == text ? value : nil
  }

  /// The year that address books write for none; it has 29 February.
  private static let leapYear = "1604"

  /// Returns the parameter of a day without a year; empty for other texts.
  fileprivate func omission(in text: String) -> String {
    guard form == .time, CalendarDate(text)?.hasYear == false else { return "" }
    return ";\(CardCells.omittedYear)=\(Self.leapYear)"
  }

  /// Returns a property's value for a field with `text`; `nil` if a reader would get another text.
  fileprivate func value(of text: String) -> String? {
    switch form {
    case .text, .list, .parts: return Self.sameValue(of: text, of: property)
    case .number:
      return CardCells.withoutScheme(text) == text ? CardText.escaped(text) : nil
    case .time where !omission(in: text).isEmpty: return Self.leapYear + text.dropFirst(4)
    case .time: return CardText.extendedTime(text) == text ? CardText.escaped(text) : nil
    case .image: return text.utf8.allSatisfy(Byte.isBase64) ? text : nil
    case .address:
      var parts = CardText.split(text)
      if parts.count < 6 { parts = ["", ""] + parts }
      parts += Array(repeating: "", count: max(0, 7 - parts.count))
      let value = parts.map(CardText.escapedPart).joined(separator: ";")
      return CardCells.address(value) == text && !text.isEmpty ? value : nil
    }
  }
}

extension CardImage {
  /// Returns the parameters of a picture's bytes.
  fileprivate static func parameters(of base64: String) -> String {
    "\(type(of: base64).map { ";TYPE=\($0)" } ?? "");ENCODING=b"
  }
}

extension Byte {
  fileprivate static func isBase64(_ byte: UInt8) -> Bool {
    isLetter(byte) || isDigit(byte) || [plus, slash, UInt8(ascii: "=")].contains(byte)
  }
}

extension Value {
  /// A number or truth value in the card's form, with the name of its kind.
  fileprivate var cardWord: (kind: String, text: String)? {
    switch self {
    case .integer: ("integer", storedTexts[0])
    case .decimal, .double: ("float", storedTexts[0])
    case .boolean(let answer): ("boolean", answer ? "TRUE" : "FALSE")
    default: nil
    }
  }
}

extension CardWriter {
  private mutating func write(_ line: String) { lines.write(line) }
}
