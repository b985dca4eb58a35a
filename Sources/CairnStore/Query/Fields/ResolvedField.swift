/// A field path as the model understands it: links to follow, and what to look at in the end.
struct ResolvedField: Sendable {
  /// What the last record of the path is asked for.
  enum Target: Sendable {
    /// An attribute, in this column.
    case attribute(Attribute, column: Int)
    /// The record itself, by its key and its title.
    case record
  }

  /// A number about everything that the path reaches.
  enum Aggregate: String, CaseIterable, Sendable {
    case count, min, max, sum
  }

  let path: FieldPath
  let steps: [LinkStep]
  let target: Target
  let aggregate: Aggregate?

  /// The entity of the last record.
  let entity: Entity

  /// Whether a record's own values decide, so that its chunk alone tells.
  var isLocal: Bool { steps.isEmpty }

  /// The attribute to look at: the target, or the title of a linked record.
  var attribute: (Attribute, column: Int)? {
    switch target {
    case .attribute(let attribute, let column): (attribute, column)
    case .record: entity.titleColumn
    }
  }
}

extension Entity {
  /// The attribute that names a record to people: the model's title, else the first string.
  public var titleAttribute: Attribute? {
    title.flatMap(attribute) ?? attributes.first { $0.type == .string && !$0.isList }
      ?? attributes.first
  }

  var titleColumn: (Attribute, column: Int)? {
    titleAttribute.flatMap { title in storedIndex(of: title.name).map { (title, $0) } }
  }

  /// The property that a person means by `name`: what is called so, exactly or else ignoring case, or
  /// what was called so before.
  public func property(matching name: String) -> Property? {
    if let exact = self[name] { return exact }
    let folded = name.lowercased()
    return property(folded: folded) ?? self[currentName(of: name)]
      ?? property(formerlyFolded: folded)
  }
}
