internal import CairnStore

/// The properties of a card, sorted into columns.
struct CardCells {
  /// The parameter with the name of a field, if it differs from its property's name.
  static let fieldParameter = "X-CAIRN-FIELD"

  private(set) var cells = PropertyCells()
  /// The unlisted fields with labeled values.
  private(set) var labeledFields: Set<String> = []
  private let labeled: Set<String>
  private var groupLabels: [String: String] = [:]
  /// The number of properties of several parts that were read.
  private var counts: [String: Int] = [:]
  private var parameters: [String] = []

  /// Sorts the properties of a card into columns.
  ///
  /// - Parameters:
  ///   - card: The card.
  ///   - labeled: Unlisted fields with labeled values, in this card or in others.
  init(_ card: Card, labeled: Set<String>) {
    self.labeled = labeled
    var lines: [ContentLine] = []
    for line in card.properties {
      if line.name != CardField.labelProperty {
        lines.append(line)
      } else if let group = line.group {
        let label = Self.plainLabel(line.value)
        groupLabels[group] = label.isEmpty ? nil : label
      }
    }
    for line in lines where !Self.isRepeated(line, in: lines) { add(line) }
    let isNamed = lines.contains { line in
      line.name == CardField.nameProperty
        && (!line.value.isEmpty || !line.values(of: Self.fieldParameter).isEmpty)
    }
    if !isNamed { addName() }
    for kept in parameters { add(kept, to: CardParameters.field, isList: true) }
    let kept = cells[CardParameters.field] ?? []
    cells.replace(kept.sorted(), of: CardParameters.field)
  }

  /// Returns whether a card has a property of version 4 both under its own name and under another.
  private static func isRepeated(_ line: ContentLine, in lines: [ContentLine]) -> Bool {
    line.isRenamed
      && lines.contains { !$0.isRenamed && $0.name == line.name && $0.value == line.value }
  }

  /// Adds a name made of its parts.
  private mutating func addName() {
    guard let name = CardField.fullName({ cells[$0]?.first }) else { return }
    switch cells[CardField.name] {
    case nil: add(name, to: CardField.name)
    case [""]: cells.replace([name], of: CardField.name)
    default: break
    }
  }

  private mutating func add(_ line: ContentLine) {
    if let name = line.values(of: Self.fieldParameter).first {
      // A card must have a name even if its record has none.
      if name.isEmpty { return }
      return add(
        CardText.unescaped(line.value), to: name, isList: name == CardParameters.field)
    }
    guard let field = CardField.of(line.name) else { return addOther(line) }
    let attribute = field.attributes[0]
    switch field.form {
    case .text: addText(CardField.text(of: line.value, of: line.name), line, attribute)
    case .number: addText(Self.withoutScheme(CardText.unescaped(line.value)), line, attribute)
    case .time:
      if let (line, day) = Self.dayWithoutYear(line) {
        addText(day.description, line, attribute)
      } else {
        addText(CardText.extendedTime(CardText.unescaped(line.value)), line, attribute)
      }
    case .list:
      let parts = CardText.parts(of: line.value, at: ",").filter { !$0.isEmpty }
        .map(CardText.unescaped)
      keep(line, CardText.joined(parts))
      for part in parts { add(part, to: attribute) }
    case .parts:
      let parts = CardText.parts(of: line.value, at: ";").map(CardText.unescaped)
      keep(CardParameters.withExactLists(line), CardText.joined(parts))
      add(parts, to: field)
    case .address:
      let line = CardParameters.withExactLists(line)
      let address = Self.address(line.value)
      // Without an address in the value, the parameters may still contain one. Types are then kept
      // as well, because there is no value to label.
      if address.isEmpty { keep(line, address) } else { addText(address, line, attribute) }
    case .image: addImage(line, to: attribute)
    }
  }

  private mutating func addText(_ text: String, _ line: ContentLine, _ attribute: Attribute) {
    keep(line, text, isTyped: attribute.isLabeled && groupLabel(of: line) == nil)
    add(attribute.isLabeled ? labeled(text, line) : text, to: attribute)
  }

  /// Adds a property to the field with the same name.
  private mutating func addOther(_ line: ContentLine) {
    let column = Naming.field(for: line.name)
    let text = CardField.text(of: line.value, of: line.name)
    if label(of: line) != nil { labeledFields.insert(column) }
    let isLabeled = labeled.contains(column) || labeledFields.contains(column)
    keep(line, text, isTyped: groupLabel(of: line) == nil)
    let isExact = line.values(of: "VALUE").contains {
      CardField.exactKinds.contains($0.uppercased())
    }
    add(
      isLabeled ? labeled(text, line) : text, to: column, isList: isLabeled, isPlain: isExact)
  }

  private mutating func add(_ parts: [String], to field: CardField) {
    let last = field.attributes.count - 1
    for (place, attribute) in field.attributes.enumerated() where place < parts.count {
      // The last field takes all further parts.
      let value = place == last ? CardText.joined(Array(parts[place...])) : parts[place]
      if value.isEmpty { continue }
      if field.isRepeated {
        // The parts of one line must have the same position in each field.
        let known = cells[attribute.name]?.count ?? 0
        for _ in 0..<max(0, counts[field.property, default: 0] - known) { add("", to: attribute) }
      }
      add(value, to: attribute)
    }
    counts[field.property, default: 0] += 1
  }

  /// Adds a picture: base64 bytes, a data URI, or an address.
  private mutating func addImage(_ line: ContentLine, to attribute: Attribute) {
    if line.isBinary {
      keep(line, line.value)
      return add(line.value, to: attribute)
    }
    let uri = CardText.unescaped(line.value)
    guard let data = CardImage.data(in: uri) else {
      keep(line, uri)
      return add(uri, to: attribute.name + CardField.addressSuffix)
    }
    var line = line
    if CardImage.type(of: data.base64) == nil, line.values(of: "MEDIATYPE").isEmpty,
      !data.type.isEmpty
    {
      line.parameters.append(("MEDIATYPE", data.type))
    }
    keep(line, data.base64)
    add(data.base64, to: attribute)
  }

  /// Keeps the parameters of a value that have no field.
  private mutating func keep(_ line: ContentLine, _ value: String, isTyped: Bool = false) {
    if let kept = CardParameters.text(of: line, value: value, isTyped: isTyped) {
      parameters.append(kept)
    }
  }

  private mutating func add(_ value: String, to attribute: Attribute) {
    add(value, to: attribute.name, isList: attribute.isList)
  }

  private mutating func add(
    _ value: String, to column: String, isList: Bool = false, isPlain: Bool = true
  ) {
    cells.add(value, to: column, isList: isList, isPlain: isPlain)
  }
}

// MARK: - Values

extension CardCells {
  private func labeled(_ value: String, _ line: ContentLine) -> String {
    Value(.text(value), label: label(of: line)).storedTexts[0]
  }

  private func groupLabel(of line: ContentLine) -> String? {
    line.group.flatMap { groupLabels[$0] }
  }

  private func label(of line: ContentLine) -> String? {
    if let label = groupLabel(of: line) { return label }
    var types = line.values(of: "TYPE").map { $0.lowercased() }
      .filter { !CardParameters.plainTypes.contains($0) && !$0.isEmpty }
    if line.values(of: "PREF").contains("1"), !types.contains("pref") { types.append("pref") }
    return types.isEmpty ? nil : Self.plainLabel(types.joined(separator: ", "))
  }

  /// Returns a label that can be in parentheses, without the marks that address books put around
  /// their own labels.
  private static func plainLabel(_ text: String) -> String {
    var label = CardText.unescaped(text)
    if label.hasPrefix("_$!<"), label.hasSuffix(">!$_") {
      label = label.dropFirst(4).dropLast(4).lowercased()
    }
    label = mapped(label) { $0.properties.generalCategory == .control ? " " : $0 }
    if Label.isValid(label) { return label }
    // Unbalanced parentheses would end the label early.
    return mapped(label) { $0 == "(" ? "[" : $0 == ")" ? "]" : $0 }
  }

  private static func mapped(
    _ text: String, _ change: (Unicode.Scalar) -> Unicode.Scalar
  ) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { result.append(change(scalar)) }
    return String(result)
  }

  /// Returns the text by which a value of several parts is known.
  static func text(of value: String, in property: String) -> String {
    CardField.of(property)?.form == .address
      ? address(value) : CardText.joined(CardText.parts(of: value, at: ";").map(CardText.unescaped))
  }

  /// Returns the address made of seven parts.
  static func address(_ value: String) -> String {
    let parts = CardText.parts(of: value, at: ";").map(CardText.unescaped)
    // The first two parts, a post-office box and an extended address, are no longer used.
    let isPlain = parts.count > 2 && parts[..<2].allSatisfy(\.isEmpty)
    let rest = isPlain ? Array(parts[2...]) : parts
    if rest.allSatisfy(\.isEmpty) { return "" }
    return CardText.joined(rest, atLeast: isPlain ? 0 : 6)
  }

  static func withoutScheme(_ text: String) -> String {
    for scheme in ["tel:", "mailto:"] where text.lowercased().hasPrefix(scheme) {
      return String(text.dropFirst(scheme.count))
    }
    return text
  }

  /// The parameter with a year that stands for none, in cards of address books.
  static let omittedYear = "X-APPLE-OMIT-YEAR"

  /// Returns a day without a year, and its line without the parameter that says so; `nil` for other
  /// times.
  private static func dayWithoutYear(_ line: ContentLine) -> (line: ContentLine, day: CalendarDate)?
  {
    let text = CardText.trimmed(CardText.unescaped(line.value))
    if let day = CalendarDate(withoutYear: text) { return (line, day) }
    guard let year = line.values(of: omittedYear).first,
      let day = CalendarDate(CardText.extendedTime(text)), String(day.components.year) == year,
      let bare = CalendarDate(
        year: 0, month: day.components.month, day: day.components.day)
    else { return nil }
    var line = line
    line.parameters.removeAll { $0.name == omittedYear }
    return (line, bare)
  }
}
