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
    /// Whether the records stand whole in the column.
    let isFollowed: Bool
    /// The records that it links; none where they have no addresses of their own.
    let pairs: LinkPairs

    /// The link, without its other side.
    var relationship: Relationship {
      var link = Relationship(name: name, destination: destination, isToMany: isToMany)
      link.isOrdered = isOrdered
      if isFollowed { link.exportRule = .follow }
      return link
    }
  }

  /// The sides in the order of the columns, each with the other side's name where a column is that.
  let sides: [(side: Side, back: String?)]

  /// Finds which of `sides` belong together.
  init(_ sides: [Side]) {
    // The values prove it, unless some records are absent.
    func sureBacks(of side: Side) -> [Side] {
      sides.filter { Self.mayBeBack($0, of: side) && $0.pairs.areBack(of: side.pairs) }
    }
    func backs(of side: Side) -> [Side] {
      let sure = sureBacks(of: side)
      if !sure.isEmpty { return sure }
      return sides.filter {
        Self.mayBeBack($0, of: side) && Self.isLikely($0, side) && sureBacks(of: $0).isEmpty
      }
    }
    self.sides = sides.map { side in
      // Of several nobody can tell which belongs to which.
      let others = backs(of: side)
      let isSure = others.count == 1 && backs(of: others[0]).count == 1
      return (side, isSure ? others[0].name : nil)
    }
  }

  private static func mayBeBack(_ other: Side, of side: Side) -> Bool {
    other != side && other.entity == side.destination && other.destination == side.entity
  }

  /// Whether two columns may be the sides of one link.
  ///
  /// Within a collection, one side leads to one record and the other side to several: a person has
  /// one manager, and a manager has several people.
  private static func isLikely(_ other: Side, _ side: Side) -> Bool {
    side.entity != side.destination || side.isToMany != other.isToMany
  }
}
