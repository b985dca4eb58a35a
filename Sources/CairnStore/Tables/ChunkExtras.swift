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
