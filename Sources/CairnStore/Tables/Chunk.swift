/// The immutable records of one shard, in columns.
///
/// An edit creates a new chunk, which shares the unchanged columns.
public final class Chunk: Sendable {
  /// The entity that the columns belong to.
  public let entity: Entity

  /// The keys of the records, ascending.
  public let keys: [RecordKey]

  /// A column for each of the entity's stored properties, in the model's order.
  public let columns: [Column]

  /// The shard whose records the chunk has.
  let shard: ShardName

  let extras: ChunkExtras

  /// The state of the file that the chunk was read from or last written to.
  let origin: FileFingerprint?

  /// Values that other types derive from the chunk, such as its folded search text.
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

  /// Whether the chunk has records, other text, or a file that may have to be deleted.
  var standsForSomething: Bool { !keys.isEmpty || !extras.isEmpty || origin != nil }

  /// The row of the record with `key`, in logarithmic time.
  public func index(of key: RecordKey) -> Int? { keys.place(of: key) }

  /// The record with `key`, in logarithmic time.
  func row(_ key: RecordKey) -> Row? { index(of: key).map { Row(chunk: self, index: $0) } }

  /// Returns the record's fields that the model lacks, and those with a text that they can't hold,
  /// in their order.
  public func unknownFields(of key: RecordKey) -> [(name: String, text: String)] {
    extras.fields[key]?.map { ($0.name, $0.text) } ?? []
  }
}

/// The content of a shard's text besides the values that the model knows.
///
/// No written text is lost. Unknown fields, values of the wrong type, comments and unreadable
/// records are kept as text, and written back.
struct ChunkExtras: Hashable, Sendable {
  /// A field whose text is kept because it has no place in the model.
  struct Field: Hashable, Sendable {
    var name: String
    var text: String
  }

  /// Unknown fields by record, in their order.
  var fields: [RecordKey: [Field]] = [:]

  /// The comments above and in records.
  var comments: [RecordKey: RecordComments] = [:]

  /// The lines of unreadable or contested records, byte for byte, without the blank line after
  /// them.
  var unreadable: [[UInt8]] = []

  /// The contested records.
  ///
  /// They show the first of their texts and can't change until a person has chosen.
  var contested: [RecordKey: Contest] = [:]

  /// Lines of the descriptor besides `%rec`, line ends included.
  var descriptor: [UInt8] = []

  /// Comment lines after the last record, line ends included.
  var closing: [UInt8] = []

  /// Whether the descriptor itself names the records below.
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
/// The snapshot after a save shares all chunks but one with the snapshot before it. Chunks are in
/// pages, and the snapshots share the pages too. So a save does not visit all chunks of a large
/// table.
public struct ChunkList: RandomAccessCollection, Sendable {
  private static let pageSize = 32

  /// All pages have `pageSize` chunks, except the last, which has at least one.
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

  /// Whether both hold the same chunks by identity, not only equal ones.
  func isSame(as other: ChunkList) -> Bool {
    count == other.count && zip(pages, other.pages).allSatisfy { $0.isSame(as: $1) }
  }
}

/// The state of a file, for a cheap check whether the file changed.
struct FileFingerprint: Hashable, Sendable {
  var size: Int64
  var modified: Int64
  /// The time of the last change of the file or its name.
  ///
  /// A tool can set `modified` back, but not this time.
  var changed: Int64
  var inode: UInt64

  /// Whether the file has the same contents, even under another name.
  func hasSameContents(as other: FileFingerprint?) -> Bool {
    var renamed = self
    renamed.changed = other?.changed ?? changed
    return renamed == other
  }
}
