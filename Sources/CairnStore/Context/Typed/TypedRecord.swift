/// A record whose fields are the properties of a schema.
///
/// It holds the record and nothing else.
@dynamicMemberLookup
public struct TypedRecord<Schema: RecordSchema> {
  /// The record itself.
  public let record: Record

  /// The typed form of `record`, or `nil` if it is of another entity than the schema.
  public init?(_ record: Record) {
    guard record.id.entity == Schema.entity else { return nil }
    self.record = record
  }

  /// The value of a field, `nil` for none or for one of another type.
  public subscript<Content>(dynamicMember field: KeyPath<Schema, Field<Content>>) -> Content? {
    get { record[Schema()[keyPath: field].name].flatMap(Content.init(value:)) }
    nonmutating set { record[Schema()[keyPath: field].name] = newValue?.value }
  }

  /// The record at the other end of a relationship to one.
  public subscript<Other>(
    dynamicMember link: KeyPath<Schema, ToOne<Other>>
  ) -> TypedRecord<Other>? {
    get { record.link(Schema()[keyPath: link].name).flatMap(TypedRecord<Other>.init) }
    nonmutating set {
      record.setLinks(Schema()[keyPath: link].name, [newValue?.record].compactMap(\.self))
    }
  }

  /// The records at the other end of a relationship to many.
  public subscript<Other>(
    dynamicMember links: KeyPath<Schema, ToMany<Other>>
  ) -> [TypedRecord<Other>] {
    get { record.links(Schema()[keyPath: links].name).compactMap(TypedRecord<Other>.init) }
    nonmutating set { record.setLinks(Schema()[keyPath: links].name, newValue.map(\.record)) }
  }
}

extension ObjectContext {
  /// Makes a record of a schema's entity, as `create` does by name.
  ///
  /// - Throws: `StoreError.unknownEntity`.
  public func create<Schema: RecordSchema>(
    _ schema: Schema.Type
  ) throws(StoreError) -> TypedRecord<Schema> {
    let record = try create(schema.entity)
    guard let typed = TypedRecord<Schema>(record) else { throw .unknownEntity(schema.entity) }
    return typed
  }
}
