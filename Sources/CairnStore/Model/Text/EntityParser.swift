/// Reads the statements of one entity.
struct EntityParser {
  private(set) var mistakes: [ModelMistake] = []
  /// The line that first names each property; the entity's own under `nil`.
  private(set) var lines: [String?: Int] = [:]

  private let statements: [ModelStatement]
  private var names: [String] = []
  private var attributes: [String: Attribute] = [:]
  private var relationships: [String: Relationship] = [:]
  private var required: Set<String> = []
  private var formerNames: [String: [String]] = [:]
  /// What statements say of the looks of values; they declare no field.
  private var looks: [String: (style: ValueStyle?, colors: [ValueColor])] = [:]
  /// The labels and the units of fields, whose statements declare no field either.
  private var labels: [String: String] = [:]
  private var units: [String: String] = [:]
  private var entity = Entity(name: "")

  /// The statement that is being read, with its keyword and its words.
  private var statement = ModelStatement(keyword: "", value: "", lines: 0..<0)
  private var keyword: ModelKeyword?
  private var words: [String] = []
  /// Where mistakes are reported.
  private var line = 0

  init(_ statements: [ModelStatement]) {
    self.statements = statements
  }

  /// The entity; `nil` if the statements do not start with `%rec`.
  mutating func parse() -> Entity? {
    guard let first = statements.first else { return nil }
    line = first.line
    guard first.keyword == "rec", let name = first.words.first else {
      fail("the statement belongs to no collection; %rec: Name starts one")
      return nil
    }
    lines[nil] = line
    entity = Entity(name: name)
    for next in statements.dropFirst() {
      statement = next
      line = statement.line
      keyword = ModelKeyword(rawValue: statement.keyword)
      words = statement.words
      note()
      read()
    }
    checkSubjects()
    entity.properties = names.compactMap(property)
    entity.formerNames = formerNames
    return entity
  }

  /// Notes the line of the statement, and reports a second one about the same.
  private mutating func note() {
    let isAboutField = keyword?.isAboutField ?? false
    let place = "%\(statement.keyword)" + (isAboutField ? " \(words.first ?? "")" : "")
    guard let earlier = lines[place] else { return lines[place] = line }
    if isAboutField || keyword?.isAboutEntity == true {
      fail("\(place) is already on line \(earlier)")
    }
  }

  /// Statements for attributes are not valid for relationships.
  private mutating func checkSubjects() {
    let words = ["color", "show", "label", "unit"]
    for name in Set(looks.keys).union(labels.keys).union(units.keys).sorted()
    where attributes[name] == nil {
      line = words.compactMap { lines["%\($0) \(name)"] }.first ?? line
      fail("\(entity.name) has no field called \(name)")
    }
    for name in names where relationships[name] != nil {
      for word in ["attribute", "choices", "length", "default", "show", "color", "unit"] {
        guard let place = lines["%\(word) \(name)"] else { continue }
        line = place
        fail("\(name) is a relationship, and %\(word) is for attributes")
      }
      guard attributes[name]?.isUnique == true, let place = lines["%singular"] else { continue }
      line = place
      fail("\(name) is a relationship, and %singular is for attributes")
    }
  }

  private func property(_ name: String) -> Property? {
    if var relationship = relationships[name] {
      relationship.isRequired = relationship.isRequired || required.contains(name)
      relationship.label = labels[name]
      return .relationship(relationship)
    }
    guard var attribute = attributes[name] else { return nil }
    attribute.isRequired = required.contains(name)
    (attribute.label, attribute.unit) = (labels[name], units[name])
    if let look = looks[name] { (attribute.style, attribute.colors) = look }
    return .attribute(attribute)
  }

  private mutating func read() {
    switch keyword {
    case .rec: preconditionFailure("it begins the next collection")
    case .doc:
      let earlier = entity.documentation.map { $0 + "\n" } ?? ""
      entity.documentation = earlier + statement.value
    case .plural: entity.plural = statement.value
    case .caption: entity.label = statement.value
    case .label: readWords(into: \.labels)
    case .unit: readWords(into: \.units)
    case .formerly:
      if words.isEmpty { fail("%formerly names no collection") }
      entity.earlierNames += words
    case .title: entity.title = declaredField()
    case .handle: entity.handle = declaredField()
    case .mandatory: required.formUnion(declaredFields())
    case .singular:
      for name in declaredFields() { attributes[name]?.isUnique = true }
    case .key: readKey()
    case .auto:
      if words != ["Id"] { fail("only the Id of the store is numbered automatically") }
    case .type: readType()
    case .attribute: readAttribute()
    case .choices: readChoices()
    case .length: readLength()
    case .relationship: readRelationship()
    case .default, .describe: readNote()
    case .columns: entity.columns = words
    case .sort: entity.sort = readSort()
    case .inferred: readInferred()
    case .renamed: readRenamed()
    case .show: readStyle()
    case .color: readColors()
    case .due:
      if words.count != 1 { fail("%due names one field") }
      entity.due = words.first
    case .repeat:
      entity.repetition = Repetition(words)
      if entity.repetition == nil {
        fail("%repeat names a field and a time, such as Done 3 months, or two fields")
      }
    case .unique, .allowed, .prohibit, .size, .confidential, .constraint: return
    case nil: fail("unknown keyword %\(statement.keyword)")
    }
  }
}

// What a statement says of fields.
extension EntityParser {
  private mutating func fail(_ message: String) {
    mistakes.append(ModelMistake(line: line, message: message))
  }

  /// Takes note of a field where it is first named; until a type follows it is a string.
  private mutating func declare(_ name: String) {
    guard lines[name] == nil else { return }
    lines[name] = line
    names.append(name)
    attributes[name] = Attribute(name: name, type: .string)
  }

  private mutating func declaredFields() -> [String] {
    if words.isEmpty { fail("%\(statement.keyword) names no field") }
    for name in words { declare(name) }
    return words
  }

  private mutating func declaredField() -> String? {
    let names = declaredFields()
    if names.count > 1 { fail("%\(statement.keyword) names one field") }
    return names.first
  }

  private mutating func readKey() {
    guard words != ["Id"] else { return }
    for name in declaredFields() {
      required.insert(name)
      attributes[name]?.isUnique = true
    }
  }

  private mutating func readType() {
    let (fields, rest) = statement.fieldAndRest
    let typeWords = rest.words
    for name in fields.split(separator: ",").map(String.init) {
      guard name != "Id" else { continue }
      declare(name)
      if typeWords.first == "rec" {
        setRelationship(
          Relationship(name: name, destination: typeWords.dropFirst().first ?? "", isToMany: false))
        continue
      }
      guard var attribute = attributes[name], let type = RecutilsType(rest) else {
        fail("\(rest.quotedStart) is not a type of recutils for a field")
        continue
      }
      type.apply(to: &attribute)
      attributes[name] = attribute
    }
  }

  private mutating func readAttribute() {
    guard words.count >= 2 else { return fail("%attribute names a field and its type") }
    declare(words[0])
    guard let type = AttributeType(rawValue: words[1]) else {
      let types = AttributeType.allCases.map(\.rawValue).joined(separator: ", ")
      return fail("no type is called \(words[1]); the types are \(types)")
    }
    attributes[words[0]]?.type = type
    for word in words.dropFirst(2) {
      switch word {
      case "multiple": attributes[words[0]]?.isMultiple = true
      case "labeled": attributes[words[0]]?.isLabeled = true
      default: fail("unknown word \(word); an attribute can be multiple and labeled")
      }
    }
  }

  private mutating func readChoices() {
    let (name, rest) = statement.fieldAndRest
    declare(name)
    let choices = rest.split(separator: "|").map { $0.trimmingBlanks() }
    if choices.isEmpty { fail("%choices names a field and its values, with | between them") }
    if Set(choices).count < choices.count { fail("a choice of \(name) is repeated") }
    if attributes[name]?.type == .string { attributes[name]?.type = .choice }
    attributes[name]?.choices = choices
  }

  private mutating func readLength() {
    let numbers = words.dropFirst().compactMap { Int($0) }
    guard numbers.count == 2, words.count == 3, 0 <= numbers[0],
      numbers[0] <= numbers[1]
    else { return fail("%length names a field, its least and its greatest length") }
    declare(words[0])
    attributes[words[0]]?.lengths = numbers[0]...numbers[1]
  }

  private mutating func readNote() {
    let (name, rest) = statement.fieldAndRest
    declare(name)
    if keyword == .default {
      attributes[name]?.defaultText = rest
    } else {
      attributes[name]?.documentation = rest
    }
  }

  private mutating func readWords(into words: WritableKeyPath<Self, [String: String]>) {
    let (name, rest) = statement.fieldAndRest
    self[keyPath: words][name] = rest
  }

  private mutating func readStyle() {
    let (name, rest) = statement.fieldAndRest
    let word = rest.hasPrefix("=") ? String(rest.dropFirst()).trimmingBlanks() : rest
    guard let style = ValueStyle(rawValue: word) else {
      let styles = ValueStyle.allCases.map(\.rawValue).joined(separator: ", ")
      return fail(
        "%show names a field and how it looks, as in Rating = stars; the styles are \(styles)")
    }
    looks[name, default: (nil, [])].style = style
  }

  private mutating func readColors() {
    let (name, rest) = statement.fieldAndRest
    if rest.isEmpty { fail("%color names no value of \(name)") }
    for part in rest.split(separator: "|") {
      // The value may have a sign of equality itself.
      guard let sign = part.lastIndex(of: "="),
        let role = ValueRole(rawValue: String(part[part.index(after: sign)...]).trimmingBlanks())
      else {
        let roles = ValueRole.allCases.map(\.rawValue).joined(separator: ", ")
        return fail(
          "%color names a field and its values, as in Kind soup = good; the roles are \(roles)")
      }
      let value = part[..<sign].trimmingBlanks()
      if looks[name]?.colors.contains(where: { $0.value == value }) == true {
        fail("\(value) of \(name) has two colors")
      }
      looks[name, default: (nil, [])].colors.append(ValueColor(value, role))
    }
  }

  private mutating func readSort() -> String? {
    let names = statement.value.split { $0.isWhitespace || $0 == "," }.map(String.init)
    if names.isEmpty { fail("%sort names no field") }
    return names.isEmpty ? nil : names.joined(separator: " ")
  }

  private mutating func readInferred() {
    if words.isEmpty { entity.isInferred = true }
    for name in words {
      declare(name)
      attributes[name]?.isInferred = true
    }
  }
}

extension EntityParser {
  private mutating func readRenamed() {
    guard words.count >= 2 else { return fail("%renamed names a field and its former name") }
    declare(words[0])
    formerNames[words[0], default: []] += words.dropFirst()
  }

  private mutating func setRelationship(_ relationship: Relationship) {
    relationships[relationship.name] = relationship
  }

  private mutating func readRelationship() {
    guard words.count >= 3, ["to-one", "to-many"].contains(words[1]) else {
      return fail("%relationship names a field, to-one or to-many, and a collection")
    }
    declare(words[0])
    var relationship = Relationship(
      name: words[0], destination: words[2], isToMany: words[1] == "to-many")
    for word in words.dropFirst(3) { read(word, into: &relationship) }
    setRelationship(relationship)
  }

  private mutating func read(_ option: String, into relationship: inout Relationship) {
    let parts = option.split(separator: "=", maxSplits: 1).map(String.init)
    switch (parts[0], parts.count > 1 ? parts[1] : nil) {
    case ("ordered", nil): relationship.isOrdered = true
    case ("required", nil): relationship.isRequired = true
    case ("inverse", let name?): relationship.inverse = name
    case ("delete", let rule?):
      guard let rule = Relationship.DeleteRule(rawValue: rule) else {
        return fail("delete= takes nullify, cascade, deny or none")
      }
      relationship.deleteRule = rule
    case ("export", let rule?):
      guard let rule = Relationship.ExportRule(rawValue: rule) else {
        return fail("export= takes follow, reference or skip")
      }
      relationship.exportRule = rule
    default:
      fail("unknown option \(option) of a relationship")
    }
  }
}
