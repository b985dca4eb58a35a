internal import CairnStore

/// Which field a property of a vCard goes into, and comes from.
///
/// Properties that are not listed are fields of their own, called as they are: `X-SKYPE` goes into
/// `X_SKYPE`.
struct CardField {
  /// What a property's value is made of.
  enum Form {
    /// Text, of which a repeated property has several.
    case text
    /// Texts between commas.
    case list
    /// Parts between semicolons, a field for each.
    case parts
    /// Parts between semicolons, in one field.
    case address
    /// A day or a moment, in either spelling of ISO 8601.
    case time
    /// A text of any kind, written as a URI by version 4.
    case number
    /// Bytes in base64, or where they are to be found.
    case image
  }

  /// The property's name.
  let property: String
  let form: Form
  /// The fields; several for a value of several parts.
  let attributes: [Attribute]

  /// The property that the field called `name` is, or is a part of.
  static func holding(_ name: String) -> CardField? {
    all.first { field in field.attributes.contains { $0.name == name } }
  }

  /// Whether a card may have the property's parts several times.
  var isRepeated: Bool { property == "ORG" }

  /// The properties of several parts.
  static var compounds: [CardField] { all.filter { $0.form == .parts } }

  /// The field of a property, `nil` for one that is not listed.
  static func of(_ property: String) -> CardField? { byProperty[property] }

  /// The field of a card's name, and its property.
  static let name = "Name"
  static let nameProperty = "FN"

  /// What vCards say of the fields of a person.
  ///
  /// - Parameter names: Fields that are not listed and have values with labels.
  /// - Returns: The collection that contacts are of.
  static func definition(labeled names: Set<String>) -> Entity {
    let others =
      names.sorted().map { labeled($0, .string) }
      + [field(CardParameters.field, isMultiple: true)]
    var entity = Entity(
      name: "Contact",
      properties: (all.flatMap(\.attributes) + others).map(Property.attribute))
    entity.title = name
    entity.isInferred = true
    return entity
  }

  /// In the order in which people read them.
  private static let all: [CardField] =
    [
      CardField(property: nameProperty, form: .text, attributes: [field(name)]),
      CardField(
        property: "N", form: .parts,
        attributes: ["FamilyName", "GivenName", "AdditionalNames", "NamePrefix", "NameSuffix"]
          .map { field($0) }),
      CardField(
        property: "NICKNAME", form: .list, attributes: [field("Nickname", isMultiple: true)]),
      CardField(
        property: "ORG", form: .parts, attributes: [field("Organization"), field("Department")]),
      CardField(property: "TITLE", form: .text, attributes: [field("JobTitle")]),
      CardField(property: "ROLE", form: .text, attributes: [field("Role")]),
      CardField(property: "TEL", form: .number, attributes: [labeled("Phone", .phone)]),
      CardField(property: "EMAIL", form: .number, attributes: [labeled("Email", .email)]),
      CardField(property: "ADR", form: .address, attributes: [labeled("Address", .string)]),
      CardField(property: "URL", form: .text, attributes: [labeled("URL", .url)]),
      CardField(property: "BDAY", form: .time, attributes: [field("Birthday", .date)]),
      CardField(property: "ANNIVERSARY", form: .time, attributes: [field("Anniversary", .date)]),
      CardField(property: "CATEGORIES", form: .list, attributes: [field("Categories", .tags)]),
      CardField(property: "NOTE", form: .text, attributes: [field("Note", .text)]),
      CardField(property: "PHOTO", form: .image, attributes: [field("Photo", .data)]),
      CardField(property: "LOGO", form: .image, attributes: [field("Logo", .data)]),
      CardField(property: "SOUND", form: .image, attributes: [field("Sound", .data)]),
      CardField(property: "KEY", form: .image, attributes: [field("Key", .data)]),
      CardField(property: "UID", form: .text, attributes: [field("UID")]),
      CardField(property: "REV", form: .time, attributes: [field("Revision", .datetime)]),
    ]
    + ["RELATED", "IMPP", "LABEL", "LANG", "FBURL", "CALURI", "CALADRURI"].map {
      CardField(property: $0, form: .text, attributes: [labeled($0, .string)])
    }

  private static let byProperty = Dictionary(uniqueKeysWithValues: all.map { ($0.property, $0) })

  private static func field(
    _ name: String, _ type: AttributeType = .string, isMultiple: Bool = false
  ) -> Attribute {
    var attribute = Attribute(name: name, type: type)
    attribute.isMultiple = isMultiple
    attribute.isInferred = true
    return attribute
  }

  private static func labeled(_ name: String, _ type: AttributeType) -> Attribute {
    var attribute = field(name, type, isMultiple: true)
    attribute.isLabeled = true
    return attribute
  }
}

// What the standards say of properties that are fields called like them, and of their values.

extension CardField {
  /// Whether a property goes into a field that is called like it.
  static func keepsName(_ property: String) -> Bool {
    if standardNames[property] != nil || [ownProperty, labelProperty].contains(property) {
      return false
    }
    return property.hasPrefix("X-") || others.contains(property) || newer[property] != nil
  }

  /// The property of a field that no property is for.
  static let ownProperty = "X-CAIRN"

  /// The property with the label of its group's others.
  static let labelProperty = "X-ABLABEL"

  /// The card of somebody's agent, which version 2.1 puts within the card as it is.
  static let agent = "AGENT"

  /// The other properties of version 3 and before.
  private static let others: Set<String> = [
    agent, "CLASS", "GEO", "MAILER", "PRODID", "PROFILE", "SORT-STRING", "SOURCE", "TZ",
  ]

  /// Whether the types of a property's value are its label.
  static func takesTypes(_ property: String) -> Bool {
    of(property)?.attributes[0].isLabeled ?? true
  }

  /// The property with the address of a picture whose field for bytes has the name before `URL`.
  static func image(addressedBy name: String) -> CardField? {
    guard name.hasSuffix(addressSuffix) else { return nil }
    return holding(String(name.dropLast(addressSuffix.count))).flatMap {
      $0.form == .image ? $0 : nil
    }
  }

  /// What follows the name of a picture's field in that of its address.
  static let addressSuffix = "URL"

  /// The name of a card that has none.
  ///
  /// - Parameter part: The text of a field.
  /// - Returns: The name that its parts make, or else the organization's; `nil` without either.
  static func fullName(_ part: (String) -> String?) -> String? {
    let names = ["NamePrefix", "GivenName", "AdditionalNames", "FamilyName", "NameSuffix"]
      .compactMap(part).filter { !$0.isEmpty }
    if !names.isEmpty { return names.joined(separator: " ") }
    return part("Organization").flatMap { $0.isEmpty ? nil : $0 }
  }
}

// MARK: - Version 4

extension CardField {
  /// What the properties that version 4 alone has are called in a card of version 3: as Apple's and
  /// Nextcloud's address books call them, else with `X-` before the name.
  private static let newer: [String: String] = {
    let names = [
      "ANNIVERSARY", "BIRTHPLACE", "CLIENTPIDMAP", "CONTACT-URI", "CREATED", "DEATHDATE",
      "DEATHPLACE", "EXPERTISE", "GENDER", "GRAMGENDER", "HOBBY", "INTEREST", "LANG", "LANGUAGE",
      "ORG-DIRECTORY", "PRONOUNS", "RELATED", "SOCIALPROFILE", "XML",
    ]
    let apple = ["KIND", "MEMBER"].map { ($0, "X-ADDRESSBOOKSERVER-\($0)") }
    return Dictionary(uniqueKeysWithValues: names.map { ($0, "X-\($0)") } + apple)
  }()

  private static let standardNames = Dictionary(
    uniqueKeysWithValues: newer.map { ($0.value, $0.key) })

  /// The name that version 4 has for a property, be it called by one of version 3.
  static func standardName(of property: String) -> String { standardNames[property] ?? property }

  /// The name that a card of version 3 has for a property.
  static func writtenName(of property: String) -> String { newer[property] ?? property }
}

// MARK: - Values

extension CardField {
  /// Properties whose parts between semicolons stay in one field as they are.
  private static let structured: Set<String> = ["CLIENTPIDMAP", "GENDER", "GEO"]

  /// Properties whose values are URIs, or may be.
  private static let addresses: Set<String> = [
    "CALADRURI", "CALURI", "CONTACT-URI", "FBURL", "IMPP", "KEY", "LOGO", "MEMBER",
    "ORG-DIRECTORY", "PHOTO", "RELATED", "SOCIALPROFILE", "SOUND", "SOURCE", "UID", "URL",
  ]

  /// Kinds of values that a property's own form tells.
  private static let plainKinds: Set<String> = [
    "BINARY", "DATE", "DATE-AND-OR-TIME", "DATE-TIME", "INLINE", "LANGUAGE-TAG", "PHONE-NUMBER",
    "TEXT", "TIMESTAMP", "URI", "URL",
  ]

  /// Kinds of values that no text is.
  static let exactKinds: Set<String> = ["BOOLEAN", "FLOAT", "INTEGER"]

  /// Whether a value of a kind is not what a property's is as a rule.
  static func isOddKind(_ kind: String, of property: String) -> Bool {
    if kind.isEmpty || exactKinds.contains(kind) { return false }
    if of(property)?.form == .time { return kind == "TEXT" || !plainKinds.contains(kind) }
    let isKnown =
      of(property) != nil || structured.contains(property) || addresses.contains(property)
    return !isKnown || !plainKinds.contains(kind)
  }

  /// The text that a property's value is in a field.
  static func text(of value: String, of property: String) -> String {
    guard structured.contains(property) else { return CardText.unescaped(value) }
    let text = CardText.unescapedParts(value)
    if property == "GEO", let place = place(of: text) { return place }
    return text
  }

  /// What version 4 writes as `geo:1.5,2.5`, as version 3 has it: `1.5;2.5`.
  private static func place(of text: String) -> String? {
    guard text.lowercased().hasPrefix("geo:") else { return nil }
    let parts = text.dropFirst(4).split(separator: ",", omittingEmptySubsequences: false)
    let areNumbers = parts.allSatisfy { part in
      !part.isEmpty
        && part.utf8.allSatisfy { Byte.isDigit($0) || $0 == Byte.point || $0 == Byte.minus }
    }
    return parts.count == 2 && areNumbers ? parts.joined(separator: ";") : nil
  }

  /// The value of a property that has `text` in its field.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - property: The property's name.
  ///   - isURI: Whether the card says so.
  /// - Returns: The value, with an escape wherever it would mean something else.
  static func value(of text: String, of property: String, isURI: Bool = false) -> String {
    if structured.contains(property) { return CardText.escapedParts(text) }
    let isRaw = isURI || Self.isURI(text, needsSlashes: !addresses.contains(property))
    return isRaw ? CardText.escapedURI(text) : CardText.escaped(text)
  }

  /// Whether text is a scheme and something without blanks after it.
  static func isURI(_ text: String, needsSlashes: Bool = false) -> Bool {
    guard let colon = text.utf8.firstIndex(of: Byte.colon),
      let first = text.utf8.first, Byte.isLetter(first)
    else { return false }
    let rest = text.utf8[text.utf8.index(after: colon)...]
    return !rest.isEmpty && rest.allSatisfy { $0 > Byte.space }
      && (!needsSlashes || rest.starts(with: "//".utf8))
      && text.utf8[..<colon].allSatisfy {
        Byte.isLetter($0) || Byte.isDigit($0) || [Byte.plus, Byte.minus, Byte.point].contains($0)
      }
  }
}
