/// The change of one field: its value before and after.
public struct FieldChange: Hashable, Sendable {
  /// The field's name; an unknown name means a field that is kept as text.
  public var name: String

  /// The value before; `nil` for no value.
  public var old: Value?

  /// The value after; `nil` for no value.
  public var new: Value?

  /// Creates the change of the field `name` from `old` to `new`.
  public init(name: String, old: Value?, new: Value?) {
    self.name = name
    self.old = old
    self.new = new
  }
}

/// The change of one record.
public struct RecordChange: Hashable, Sendable {
  /// The kind of a record's change: inserted, updated or deleted.
  public enum Kind: Sendable {
    /// A record was added.
    case insert
    /// Fields of a record got other values.
    case update
    /// A record was removed.
    case delete
  }

  /// The record's id.
  public var id: ObjectID

  /// Whether the record was inserted, updated or deleted.
  public var kind: Kind

  /// The changed fields; for an inserted or deleted record, all fields with a value.
  public var fields: [FieldChange]

  /// Whether the deletion gives the key up because the text has another record with it.
  var isMove = false

  /// The comments in the text of a deleted record, which come back with the record.
  var comments = RecordComments()

  /// Creates the change of kind `kind` of the record `id`.
  public init(id: ObjectID, kind: Kind, fields: [FieldChange]) {
    self.id = id
    self.kind = kind
    self.fields = fields
  }
}

extension Sequence<RecordChange> {
  /// The shards of the changed records, by entity.
  var shards: [String: Set<ShardName>] {
    reduce(into: [:]) { shards, change in
      let shard = ShardName(of: change.id.key, inEntity: change.id.entity)
      shards[change.id.entity, default: []].insert(shard)
    }
  }
}

/// A saved change of the store: everything that one save did.
public struct Transaction: Hashable, Sendable {
  /// The number.
  ///
  /// In a copy of the store, changes are numbered from 1.
  public var number: UInt64

  /// The time of the save.
  public var time: Timestamp

  /// The replica that saved it.
  public var replica: Replica

  /// The title of the change for people; a very long one is cut at its end.
  public var title: String

  /// The number of the change that this one undoes.
  public var undoes: UInt64?

  /// Whether the change only gave new keys to records whose keys another program used, too.
  ///
  /// It has an insertion with the new key and then a deletion with the old key, for each record.
  public internal(set) var movesKeys = false

  /// The origin of the change; `nil` if unknown, as in changes of older programs.
  public var origin: ChangeOrigin?

  /// The receipt by which the program that saved it can find it again; `nil` for most changes.
  public var receipt: Receipt?

  /// The changes of records, in the order of saving.
  ///
  /// Records inserted as a batch are listed without their fields, which the snapshot has.
  public var changes: [RecordChange]

  /// The change of the model.
  public var model: ModelChange?
}

extension Transaction {
  /// Creates the transaction from a frame's head, without its changes.
  init(_ head: FrameHead) {
    self.init(
      number: head.number, time: head.time, replica: head.replica, title: head.title,
      undoes: head.undoes, movesKeys: head.movesKeys, origin: head.origin, receipt: head.receipt,
      changes: [])
  }
}

/// A word that a program chooses before a save, to check later whether the change was saved.
///
/// A program that is killed during a save does not learn the result. At its next start, it looks
/// for the receipt in the history (`ObjectStore.change(with:)`).
public struct Receipt: Hashable, Sendable, CustomStringConvertible {
  /// The word, of ASCII letters and digits.
  public let description: String

  /// Creates a receipt that no other save has.
  public init() {
    description = String(UInt64.random(in: 0...UInt64.max), radix: 36)
  }

  /// Creates the receipt with the word `text`.
  ///
  /// It is `nil` if the text is empty, longer than 32 characters, or has other characters than
  /// ASCII letters and digits.
  public init?(_ text: String) {
    guard (1...32).contains(text.utf8.count),
      text.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) })
    else { return nil }
    description = text
  }
}

/// The changes of the store's content between two snapshots.
public struct ChangeSet: Sendable {
  /// The number of the last change before the set.
  public let from: UInt64

  /// The number of the last change in the set.
  public let to: UInt64

  /// The changes of records, in order; a record may appear more than once.
  public let changes: [RecordChange]

  /// The records that got other keys, because another program used theirs in the text.
  public let moves: [ObjectID: ObjectID]

  /// Whether the model changed too, so that screens must be rebuilt.
  public let modelChanged: Bool
}

extension Transaction {
  /// The longest title in characters, not counting the names of records in it.
  static let longestTitle = 240
}
