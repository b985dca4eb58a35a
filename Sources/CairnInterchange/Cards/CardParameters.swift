/// The parameters of a card's properties that have no field, kept in a field of their own.
///
/// Each is kept with its property and its value, in a form close to the card's:
///
///     ADR;LABEL="Way 1, Town":Way 1; Town
///
/// 1. An export writes the parameters again if the property still has this value. After the value
///    changes, they stay in the field until a person removes them.
/// 2. A long value is represented by its ends and its length.
/// 3. A text does not tell a comma of a list from a comma of a name. If an export would guess
///    wrongly, the value in the card's form is kept as a parameter.
struct CardParameters {
  /// The name of the field.
  static let field = "CardParameters"

  /// The parameter that keeps a value in the card's form; a card never has it.
  private static let exactValue = "X-CAIRN-VALUE"

  /// The kept parameters of one value.
  struct Kept {
    /// The text in the field.
    let text: String
    let line: ContentLine

    /// The parameters in the form in which they follow the property's name.
    var parameters: String {
      CardParameters.written(line.parameters.filter { $0.name != CardParameters.exactValue })
    }

    /// The value in the card's form; `nil` if the text determines it.
    var exactValue: String? {
      line.values(of: CardParameters.exactValue).first.flatMap { value in
        value.utf8.contains { $0 < Byte.space && $0 != Byte.tab } ? nil : value
      }
    }

    /// Whether the value is written as a URI.
    var isURI: Bool { line.values(of: "VALUE").contains { $0.uppercased() == "URI" } }

    /// Whether some parameter could be read as a label.
    var hasTypes: Bool {
      line.parameters.contains { $0.name == "TYPE" || $0.name == "PREF" && $0.value == "1" }
    }

    init(_ text: String) {
      self.text = text
      line = CardParameters.line(text) ?? ContentLine(name: "")
    }
  }

  /// The parameters that were not taken yet.
  private(set) var rest: [Kept]

  init(_ texts: [String]) {
    rest = texts.map(Kept.init)
  }

  /// Takes the kept parameters of a property's value.
  ///
  /// - Parameters:
  ///   - property: The property's name.
  ///   - value: The value in its field's form.
  ///   - isTyped: Whether types are the value's label.
  /// - Returns: The kept parameters; `nil` if there are none.
  mutating func take(_ property: String, _ value: String, isTyped: Bool) -> Kept? {
    let place = rest.firstIndex { kept in
      kept.line.name == property
        && kept.text == Self.text(of: kept.line, value: value, isTyped: isTyped)
    }
    return place.map { rest.remove(at: $0) }
  }
}

// MARK: - Texts

extension CardParameters {
  /// Returns a property whose parts may be lists, with its exact value if an export would write
  /// other lists.
  static func withExactLists(_ line: ContentLine) -> ContentLine {
    let isGuessed = CardText.parts(of: line.value, at: ";").allSatisfy { part in
      CardText.separators(in: part)
        == CardText.separators(in: CardText.escapedPart(CardText.unescaped(part)))
    }
    var line = line
    line.parameters.removeAll { $0.name == exactValue }
    if !isGuessed, CardField.hasLists(line.name) {
      line.parameters.append((exactValue, line.value))
    }
    return line
  }

  /// Returns the text to keep for a property's parameters.
  ///
  /// - Parameters:
  ///   - line: The property.
  ///   - value: The value in its field's form.
  ///   - isTyped: Whether types are the value's label.
  /// - Returns: The text for the field; `nil` if no parameter has to be kept.
  static func text(of line: ContentLine, value: String, isTyped: Bool) -> String? {
    let kept = line.parameters.compactMap { parameter in
      CardEncoding(rawValue: parameter.value.uppercased())?.isBase64 == true
        && parameter.name == "ENCODING" ? (parameter.name, "b") : parameter
    }.filter { keeps($0, of: line.name, value: value, isTyped: isTyped) }
    return kept.isEmpty ? nil : "\(line.name)\(written(kept)):\(brief(value))"
  }

  /// Types that add nothing to the meaning of a property.
  static let plainTypes: Set<String> = ["internet", "voice"]

  /// Returns whether neither a field nor the form of the value already expresses a parameter.
  private static func keeps(
    _ parameter: (name: String, value: String), of property: String, value: String, isTyped: Bool
  ) -> Bool {
    let word = parameter.value.uppercased()
    switch parameter.name {
    case CardCells.fieldParameter, "CHARSET": return false
    case exactValue: return CardField.hasLists(property)
    case "TYPE":
      return !isTyped && !word.isEmpty && !plainTypes.contains(word.lowercased())
        && CardImage.type(of: value) != word
    case "PREF": return !isTyped || word != "1"
    case "ENCODING": return parameter.value == "b" && CardField.of(property)?.form != .image
    case "VALUE": return CardField.isOddKind(word, of: property)
    case let name:
      return !name.isEmpty
        && name.utf8.allSatisfy { Byte.isLetter($0) || Byte.isDigit($0) || $0 == Byte.minus }
    }
  }

  private static func brief(_ value: String) -> String {
    let limit = 100
    guard value.utf8.count > limit else { return value }
    return "\(value.prefix(limit / 2))…\(value.suffix(limit / 2)), \(value.utf8.count)"
  }

  private static func line(_ text: String) -> ContentLine? {
    let bytes = Array(text.utf8)
    guard let colon = ContentLine.colon(in: bytes) else { return nil }
    return ContentLine(head: String(decoding: bytes[..<colon], as: UTF8.self))?.standard
  }

  private static func written(_ parameters: [(name: String, value: String)]) -> String {
    var text = ""
    var last: String?
    for (name, value) in parameters {
      text += name == last ? "," : ";\(name)="
      text += escaped(value)
      last = name
    }
    return text
  }

  /// Returns a parameter's value in the form of RFC 6868, in quotation marks if it has separators.
  private static func escaped(_ value: String) -> String {
    let text = value.replacing("^", with: "^^").replacing("\n", with: "^n")
      .replacing("\"", with: "^'")
    return text.contains { [",", ";", ":"].contains($0) } ? "\"\(text)\"" : text
  }
}

/// The types of pictures that a card names.
enum CardImage {
  /// The first characters of a picture in base64.
  private static let starts = [
    ("/9j/", "JPEG"), ("iVBORw0KGgo", "PNG"), ("R0lGOD", "GIF"),
  ]

  /// Returns the type and the base64 bytes of a data URI; `nil` for any other URI.
  static func data(in uri: String) -> (type: String, base64: String)? {
    guard uri.lowercased().hasPrefix("data:"), let comma = uri.firstIndex(of: ","),
      uri[..<comma].lowercased().hasSuffix(";base64")
    else { return nil }
    let type = uri.dropFirst(5).prefix { $0 != ";" }
    return (String(type), String(uri[uri.index(after: comma)...]))
  }

  /// Returns the type of a picture in base64; `nil` if it is unknown.
  static func type(of base64: String) -> String? {
    starts.first { base64.hasPrefix($0.0) }?.1
  }
}
