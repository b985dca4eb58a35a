/// A field path as the model understands it: links to follow, and what to look at in the end.
struct ResolvedField: Sendable {
  /// What the last record of the path is asked for.
  enum Target: Sendable {
    /// An attribute, in this column.
    case attribute(Attribute, column: Int)
    /// The record itself, by its key and its title.
    case record
    /// A time from the history.
    case moment(RecordMoment)
    /// The record's key, as commands and URLs name the record.
    case key
    /// A calculation with fields of the record.
    case formula(Formula<ResolvedField>)

    /// The type of the values; `nil` for records.
    var type: AttributeType? {
      switch self {
      case .attribute(let attribute, _): attribute.type
      case .record: nil
      case .moment: .datetime
      case .key: .string
      case .formula(let formula): formula.type(\.type)
      }
    }
  }

  /// A number about everything that the path reaches.
  enum Aggregate: String, CaseIterable, Sendable {
    case count, min, max, sum, avg
  }

  let path: FieldPath
  let steps: [LinkStep]
  let target: Target
  let aggregate: Aggregate?

  /// The entity of the last record.
  let entity: Entity

  /// Whether a time of the history that is unknown is the latest possible one.
  var isLatest = false

  /// Whether a record's own values decide, so that its chunk alone tells.
  var isLocal: Bool {
    guard steps.isEmpty else { return false }
    guard case .formula(let formula) = target else { return true }
    return !formula.hasToday && formula.fields.allSatisfy(\.isLocal)
  }

  /// Whether the values are times of the history, which may be unknown.
  var mayBeUnknown: Bool {
    if case .moment = target { aggregate == nil && !isLatest } else { false }
  }

  /// Whether the values are calculated, and stored in no column.
  var isComputed: Bool {
    switch target {
    case .attribute, .record: aggregate != nil
    case .moment, .key, .formula: true
    }
  }

  /// The type of the values; `nil` if the path ends at records.
  var type: AttributeType? {
    switch (aggregate, target.type) {
    case (.count, _): .integer
    case (.avg, .double?): .double
    case (.avg, .some): .decimal
    case (_, let type): type
    }
  }

  /// Whether the values depend on the day on which they are read.
  var usesToday: Bool {
    if case .formula(let formula) = target,
      formula.hasToday || formula.fields.contains(where: \.usesToday)
    {
      return true
    }
    return steps.contains { $0.condition != nil }
  }

  /// The entities whose records' times decide.
  var momentEntities: [Entity] {
    let last: [Entity] =
      switch target {
      case .attribute, .record, .key: []
      case .moment: [entity]
      case .formula(let formula): formula.fields.flatMap(\.momentEntities)
      }
    return steps.flatMap(\.momentEntities) + last
  }

  /// The names of the other entities whose records decide.
  var linkedEntities: Set<String> {
    var names: Set<String> = []
    for step in steps {
      names.insert(step.destination.name)
      names.formUnion(step.conditionEntities)
    }
    if case .formula(let formula) = target {
      for field in formula.fields { names.formUnion(field.linkedEntities) }
    }
    return names
  }

  /// The attribute to look at: the target, or the title of a linked record.
  var attribute: (Attribute, column: Int)? {
    switch target {
    case .attribute(let attribute, let column): (attribute, column)
    case .record: entity.titleColumn
    case .moment, .key, .formula: nil
    }
  }
}

extension FieldPath {
  /// Returns a name without its condition, and the condition without its brackets.
  static func parts(of name: String) -> (name: String, condition: String?) {
    guard name.utf8.last == UInt8(ascii: "]"), name.first != "(",
      let bracket = name[name.endOfQuotation...].firstIndex(of: "[")
    else {
      return (name, nil)
    }
    return (String(name[..<bracket]), String(name[name.index(after: bracket)...].dropLast()))
  }
}

extension Entity {
  /// The attribute that names a record to people: the model's title, else the first string.
  public var titleAttribute: Attribute? {
    title.flatMap(attribute) ?? attributes.first { $0.type == .string && !$0.isList }
      ?? attributes.first
  }

  /// The fields that a list shows by default: the model's columns, else the title and the first
  /// five others that are neither long text nor binary data.
  public var listedFields: [String] {
    if !columns.isEmpty { return columns }
    let title = titleAttribute?.name
    let short = attributes.filter { $0.type != .text && $0.type != .data && $0.name != title }
    return (title.map { [$0] } ?? []) + short.prefix(5).map(\.name)
  }

  var titleColumn: (Attribute, column: Int)? {
    titleAttribute.flatMap { title in storedIndex(of: title.name).map { (title, $0) } }
  }

  /// The column of a text called `Name` or `Title` that is not the title.
  var otherNameColumn: Int? {
    let title = titleAttribute?.name
    let other = attributes.first { attribute in
      attribute.name != title && attribute.type == .string && !attribute.isList
        && ["name", "title"].contains(attribute.name.lowercased())
    }
    return other.flatMap { storedIndex(of: $0.name) }
  }

  /// The property that a person means by `name`.
  ///
  /// It has this name exactly, or else with other capitals, or had it before, or people see it as
  /// its caption. A name in quotation marks is a caption first.
  public func property(matching name: String) -> Property? {
    if let exact = self[name] { return exact }
    if name.utf8.first == UInt8(ascii: "\""), let text = name.unquoted {
      return property(captioned: text.lowercased()) ?? property(matching: text)
    }
    let folded = name.lowercased()
    return property(folded: folded) ?? self[currentName(of: name)]
      ?? property(formerlyFolded: folded) ?? property(captioned: folded)
  }
}

/// A link as queries follow it: from the records of an entity to those at the other end.
struct LinkStep: Sendable {
  /// How the keys at the other end are found.
  enum Storage: Sendable {
    /// The records hold them in this column.
    case column(Int)
    /// The records at the other end hold the way back, in this column of theirs.
    case inverse(column: Int)
  }

  let origin: Entity
  let relationship: Relationship
  let destination: Entity
  let storage: Storage
  /// The condition on the records at the other end; `nil` for all.
  var condition: RecordPredicate?
  /// The other entities that the condition looks at.
  var conditionEntities: Set<String> = []
  /// The entities whose records' times the condition looks at.
  var momentEntities: [Entity] = []

  /// The step along `relationship` of `origin`; `nil` if the model lacks the other end.
  init?(_ relationship: Relationship, of origin: Entity, in model: ObjectModel) {
    guard let destination = model[relationship.destination] else { return nil }
    self.origin = origin
    self.relationship = relationship
    self.destination = destination
    if relationship.isStored, !relationship.holdsOrderOnly,
      let column = origin.storedIndex(of: relationship.name)
    {
      storage = .column(column)
    } else if let inverse = relationship.inverse,
      let column = destination.storedIndex(of: inverse)
    {
      storage = .inverse(column: column)
    } else {
      return nil
    }
  }
}

extension Column {
  /// Calls `body` with the key of each link that `row` holds.
  @inline(__always)
  func forEachLink(of row: Int, _ body: (RecordKey) -> Void) {
    switch self {
    case .integer(let column):
      if !column.nulls[row] { body(RecordKey(rawValue: UInt64(bitPattern: column.values[row]))) }
    case .values(let values):
      for case .link(let key) in values[row]?.elements ?? [] { body(key) }
    case .text, .double: break
    }
  }
}

extension ObjectModel {
  /// Whether a name is no field of an entity, but a calculation or a path with its fields.
  ///
  /// - Parameters:
  ///   - name: the name, such as `Items.count` or `Minutes/Serves`.
  ///   - entity: the entity.
  ///   - includesTimes: whether calculations with `saved` or `created` count, too.
  /// - Returns: whether values with this name are calculated.
  package func isCalculated(
    _ name: String, of entity: Entity, includingTimes includesTimes: Bool
  ) -> Bool {
    guard entity.property(matching: name) == nil, let path = try? FieldPath.parse(name),
      let field = try? FieldResolver(model: self).resolve(path, of: entity)
    else { return false }
    if !includesTimes, !field.momentEntities.isEmpty { return false }
    if case .moment = field.target { return true }
    return field.isComputed || !field.steps.isEmpty
  }
}
