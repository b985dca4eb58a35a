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

  /// The record with `key`, in logarithmic time.
  func row(_ key: RecordKey) -> Row? { index(of: key).map { Row(chunk: self, index: $0) } }

  /// The fields of the record with `key` that the model does not know, and those with a text that
  /// they cannot hold, in their order.
  public func unknownFields(of key: RecordKey) -> [(name: String, text: String)] {
    extras.fields[key]?.map { ($0.name, $0.text) } ?? []
  }
}

/// What the text of a shard holds besides the values that the model knows.
///
/// Nothing that a person wrote is lost: fields that the model lacks, values that do not fit their
/// type, comments, and records that cannot be read stay as text and are written back.
struct ChunkExtras: Hashable, Sendable {
  /// A field whose text is kept because the model has no place for it.
  struct Field: Hashable, Sendable {
    var name: String
    var text: String
  }

  /// Unknown fields by record, in their order.
  var fields: [RecordKey: [Field]] = [:]

  /// The comments above and in records.
  var comments: [RecordKey: RecordComments] = [:]

  /// The lines of records that cannot be read, or stand in the text in several ways, byte for byte
  /// without the blank line after them.
  var unreadable: [[UInt8]] = []

  /// The records that show the first of those ways: their text is kept, and they do not change
  /// until a person has chosen.
  var contested: [RecordKey: Contest] = [:]

  /// Lines of the descriptor besides `%rec`, line ends included.
  var descriptor: [UInt8] = []

  /// Comment lines after the last record, line ends included.
  var closing: [UInt8] = []

  /// Whether the descriptor says itself which records follow.
  var hasOwnTitle: Bool {
    descriptor.split(separator: .newline).contains { $0.starts(with: "%rec:".utf8) }
  }

  var isEmpty: Bool {
    fields.isEmpty && comments.isEmpty && unreadable.isEmpty && closing.isEmpty
      && descriptor.isEmpty
  }
}

/// The chunks of a table, in the order of their keys.
///
/// A snapshot after a save shares all of them but one with the snapshot before. They lie in pages,
/// so that it shares the pages too, and a save costs no pass over all chunks of a large table.
public struct ChunkList: RandomAccessCollection, Sendable {
  private static let pageSize = 32

  /// All have `pageSize` chunks but the last, which has one at least.
  private var pages: [[Chunk]]

  /// The number of chunks.
  public let count: Int

  init(_ chunks: [Chunk] = []) {
    count = chunks.count
    pages = stride(from: 0, to: chunks.count, by: Self.pageSize).map { start in
      Array(chunks[start..<Swift.min(start + Self.pageSize, chunks.count)])
    }
  }

  /// The first index, 0.
  public var startIndex: Int { 0 }

  /// The number of chunks.
  public var endIndex: Int { count }

  /// The chunk at `index`.
  public internal(set) subscript(index: Int) -> Chunk {
    get { pages[index / Self.pageSize][index % Self.pageSize] }
    set { pages[index / Self.pageSize][index % Self.pageSize] = newValue }
  }

  /// Whether both hold the same chunks, not only equal ones.
  func isSame(as other: ChunkList) -> Bool {
    count == other.count && zip(pages, other.pages).allSatisfy { $0.isSame(as: $1) }
  }
}

/// The state of a file, by which a cheap check finds out whether the file was changed.
struct FileFingerprint: Hashable, Sendable {
  var size: Int64
  var modified: Int64
  /// When the file or its name last changed.
  ///
  /// A tool can set `modified` back, but not this.
  var changed: Int64
  var inode: UInt64

  /// Whether the file has the same contents, perhaps under another name.
  func hasSameContents(as other: FileFingerprint?) -> Bool {
    var renamed = self
    renamed.changed = other?.changed ?? changed
    return renamed == other
  }
}
