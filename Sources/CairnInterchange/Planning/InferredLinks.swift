public import CairnStore

/// The links between the tables of one import that their columns' names and values speak for.
///
/// A column of one table leads to another one if it is called as that one's key, `ArtistId` say of
/// artists, and the other has a key called so too, or just `id`: a value in each row, none twice.
struct InferredLinks {
  private let tables: [InspectedTable]
  private let names: [String]

  /// The links among `tables`, whose records go to the entities called `names`.
  init(_ tables: [InspectedTable], _ names: [String]) {
    (self.tables, self.names) = (tables, names)
  }

  /// The key of a table: the places of both.
  struct Key {
    let table: Int
    let column: Int
  }

  /// The key that the values of a column of the table at `index` are called after.
  func key(for column: String, of index: Int) -> Key? {
    guard let target = KeyColumn.target(of: column) else { return nil }
    let entity = Naming.collection(for: target).lowercased()
    for (other, name) in names.enumerated() where other != index && name.lowercased() == entity {
      if let key = tables[other].key(called: column) ?? tables[other].key(called: "id") {
        return Key(table: other, column: key)
      }
    }
    return nil
  }
}

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

/// The URL of a record as every output prints it: `cairn://recipes/p3`.
///
/// A plural is a plain word and a key has only letters, digits and `-`, so nothing needs an escape.
public struct RecordAddress: Hashable, Sendable, LosslessStringConvertible {
  /// The collection's plural name.
  public let collection: String
  /// The record's key.
  public let key: RecordKey

  private static let scheme = "cairn://"

  /// Creates the address of a record.
  ///
  /// - Parameters:
  ///   - key: The record's key.
  ///   - entity: The record's entity.
  public init(_ key: RecordKey, of entity: Entity) {
    collection = entity.plural
    self.key = key
  }

  /// Creates the address of a record of the collection called `collection` in the plural.
  init(_ key: RecordKey, in collection: String) { (self.collection, self.key) = (collection, key) }

  /// Reads `cairn://recipes/p3`; `nil` for any other text.
  public init?(_ description: String) {
    guard description.hasPrefix(Self.scheme) else { return nil }
    let parts = description.dropFirst(Self.scheme.count)
      .split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, let key = RecordKey(String(parts[1])) else {
      return nil
    }
    collection = String(parts[0])
    self.key = key
  }

  init?(_ bytes: ArraySlice<UInt8>) {
    guard bytes.starts(with: Self.scheme.utf8) else { return nil }
    self.init(String(decoding: bytes, as: UTF8.self))
  }

  /// What the addresses of an entity's records begin with; the key follows.
  static func start(of entity: Entity) -> String { start(ofCollection: entity.plural) }

  private static func start(ofCollection name: String) -> String { "\(scheme)\(name)/" }

  /// The address as it is printed.
  public var description: String { Self.start(ofCollection: collection) + key.description }
}
