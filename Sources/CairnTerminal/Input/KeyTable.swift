internal import CairnInterface

/// Keys by the bytes that a terminal sends for them, looked up byte by byte.
///
/// A tree of bytes in one array, as building it is a part of each start.
struct KeyTable {
  /// How far the bytes so far lead into the table.
  struct Place: Hashable {
    fileprivate let node: Int

    /// Where no byte has come yet.
    static let start = Place(node: 0)
  }

  private struct Node {
    let byte: UInt8
    var key: Key?
    // The root is nobody's child, so its number stands for none.
    var firstChild = 0
    var nextSibling = 0
  }

  private var nodes = [Node(byte: 0)]

  /// Lets bytes stand for a key, unless they stand for another one already.
  mutating func insert(_ bytes: [UInt8], for key: Key) {
    var place = Place.start
    for byte in bytes { place = self.place(after: place, byte) ?? add(byte, to: place) }
    guard place != .start, nodes[place.node].key == nil else { return }
    nodes[place.node].key = key
  }

  /// Where one more byte leads; `nil` if no key's bytes go on with it.
  func place(after place: Place, _ byte: UInt8) -> Place? {
    var child = nodes[place.node].firstChild
    while child != 0, nodes[child].byte != byte { child = nodes[child].nextSibling }
    return child == 0 ? nil : Place(node: child)
  }

  /// The key whose bytes end here.
  func key(at place: Place) -> Key? { nodes[place.node].key }

  /// Whether no key's bytes go on from here.
  func isEnd(_ place: Place) -> Bool { nodes[place.node].firstChild == 0 }

  /// Whether any key's bytes are these or begin with them.
  func hasKey(beginningWith bytes: [UInt8]) -> Bool {
    var place = Place.start
    for byte in bytes {
      guard let next = self.place(after: place, byte) else { return false }
      place = next
    }
    return true
  }

  private mutating func add(_ byte: UInt8, to place: Place) -> Place {
    var node = Node(byte: byte)
    node.nextSibling = nodes[place.node].firstChild
    nodes.append(node)
    nodes[place.node].firstChild = nodes.count - 1
    return Place(node: nodes.count - 1)
  }
}
