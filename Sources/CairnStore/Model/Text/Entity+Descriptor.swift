extension Entity {
  /// The entity as a descriptor for recutils, against which `recfix --check` checks its records.
  public var recutilsDescriptor: String {
    let key = "regexp /^p[1-9][0-9]*(-[0-9a-z]{4})?$/"
    var lines = ["%rec: \(descriptorName)"]
    if let documentation { lines += ModelStatement.text("doc", documentation) }
    lines += ["%key: Id", "%type: Id \(key)"]
    for property in storedProperties {
      switch property {
      case .relationship: lines.append("%type: \(property.name) \(key)")
      case .attribute(let attribute):
        if let word = Self.recutilsType(of: attribute) {
          lines.append("%type: \(attribute.name) \(word)")
        }
      }
    }
    let required = storedProperties.filter { property in
      guard case .relationship(let relationship) = property else { return property.isRequired }
      return relationship.isRequired && !relationship.holdsOrderOnly
    }
    append("mandatory", required.map(\.name), to: &lines)
    append("singular", attributes.filter(\.isUnique).map(\.name), to: &lines)
    append("unique", storedProperties.filter { !$0.isList }.map(\.name), to: &lines)
    return lines.joined(separator: "\n") + "\n"
  }

  private func append(_ keyword: String, _ names: [String], to lines: inout [String]) {
    if !names.isEmpty { lines.append("%\(keyword): \(names.joined(separator: " "))") }
  }

  private static func recutilsType(of attribute: Attribute) -> String? {
    if attribute.isLabeled { return nil }
    if let pattern = attribute.pattern { return "regexp \(PatternText.quoted(pattern))" }
    return switch attribute.type {
    case .integer: attribute.range.map(ModelPrinter.word) ?? "int"
    case .decimal: "real"
    // The word real of recutils knows no exponent.
    case .double: "regexp /^[-+]?[0-9]*[.]?[0-9]+([eE][-+]?[0-9]+)?$/"
    case .boolean: "bool"
    case .date, .datetime: "date"
    // The word email of recutils knows only ASCII.
    case .email: "regexp /^[^@[:space:]]+@[^@[:space:]]+$/"
    case .uuid: "uuid"
    case .url, .phone, .file: "line"
    case .choice: choiceType(attribute.choices)
    case .string, .text, .data, .tags: nil
    }
  }

  /// Choices are a regular expression where one has a blank, which `enum` cannot hold.
  private static func choiceType(_ choices: [String]) -> String? {
    guard !choices.isEmpty else { return nil }
    if choices.allSatisfy({ Name.isValid($0) }) {
      return "enum " + choices.joined(separator: " ")
    }
    let special = Set(#"\^$.|?*+()[]{}"#)
    let words = choices.map { choice in
      choice.map { special.contains($0) ? "\\\($0)" : String($0) }.joined()
    }
    return "regexp \(PatternText.quoted("^(\(words.joined(separator: "|")))$"))"
  }
}
