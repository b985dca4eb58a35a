/// The result of merging several records of one collection into the first of them, field by field.
///
///     var plan = try MergePlan(merging: [ann, anna], in: context)
///     plan.take("Phone", from: anna)
///     for loss in plan.losses { print(loss.id, loss.property.name) }
///     try context.merge(plan)
///     try context.save(title: "merge Ann and Anna")
///
/// 1. A field with several values gets the values of all records, each value once. The values of
///    the kept record come first. Links to many records follow the same rule.
/// 2. Any other field gets the value of one record. At first, this is the kept record's value. If
///    it has none, the first other value is chosen. Of different texts, the longest is chosen,
///    unless the field is unique. Punctuation and repeated blanks don't count.
/// 3. A field that makes its record come back keeps its value, because taking another one would
///    complete the record.
/// 4. A link between merged records is dropped, because it would lead from the record to itself. A
///    record's link to itself stays one.
/// 5. `losses` and `unknownTexts` name everything in the records that the result lacks.
public struct MergePlan: Sendable {
  /// A field with its content in each record.
  public struct Field: Sendable {
    /// The field.
    public let property: Property

    /// The values in each record, in the order of the records; empty for no value.
    public let contents: [[Value]]

    /// The index of the record that gives the value; without effect if all values are kept.
    public internal(set) var choice: Int

    /// Whether the kept record's value stays, because another value would complete the record.
    public let isFixed: Bool

    /// Whether the values of all records are kept.
    public var isUnited: Bool { property.isList }

    /// Whether all records have the same values.
    public var isSame: Bool { contents.allSatisfy { $0 == contents[0] } }

    /// Returns the values of the merged record, out of the values of all records.
    func result(of contents: [[Value]]) -> [Value] {
      guard isUnited else { return contents[choice] }
      var seen: Set<Value> = []
      return contents.joined().filter { seen.insert($0).inserted }
    }
  }

  /// A value that the merged record lacks.
  public struct Loss: Sendable {
    /// The record that has the value.
    public let id: ObjectID

    /// The field.
    public let property: Property

    /// The value.
    public let value: Value
  }

  /// A text in the file of a record that is no field, or a link to a missing record.
  public struct UnknownText: Sendable {
    /// The record.
    public let id: ObjectID

    /// The name before the text.
    public let name: String

    /// The text.
    public let text: String
  }

  /// Records of one collection that the merged records own, and that are equal in all fields.
  public struct EqualRecords: Sendable {
    /// Their collection.
    public let entity: Entity

    /// The number of different records that several merged records own.
    public let count: Int
  }

  /// The records in their order: the first record is kept, and the rest is deleted.
  public let ids: [ObjectID]

  /// The fields in the model's order.
  public private(set) var fields: [Field]

  /// The owned records that the merged record has several times.
  ///
  /// They are kept, because a person may have meant both: two spoons of salt, and two more.
  public let equalRecords: [EqualRecords]

  /// The texts in all records that are no values.
  private let texts: [UnknownText]

  private let entity: Entity

  /// Compares records.
  ///
  /// - Parameters:
  ///   - ids: the records, the kept one first.
  ///   - context: the context with the records.
  /// - Throws: `StoreError.refused` unless these are several records of one collection,
  ///   `.notFound`, the error of a file that cannot be read.
  public init(merging ids: [ObjectID], in context: ObjectContext) throws(StoreError) {
    guard Set(ids).count == ids.count, ids.count > 1 else {
      throw .refused("a merge needs two different records or more")
    }
    guard Set(ids.map(\.entity)).count == 1 else {
      throw .refused("only records of one collection can be merged")
    }
    var records: [Record] = []
    for id in ids { records.append(try context.existingObject(with: id)) }
    self.ids = records.map(\.id)
    let entity = records[0].entity
    self.entity = entity
    fields = entity.properties.map { property in
      let contents = records.map { $0[property.name]?.elements ?? [] }
      return Field(
        property: property, contents: contents,
        choice: Self.choice(of: property, contents, in: entity),
        isFixed: entity.repetition?.field == property.name)
    }
    let snapshot = context.snapshot
    equalRecords = fields.compactMap { EqualRecords($0, in: snapshot) }
    texts = records.flatMap { [fields] in Self.texts(of: $0.id, fields, in: snapshot) }
  }

  /// The texts of a record that are no fields, and its links to missing records.
  private static func texts(
    of id: ObjectID, _ fields: [Field], in snapshot: Snapshot
  ) -> [UnknownText] {
    guard let row = snapshot.row(id) else { return [] }
    let vain = fields.flatMap { field in
      guard case .relationship(let link) = field.property, link.isStored, !link.holdsOrderOnly
      else { return [UnknownText]() }
      return row[link.name].linkedKeys.filter { key in
        snapshot.row(ObjectID(entity: link.destination, key: key)) == nil
      }.map { UnknownText(id: id, name: link.name, text: "\($0)") }
    }
    return vain
      + row.chunk.unknownFields(of: id.key).map { name, text in
        UnknownText(id: id, name: name, text: text)
      }
  }

  /// The record that remains.
  public var kept: ObjectID { ids[0] }

  /// Chooses the record that gives a field's value.
  ///
  /// - Parameters:
  ///   - field: the field's name, or another spelling that `Entity.property(matching:)` finds.
  ///   - id: the record.
  /// - Returns: whether there is such a choice. Otherwise nothing changes.
  @discardableResult
  public mutating func take(_ field: String, from id: ObjectID) -> Bool {
    guard let name = entity.property(matching: field)?.name,
      let place = fields.firstIndex(where: { $0.property.name == name }),
      let choice = ids.firstIndex(of: id), !fields[place].isUnited, !fields[place].isFixed
    else { return false }
    fields[place].choice = choice
    return true
  }

  /// The values of a field in the merged record.
  public func result(of field: Field) -> [Value] {
    field.result(
      of: zip(ids, field.contents).map { id, values in
        values.compactMap { carried($0, from: id, in: field) }
      })
  }

  /// Returns a value as the kept record has it: a record's link to itself leads to the kept record.
  ///
  /// `nil` for a link between merged records.
  private func carried(_ value: Value, from id: ObjectID, in field: Field) -> Value? {
    guard case .relationship(let link) = field.property, link.destination == kept.entity,
      case .link(let key) = value, ids.contains(where: { $0.key == key })
    else { return value }
    return key == id.key ? .link(kept.key) : nil
  }

  /// Whether the merge writes a field of the kept record.
  ///
  /// Such a field loses all its texts that are no values. Any other field keeps them.
  func isWritten(_ field: Field) -> Bool { result(of: field) != field.contents[0] }

  /// The texts that the merged record lacks, because they are no values.
  public var unknownTexts: [UnknownText] {
    let written = Set(fields.filter(isWritten).map(\.property.name))
    return texts.filter { $0.id != kept || written.contains($0.name) }
  }

  /// The values that the merged record lacks.
  public var losses: [Loss] {
    fields.flatMap { field in
      let result = Set(result(of: field))
      return zip(ids, field.contents).flatMap { id, values in
        values.filter { value in
          carried(value, from: id, in: field).map { !result.contains($0) } ?? true
        }.map {
          Loss(id: id, property: field.property, value: $0)
        }
      }
    }
  }

  /// The number of values and texts that the merged record lacks.
  public var lossCount: Int { losses.count + unknownTexts.count }

  private static func choice(
    of property: Property, _ contents: [[Value]], in entity: Entity
  ) -> Int {
    guard entity.repetition?.field != property.name else { return 0 }
    if case .attribute(let attribute) = property, [.string, .text].contains(attribute.type),
      !entity.hasUniqueValues(attribute)
    {
      let lengths = contents.map { values in
        if case .text(let text)? = values.first { Likeness.text(text).count } else { 0 }
      }
      return lengths.firstIndex(of: lengths.max() ?? 0) ?? 0
    }
    return contents.firstIndex { !$0.isEmpty } ?? 0
  }
}

extension MergePlan.EqualRecords {
  /// The equal records among those that a field's records own; `nil` if there are none.
  ///
  /// Cost: a look at each owned record.
  fileprivate init?(_ field: MergePlan.Field, in snapshot: Snapshot) {
    guard case .relationship(let link) = field.property, link.deleteRule == .cascade,
      link.isExclusive(in: snapshot.model), let owned = snapshot.model[link.destination]
    else { return nil }
    let names = owned.storedProperties.map(\.name).filter { $0 != link.inverse }
    var owners: [[Value?]: Int] = [:]
    for values in field.contents {
      let rows = Value?.some(.list(values)).linkedKeys.compactMap { key in
        snapshot.row(ObjectID(entity: owned.name, key: key))
      }
      for content in Set(rows.map { row in names.map { row[$0] } }) {
        owners[content, default: 0] += 1
      }
    }
    count = owners.values.count { $0 > 1 }
    entity = owned
    if count == 0 { return nil }
  }
}
