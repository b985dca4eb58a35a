/// The change of one field: its value before and after.
public struct FieldChange: Hashable, Sendable {
  /// The field's name; one that the model does not know stands for a field kept as text.
  public var name: String

  /// The value before, `nil` for none.
  public var old: Value?

  /// The value after, `nil` for none.
  public var new: Value?

  /// The change of the field `name` from `old` to `new`.
  public init(name: String, old: Value?, new: Value?) {
    self.name = name
    self.old = old
    self.new = new
  }
}

/// What happened to one record.
public struct RecordChange: Hashable, Sendable {
  /// Whether the record came, changed or went.
  public enum Kind: Sendable {
    case insert, update, delete
  }

  /// The record.
  public var id: ObjectID

  /// Whether it came, changed or went.
  public var kind: Kind

  /// The fields that changed; all that had a value when the record came or went.
  public var fields: [FieldChange]

  /// The comments that stood in the text of a record that went, and stand in it again when it is
  /// brought back.
  var comments = RecordComments()

  /// The change of kind `kind` of the record `id`.
  public init(id: ObjectID, kind: Kind, fields: [FieldChange]) {
    self.id = id
    self.kind = kind
    self.fields = fields
  }
}

/// A saved change of the store: what one save did, all of it or nothing.
public struct Transaction: Hashable, Sendable {
  /// The number, one more than that of the change before it in this copy of the store.
  public var number: UInt64

  /// When it was saved.
  public var time: Timestamp

  /// The replica that saved it.
  public var replica: Replica

  /// What it did, in words for people; of very long ones the beginning.
  public var title: String

  /// The change that it took back.
  public var undoes: UInt64?

  /// Where it came from; `nil` where nobody said, as programs before this one did not.
  public var origin: ChangeOrigin?

  /// By what its saver finds it again; `nil` for most changes.
  public var receipt: Receipt?

  /// What it did to each record, in the order of saving.
  ///
  /// Records inserted as a batch are listed without their fields, which the snapshot has.
  public var changes: [RecordChange]

  /// What it did to the model.
  public var model: ModelChange?
}

extension Transaction {
  /// The transaction that a frame's head tells of, without what it changes.
  init(_ head: FrameHead) {
    self.init(
      number: head.number, time: head.time, replica: head.replica, title: head.title,
      undoes: head.undoes, origin: head.origin, receipt: head.receipt, changes: [])
  }
}

/// A word that a saver chooses before it saves, to learn later whether it was saved.
///
/// A program that is killed during a save does not hear what came of it. At its next start, it
/// looks for the receipt in the history (`ObjectStore.change(with:)`).
public struct Receipt: Hashable, Sendable, CustomStringConvertible {
  /// The word: letters and digits of ASCII.
  public let description: String

  /// A receipt that no other save has.
  public init() {
    description = String(UInt64.random(in: 0...UInt64.max), radix: 36)
  }

  /// The receipt that `text` has; `nil` if it is none: empty, longer than 32 characters, or with
  /// other characters than letters and digits of ASCII.
  public init?(_ text: String) {
    guard (1...32).contains(text.utf8.count),
      text.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) })
    else { return nil }
    description = text
  }
}

/// What the store's content went through between two snapshots.
public struct ChangeSet: Sendable {
  /// The number of the last change before.
  public let from: UInt64

  /// The number of the last change in it.
  public let to: UInt64

  /// What happened to records, in order; a record may appear more than once.
  public let changes: [RecordChange]

  /// Whether the model changed too, so that screens must be built anew.
  public let modelChanged: Bool
}

extension Transaction {
  /// So many characters tell what was done; the name of a record may have any number.
  static let longestTitle = 240
}
