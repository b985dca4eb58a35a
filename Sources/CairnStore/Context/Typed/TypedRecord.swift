/// A record whose fields are the properties of a schema.
///
/// The value only refers to the record, and has no other state.
@dynamicMemberLookup
public struct TypedRecord<Schema: RecordSchema> {
  /// The record itself.
  public let record: Record

  /// Creates the typed form of `record`; `nil` if it is of another entity than the schema.
  public init?(_ record: Record) {
    guard record.id.entity == Schema.entity else { return nil }
    self.record = record
  }

  /// The value of a field; `nil` if it has no value, or one of another type.
  public subscript<Content>(dynamicMember field: KeyPath<Schema, Field<Content>>) -> Content? {
    get { record[Schema()[keyPath: field].name].flatMap(Content.init(value:)) }
    nonmutating set { record[Schema()[keyPath: field].name] = newValue?.value }
  }

  /// The record that a relationship to one links to.
  public subscript<Other>(
    dynamicMember link: KeyPath<Schema, ToOne<Other>>
  ) -> TypedRecord<Other>? {
    get { record.link(Schema()[keyPath: link].name).flatMap(TypedRecord<Other>.init) }
    nonmutating set {
      record.setLinks(Schema()[keyPath: link].name, [newValue?.record].compactMap(\.self))
    }
  }

  /// The records that a relationship to many links to.
  public subscript<Other>(
    dynamicMember links: KeyPath<Schema, ToMany<Other>>
  ) -> [TypedRecord<Other>] {
    get { record.links(Schema()[keyPath: links].name).compactMap(TypedRecord<Other>.init) }
    nonmutating set { record.setLinks(Schema()[keyPath: links].name, newValue.map(\.record)) }
  }
}

extension ObjectContext {
  /// Creates a record of a schema's entity, as `create` does by name.
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

/// The fields of an entity with their Swift types, for code that knows its model.
///
///     struct RecipeSchema: RecordSchema {
///       static let entity = "Recipe"
///       let name = Field<String>("Name")
///       let rating = Field<Int>("Rating")
///       let author = ToOne<AuthorSchema>("Author")
///     }
///     let recipe = TypedRecord<RecipeSchema>(record)
///     recipe?.rating = 5
///     recipe?.author?.name
public protocol RecordSchema: SendableMetatype {
  /// The name of the entity.
  static var entity: String { get }

  /// The schema, which has no state.
  init()
}

extension RecordSchema {
  /// Returns the parts of the schema that `model` does not have, a sentence for each.
  ///
  /// The tests of a program can check that the result is empty.
  public static func mistakes(in model: ObjectModel) -> [String] {
    guard let entity = model[Self.entity] else {
      return ["the model has no entity \(Self.entity)"]
    }
    return Mirror(reflecting: Self()).children.compactMap { child in
      (child.value as? any SchemaField)?.mistake(in: entity)
    }
  }
}

/// A part of a schema that can be checked against a model.
protocol SchemaField {
  func mistake(in entity: Entity) -> String?
}

/// An attribute's name and the Swift type of its values.
public struct Field<Content: FieldContent>: Hashable, Sendable {
  /// The attribute's name.
  public let name: String

  /// Creates the field called `name`.
  public init(_ name: String) {
    self.name = name
  }
}

/// The name of a relationship to one record.
public struct ToOne<Destination: RecordSchema>: Hashable, Sendable {
  /// The relationship's name.
  public let name: String

  /// Creates the relationship called `name`.
  public init(_ name: String) {
    self.name = name
  }
}

/// The name of a relationship to many records.
public struct ToMany<Destination: RecordSchema>: Hashable, Sendable {
  /// The relationship's name.
  public let name: String

  /// Creates the relationship called `name`.
  public init(_ name: String) {
    self.name = name
  }
}

extension Field: SchemaField {
  func mistake(in entity: Entity) -> String? {
    guard let attribute = entity.attribute(name) else {
      return "\(entity.name) has no attribute \(name)"
    }
    return Content.fits(attribute)
      ? nil : "\(entity.name).\(name) is \(attribute.type), which \(Content.self) cannot hold"
  }
}

extension ToOne: SchemaField {
  func mistake(in entity: Entity) -> String? {
    entity.mistake(name, isToMany: false, destination: Destination.entity)
  }
}

extension ToMany: SchemaField {
  func mistake(in entity: Entity) -> String? {
    entity.mistake(name, isToMany: true, destination: Destination.entity)
  }
}

extension Entity {
  func mistake(_ name: String, isToMany: Bool, destination: String) -> String? {
    guard let relationship = relationship(name) else {
      return "\(self.name) has no relationship \(name)"
    }
    let isRight = relationship.isToMany == isToMany && relationship.destination == destination
    let count = isToMany ? "many" : "one"
    return isRight ? nil : "\(self.name).\(name) does not lead to \(count) of \(destination)"
  }
}
