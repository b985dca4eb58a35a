/// The parameters of a card's properties that no field is for, kept in a field of their own.
///
/// Each stands with its property and the value that it belongs to, much as in the card:
///
///     ADR;LABEL="Way 1, Town":Way 1; Town
///
/// 1. An export writes them again where the property has this value. Of another value they say
///    nothing, so they stay in the field until somebody takes them out.
/// 2. The ends and the length of a long value stand for all of it.
struct CardParameters {
  /// The field that keeps them.
  static let field = "CardParameters"

  /// What was kept of one value's parameters.
  struct Kept {
    /// What the field has.
    let text: String
    let line: CardLine

    /// The parameters as they stand behind the property's name.
    var parameters: String { CardParameters.written(line.parameters) }

    /// Whether the value is written as a URI.
    var isURI: Bool { line.values(of: "VALUE").contains { $0.uppercased() == "URI" } }

    /// Whether there is something that could be read as a label.
    var hasTypes: Bool {
      line.parameters.contains { $0.name == "TYPE" || $0.name == "PREF" && $0.value == "1" }
    }

    init(_ text: String) {
      self.text = text
      line = CardParameters.line(text) ?? CardLine(name: "")
    }
  }

  /// What has not been taken.
  private(set) var rest: [Kept]

  init(_ texts: [String]) {
    rest = texts.map(Kept.init)
  }

  /// Takes out the parameters that were kept of a property's value.
  ///
  /// - Parameters:
  ///   - property: The property's name.
  ///   - value: The value as its field has it.
  ///   - isTyped: Whether types are the value's label.
  /// - Returns: What was kept, `nil` for nothing that would be kept again.
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
  /// What is kept of a property's parameters.
  ///
  /// - Parameters:
  ///   - line: The property.
  ///   - value: The value as its field has it.
  ///   - isTyped: Whether types are the value's label.
  /// - Returns: What the field has of them; `nil` for nothing.
  static func text(of line: CardLine, value: String, isTyped: Bool) -> String? {
    let kept = line.parameters.compactMap { parameter in
      CardEncoding(rawValue: parameter.value.uppercased())?.isBase64 == true
        && parameter.name == "ENCODING" ? (parameter.name, "b") : parameter
    }.filter { keeps($0, of: line.name, value: value, isTyped: isTyped) }
    return kept.isEmpty ? nil : "\(line.name)\(written(kept)):\(brief(value))"
  }

  /// Types that say no more than what a property is anyway.
  static let plainTypes: Set<String> = ["internet", "voice"]

  /// Whether neither a field nor the form in which the value is written says the same.
  private static func keeps(
    _ parameter: (name: String, value: String), of property: String, value: String, isTyped: Bool
  ) -> Bool {
    let word = parameter.value.uppercased()
    switch parameter.name {
    case CardCells.fieldParameter, "CHARSET": return false
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

  private static func line(_ text: String) -> CardLine? {
    let bytes = Array(text.utf8)
    guard let colon = CardLine.colon(in: bytes) else { return nil }
    return CardLine(head: String(decoding: bytes[..<colon], as: UTF8.self))
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

  /// A parameter's value as RFC 6868 has it, in quotation marks where it has separators.
  private static func escaped(_ value: String) -> String {
    let text = value.replacing("^", with: "^^").replacing("\n", with: "^n")
      .replacing("\"", with: "^'")
    return text.contains { [",", ";", ":"].contains($0) } ? "\"\(text)\"" : text
  }
}

/// The pictures that a card names by type.
enum CardImage {
  /// What the bytes of a picture in base64 begin with.
  private static let starts = [
    ("/9j/", "JPEG"), ("iVBORw0KGgo", "PNG"), ("R0lGOD", "GIF"),
  ]

  /// The type and the bytes in base64 of a URI that holds them itself; `nil` for any other.
  static func data(in uri: String) -> (type: String, base64: String)? {
    guard uri.lowercased().hasPrefix("data:"), let comma = uri.firstIndex(of: ","),
      uri[..<comma].lowercased().hasSuffix(";base64")
    else { return nil }
    let type = uri.dropFirst(5).prefix { $0 != ";" }
    return (String(type), String(uri[uri.index(after: comma)...]))
  }

  /// The type of a picture in base64, `nil` for one that is not known.
  static func type(of base64: String) -> String? {
    starts.first { base64.hasPrefix($0.0) }?.1
  }
}
