/// A filter for saved changes, in the grammar of `RecordPredicate`.
///
/// A word is searched in the title, the origin and the collection names of a change. A number also
/// matches the change's number. The fields:
///
/// | field | compares |
/// |---|---|
/// | `number`, `undoes` | the number of the change, and of the change that it undid |
/// | `change` | the title |
/// | `from` | the origin: `app`, `session`, `command set`, `import albums.csv`, `sync origin` |
/// | `collection` | the plurals of the collections whose records it changed |
/// | `added`, `changed`, `deleted` | the numbers of inserted, updated and deleted records |
/// | `saved`, `age` | the time of the save, like a date: `saved:yesterday`, `age>=-2h` |
/// | `replica` | the four letters of the replica that saved it |
public struct HistoryFilter: Sendable {
  /// The fields that a comparison can use.
  public static let fields = Field.allCases.map(\.rawValue)

  enum Field: String, CaseIterable {
    case number, change, from, collection, added, changed, deleted, saved, age, replica, undoes

    var type: AttributeType {
      switch self {
      case .number, .added, .changed, .deleted, .undoes: .integer
      case .change, .from, .collection, .replica: .string
      case .saved, .age: .datetime
      }
    }
  }

  /// Describes changes as an entity, for completions and help of a filter.
  ///
  /// - Parameter model: the model with the collections' plurals.
  /// - Returns: an entity with the fields that a comparison can use.
  public static func entity(in model: ObjectModel) -> Entity {
    let attributes = Field.allCases.map { field in
      var attribute = Attribute(name: field.rawValue, type: field.type)
      if field == .collection, !model.entities.isEmpty {
        attribute.type = .choice
        attribute.choices = model.entities.map(\.plural)
      }
      return Property.attribute(attribute)
    }
    return Entity(name: "Change", properties: attributes)
  }

  private indirect enum Test: Sendable {
    case all([Test])
    case any([Test])
    case not(Test)
    case word(ByteSearch?, number: UInt64?)
    case has(Field)
    case field(Field, [ValueTest], isNegated: Bool)
  }

  private let test: Test
  /// The plurals of collections by the names of their entities.
  private let plurals: [String: String]

  /// Creates a filter from a predicate.
  ///
  /// - Parameters:
  ///   - predicate: the condition that changes must meet.
  ///   - model: the model with the collections' plurals.
  ///   - clock: the clock for words such as `today`.
  /// - Throws: `FilterError` for a field that changes do not have, or a value that the field cannot
  ///   have.
  public init(
    _ predicate: RecordPredicate, model: ObjectModel, at clock: WallClock = .current
  ) throws(FilterError) {
    test = try Self.compile(predicate, clock)
    plurals = Dictionary(
      model.entities.map { ($0.name, $0.plural) }, uniquingKeysWith: { first, _ in first })
  }

  /// Whether a change matches the filter.
  public func accepts(_ change: ChangeSummary) -> Bool { passes(change, test) }
}

// MARK: - Reading

extension HistoryFilter {
  private static func compile(
    _ predicate: RecordPredicate, _ clock: WallClock
  ) throws(FilterError) -> Test {
    switch predicate {
    case .and(let parts): return .all(try compile(parts, clock))
    case .or(let parts): return .any(try compile(parts, clock))
    case .not(let part): return .not(try compile(part, clock))
    case .has(let path): return .has(try field(path))
    case .lacks(let path): return .not(.has(try field(path)))
    case .word(let word):
      let needle = SearchFold.foldedBytes(word.text)
      return .word(needle.isEmpty ? nil : ByteSearch(needle), number: UInt64(word.text))
    case .comparison(let comparison):
      let field = try field(comparison.field)
      let reader = OperandReader(
        attribute: Attribute(name: field.rawValue, type: field.type), field: comparison.field,
        clock: clock)
      var tests: [ValueTest] = []
      for operand in comparison.operands {
        tests.append(try reader.test(comparison.operation, operand))
      }
      return .field(field, tests, isNegated: comparison.operation == .notEqual)
    }
  }

  private static func compile(
    _ parts: [RecordPredicate], _ clock: WallClock
  ) throws(FilterError) -> [Test] {
    var tests: [Test] = []
    for part in parts { tests.append(try compile(part, clock)) }
    return tests
  }

  private static func field(_ path: FieldPath) throws(FilterError) -> Field {
    if path.names.count == 1, let field = Field(rawValue: path.names[0].lowercased()) {
      return field
    }
    throw .unknownField(
      column: path.position.column, name: path.description, collection: "changes",
      nearest: NearestNames.nearest(to: path.description, among: fields))
  }
}

// MARK: - Testing

extension HistoryFilter {
  private func passes(_ change: ChangeSummary, _ test: Test) -> Bool {
    switch test {
    case .all(let parts): return parts.allSatisfy { passes(change, $0) }
    case .any(let parts): return parts.contains { passes(change, $0) }
    case .not(let part): return !passes(change, part)
    case .has(let field): return !values(of: field, in: change).isEmpty
    case .word(let search, let number):
      guard let search, number != change.number else { return true }
      return [Field.change, .from, .collection].contains { field in
        values(of: field, in: change).contains { ValueTest.contains(search).matches($0) }
      }
    case .field(let field, let tests, let isNegated):
      let values = values(of: field, in: change)
      // Any comparison with a field without a value is false, even a negated one.
      guard !values.isEmpty else { return false }
      let isFound = values.contains { value in tests.contains { $0.matches(value) } }
      return isFound != isNegated
    }
  }

  private func values(of field: Field, in change: ChangeSummary) -> [Value] {
    switch field {
    case .number: [.integer(Int64(clamping: change.number))]
    case .change: [.text(change.title)]
    case .from: change.origin.map { [.text($0.description), .text($0.words)] } ?? []
    case .collection: change.entities.map { .text(plurals[$0] ?? $0) }
    case .added: [.integer(Int64(change.insertedCount))]
    case .changed: [.integer(Int64(change.updatedCount))]
    case .deleted: [.integer(Int64(change.deletedCount))]
    case .saved, .age: [.datetime(change.time)]
    case .replica: [.text(change.replica.description)]
    case .undoes: change.undoes.map { [.integer(Int64(clamping: $0))] } ?? []
    }
  }
}
