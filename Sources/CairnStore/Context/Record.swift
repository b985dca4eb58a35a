/// A record of a context, its fields reached by their names.
///
/// There is one for each id in a context, as long as somebody holds it. It starts as a fault, which
/// knows its id only, and looks the record up when a field is first asked for. Values are those of
/// the context's edits and, below them, of its snapshot; of a record that is gone there are none,
/// and nothing traps (S4).
public final class Record {
  /// The context that the record is read and edited in.
  public let context: ObjectContext

  /// The record's identity; one made here gets its lasting one when it is saved to the store.
  public internal(set) var id: ObjectID

  /// What was found, and at which pin of the context.
  private var fired: (pin: Int, row: Row?)?

  init(context: ObjectContext, id: ObjectID) {
    self.context = context
    self.id = id
  }

  /// The record's entity.
  ///
  /// `precondition`: the model has it, as it does unless the model changed or the id was made up.
  public var entity: Entity {
    guard let entity = context.snapshot.model[id.entity] else {
      preconditionFailure("the model has no entity \(id.entity)")
    }
    return entity
  }

  /// Whether nothing was looked up yet.
  public var isFault: Bool { fired?.pin != context.pin }

  /// Whether the record is gone: deleted here or by others, or never there.
  public var isDeleted: Bool { !context.content.exists(id) }

  /// What a save would do with the record, `nil` for nothing.
  public var change: RecordChange? { context.content.change(of: id) }

  /// The text that names the record to people: its title, or its key where it has none.
  ///
  /// A temporary key says nothing to anybody, least of all in the history; such a record is
  /// `new recipe`.
  public var title: String {
    let name = context.snapshot.model[id.entity]?.titleAttribute?.name
    if let title = name.flatMap({ self[$0] }) { return ValueText.export(title) }
    return id.isTemporary ? "new \(id.entity.lowercased())" : "\(id.key)"
  }

  /// The value of a field: an attribute's, or a relationship's links whichever side stores them.
  ///
  /// There is none for a record that is gone and for a name that is no field. Setting a value takes
  /// any: whether it may be saved is checked then. On a record that is gone it does nothing. Where
  /// a file cannot be read that the edit depends on, the save says so and saves nothing.
  /// `precondition`, when setting: the entity has the field.
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
      switch entity[name] {
      case .attribute?: edit { $0.set(newValue, name, of: id) }
      case .relationship(let relationship)?:
        edit { $0.setLinks(newValue.linkedKeys, relationship, of: id) }
      case nil: preconditionFailure("\(id.entity) has no field \(name)")
      }
    }
  }

  /// Deletes the record, with what the delete rules say about the records linked to it.
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
    // A failure is kept by the context, whose save throws it.
    try? context.edit { if $0.exists(id) { body(&$0) } }
  }
}

// Links, as records.
extension Record {
  /// The records at the other end of a relationship, in its order; none for any other name.
  public func links(_ name: String) -> [Record] {
    guard let relationship = context.snapshot.model[id.entity]?.relationship(name) else {
      return []
    }
    return linkedIDs(relationship).map(context.object)
  }

  /// The record at the other end of a relationship to one.
  public func link(_ name: String) -> Record? { links(name).first }

  /// Makes `records` all that a relationship leads to, in this order.
  ///
  /// `precondition`: they are records of this context; the entity has the relationship.
  public func setLinks(_ name: String, _ records: [Record]) {
    precondition(records.allSatisfy { $0.context === context }, "records of another context")
    guard let relationship = entity.relationship(name) else {
      preconditionFailure("\(id.entity) has no link \(name)")
    }
    edit { $0.setLinks(records.map(\.id.key), relationship, of: id) }
  }

  /// Adds a record to those that a relationship leads to, at the end.
  public func addLink(_ name: String, _ record: Record) {
    let others = entity.relationship(name)?.isToMany == true ? links(name) : []
    setLinks(name, others.filter { $0.id != record.id } + [record])
  }

  /// Takes a record from those that a relationship leads to.
  public func removeLink(_ name: String, _ record: Record) {
    setLinks(name, links(name).filter { $0.id != record.id })
  }
}
