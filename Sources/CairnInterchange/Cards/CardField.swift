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
