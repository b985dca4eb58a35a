/// What a save does with a record that others changed since the context last looked (S9).
///
/// Before it counts, changes of different fields are brought together, and lists by what was added
/// to them and taken out. A conflict is what remains: both sides gave one field different values,
/// or one deleted what the other edited.
public enum ConflictPolicy: Sendable, CaseIterable {
  /// The save fails and names each conflict.
  case error

  /// The context's values win where both changed a field; its edits bring back what others deleted.
  case mergeByPropertyMine

  /// The others' values win where both changed a field; what they deleted stays deleted.
  case mergeByPropertyTheirs

  /// The record becomes what the context shows, in all fields.
  case overwrite

  /// The context's edits of the record are dropped.
  case rollback
}

/// A record that cannot be saved as it is because others changed it too.
public struct SaveConflict: Hashable, Sendable {
  /// How the two sides contradict each other.
  public enum Kind: Sendable {
    /// Both changed the same fields.
    case edited
    /// Edited here, deleted by others.
    case deletedByOthers
    /// Deleted here, edited by others.
    case deletedHere
  }

  /// A field and its three values.
  public struct Field: Hashable, Sendable {
    /// The field's name.
    public let name: String
    /// The value when the context last looked.
    public let base: Value?
    /// The value in the context.
    public let mine: Value?
    /// The value that others saved.
    public let theirs: Value?
  }

  /// The record.
  public let id: ObjectID

  /// How the two sides contradict each other.
  public let kind: Kind

  /// The fields in question: those that both changed, or that the side changed which kept the
  /// record.
  public let fields: [Field]
}

extension SaveConflict: CustomStringConvertible {
  /// What happened to the record, a sentence without a full stop.
  public var description: String { sentence(naming: \.description) }

  func sentence(naming name: (ObjectID) -> String) -> String {
    switch kind {
    case .edited:
      "\(fields.map(\.name).joined(separator: ", ")) of \(name(id)) also changed elsewhere"
    case .deletedByOthers: "\(name(id)) was deleted elsewhere"
    case .deletedHere:
      "\(name(id)) is to be deleted, but \(fields.map(\.name).joined(separator: ", ")) changed elsewhere"
    }
  }
}
