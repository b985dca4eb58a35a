/// A link of an entity's records to records of another entity.
public struct Relationship: Hashable, Sendable {
  /// What happens to the records at the other end when a record is deleted.
  public enum DeleteRule: String, CaseIterable, Sendable {
    /// Their links to it are cleared.
    case nullify
    /// They are deleted too.
    case cascade
    /// They forbid the deletion.
    case deny
    /// Nothing; their links lead nowhere.
    case none
  }

  /// What an export does with the records at the other end.
  public enum ExportRule: String, CaseIterable, Sendable {
    /// Writes them inside their owner.
    case follow
    /// Writes their addresses.
    case reference
    /// Leaves them out.
    case skip
  }

  /// The name, unique within the entity.
  public var name: String

  /// The name of the entity at the other end.
  public var destination: String

  /// Whether a record can have more than one link.
  public var isToMany: Bool

  /// Whether the order of the links is kept.
  public var isOrdered = false

  /// The name of the destination's relationship that leads back.
  public var inverse: String?

  /// What deleting a record does to the other end.
  public var deleteRule = DeleteRule.nullify

  /// What exporting a record does with the other end.
  public var exportRule = ExportRule.reference

  /// Whether a record must have a link.
  public var isRequired = false

  /// Whether records hold this side as a field; the other side is found through its inverse.
  ///
  /// Stored are the to-one side, the side of two alike that the model declares first, a to-many
  /// without inverse, and an ordered to-many, whose field then says the order only.
  public internal(set) var isStored = true

  /// Whether the stored field only orders links that the other side's to-one fields make.
  public internal(set) var holdsOrderOnly = false

  /// A relationship with every other property at its default.
  public init(name: String, destination: String, isToMany: Bool) {
    self.name = name
    self.destination = destination
    self.isToMany = isToMany
  }
}
