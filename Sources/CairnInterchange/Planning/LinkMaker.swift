internal import CairnStore

/// Gives a model the two sides of a link.
struct LinkMaker {
  private(set) var draft: ModelDraft

  init(draft: ModelDraft) {
    self.draft = draft
  }

  /// Makes the link for a column, or finds the one that an earlier import made.
  ///
  /// - Parameters:
  ///   - source: The entity with the column.
  ///   - destination: The entity to which the link leads.
  ///   - column: The column; `AlbumId` gives the link the name `Album`.
  /// - Returns: The link's name.
  mutating func link(from source: String, to destination: String, column: String) -> String {
    // The column's name without its `Id`; the destination's where nothing else is left.
    let name = Naming.field(for: KeyColumn.target(of: column) ?? destination)
    if let known = draft[source].relationship(name), known.destination == destination {
      return name
    }
    let free = Naming.unique(name, taken: names(of: source))
    let inverse = inverseName(from: source, to: destination, like: free)
    var link = Relationship(name: free, destination: destination, isToMany: false)
    link.inverse = inverse
    draft.change(source) { $0.properties.append(.relationship(link)) }
    var back = Relationship(name: inverse, destination: source, isToMany: true)
    back.inverse = free
    draft.change(destination) { $0.properties.append(.relationship(back)) }
    return free
  }

  /// The source's plural, with a capital if the link has one.
  private func inverseName(
    from source: String, to destination: String, like name: String
  ) -> String {
    let plural = draft[source].plural
    let isCapital = name.first?.isUppercase ?? false
    let inverse = isCapital ? plural.prefix(1).uppercased() + plural.dropFirst() : plural
    let taken = names(of: destination).union(source == destination ? [name] : [])
    return Naming.unique(Naming.field(for: inverse), taken: taken)
  }

  private func names(of entity: String) -> Set<String> {
    Set(draft[entity].properties.map(\.name) + ["Id"])
  }
}
