/// Which file holds a record: 512 keys of one replica to a file.
///
/// Files are `0000.rec`, or `k7q2-0000.rec` for another replica than the founder, and beyond the
/// first 64 they lie 64 to a folder, which keeps what git writes for a commit small.
struct ShardName: Hashable, Comparable, Sendable {
  static let capacity: UInt64 = 512
  private static let shardsPerFolder = 64

  /// Where the file of the favorites lies within the store.
  static let ofFavorites = "favorites.rec"

  /// The replica and number packed as keys are, so that shards sort as their keys do.
  private let packed: UInt64

  /// The shard of `key` among the records of `entity`; built-in entities have a single file.
  init(of key: RecordKey, in entity: Entity) {
    self.init(of: key, inEntity: entity.name)
  }

  /// The same where only the entity's name is at hand.
  init(of key: RecordKey, inEntity name: String) {
    packed = Entity.isBuiltIn(name) ? 0 : key.rawValue / Self.capacity
  }

  var firstKey: RecordKey { RecordKey(rawValue: packed * Self.capacity) }

  private var number: Int { Int(firstKey.sequence / Self.capacity) }

  /// The folder within the entity's folder, with a slash after it, or nothing.
  var folder: String {
    number < Self.shardsPerFolder ? "" : Self.padded(number / Self.shardsPerFolder) + "/"
  }

  var file: String {
    let replica = firstKey.replica
    return (replica == .founder ? "" : "\(replica)-") + Self.padded(number) + ".rec"
  }

  /// Where the file lies within the store.
  func path(entity: String) -> String {
    entity == Entity.favorite.name ? Self.ofFavorites : "data/\(entity)/\(folder)\(file)"
  }

  static func < (left: Self, right: Self) -> Bool { left.packed < right.packed }

  /// Reads a file's name; `nil` if no shard is called so.
  init?(file: String) {
    guard file.hasSuffix(".rec") else { return nil }
    let parts = file.dropLast(4).split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count <= 2, let last = parts.last, last.utf8.count >= 4,
      let number = UInt64(last), number <= RecordKey.maximumSequence / Self.capacity,
      Self.padded(Int(number)) == last
    else { return nil }
    var replica = Replica.founder
    if parts.count == 2 {
      guard let other = Replica(String(parts[0])), other != .founder else { return nil }
      replica = other
    }
    packed = RecordKey(replica: replica, sequence: number * Self.capacity).rawValue / Self.capacity
  }

  private static func padded(_ number: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
