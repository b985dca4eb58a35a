/// Writes an entity as the statements that define it, in one canonical form.
struct ModelPrinter {
  /// What a statement is about, by which its old form is found in a text.
  enum Subject: Hashable {
    /// A statement that an entity has once: `%plural`, `%columns` and so on.
    case entity(keyword: String)
    /// What a property is.
    case property(String)
    /// A statement about a property: `%default`, `%describe` or `%renamed`.
    case note(keyword: String, String)
  }

  /// Statements about one subject, as lines.
  struct Part: Hashable {
    var subject: Subject
    var lines: [String]
  }

  private let entity: Entity
  private var parts: [Part] = []

  /// The statements of `entity` after `%rec`.
  static func parts(of entity: Entity) -> [Part] {
    var printer = ModelPrinter(entity: entity)
    printer.print()
    return printer.parts
  }

  private init(entity: Entity) {
    self.entity = entity
  }

  private mutating func print() {
    add("doc", entity.documentation)
    add("plural", entity.plural)
    add("caption", entity.label)
    add("formerly", entity.earlierNames)
    for property in entity.properties {
      parts.append(Part(subject: .property(property.name), lines: Self.lines(of: property)))
    }
    add("title", entity.title)
    add("handle", entity.handle)
    add("mandatory", entity.properties.filter(\.isRequired).map(\.name))
    add("singular", entity.attributes.filter(\.isUnique).map(\.name))
    for attribute in entity.attributes {
      addNote("default", attribute.name, attribute.defaultText)
      addNote("describe", attribute.name, attribute.documentation)
      addNote("show", attribute.name, attribute.style.map { "= \($0.rawValue)" })
      let colors = attribute.colors.map { "\($0.value) = \($0.role.rawValue)" }
      addNote("color", attribute.name, colors.isEmpty ? nil : colors.joined(separator: " | "))
    }
    for property in entity.properties {
      addNote("label", property.name, property.label)
      if case .attribute(let attribute) = property {
        addNote("unit", property.name, attribute.unit)
      }
      let former = entity.formerNames[property.name]?.joined(separator: " ")
      addNote("renamed", property.name, former)
    }
    add("columns", entity.columns)
    add("sort", entity.sort)
    add("due", entity.due)
    add("repeat", entity.repetition?.text)
    printInferred()
  }

  private mutating func add(_ keyword: String, _ value: String?) {
    guard let value else { return }
    parts.append(
      Part(subject: .entity(keyword: keyword), lines: ModelStatement.text(keyword, value)))
  }

  private mutating func add(_ keyword: String, _ names: [String]) {
    add(keyword, names.isEmpty ? nil : names.joined(separator: " "))
  }

  private mutating func addNote(_ keyword: String, _ name: String, _ text: String?) {
    guard let text else { return }
    parts.append(
      Part(
        subject: .note(keyword: keyword, name),
        lines: ModelStatement.text(keyword, text.isEmpty ? name : "\(name) \(text)")))
  }

  private mutating func printInferred() {
    let names = entity.attributes.filter(\.isInferred).map(\.name)
    var lines = entity.isInferred ? ModelStatement.text("inferred", "") : []
    if !names.isEmpty {
      lines += ModelStatement.text("inferred", names.joined(separator: " "))
    }
    guard !lines.isEmpty else { return }
    parts.append(Part(subject: .entity(keyword: "inferred"), lines: lines))
  }

  private static func lines(of property: Property) -> [String] {
    switch property {
    case .relationship(let relationship):
      return ModelStatement.text("relationship", text(of: relationship))
    case .attribute(let attribute):
      return lines(of: attribute)
    }
  }

  private static func lines(of attribute: Attribute) -> [String] {
    var lines: [String] = []
    let multiple =
      (attribute.isMultiple ? " multiple" : "") + (attribute.isLabeled ? " labeled" : "")
    let isPlain = !attribute.isMultiple && attribute.pattern == nil
    let hasOwnWord = recutilsWord(for: attribute) != nil && isPlain
    let isPlainChoice = !attribute.choices.isEmpty && !attribute.isMultiple
    if !hasOwnWord, !isPlainChoice {
      lines += ModelStatement.text(
        "attribute", "\(attribute.name) \(attribute.type.rawValue)\(multiple)")
    }
    if let word = recutilsWord(for: attribute), hasOwnWord || attribute.range != nil {
      lines += ModelStatement.text("type", "\(attribute.name) \(word)")
    }
    if !attribute.choices.isEmpty {
      let choices = attribute.choices.joined(separator: " | ")
      lines += ModelStatement.text("choices", "\(attribute.name) \(choices)")
    }
    if let pattern = attribute.pattern {
      let quoted = PatternText.quoted(pattern)
      lines += ModelStatement.text("type", "\(attribute.name) regexp \(quoted)")
    }
    if let lengths = attribute.lengths {
      let numbers = "\(lengths.lowerBound) \(lengths.upperBound)"
      lines += ModelStatement.text("length", "\(attribute.name) \(numbers)")
    }
    return lines
  }

  /// The type in recutils' form; `nil` if that form would lose something.
  private static func recutilsWord(for attribute: Attribute) -> String? {
    switch attribute.type {
    case .integer: attribute.range.map(word) ?? "int"
    case .double: "real"
    case .boolean: "bool"
    case .date: "date"
    case .email: "email"
    case .uuid: "uuid"
    default: nil
    }
  }

  static func word(_ range: ClosedRange<Int64>) -> String {
    let low = range.lowerBound == .min ? "MIN" : String(range.lowerBound)
    let high = range.upperBound == .max ? "MAX" : String(range.upperBound)
    return "range \(low) \(high)"
  }

  private static func text(of relationship: Relationship) -> String {
    var words = [relationship.name, relationship.isToMany ? "to-many" : "to-one"]
    words.append(relationship.destination)
    if let inverse = relationship.inverse { words.append("inverse=\(inverse)") }
    if relationship.isOrdered { words.append("ordered") }
    if relationship.deleteRule != .nullify {
      words.append("delete=\(relationship.deleteRule.rawValue)")
    }
    if relationship.exportRule != .reference {
      words.append("export=\(relationship.exportRule.rawValue)")
    }
    return words.joined(separator: " ")
  }
}

extension ObjectModel {
  /// The model as canonical text, which reads back as an equal model.
  public var text: String {
    entities.map(\.modelText).joined(separator: "\n")
  }
}

extension Entity {
  /// The statements that define the entity, in canonical form.
  public var modelText: String {
    let lines = ["%rec: \(name)"] + ModelPrinter.parts(of: self).flatMap(\.lines)
    return lines.joined(separator: "\n") + "\n"
  }
}

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
    case .date, .datetime, .localtime: "date"
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

/// How a model writes the regular expression of a field: `%type: Zip regexp /^[0-9]{5}$/`.
enum PatternText {
  /// The pattern between the first character of `text` and its last, which are the same.
  static func parse(_ text: Substring) -> String? {
    guard let sign = text.first, text.count > 2, text.last == sign else { return nil }
    return String(text.dropFirst().dropLast())
  }

  /// The pattern between two signs that it doesn't hold.
  static func quoted(_ pattern: String) -> String {
    let sign = ["/", "|", "!", "#", "@", "~"].first { !pattern.contains($0) } ?? "/"
    return "\(sign)\(pattern)\(sign)"
  }
}
