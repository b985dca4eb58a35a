/// A record of a context, with its fields by name.
///
/// A context has one `Record` for each id in use. It starts as a fault, which only has its id, and
/// is looked up when a field is first read. Its values are the context's edits and, below them, its
/// snapshot. A deleted record has no values, and reading it does not trap (S4).
public final class Record {
  /// The context in which the record is read and edited.
  public let context: ObjectContext

  /// The record's id; a new record gets its lasting id when it is saved to the store.
  public internal(set) var id: ObjectID

  /// The row that was found, and the context's pin at that time.
  private var fired: (pin: Int, row: Row?)?

  init(context: ObjectContext, id: ObjectID) {
    self.context = context
    self.id = id
  }

  /// The record's entity.
  ///
  /// `precondition`: the model has it. It lacks it only if the model changed or the id was
  /// invented.
  public var entity: Entity {
    guard let entity = context.snapshot.model[id.entity] else {
      preconditionFailure("the model has no entity \(id.entity)")
    }
    return entity
  }

  /// Whether the record was not looked up yet.
  public var isFault: Bool { fired?.pin != context.pin }

  /// Whether the record does not exist: it was deleted here or by others, or never existed.
  public var isDeleted: Bool { !context.content.exists(id) }

  /// The change that a save would make to the record; `nil` for no change.
  public var change: RecordChange? { context.content.change(of: id) }

  /// The text that names the record to people: its title, or its key if it has no title.
  ///
  /// A record with a temporary key is `new recipe`, because such a key has no meaning in the
  /// history.
  public var title: String {
    let name = context.snapshot.model[id.entity]?.titleAttribute?.name
    if let title = name.flatMap({ self[$0] }) { return ValueText.export(title) }
    return id.isTemporary ? "new \(id.entity.lowercased())" : "\(id.key)"
  }

  /// The value of a field: an attribute's value, or a relationship's links, on whichever side they
  /// are.
  ///
  /// It is `nil` for a record that does not exist and for an unknown name. Any value can be set; a
  /// save checks whether it is valid. Setting a value of a record that does not exist has no
  /// effect. If the edit depends on a file that cannot be read, or the model has no such field, the
  /// save throws and saves nothing.
  public subscript(name: String) -> Value? {
    get {
      switch context.snapshot.model[id.entity]?[name] {
      case .attribute?: stored(name)
      case .relationship(let relationship)?:
        relationship.value(linkingTo: linkedIDs(relationship).map(\.key))
      case nil: nil
      }
    }
    set {
      switch context.snapshot.model[id.entity]?[name] {
      case .attribute?: edit { $0.set(newValue, name, of: id) }
      case .relationship(let relationship)?:
        edit { $0.setLinks(newValue.linkedKeys, relationship, of: id) }
      case nil: context.refuseSave(because: .unknownField(name, entity: id.entity))
      }
    }
  }

  /// Deletes the record, and follows the delete rules for the records linked to it.
  ///
  /// - Throws: `StoreError.notFound` or `.deletionDenied`.
  public func delete() throws(StoreError) {
    try context.delete([id])
  }

  func turnIntoFault() { fired = nil }

  private func stored(_ name: String) -> Value? {
    guard !isDeleted else { return nil }
    if let edited = context.content.edits.entry(name, of: id) { return edited }
    if let inherited = context.content.inherited.entry(name, of: id) { return inherited }
    if let fired, fired.pin == context.pin { return fired.row?[name] }
    let row = context.content.savedRow(id)
    fired = (context.pin, row)
    return row?[name]
  }

  private func linkedIDs(_ relationship: Relationship) -> [ObjectID] {
    context.content.links(relationship, of: id)
  }

  private func edit(_ body: (inout EditedSnapshot) -> Void) {
    // The context keeps the error, and its save throws it.
    try? context.edit { if $0.exists(id) { body(&$0) } }
  }
}

// Links, as records.
extension Record {
  /// Returns the records that a relationship links to, in its order; empty for any other name.
  public func links(_ name: String) -> [Record] {
    guard let relationship = context.snapshot.model[id.entity]?.relationship(name) else {
      return []
    }
    return linkedIDs(relationship).map(context.object)
  }

  /// Returns the record that a relationship to one links to.
  public func link(_ name: String) -> Record? { links(name).first }

  /// Replaces the links of a relationship with `records`, in this order.
  ///
  /// `precondition`: they are records of this context; the entity has the relationship.
  public func setLinks(_ name: String, _ records: [Record]) {
    precondition(records.allSatisfy { $0.context === context }, "records of another context")
    guard let relationship = entity.relationship(name) else {
      preconditionFailure("\(id.entity) has no link \(name)")
    }
    edit { $0.setLinks(records.map(\.id.key), relationship, of: id) }
  }

  /// Adds a link to `record` at the end of a relationship.
  public func addLink(_ name: String, _ record: Record) {
    let others = entity.relationship(name)?.isToMany == true ? links(name) : []
    setLinks(name, others.filter { $0.id != record.id } + [record])
  }

  /// Removes the link to `record` from a relationship.
  public func removeLink(_ name: String, _ record: Record) {
    setLinks(name, links(name).filter { $0.id != record.id })
  }
}
