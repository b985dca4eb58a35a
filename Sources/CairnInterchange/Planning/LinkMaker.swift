internal import CairnStore

/// Adds the two sides of a link to a model.
struct LinkMaker {
  private(set) var draft: ModelDraft

  init(draft: ModelDraft) {
    self.draft = draft
  }

  /// Adds the link for a column, or finds the one that an earlier import added.
  ///
  /// - Parameters:
  ///   - source: The entity with the column.
  ///   - destination: The entity that the link leads to.
  ///   - column: The column; `AlbumId` gives the link the name `Album`.
  ///   - isToMany: Whether a row may link to several records.
  ///   - isOnly: Whether no other column links to the same entity.
  /// - Returns: The link's name.
  mutating func link(
    from source: String, to destination: String, column: String, isToMany: Bool, isOnly: Bool
  ) -> String {
    if let known = draft[source].relationship(column), known.destination == destination {
      return column
    }
    // `authorId` makes `author`. A column called only `Id` is named after its destination. If two
    // columns lead there, the column's own name comes first.
    let name = Naming.field(
      for: KeyColumn.target(of: column) ?? (isOnly ? destination : "\(column)_\(destination)"))
    // An earlier import may have added the link under a longer name, as the column has a field.
    let taken = names(of: source)
    let free = Naming.unique(name) { name in
      taken.contains(name) && draft[source].relationship(name)?.destination != destination
    }
    if taken.contains(free) { return free }
    var link = Relationship(name: free, destination: destination, isToMany: isToMany)
    link.isOrdered = isToMany
    add(link, to: source, isBackToMany: true)
    return free
  }

  /// Adds the side of a link whose addresses are in a column, and the other side unless it has a
  /// column.
  ///
  /// - Parameters:
  ///   - side: The side in the column.
  ///   - back: The name of the other side's column; `nil` without one.
  ///   - taken: Names that a side without a column cannot have.
  mutating func link(_ side: AddressLinks.Side, back: String?, taken: Set<String>) {
    var link = side.relationship
    link.inverse = back
    if back == nil { return add(link, to: side.entity, isBackToMany: true, taken: taken) }
    draft.change(side.entity) { $0.properties.append(.relationship(link)) }
  }

  /// Adds the link to records nested in the records of an entity, and a collection for the nested
  /// records.
  ///
  /// The nested records are owned and deleted with their owner, unless some are shared.
  ///
  /// - Parameters:
  ///   - name: The link's name, which must be unused in the entity.
  ///   - source: The entity.
  ///   - records: The nested records.
  /// - Returns: The name of the entity that the draft got for them.
  mutating func nest(_ name: String, of source: String, for records: NestedProfile) -> String {
    var destination = Naming.collection(for: name)
    if draft.entity(matching: destination) != nil {
      destination = source + destination
      if draft.entity(matching: destination) != nil {
        destination = Naming.unique(destination, taken: Set(draft.entities.map(\.name)))
      }
    }
    draft.addEntity(destination)
    let isShared = records.sharedKey != nil || records.hasAddresses
    var link = Relationship(name: name, destination: destination, isToMany: records.isToMany)
    link.isOrdered = link.isToMany
    link.deleteRule = isShared ? .nullify : .cascade
    link.exportRule = .follow
    // A column with only addresses is the inverse link itself, as in exports.
    let members = zip(records.columns, records.profiles)
      .filter { !$0.1.areRecordAddresses }.map { Naming.field(for: $0.0) }
    add(link, to: source, isBackToMany: isShared, taken: Set(members))
    return destination
  }

  /// Adds both sides of a link.
  ///
  /// - Parameters:
  ///   - link: The side of `source`.
  ///   - source: The entity that the link leads from.
  ///   - isBackToMany: Whether the other side links to several records.
  ///   - taken: Names that the other side cannot have.
  private mutating func add(
    _ link: Relationship, to source: String, isBackToMany: Bool, taken: Set<String> = []
  ) {
    // The other side is named after the source, capitalized like the link.
    let name = isBackToMany ? draft[source].plural : source
    let isCapital = link.name.first?.isUppercase ?? false
    let first = isCapital ? name.prefix(1).uppercased() : name.prefix(1).lowercased()
    let taken = taken.union(names(of: link.destination))
      .union(source == link.destination ? [link.name] : [])
    var back = Relationship(
      name: Naming.unique(Naming.field(for: first + name.dropFirst()), taken: taken),
      destination: source, isToMany: isBackToMany)
    back.inverse = link.name
    var link = link
    link.inverse = back.name
    draft.change(source) { $0.properties.append(.relationship(link)) }
    draft.change(link.destination) { $0.properties.append(.relationship(back)) }
  }

  private func names(of entity: String) -> Set<String> {
    Set(draft[entity].properties.map(\.name))
  }
}
