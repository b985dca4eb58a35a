/// Finds all mistakes in the entities of a model.
struct ModelCheck {
  private(set) var mistakes: [ModelMistake] = []

  private let entities: [Entity]
  private let place: Place
  private var index = 0
  private var entity = Entity(name: "")
  /// The entities by their earlier words.
  private var earlierOwners: [String: String] = [:]

  /// Returns the file and line of a statement of the entity at an index.
  ///
  /// A field is named by its name, a statement by its keyword with `%` and by its field, if any;
  /// `nil` means the entity itself.
  typealias Place = (_ index: Int, _ statement: String?) -> (file: String?, line: Int)

  init(_ entities: [Entity], place: @escaping Place = { _, _ in (nil, 0) }) {
    self.entities = entities
    self.place = place
    var names: Set<String> = []
    for (index, entity) in entities.enumerated() {
      (self.index, self.entity) = (index, entity)
      checkName(&names)
      checkEarlierNames()
      checkFieldNames()
      checkNamedFields()
      checkFormerNames()
      checkLabels()
      for attribute in entity.attributes { check(attribute) }
      for relationship in entity.relationships { check(relationship) }
    }
  }

  private mutating func report(_ statement: String?, _ message: String) {
    let (file, line) = place(index, statement)
    mistakes.append(ModelMistake(file: file, line: line, message: message))
  }

  // MARK: - Names

  /// The longest name of an entity, in bytes: file systems limit the names of folders to this
  /// length.
  private static let longestName = 255

  private mutating func checkName(_ names: inout Set<String>) {
    if !Name.isValid(entity.name) {
      report(nil, "\(entity.name) is not a name; a name is a letter, then letters, digits and _")
    } else if entity.name.utf8.count > Self.longestName {
      report(
        nil,
        "\(entity.name.prefix(20))… is too long for a name: at most \(Self.longestName) letters")
    } else if !Name.isValidPlural(entity.plural) {
      report(
        "%plural",
        "\(entity.plural) is not a plural; a plural is a letter, then letters, digits, - and _")
    }
    let own = entity.words
    if let taken = own.sorted().first(where: names.contains) {
      report(nil, "a collection is already called \(taken)")
    }
    names.formUnion(own)
  }

  private mutating func checkEarlierNames() {
    for (index, name) in entity.earlierNames.enumerated() {
      let word = name.lowercased()
      if !Name.isValidPlural(name) {
        report(
          "%formerly", "\(name) is not a name; a name is a letter, then letters, digits, - and _")
      } else if entity.name == name || entity.earlierNames[..<index].contains(name) {
        report("%formerly", "\(entity.name) already has the name \(name)")
      } else if let other = entities.first(where: { $0 != entity && $0.words.contains(word) }) {
        report(
          "%formerly",
          "\(name) is the former name of \(entity.name), so \(other.name) can't have it")
      } else if let other = earlierOwners[word], other != entity.name {
        report("%formerly", "\(other) was also called \(name)")
      }
    }
    for word in entity.earlierWords where earlierOwners[word] == nil {
      earlierOwners[word] = entity.name
    }
  }

  private mutating func checkFieldNames() {
    var names: Set<String> = []
    for property in entity.properties {
      if !Name.isValid(property.name) {
        report(
          property.name,
          "\(property.name) is not a name; a name is a letter, then letters, digits and _")
      } else if property.name == "Id" {
        report(property.name, "Id is a field of the store itself")
      }
      if !names.insert(property.name).inserted {
        report(property.name, "\(entity.name) already has a field called \(property.name)")
      }
    }
  }

  /// Checks the fields that statements about the whole entity name.
  private mutating func checkNamedFields() {
    for (keyword, name) in [("%title", entity.title), ("%handle", entity.handle)] {
      guard let name else { continue }
      switch entity[name] {
      case nil: report(keyword, "\(entity.name) has no field called \(name)")
      case .relationship?:
        report(keyword, "\(name) is a relationship; \(keyword) takes an attribute")
      case .attribute(let attribute)?:
        if attribute.isList { report(keyword, "\(name) has several values, and \(keyword) one") }
      }
    }
    for name in entity.columns { checkPath(name, "%columns") }
    if let due = entity.due, entity.attribute(due)?.isSingleDate != true {
      report("%due", "\(due) is not a date of \(entity.name)")
    }
    if let problem = entity.repetition.flatMap(entity.problem) { report("%repeat", problem) }
    guard let sort = entity.sort else { return }
    do throws(FilterError) {
      for descriptor in try RecordSort.parse(sort) {
        checkPath(descriptor.field.description, "%sort")
      }
    } catch {
      report("%sort", "\(sort) is not a sort order: \(error)")
    }
  }

  private mutating func checkLabels() {
    if let label = entity.label, !Caption.isValid(label) {
      report("%caption", "a caption is one line of text")
    }
    for property in entity.properties {
      if let label = property.label, !Caption.isValid(label) {
        report("%label \(property.name)", "the label of \(property.name) is one line of text")
      }
    }
    for attribute in entity.attributes {
      guard let unit = attribute.unit else { continue }
      if !attribute.type.isNumber || attribute.isList {
        report(
          "%unit \(attribute.name)",
          "a unit is for a number, and \(attribute.name) is \(attribute.type)")
      } else if !NumberUnit.isValid(unit) {
        report(
          "%unit \(attribute.name)", "\(unit) is not a unit; a unit is one word without digits")
      }
    }
  }

  private mutating func checkFormerNames() {
    var names: Set<String> = []
    for (name, former) in entity.formerNames.sorted(by: { $0.key < $1.key }) {
      for old in former {
        if entity[old] != nil {
          report(
            "%renamed \(name)",
            "\(old) is the former name of \(name), and records may still have it; choose another name"
          )
        } else if !names.insert(old).inserted {
          report("%renamed \(name)", "two fields of \(entity.name) were called \(old)")
        }
      }
    }
  }

  /// Checks a field, a path over links to one, or a calculation.
  private mutating func checkPath(_ path: String, _ keyword: String) {
    let fields = Formula(path)?.fields ?? []
    let names = fields.isEmpty ? [String(path.prefix { $0 != "." })] : fields.map(\.names[0])
    for name in names.map({ FieldPath.parts(of: $0).name })
    where entity.property(matching: name) == nil && RecordMoment(rawValue: name) == nil {
      report(keyword, "\(entity.name) has no field called \(name)")
    }
  }

  // MARK: - Attributes

  private mutating func check(_ attribute: Attribute) {
    let name = attribute.name
    if attribute.isLabeled, !attribute.isMultiple {
      report(name, "\(name) has labels but not several values; it needs multiple")
    }
    if attribute.range != nil, attribute.type != .integer {
      report("%type \(name)", "a range is for whole numbers, and \(name) is \(attribute.type)")
    }
    if !attribute.choices.isEmpty, attribute.type != .choice {
      report("%choices \(name)", "choices are for a choice, and \(name) is \(attribute.type)")
    }
    checkChoices(attribute)
    if let pattern = attribute.pattern {
      if !attribute.type.isTextual {
        report("%type \(name)", "a pattern is for text, and \(name) is \(attribute.type)")
      } else {
        checkPattern(pattern, of: name)
      }
    }
    if attribute.style == .stars, attribute.starCount == nil {
      report(
        "%show \(name)",
        "stars need a whole number whose range ends between 1 and 10; \(name) has none")
    }
    for color in attribute.colors {
      guard let value = attribute.element(fromText: color.value), attribute.accepts(value) else {
        report("%color \(name)", "\(name) needs \(attribute.expectation), not \"\(color.value)\"")
        continue
      }
      if let text = value.storedTexts.first, text != color.value {
        report("%color \(name)", "write \"\(text)\", as records have it, not \"\(color.value)\"")
      }
    }
    if attribute.lengths != nil, !attribute.type.isTextual {
      report("%length \(name)", "a length is for text, and \(name) is \(attribute.type)")
    }
    if let text = attribute.defaultText, attribute.defaultValue == nil, !attribute.isWord(text) {
      report("%default \(name)", "\(name) needs \(attribute.expectation), not \"\(text)\"")
    }
  }

  /// Choices that the model's text can't express are refused, since the text would read
  /// differently.
  private mutating func checkChoices(_ attribute: Attribute) {
    let keyword = "%choices \(attribute.name)"
    var known: Set<String> = []
    for word in attribute.choices {
      if !Attribute.canChoose(word) {
        report(
          keyword,
          "\(word.debugDescription) is not a choice: it is empty, or has spaces at its ends, a | "
            + "or a line end")
      } else if !known.insert(word).inserted {
        report(keyword, "\(word) is repeated among the choices of \(attribute.name)")
      }
    }
  }

  private mutating func checkPattern(_ pattern: String, of name: String) {
    do throws(PatternError) {
      _ = try TextPattern(pattern)
    } catch {
      report("%type \(name)", "\(pattern) is not a regular expression: \(error.reason)")
    }
  }

  // MARK: - Relationships

  private mutating func check(_ relationship: Relationship) {
    let name = relationship.name
    if relationship.isOrdered, !relationship.isToMany {
      report(name, "\(name) leads to one record, which has no order")
    }
    guard let destination = entities.first(where: { $0.name == relationship.destination }) else {
      report(name, "no collection is called \(relationship.destination)")
      return
    }
    guard let inverse = relationship.inverse else { return }
    guard let other = destination.relationship(inverse) else {
      report(name, "\(destination.name) has no relationship called \(inverse)")
      return
    }
    if other.destination != entity.name {
      report(name, "\(destination.name).\(inverse) does not lead to \(entity.name)")
    } else if destination.name == entity.name, inverse == name {
      report(name, "\(name) cannot be its own inverse")
    } else if let back = other.inverse, back != name {
      report(name, "the inverse of \(destination.name).\(inverse) is \(back)")
    } else if let rival = rival(of: relationship) {
      report(name, "\(destination.name).\(inverse) is already the inverse of \(rival)")
    }
  }

  /// Returns an earlier relationship that claims the same inverse.
  private func rival(of relationship: Relationship) -> String? {
    for other in entity.relationships {
      if other.name == relationship.name { return nil }
      if other.destination == relationship.destination, other.inverse == relationship.inverse {
        return other.name
      }
    }
    return nil
  }
}

extension Attribute {
  /// Whether `text` is a word for a time that a form reads when it opens, such as `today`.
  func isWord(_ text: String) -> Bool {
    type.isTime && TimeSpan(text, at: WallClock(now: Timestamp(microseconds: 0))) != nil
  }
}
