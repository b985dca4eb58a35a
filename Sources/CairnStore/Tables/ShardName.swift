/// The name of the file that holds a record.
///
/// A file has the 512 keys of one replica.
///
/// Files are named `0000.rec`, or `k7q2-0000.rec` for a replica other than the founder. Beyond the
/// first 64 files, each folder has 64 of them, which keeps git's data for a commit small.
struct ShardName: Hashable, Comparable, Sendable {
  static let capacity: UInt64 = 512
  private static let shardsPerFolder = 64

  /// The paths within the store of the files of built-in entities, by the entity's name.
  static let ofBuiltIns = [Entity.favorite.name: "favorites.rec", Entity.merge.name: "merges.rec"]

  /// The replica and number, packed like a key, so that shards sort like their keys.
  private let packed: UInt64

  /// The shard of `key` among the records of `entity`; built-in entities have a single file.
  init(of key: RecordKey, in entity: Entity) {
    self.init(of: key, inEntity: entity.name)
  }

  /// The shard of `key` among the records of the entity with this name.
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

  /// The path of the file within the store.
  func path(entity: String) -> String {
    Self.ofBuiltIns[entity] ?? "data/\(entity)/\(folder)\(file)"
  }

  /// Whether a path within the store leads to a file with records of an entity.
  static func isFile(_ path: String, of entity: String) -> Bool {
    ofBuiltIns[entity].map { $0 == path } ?? path.hasPrefix("data/\(entity)/")
  }

  static func < (left: Self, right: Self) -> Bool { left.packed < right.packed }

  /// Parses a file's name; `nil` if no shard has this name.
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
    var digits: [UInt8] = []
    digits.append(decimal: number, width: 4)
    return String(decoding: digits, as: UTF8.self)
  }
}
