internal import CairnStore

/// The links that columns full of records' addresses are, as exports write them.
///
/// `cairn://authors/p1` leads to the record that a table of the import gives this address, else to
/// one of the store. Where both collections have such a column, and one only, the two are the sides
/// of one link.
struct AddressLinks {
  /// A column that leads from one collection to another.
  struct Side: Hashable {
    /// The entity whose records have the column.
    let entity: String
    /// The column's name, which is the link's.
    let name: String
    let destination: String
    let isToMany: Bool
    let isOrdered: Bool

    /// The link, without its other side.
    var relationship: Relationship {
      var link = Relationship(name: name, destination: destination, isToMany: isToMany)
      link.isOrdered = isOrdered
      return link
    }
  }

  /// The links, each with its other side where the import has a column for that, too.
  private(set) var links: [(side: Side, back: Side?)] = []

  /// Finds the links among `sides`.
  init(_ sides: [Side]) {
    var rest = sides[...]
    while let side = rest.popFirst() {
      let backs = rest.filter { Self.isBack($0, of: side) }
      let rivals = rest.filter { $0.entity == side.entity && $0.destination == side.destination }
      // Of several nobody can tell which belongs to which.
      let isSure = backs.count == 1 && (rivals.isEmpty || side.entity == side.destination)
      if isSure, let back = backs.first { rest.removeAll { $0 == back } }
      links.append((side, isSure ? backs.first : nil))
    }
  }

  /// Whether one side may lead back from where another one leads; within a collection one of them
  /// leads to one record, as to a person's manager, and the other one to several.
  private static func isBack(_ other: Side, of side: Side) -> Bool {
    other.entity == side.destination && other.destination == side.entity
      && (side.entity != side.destination || side.isToMany != other.isToMany)
  }
}
