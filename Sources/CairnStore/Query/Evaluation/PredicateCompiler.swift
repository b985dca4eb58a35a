/// Prepares a predicate for the records of an entity: finds fields, parses values, joins links.
struct PredicateCompiler {
  let snapshot: Snapshot
  let entity: Entity
  let clock: WallClock
  /// Whether words are also searched in linked and owned records.
  var findsWordsAround = false

  func compile(_ predicate: RecordPredicate) throws(FilterError) -> any RowTest {
    switch predicate {
    case .and(let parts): return AllOfTests(try compile(parts))
    case .or(let parts): return AnyOfTests(try compile(parts))
    case .not(let part): return OppositeTest(test: try compile(part))
    case .word(let word): return try test(word)
    case .has(let field): return try presence(of: resolve(field))
    case .lacks(let field): return OppositeTest(test: try presence(of: resolve(field)))
    case .comparison(let comparison): return try compile(comparison)
    }
  }

  private func compile(_ parts: [RecordPredicate]) throws(FilterError) -> [any RowTest] {
    var tests: [any RowTest] = []
    for part in parts { tests.append(try compile(part)) }
    return tests
  }

  private func resolve(_ path: FieldPath) throws(FilterError) -> ResolvedField {
    try FieldResolver(model: snapshot.model).resolve(path, of: entity)
  }

  private func test(_ word: Literal) throws(FilterError) -> any RowTest {
    let needle = SearchFold.foldedBytes(word.text)
    if needle.isEmpty { return EveryRowTest() }
    // No text contains a zero, which separates the values in a `FoldedText`.
    if needle.contains(0) { return OppositeTest(test: EveryRowTest()) }
    let search = ByteSearch(needle)
    let own = WordTest(columns: entity.searchedColumns, search: search)
    let steps = findsWordsAround ? entity.wordSteps(in: snapshot.model) : []
    if steps.isEmpty { return own }
    var tests: [any RowTest] = [own]
    for (step, columns) in steps {
      let test = WordTest(columns: columns, search: search)
      tests.append(try JoinTest(step, test, in: snapshot))
    }
    return AnyOfTests(tests)
  }

  private func presence(of field: ResolvedField) throws(FilterError) -> any RowTest {
    switch field.target {
    case .attribute(_, let column) where !field.isComputed:
      return try joined(PresenceTest(column: column), field)
    case .record where !field.isComputed: return try joined(EveryRowTest(), field)
    default:
      let reader = try FieldReader(field, in: snapshot, at: clock)
      return ComputedTest(reader: reader, tests: [], isNegated: true)
    }
  }

  private func compile(_ comparison: Comparison) throws(FilterError) -> any RowTest {
    // An address such as http://x.org is text, unless the entity has such a field.
    if comparison.operation == .matches, comparison.field.names.count == 1,
      entity.property(matching: comparison.field.names[0]) == nil,
      case .value(let literal)? = comparison.operands.first, literal.text.hasPrefix("//"),
      comparison.operands.count == 1
    {
      return try test(Literal("\(comparison.field):\(literal.text)"))
    }
    // So is a text such as covid-19:x, unless all of it can be calculated.
    if comparison.operation == .matches, comparison.field.hasSigns,
      (try? resolve(comparison.field)) == nil, !isAlmostField(comparison.field)
    {
      return try test(Literal("\(RecordPredicate.comparison(comparison))"))
    }
    if let presence = presence(in: comparison) { return try compile(presence) }
    if let name = presenceWord(of: comparison) {
      let column = comparison.field.position.column + name.count + 1
      throw .missingValue(column: column, after: "\(name):")
    }
    let field = try resolve(comparison.field)
    let isNegated = comparison.operation == .notEqual
    switch field.target {
    case .attribute(let attribute, let column) where !field.isComputed:
      let tests = try tests(comparison, of: attribute)
      let test = ColumnTest(
        attribute: attribute, column: column, isUnique: field.entity.hasUniqueValues(attribute),
        tests: tests, isNegated: isNegated)
      return try joined(test, field)
    case .record where !field.isComputed:
      let test = try link(comparison, of: field)
      return try joined(isNegated ? OppositeTest(test: test) : test, field)
    default:
      let tests = try tests(comparison, of: field.computedAttribute)
      let reader = try FieldReader(field, in: snapshot, at: clock)
      return ComputedTest(
        reader: reader, tests: tests, isNegated: isNegated, takesLatest: comparison.isUpperBound)
    }
  }

  /// Returns the question that `no:"Record #"` is if a field has this label; `nil` for a comparison
  /// with a field that is called `no` or `has`.
  private func presence(in comparison: Comparison) -> RecordPredicate? {
    guard let word = presenceWord(of: comparison), comparison.operation == .matches,
      comparison.operands.count == 1, case .value(let literal) = comparison.operands[0],
      let property = entity.property(captioned: literal.text.lowercased()), property.label != nil
    else { return nil }
    let path = FieldPath([property.name], position: literal.position)
    return word == "has" ? .has(path) : .lacks(path)
  }

  /// Returns the word `has` or `no` where a field is expected, unless a field has this name.
  private func presenceWord(of comparison: Comparison) -> String? {
    let names = comparison.field.names
    guard names.count == 1, names[0] == "has" || names[0] == "no",
      entity.property(matching: names[0]) == nil
    else { return nil }
    return names[0]
  }

  /// Whether a field with brackets begins with a link, so that a mistake in it is to be named.
  private func isAlmostField(_ path: FieldPath) -> Bool {
    let (name, condition) = FieldPath.parts(of: path.names[0])
    return condition != nil && entity.property(matching: name) != nil
  }

  private func tests(
    _ comparison: Comparison, of attribute: Attribute
  ) throws(FilterError) -> [ValueTest] {
    let reader = OperandReader(attribute: attribute, field: comparison.field, clock: clock)
    var tests: [ValueTest] = []
    for operand in comparison.operands {
      tests.append(try reader.test(comparison.operation, operand))
    }
    return tests
  }

  /// Tests linked records by their titles; `=` and `!=` also take a key or a URL.
  private func link(
    _ comparison: Comparison, of field: ResolvedField
  ) throws(FilterError) -> any RowTest {
    var alternatives: [any RowTest] = []
    for operand in comparison.operands {
      if comparison.operation == .equal || comparison.operation == .notEqual,
        case .value(let literal) = operand,
        let key = try key(literal, of: field.entity, comparison.field)
      {
        alternatives.append(KeyTest(key: key))
      } else if let (attribute, column) = field.entity.titleColumn {
        let single = Comparison(comparison.field, comparison.operation, [operand])
        let tests = try tests(single, of: attribute)
        alternatives.append(
          ColumnTest(
            attribute: attribute, column: column, isUnique: false, tests: tests, isNegated: false))
      }
    }
    return AnyOfTests(alternatives)
  }

  /// Returns the key in the text of a link: a key itself, or a URL in the form of an export, such
  /// as `authors/p1` or `cairn://authors/p1`.
  ///
  /// - Returns: the key; `nil` for any other text, which may be a title.
  /// - Throws: `FilterError.badValue` for a URL that leads to no record of the collection.
  private func key(
    _ literal: Literal, of entity: Entity, _ field: FieldPath
  ) throws(FilterError) -> RecordKey? {
    let text = literal.text
    if let key = RecordKey(text) { return key }
    let path = text.firstRange(of: "://").map { text[$0.upperBound...] } ?? text[...]
    let names = path.split(separator: "/")
    guard names.count == 2, path.first != "/",
      let named = snapshot.model.entity(matching: String(names[0])),
      named.name == entity.name || RecordKey(String(names[1])) != nil
    else { return nil }
    if named.name == entity.name,
      case .found(let id) = snapshot.resolve(String(names[1]), in: entity.name, at: clock)
    {
      return id.key
    }
    throw .badValue(
      column: literal.position.column, field: field.description, text: text,
      expected: "a record of \(entity.plural)")
  }

  private func joined(
    _ test: any RowTest, _ field: ResolvedField
  ) throws(FilterError) -> any RowTest {
    var test = test
    for step in field.steps.reversed() {
      if let condition = step.condition {
        let compiler = PredicateCompiler(snapshot: snapshot, entity: step.destination, clock: clock)
        test = AllOfTests([test, try compiler.compile(condition)])
      }
      test = try JoinTest(step, test, in: snapshot)
    }
    return test
  }
}

extension Entity {
  /// The columns in which a word is searched.
  var searchedColumns: [Int] {
    storedProperties.indices.filter { column in
      guard case .attribute(let attribute) = storedProperties[column] else { return false }
      return switch attribute.type {
      case .string, .text, .choice, .tags, .url, .email, .phone: true
      default: false
      }
    }
  }
}

extension Entity {
  /// The links and columns in which a word is also searched: the title of a shown to-one link's
  /// record, and all texts of owned records.
  func wordSteps(in model: ObjectModel) -> [(step: LinkStep, columns: [Int])] {
    wordLinks(in: model).compactMap { link -> (LinkStep, [Int])? in
      guard let step = LinkStep(link, of: self, in: model) else { return nil }
      if link.isOwning(in: model) { return (step, step.destination.searchedColumns) }
      return step.destination.titleColumn.map { (step, [$0.1]) }
    }
  }

  /// Returns the links of a request whose records are also searched for words.
  ///
  /// They are to-one links to records that people know by a text, and links to owned records.
  ///
  /// - Parameter model: the model with the entities at the other end.
  /// - Returns: the links, in the order of the model.
  public func wordLinks(in model: ObjectModel) -> [Relationship] {
    relationships.filter { link in
      if link.isOwning(in: model) { return true }
      let title = model[link.destination]?.titleAttribute
      return !link.isToMany && title.map { [.string, .text].contains($0.type) } == true
    }
  }
}

extension ResolvedField {
  /// An attribute of the calculated type; a sum or a formula is decimal, which can hold all numbers.
  var computedAttribute: Attribute {
    let isFormula = if case .formula = target { true } else { false }
    var type = type ?? .integer
    if type == .integer, aggregate == .sum || aggregate == nil && isFormula { type = .decimal }
    return Attribute(name: path.description, type: type)
  }
}

extension FieldPath {
  /// Whether it has signs that a plain name of a field does not have.
  fileprivate var hasSigns: Bool {
    names.contains { name in name.utf8.contains { "+-*/([".utf8.contains($0) } }
  }
}
