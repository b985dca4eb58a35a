/// The records of one shard, in columns, as they are at one moment.
///
/// A chunk never changes; an edit makes a new one that shares the columns it leaves alone.
public final class Chunk: Sendable {
  /// The entity as the columns know it.
  public let entity: Entity

  /// The keys of the records, ascending.
  public let keys: [RecordKey]

  /// A column for each of the entity's stored properties, in the model's order.
  public let columns: [Column]

  /// The shard that the chunk is the image of.
  let shard: ShardName

  let extras: ChunkExtras

  /// The state of the file that the chunk was read from or last written to.
  let origin: FileFingerprint?

  /// What others derive from the chunk, such as its folded search text.
  let derived = DerivedValues()

  init(
    entity: Entity, shard: ShardName, keys: [RecordKey], columns: [Column], extras: ChunkExtras,
    origin: FileFingerprint?
  ) {
    self.entity = entity
    self.shard = shard
    self.keys = keys
    self.columns = columns
    self.extras = extras
    self.origin = origin
  }

  /// A chunk without records, for a shard that has no file.
  convenience init(emptyFor shard: ShardName, of entity: Entity) {
    self.init(
      entity: entity, shard: shard, keys: [], columns: entity.storedProperties.map(Column.init),
      extras: ChunkExtras(), origin: nil)
  }

  /// The number of records.
  public var count: Int { keys.count }

  /// Whether it has records or other text, or a file that may have to go.
  var standsForSomething: Bool { !keys.isEmpty || !extras.isEmpty || origin != nil }

  /// The row of the record with `key`, in logarithmic time.
  public func index(of key: RecordKey) -> Int? { keys.place(of: key) }

  /// The fields of the record with `key` that the model does not know, and those with a text that
  /// they cannot hold, in their order.
  public func unknownFields(of key: RecordKey) -> [(name: String, text: String)] {
    extras.fields[key]?.map { ($0.name, $0.text) } ?? []
  }
}
