internal import CairnStore

/// The mapping between properties of vCards and fields.
///
/// A property that is not listed becomes a field with its own name: `X-SKYPE` goes into `X_SKYPE`.
struct CardField {
  /// The form of a property's value.
  enum Form {
    /// Text; a repeated property has several.
    case text
    /// Texts separated by commas.
    case list
    /// Parts separated by semicolons, with a field for each.
    case parts
    /// Parts separated by semicolons, in one field.
    case address
    /// A day or a moment, in either spelling of ISO 8601.
    case time
    /// A text of any kind, which version 4 writes as a URI.
    case number
    /// Bytes in base64, or an address.
    case image
  }

  let property: String
  let form: Form
  /// The fields; several for a value of several parts.
  let attributes: [Attribute]

  /// Returns the property whose value, or part of it, is in the field called `name`.
  static func holding(_ name: String) -> CardField? {
    all.first { field in field.attributes.contains { $0.name == name } }
  }

  /// Whether a card may have several of each of the property's parts.
  var isRepeated: Bool { property == "ORG" }

  /// The properties of several parts.
  static var compounds: [CardField] { all.filter { $0.form == .parts } }

  /// Returns the mapping of a property; `nil` if it is not listed.
  static func of(_ property: String) -> CardField? { byProperty[property] }

  /// The field of a card's name, and its property.
  static let name = "Name"
  static let nameProperty = "FN"
  /// The field, and the property, that identifies a card.
  static let identifier = "UID"

  /// Returns the collection for contacts.
  ///
  /// - Parameter names: Unlisted fields with labeled values.
  /// - Returns: The collection, with the listed fields.
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

  /// All listed properties, in the order in which people read them.
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
      CardField(property: "UID", form: .text, attributes: [field(identifier)]),
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

// Standard properties that have fields of the same name, and the forms of their values.

extension CardField {
  /// Returns whether a property goes into a field of the same name.
  static func keepsName(_ property: String) -> Bool {
    if standardNames[property] != nil || [ownProperty, labelProperty].contains(property) {
      return false
    }
    return property.hasPrefix("X-") || others.contains(property) || newer[property] != nil
  }

  /// The property for a field without a property of its own.
  static let ownProperty = "X-CAIRN"

  /// The property with the label for the other properties of its group.
  static let labelProperty = "X-ABLABEL"

  /// The property for the card of an agent, which version 2.1 nests within the card.
  static let agent = "AGENT"

  /// Other properties of version 3 and earlier.
  private static let others: Set<String> = [
    agent, "CLASS", "GEO", "MAILER", "PRODID", "PROFILE", "SORT-STRING", "SOURCE", "TZ",
  ]

  /// Returns whether the types of a property's value are its label.
  static func takesTypes(_ property: String) -> Bool {
    of(property)?.attributes[0].isLabeled ?? true
  }

  /// Returns whether the parts of a property may be lists.
  static func hasLists(_ property: String) -> Bool {
    guard let field = of(property) else { return false }
    return field.form == .address || field.form == .parts && !field.isRepeated
  }

  /// Returns the property of a picture for the field with the picture's address.
  static func image(addressedBy name: String) -> CardField? {
    guard name.hasSuffix(addressSuffix) else { return nil }
    return holding(String(name.dropLast(addressSuffix.count))).flatMap {
      $0.form == .image ? $0 : nil
    }
  }

  /// The suffix of an address field's name, after the name of the picture's field.
  static let addressSuffix = "URL"

  /// Returns a name for a card without one.
  ///
  /// - Parameter part: Returns the text of a field.
  /// - Returns: The name made of its parts, else the organization's name; `nil` without either.
  static func fullName(_ part: (String) -> String?) -> String? {
    let names = ["NamePrefix", "GivenName", "AdditionalNames", "FamilyName", "NameSuffix"]
      .compactMap(part).filter { !$0.isEmpty }
    if !names.isEmpty { return names.joined(separator: " ") }
    return part("Organization").flatMap { $0.isEmpty ? nil : $0 }
  }
}

// MARK: - Version 4

extension CardField {
  /// The names in version 3 for properties that exist only in version 4: as in the address books of
  /// Apple and Nextcloud, else with `X-` before the name.
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

  /// Returns the name of a property in version 4, even for its name in version 3.
  static func standardName(of property: String) -> String { standardNames[property] ?? property }

  /// Returns the name of a property in a card of version 3.
  static func writtenName(of property: String) -> String { newer[property] ?? property }
}

extension ContentLine {
  /// The property under its name in version 4.
  ///
  /// A property of version 4 has its own name, even if a card of version 3 uses another.
  var standard: ContentLine {
    var line = self
    line.name = CardField.standardName(of: name)
    line.isRenamed = line.name != name
    return line
  }
}

// MARK: - Values

extension CardField {
  /// Properties with parts separated by semicolons that are kept together in one field.
  private static let structured: Set<String> = ["CLIENTPIDMAP", "GENDER", "GEO"]

  /// Properties whose values are, or may be, URIs.
  private static let addresses: Set<String> = [
    "CALADRURI", "CALURI", "CONTACT-URI", "FBURL", "IMPP", "KEY", "LOGO", "MEMBER",
    "ORG-DIRECTORY", "PHOTO", "RELATED", "SOCIALPROFILE", "SOUND", "SOURCE", "UID", "URL",
  ]

  /// Kinds of values that need no mark, because the property's own form shows them.
  private static let plainKinds: Set<String> = [
    "BINARY", "DATE", "DATE-AND-OR-TIME", "DATE-TIME", "INLINE", "LANGUAGE-TAG", "PHONE-NUMBER",
    "TEXT", "TIMESTAMP", "URI", "URL",
  ]

  /// Kinds of values that are never text.
  static let exactKinds: Set<String> = ["BOOLEAN", "FLOAT", "INTEGER"]

  /// Returns whether a kind of value is unusual for a property.
  static func isOddKind(_ kind: String, of property: String) -> Bool {
    if kind.isEmpty || exactKinds.contains(kind) { return false }
    if of(property)?.form == .time { return kind == "TEXT" || !plainKinds.contains(kind) }
    let isKnown =
      of(property) != nil || structured.contains(property) || addresses.contains(property)
    return !isKnown || !plainKinds.contains(kind)
  }

  /// Returns the field's text for a property's value.
  static func text(of value: String, of property: String) -> String {
    guard structured.contains(property) else { return CardText.unescaped(value) }
    let text = CardText.unescapedParts(value)
    if property == "GEO", let place = place(of: text) { return place }
    return text
  }

  /// Returns a position such as `geo:1.5,2.5` of version 4 in the form of version 3: `1.5;2.5`.
  private static func place(of text: String) -> String? {
    guard text.lowercased().hasPrefix("geo:") else { return nil }
    let parts = text.dropFirst(4).split(separator: ",", omittingEmptySubsequences: false)
    let areNumbers = parts.allSatisfy { part in
      !part.isEmpty
        && part.utf8.allSatisfy { Byte.isDigit($0) || $0 == Byte.point || $0 == Byte.minus }
    }
    return parts.count == 2 && areNumbers ? parts.joined(separator: ";") : nil
  }

  /// Returns the value of a property whose field has `text`.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - property: The property's name.
  ///   - isURI: Whether the card declares the value to be a URI.
  /// - Returns: The value, with special characters escaped.
  static func value(of text: String, of property: String, isURI: Bool = false) -> String {
    if structured.contains(property) { return CardText.escapedParts(text) }
    let isRaw = isURI || Self.isURI(text, needsSlashes: !addresses.contains(property))
    return isRaw ? CardText.escapedURI(text) : CardText.escaped(text)
  }

  /// Returns whether text is a scheme followed by characters without blanks.
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
