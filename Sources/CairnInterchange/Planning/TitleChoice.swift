internal import CairnStore

/// Picks the field that names a record to people.
enum TitleChoice {
  /// Names that titles have, the surest first.
  private static let names = ["title", "name", "fullname", "label", "subject", "summary"]
  /// Those of them that name a record however long one of the texts is.
  private static let certain: Set<String> = ["title", "name", "fullname"]

  /// The title among inferred attributes: by its name, else the first short text, `nil` without
  /// any.
  static func title(among attributes: [Attribute]) -> String? {
    let texts = attributes.filter { ($0.type == .string || $0.type == .text) && !$0.isMultiple }
    for name in names {
      let match = texts.first {
        plain($0.name) == name && ($0.type == .string || certain.contains(name))
      }
      if let match { return match.name }
    }
    let short = texts.filter { $0.type == .string }
    let ending = short.first {
      plain($0.name).hasSuffix("name") || plain($0.name).hasSuffix("title")
    }
    return (ending ?? short.first)?.name
  }

  private static func plain(_ name: String) -> String {
    name.lowercased().filter { $0 != "_" }
  }
}
