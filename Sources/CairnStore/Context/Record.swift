/// A record of a context, its fields reached by their names.
///
/// It holds no values itself: it reads the context's edits and, below them, the snapshot, so that all
/// the records of one id agree.
public struct Record {
  /// The context that the record is read and edited in.
  public let context: ObjectContext

  let originalID: ObjectID

  /// The record's identity; one made here gets its lasting one when it is saved.
  public var id: ObjectID { context.current(originalID) }

  /// The record's entity.
  public var entity: Entity {
    guard let entity = context.snapshot.model[id.entity] else {
      preconditionFailure("the model lost the entity of a record")
    }
    return entity
  }

  /// Whether the record is still there.
  public var exists: Bool { context.workspace.exists(id) }

  /// The text that names the record to people: its title, or its key where it has none.
  public var title: String {
    entity.titleAttribute.flatMap { self[$0.name] }.map(ValueText.export) ?? "\(id.key)"
  }

  /// The value of a field: an attribute's, or a relationship's links whichever side stores them.
  ///
  /// There is none for a record that is gone and for a name that is no field. Setting a value takes
  /// any: whether it may be saved is checked then. `precondition`, when setting: the entity has the
  /// field and the record is there.
  public subscript(name: String) -> Value? {
    get {
      switch entity[name] {
      case .attribute?: context.workspace.value(name, of: id)
      case .relationship(let relationship)?:
        Value?.links(
          context.workspace.links(relationship, of: id).map(\.key),
          isList: relationship.isToMany)
      case nil: nil
      }
    }
    nonmutating set {
      precondition(exists, "the record is gone")
      switch entity[name] {
      case .attribute?: context.workspace.set(newValue, name, of: id)
      case .relationship(let relationship)?:
        context.workspace.setLinks(newValue.linkedKeys, relationship, of: id)
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
}

// Links, as records.
extension Record {
  /// The records at the other end of a relationship, in its order; none for any other name.
  public func links(_ name: String) -> [Record] {
    guard let relationship = entity.relationship(name) else { return [] }
    return context.workspace.links(relationship, of: id).map {
      Record(context: context, originalID: $0)
    }
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
    precondition(exists, "the record is gone")
    context.workspace.setLinks(records.map(\.id.key), relationship, of: id)
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
