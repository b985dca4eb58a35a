internal import CairnScreens
public import CairnStore

extension FormField {
  /// Creates the form field for an attribute.
  ///
  /// `unfit` is a text that the record's file has for the field and that is no value of its type.
  init(_ attribute: Attribute, value: String, unfit: String? = nil) {
    let kind: Kind =
      switch attribute.type {
      case _ where attribute.isList && ![.tags, .file].contains(attribute.type): .text
      case .text: .multiline
      case .integer, .decimal, .double: .number
      case .date, .datetime, .localtime: .date
      case .boolean: .boolean
      // Inferred choices are only suggestions.
      case .choice where !attribute.choices.isEmpty && !attribute.isInferred:
        .choice(attribute.choices)
      case .tags: .tags
      case .file: .path
      case .data: .content
      default: .text
      }
    self.init(
      attribute.name, label: attribute.caption, kind: kind, value: value,
      isRequired: attribute.isRequired,
      hint: KeyWords(
        unfit.map { "the file has \"\($0)\", which is not \(attribute.expectation)" }
          ?? attribute.documentation ?? Self.hint(attribute)))
  }

  /// A description of valid input; empty if any text is valid.
  private static func hint(_ attribute: Attribute) -> String {
    switch attribute.type {
    case .string, .text: ""
    case .tags: "words, separated by commas"
    case .data: "the path of a file; its content is stored"
    case .file: "the path of a file; a copy is stored"
    case .choice where attribute.isInferred && !attribute.choices.isEmpty:
      attribute.expectation + ", or a new word"
    default: attribute.expectation
    }
  }

  /// Creates the form field for picking a link's targets.
  init(_ link: Relationship, value: String, in model: ObjectModel) {
    let entity = model[link.destination]
    let plural = entity?.caption ?? link.destination
    let canMake = entity.map(NewRecord.canBeMade) == true
    let records = link.isToMany ? plural : entity?.oneInWords ?? link.destination
    self.init(
      link.name, label: link.caption,
      kind: link.isToMany ? .links(isOrdered: link.isOrdered) : .link, value: value,
      isRequired: link.isRequired,
      hint: "\(records); type to search\(canMake ? ", or to add a new one" : "")")
  }
}

extension Entity {
  /// One record of the collection, in words: "an author".
  public var oneInWords: String {
    let word = name.lowercased()
    return (word.first.map("aeiou".contains) == true ? "an " : "a ") + word
  }
}

extension AttributeType {
  /// The type's name on screens.
  package var title: String {
    switch self {
    case .string: "text"
    case .text: "long text"
    case .integer: "whole number"
    case .decimal: "exact number"
    case .double: "number"
    case .boolean: "yes or no"
    case .date: "date"
    case .datetime: "date and time"
    case .localtime: "local time"
    case .choice: "choice"
    case .uuid: "UUID"
    case .url: "web address"
    case .email: "e-mail"
    case .phone: "phone"
    case .file: "file"
    case .data: "binary"
    case .tags: "tags"
    }
  }
}
