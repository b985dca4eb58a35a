/// The fields of an entity with their Swift types, for code that knows its model.
///
///     struct RecipeSchema: RecordSchema {
///       static let entity = "Recipe"
///       let name = Field<String>("Name")
///       let rating = Field<Int>("Rating")
///     }
///     var recipe = TypedRecord<RecipeSchema>(record)
///     recipe?.rating = 5
public protocol RecordSchema {
  /// The name of the entity.
  static var entity: String { get }

  /// The schema, which has no state.
  init()
}

/// An attribute's name and the Swift type of its values.
public struct Field<Content: FieldContent>: Hashable, Sendable {
  /// The attribute's name.
  public let name: String

  /// The field called `name`.
  public init(_ name: String) {
    self.name = name
  }
}

/// A record whose fields are the properties of a schema.
@dynamicMemberLookup
public struct TypedRecord<Schema: RecordSchema> {
  /// The record itself.
  public let record: Record

  private let schema = Schema()

  /// The typed form of `record`, or `nil` if it is of another entity than the schema.
  public init?(_ record: Record) {
    guard record.id.entity == Schema.entity else { return nil }
    self.record = record
  }

  /// The value of a field, `nil` for none or for one of another type.
  public subscript<Content>(dynamicMember field: KeyPath<Schema, Field<Content>>) -> Content? {
    get { record[schema[keyPath: field].name].flatMap(Content.init(value:)) }
    nonmutating set { record[schema[keyPath: field].name] = newValue?.value }
  }
}
