/// What a program checks of an entity's records that the model has no word for.
///
///     var options = ObjectStore.Options(folder: folder, clock: clock)
///     options.rules["Loan"] = EntityRules { loan in
///       loan["Until"] == nil ? [] : [.init(field: "Until", message: "must be after From")]
///     }
///
/// A save runs them on the content that it would leave, under the store's lock.
public struct EntityRules: Sendable {
  /// Something that a rule does not allow.
  public struct Breach: Hashable, Sendable {
    /// The field, `nil` for the record as a whole.
    public let field: String?
    /// What is wrong, a sentence without a full stop that starts after the field's name.
    public let message: String

    /// The breach of `field` that `message` tells of.
    public init(field: String? = nil, message: String) {
      self.field = field
      self.message = message
    }
  }

  /// Finds what is wrong with a record that is to be saved.
  public var validate: @Sendable (CheckedRecord) -> [Breach]

  /// Finds what speaks against deleting a record, of which it sees the last state.
  public var validateForDelete: @Sendable (CheckedRecord) -> [Breach]

  /// Rules for saving and for deleting; those left out allow everything.
  public init(
    validate: @escaping @Sendable (CheckedRecord) -> [Breach] = { _ in [] },
    validateForDelete: @escaping @Sendable (CheckedRecord) -> [Breach] = { _ in [] }
  ) {
    self.validate = validate
    self.validateForDelete = validateForDelete
  }
}

/// A record as a save would leave it or, where it is deleted, as it was, for rules to look at.
public struct CheckedRecord {
  /// The record's identity, temporary for a new one.
  public let id: ObjectID

  let content: EditedSnapshot

  /// The value of an attribute, `nil` for none and for any other name.
  public subscript(name: String) -> Value? {
    content.model[id.entity]?.attribute(name) == nil ? nil : content.value(name, of: id)
  }

  /// The records at the other end of a relationship, in its order; none for any other name.
  public func links(_ name: String) -> [CheckedRecord] {
    guard let relationship = content.model[id.entity]?.relationship(name) else { return [] }
    return content.links(relationship, of: id).map { CheckedRecord(id: $0, content: content) }
  }
}
