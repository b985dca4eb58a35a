internal import CairnStore

/// Picks the field that names a record to people.
enum TitleChoice {
  /// Names that titles have, the surest first.
  private static let names = ["title", "name", "fullname", "label", "subject", "summary"]

  /// The title among inferred attributes: by its name, else the first short text, `nil` without
  /// any.
  static func title(among attributes: [Attribute]) -> String? {
    let texts = attributes.filter { $0.type == .string && !$0.isMultiple }
    for name in names {
      if let match = texts.first(where: { plain($0.name) == name }) { return match.name }
    }
    let ending = texts.first {
      plain($0.name).hasSuffix("name") || plain($0.name).hasSuffix("title")
    }
    return (ending ?? texts.first)?.name
  }

  private static func plain(_ name: String) -> String {
    name.lowercased().filter { $0 != "_" }
  }
}
