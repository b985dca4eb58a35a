/// The query of a list's address.
///
///     recipes?where=rating>3&sort=-rating,name&group=kind&columns=name:20,rating&kind=soup
///
/// The keys `where`, `sort`, `group`, `columns`, `totals` and `view` are reserved. Any other key
/// that is a field's name is an exact constraint. A key given twice accepts either value, and a key
/// without a value accepts records without one. Other keys cause a warning and are ignored.
public struct RecordQuery: Sendable {
  /// The records to fetch, constraints included.
  public var request: FetchRequest

  /// The filter alone, without the constraints.
  public var filter: RecordPredicate?

  /// The constraints: fields and the values that they must have.
  public var constraints: [Constraint] = []

  /// The columns to show; `nil` for the entity's own choice or, with `showsAllColumns`, all.
  public var columns: [ColumnChoice]?

  /// Whether `columns=*` asks for every field.
  public var showsAllColumns = false

  /// The name of the view, as given.
  public var view: String?

  /// The field whose values are counted, where the view is `frequency:FIELD`.
  public var frequency: FieldPath?

  /// Whether the view shows only records that are likely the same: `duplicates`, perhaps with
  /// fields.
  public var findsDuplicates = false

  /// The date whose days form an agenda, where the view is `agenda:FIELD`.
  public var agenda: FieldPath?

  /// The field that the view arranges or counts the records by; `nil` for a table.
  public var viewedField: FieldPath? { frequency ?? (request.isAgenda ? request.group : nil) }

  /// Whether only values that occur more than once are counted, where the view is
  /// `frequency:FIELD,repeated`.
  public var countsRepeatedOnly = false

  /// The number that is computed for each value, where the view is such as
  /// `frequency:FIELD,sum:PRICE`.
  public var measure: Aggregate?

  /// The order of the counts, where the view is `frequency:FIELD`; `nil` for the usual one.
  public var countOrder: CountOrder?

  /// The word after `totals=`, such as `sum`; the screen or the printer computes the totals.
  public var totals: String?

  /// A sentence about each key that means nothing here; the words of `totals=` are not checked.
  public var warnings: [String] = []

  /// A field and the exact values that it must have.
  public struct Constraint: Hashable, Sendable {
    /// The field.
    public var field: FieldPath

    /// The accepted values; an empty text means no value.
    public var values: [String]
  }

  /// Reads the decoded key and value pairs of an address.
  ///
  /// A word of the filter is also searched around each record. The reason: a list shows titles of
  /// linked records beside a record's own texts, and a page shows owned records.
  ///
  /// - Parameters:
  ///   - items: The pairs, in their order.
  ///   - entity: The entity of the list's records.
  ///   - model: The entity's model.
  ///   - origin: The record whose links the list shows, if any.
  /// - Throws: `FilterError` for a filter or an order that can't be read. The fetch checks later
  ///   that the fields exist.
  public init(
    _ items: [(key: String, value: String)], for entity: Entity, in model: ObjectModel,
    origin: FetchRequest.Origin? = nil
  ) throws(FilterError) {
    request = FetchRequest(entity: entity.name, origin: origin)
    let resolver = FieldResolver(model: model)
    for (key, value) in items {
      let isOfFields = ["sort", "group", "columns"].contains(key)
      let value = isOfFields ? entity.quotingCaptions(in: value) : value
      if try !take(key, value) { constrain(key, value, entity, resolver) }
    }
    if let frequency { orderCounts(of: frequency) }
    useNames(of: entity, in: model)
    if findsDuplicates { try compareRecords(entity, resolver) }
    if let agenda, request.group == nil { try group(byDaysOf: agenda, entity, resolver) }
    if request.sorts.isEmpty, frequency == nil, origin == nil, let sort = entity.sort {
      // An invalid sort in the model must not prevent the display of the list.
      let keys = (try? RecordSort.parse(sort)) ?? []
      request.sorts = keys.filter { (try? resolver.resolve($0.field, of: entity)) != nil }
    }
    request.findsWordsAround = true
    let parts = (filter.map { [$0] } ?? []) + constraints.map(\.predicate)
    request.predicate = parts.isEmpty ? nil : RecordPredicate.and(parts).normalized
  }

  /// Whether a name is a reserved key.
  static func isKey(_ name: String) -> Bool { keys.contains(name.lowercased()) }

  private static let keys = ["where", "sort", "group", "columns", "totals", "view"]

  private mutating func take(_ key: String, _ value: String) throws(FilterError) -> Bool {
    switch key {
    case "where":
      let parts = [filter, try RecordPredicate.parse(value)].compactMap(\.self)
      filter = parts.isEmpty ? nil : RecordPredicate.and(parts).normalized
    case "sort": request.sorts += try RecordSort.parse(value)
    case "group": request.group = value.isEmpty ? nil : try FieldPath.parse(value)
    case "columns" where value == "*": showsAllColumns = true
    case "columns": columns = try ColumnChoice.parse(value)
    case "totals": totals = value
    case "view": try look(value)
    default: return false
    }
    return true
  }

  /// Reads the view.
  private mutating func look(_ text: String) throws(FilterError) {
    view = text
    guard let view = ViewText(text) else {
      if !text.isEmpty {
        warnings.append(
          "\(text.quotedStart) is not a view and is ignored; the view of a list is "
            + ViewText.forms)
      }
      return
    }
    warnings += view.warnings
    switch view.kind {
    case .agenda: agenda = try FieldPath.parse(view.fields[0])
    case .frequency:
      frequency = try FieldPath.parse(view.fields[0])
      countsRepeatedOnly = view.isRepeated
      measure = try view.measure.map { measure throws(FilterError) in
        Aggregate(measure.function, of: try FieldPath.parse(measure.field))
      }
    case .duplicates:
      for fields in view.fields {
        let names = fields.splitOutsideBrackets(at: "+")
        guard !names.isEmpty else { throw .missingField(column: 0, example: "Name+Email") }
        request.likeness.append(
          try names.map { name throws(FilterError) in try FieldPath.parse(name) })
      }
      findsDuplicates = true
    }
  }

  /// Takes the first sort as the order of counts, which have no other fields.
  private mutating func orderCounts(of field: FieldPath) {
    guard let sort = request.sorts.first else { return }
    request.sorts = []
    countOrder = CountOrder(sort, of: field)
    if countOrder == nil {
      warnings.append("counts are sorted by value, count or measure; \(sort.field) is ignored")
    }
  }

  /// Chooses the fields that are compared, and checks them.
  private mutating func compareRecords(
    _ entity: Entity, _ resolver: FieldResolver
  ) throws(FilterError) {
    if request.likeness.isEmpty {
      request.likeness = entity.likenessFields.map { [FieldPath([$0])] }
    }
    for field in request.likeness.flatMap(\.self) { _ = try resolver.resolve(field, of: entity) }
    if request.likeness.isEmpty {
      warnings.append("\(entity.plural) have no field that can be compared")
    } else if request.group != nil {
      warnings.append("duplicates have groups of their own, and group= is ignored")
      request.group = nil
    }
  }

  private mutating func group(
    byDaysOf field: FieldPath, _ entity: Entity, _ resolver: FieldResolver
  ) throws(FilterError) {
    let resolved = try resolver.resolve(field, of: entity)
    guard case .attribute(let attribute, _) = resolved.target, attribute.isSingleDate,
      resolved.aggregate == nil, !resolved.steps.contains(where: \.relationship.isToMany)
    else {
      warnings.append("an agenda needs a date, and \(field) is not one date")
      agenda = nil
      return
    }
    (request.group, request.isAgenda) = (field, true)
    // Without another order, the earliest day comes first.
    if request.sorts.isEmpty { request.sorts = [RecordSort(field)] }
  }

  private mutating func constrain(
    _ key: String, _ value: String, _ entity: Entity, _ resolver: FieldResolver
  ) {
    guard let field = try? FieldPath.parse(key),
      (try? resolver.resolve(field, of: entity)) != nil
    else {
      let names = Self.keys + entity.properties.map(\.name)
      let nearest = NearestNames.nearest(to: key, among: names, limit: 1)
      let hint = nearest.first.map { "; did you mean \($0)?" } ?? ""
      warnings.append("\(key) is not a field of \(entity.plural) and is ignored\(hint)")
      return
    }
    let name = field.description.lowercased()
    if let place = constraints.firstIndex(where: { $0.field.description.lowercased() == name }) {
      constraints[place].values.append(value)
    } else {
      constraints.append(Constraint(field: field, values: [value]))
    }
  }
}

extension RecordQuery.Constraint {
  /// The constraint as a predicate.
  var predicate: RecordPredicate {
    let operands = values.filter { !$0.isEmpty }.map { Operand.value(Literal($0)) }
    let equal =
      operands.isEmpty ? [] : [RecordPredicate.comparison(Comparison(field, .equal, operands))]
    let absent = values.contains("") ? [RecordPredicate.lacks(field)] : []
    return .or(equal + absent)
  }
}
