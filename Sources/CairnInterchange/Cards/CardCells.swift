internal import CairnStore

/// The properties of a card by the columns that they go into.
struct CardCells {
  /// What a card has for one column.
  struct Cell {
    var column: String
    /// Each value as text, with its label.
    var values: [String] = []
    /// Whether it is a list even with one value.
    var isList = false
  }

  /// The parameter in which a field of another name than its property's stands.
  static let fieldParameter = "X-CAIRN-FIELD"
  /// Types that say no more than what a property is anyway.
  private static let plainTypes: Set<String> = ["internet", "voice"]

  private(set) var cells: [Cell] = []
  private var places: [String: Int] = [:]
  private var groupLabels: [String: String] = [:]

  init(_ card: Card) {
    for line in card.properties where line.name == CardField.labelProperty {
      if let group = line.group { groupLabels[group] = Self.plainLabel(line.value) }
    }
    for line in card.properties where line.name != CardField.labelProperty { add(line) }
  }

  private mutating func add(_ line: CardLine) {
    if let name = line.values(of: Self.fieldParameter).first {
      // A card must have a name even where its record has none.
      return name.isEmpty ? () : add(CardText.unescaped(line.value), to: name)
    }
    guard let field = CardField.of(line.name) else {
      // Whether its field has labels is not known: what has none stays as it is.
      let text = CardText.unescaped(line.value)
      return add(
        label(of: line) == nil ? text : labeled(text, line), to: Naming.field(for: line.name))
    }
    let attribute = field.attributes[0]
    switch field.form {
    case .text: add(text(CardText.unescaped(line.value), line, attribute), to: attribute)
    case .number:
      let bare = Self.withoutScheme(CardText.unescaped(line.value))
      add(text(bare, line, attribute), to: attribute)
    case .time: add(Self.extendedTime(CardText.unescaped(line.value)), to: attribute)
    case .list:
      for part in CardText.parts(of: line.value, at: ",") where !part.isEmpty {
        add(CardText.unescaped(part), to: attribute)
      }
    case .parts: add(CardText.parts(of: line.value, at: ";").map(CardText.unescaped), to: field)
    case .address:
      let parts = CardText.parts(of: line.value, at: ";").map(CardText.unescaped)
      // The first two, a box and an annex, are no longer used.
      let isPlain = parts.count > 2 && parts[..<2].allSatisfy(\.isEmpty)
      let address =
        isPlain ? CardText.joined(Array(parts[2...])) : CardText.joined(parts, atLeast: 6)
      if !address.isEmpty { add(text(address, line, attribute), to: attribute) }
    case .image: addImage(line, to: attribute)
    }
  }

  private mutating func add(_ parts: [String], to field: CardField) {
    let last = field.attributes.count - 1
    for (place, attribute) in field.attributes.enumerated() where place < parts.count {
      // The last takes all further parts.
      let value = place == last ? CardText.joined(Array(parts[place...])) : parts[place]
      if !value.isEmpty { add(value, to: attribute) }
    }
  }

  /// A picture is bytes, in base64 itself or in a URI, or lies elsewhere.
  private mutating func addImage(_ line: CardLine, to attribute: Attribute) {
    if line.isBinary { return add(line.value, to: attribute) }
    let uri = CardText.unescaped(line.value)
    if uri.lowercased().hasPrefix("data:"), let comma = uri.firstIndex(of: ","),
      uri[..<comma].lowercased().hasSuffix(";base64")
    {
      return add(String(uri[uri.index(after: comma)...]), to: attribute)
    }
    add(uri, to: attribute.name + "URL")
  }

  private mutating func add(_ value: String, to attribute: Attribute) {
    add(value, to: attribute.name, isList: attribute.isList)
  }

  private mutating func add(_ value: String, to column: String, isList: Bool = false) {
    if places[column] == nil {
      places[column] = cells.count
      cells.append(Cell(column: column))
    }
    guard let place = places[column] else { return }
    cells[place].values.append(value)
    cells[place].isList = isList
  }
}

// MARK: - Values

extension CardCells {
  private func text(_ value: String, _ line: CardLine, _ attribute: Attribute) -> String {
    attribute.isLabeled ? labeled(value, line) : value
  }

  private func labeled(_ value: String, _ line: CardLine) -> String {
    Value(.text(value), label: label(of: line)).storedTexts[0]
  }

  private func label(of line: CardLine) -> String? {
    if let group = line.group, let label = groupLabels[group] { return label }
    var types = line.values(of: "TYPE").map { $0.lowercased() }
      .filter { !Self.plainTypes.contains($0) && !$0.isEmpty }
    if !line.values(of: "PREF").isEmpty, !types.contains("pref") { types.append("pref") }
    return types.isEmpty ? nil : Self.plainLabel(types.joined(separator: ", "))
  }

  /// A label as it can stand in parentheses; address books put marks around their own.
  private static func plainLabel(_ text: String) -> String {
    var label = CardText.unescaped(text)
    if label.hasPrefix("_$!<"), label.hasSuffix(">!$_") {
      label = label.dropFirst(4).dropLast(4).lowercased()
    }
    return String(label.map { Label.isValid(String($0)) ? $0 : " " })
  }

  private static func withoutScheme(_ text: String) -> String {
    for scheme in ["tel:", "mailto:"] where text.lowercased().hasPrefix(scheme) {
      return String(text.dropFirst(scheme.count))
    }
    return text
  }

  /// `19960415` as `1996-04-15`, `20260102T030405Z` as `2026-01-02T03:04:05Z`; all else stays.
  private static func extendedTime(_ text: String) -> String {
    let text = CardText.trimmed(text)
    let parts = text.split(separator: "T", maxSplits: 1, omittingEmptySubsequences: false)
    guard let day = grouped(parts[0], [4, 2, 2], "-") else { return text }
    guard parts.count == 2 else { return day }
    let digits = parts[1].prefix { $0.isASCII && $0.isNumber }
    guard let time = grouped(digits, [2, 2, 2], ":") else { return "\(day)T\(parts[1])" }
    return "\(day)T\(time)\(parts[1].dropFirst(digits.count))"
  }

  /// The digits of `text` in groups, `nil` unless there are just so many.
  private static func grouped(
    _ text: Substring, _ lengths: [Int], _ separator: String
  ) -> String? {
    guard text.utf8.count == lengths.reduce(0, +), text.utf8.allSatisfy(Byte.isDigit) else {
      return nil
    }
    var rest = text
    return lengths.map { length in
      defer { rest = rest.dropFirst(length) }
      return String(rest.prefix(length))
    }.joined(separator: separator)
  }
}
