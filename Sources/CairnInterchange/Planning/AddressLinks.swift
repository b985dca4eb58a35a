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

  /// The sides in the order of the columns, each with the other side's name where a column is that.
  let sides: [(side: Side, back: String?)]

  /// Finds which of `sides` belong together.
  init(_ sides: [Side]) {
    func backs(of side: Side) -> [Side] { sides.filter { Self.isBack($0, of: side) } }
    self.sides = sides.map { side in
      // Of several nobody can tell which belongs to which.
      let others = backs(of: side)
      let isSure = others.count == 1 && backs(of: others[0]).count == 1
      return (side, isSure ? others[0].name : nil)
    }
  }

  /// Whether one side may lead back from where another one leads; within a collection one of them
  /// leads to one record, as to a person's manager, and the other one to several.
  private static func isBack(_ other: Side, of side: Side) -> Bool {
    other.entity == side.destination && other.destination == side.entity
      && (side.entity != side.destination || side.isToMany != other.isToMany)
  }
}
