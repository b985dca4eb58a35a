internal import CairnInterchange
internal import CairnRecords
internal import CairnStore

/// The fields of a new collection in one line: `Title, Author, Started date`.
///
/// A field is a name and its type, or the words of a choice with `|` between them. A field without
/// a type has a single line of text. The first field is the title.
struct NewFields {
  /// The field that a collection has if a person names none.
  static let usual = Attribute.usualTitle.name

  /// The types that most fields need, by the words of models.
  static let typeWords = "date, integer, decimal, boolean, text, tags, url, file, todo|done"

  private(set) var attributes: [Attribute] = []

  /// Reads a line.
  ///
  /// - Throws: ``AppError/usage(_:)`` that names the unknown word and the nearest type.
  init(_ line: String) throws(AppError) {
    for part in line.split(separator: ",") {
      let field = String(part).trimmingBlanks()
      if !field.isEmpty { attributes.append(try Self.attribute(field)) }
    }
    guard let title = attributes.first else {
      throw .usage("a collection needs a field, such as \(Self.usual)")
    }
    guard !title.isList else {
      throw .usage("\(title.name) can't be the title; begin with a field of one value")
    }
    attributes[0].isRequired = title.type == .string
  }

  /// The fields with their types, as a person reads them while typing; the types may be missing.
  var description: String {
    attributes.map { attribute in
      attribute.type == .choice
        ? "\(attribute.name) \(attribute.choices.joined(separator: " or "))"
        : "\(attribute.name) \(attribute.type.title)"
    }.joined(separator: " · ")
  }

  private static func attribute(_ field: String) throws(AppError) -> Attribute {
    let name = field.prefix { $0 != " " }
    let words = String(field.dropFirst(name.count)).trimmingBlanks()
    var attribute = Attribute(name: Naming.field(for: String(name)), type: .string)
    if words.contains("|") {
      attribute.type = .choice
      attribute.choices = words.split(separator: "|").map { $0.trimmingBlanks() }
        .filter { !$0.isEmpty }
    } else if !words.isEmpty {
      attribute.type = try AttributeType(words: words)
    }
    guard attribute.type != .choice || !attribute.choices.isEmpty else {
      throw .usage("a choice needs its words, such as \(attribute.name) todo|doing|done")
    }
    return attribute
  }

  /// Returns a model with one more collection that has the fields.
  ///
  /// - Throws: `StoreError.invalidModel` for an invalid or repeated name.
  func adding(_ name: String, to model: ObjectModel) throws(StoreError) -> ObjectModel {
    try model.adding(
      entity: name, plural: Naming.irregularPlural(of: name), attributes: attributes)
  }
}
