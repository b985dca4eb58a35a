internal import CairnInterface

/// A table of keys by their bytes, for a look-up byte by byte.
///
/// It is a tree in one array, since it is built at each start.
struct KeyTable {
  /// A node of the table, which some bytes lead to.
  struct Place: Hashable {
    fileprivate let node: Int

    /// The node before the first byte.
    static let start = Place(node: 0)
  }

  private struct Node {
    let byte: UInt8
    var key: Key?
    // The root is no child of a node, so its number means none.
    var firstChild = 0
    var nextSibling = 0
  }

  private var nodes = [Node(byte: 0)]

  /// Adds a key for some bytes, unless they have another key already.
  mutating func insert(_ bytes: [UInt8], for key: Key) {
    var place = Place.start
    for byte in bytes { place = self.place(after: place, byte) ?? add(byte, to: place) }
    guard place != .start, nodes[place.node].key == nil else { return }
    nodes[place.node].key = key
  }

  /// Returns the node after one more byte; `nil` if no key continues with it.
  func place(after place: Place, _ byte: UInt8) -> Place? {
    var child = nodes[place.node].firstChild
    while child != 0, nodes[child].byte != byte { child = nodes[child].nextSibling }
    return child == 0 ? nil : Place(node: child)
  }

  /// Returns the key whose bytes end at a node.
  func key(at place: Place) -> Key? { nodes[place.node].key }

  /// Whether no longer key continues from a node.
  func isEnd(_ place: Place) -> Bool { nodes[place.node].firstChild == 0 }

  /// Whether a key has these bytes or begins with them.
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

/// The keys in a terminal's entry in terminfo.
///
/// The entry overrides the usual sequences, as only it knows this terminal. But some bytes keep
/// their usual meaning, so that a person can always type:
///
/// 1. Tab, Enter, Escape and Ctrl-C are never another key, and no sequence begins with one of them,
///    except with `ESC`: keys that are typed ahead often look like such a sequence.
/// 2. `^H` and DEL are Backspace, unless the entry has other bytes for it. Many terminals also send
///    `^H` for the left arrow, but only Backspace has no other key.
/// 3. A character is never a key of the entry. A sequence that begins with one counts only if
///    another control character follows than those above, since no person types the two so fast.
/// 4. The start of a bracketed paste is never a key.
/// 5. The bytes of a plain arrow are never an arrow with Shift or the like: PuTTY and rxvt send
///    them for that in their other mode, and their mode is unknown.
///
/// All other control characters in the entry are keys, even if a command is bound to the same byte.
/// For example, Ctrl-K is the up arrow on 370 terminals. Such a keyboard can't distinguish the two.
/// An arrow that deletes text would be worse than a command without this key, which may have
/// another key or be in the palette.
enum KeyCapabilities {
  /// Creates the table of the keys in an entry.
  ///
  /// - Parameter text: returns the bytes of a capability; `nil` if the entry lacks it.
  /// - Returns: the keys; of two with the same bytes, the more important one.
  static func table(_ text: (String) -> [UInt8]?) -> KeyTable {
    var table = KeyTable()
    let backspace = text("kbs")
    for (name, key) in keys {
      guard let bytes = text(name), isKey(bytes, named: key, backspace: backspace) else { continue }
      table.insert(bytes, for: key)
      // Terminfo can't hold the byte 0 and writes 128 for it.
      guard bytes.count > 1, bytes.contains(0x80) else { continue }
      table.insert(bytes.map { $0 == 0x80 ? 0 : $0 }, for: key)
    }
    return table
  }

  private static func isKey(_ bytes: [UInt8], named key: Key, backspace: [UInt8]?) -> Bool {
    guard let first = bytes.first, bytes != [0x1B] else { return false }
    if bytes.count == 1, first == 0x08 || first == 0x7F {
      guard key.code != .backspace, let backspace else { return false }
      return backspace != bytes
    }
    if !key.modifiers.isEmpty, isPlainArrow(bytes) { return false }
    guard !keepsMeaning(first), !"\u{1B}[200~".utf8.starts(with: bytes) else { return false }
    switch first {
    case 0x20...0x7E, 0xC2...0xF4:
      return bytes.count > 1 && bytes[1] < 0x20 && bytes[1] != 0x1B && !keepsMeaning(bytes[1])
    default: return true
    }
  }

  private static func isPlainArrow(_ bytes: [UInt8]) -> Bool {
    guard bytes.count == 3, UInt8(ascii: "A")...UInt8(ascii: "D") ~= bytes[2] else { return false }
    return ["\u{1B}[", "\u{1B}O"].contains { bytes.starts(with: $0.utf8) }
  }

  private static func keepsMeaning(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x03, 0x08, 0x09, 0x0D, 0x7F: true
    default: false
    }
  }

  /// The capabilities with their keys, the most important first.
  private static let keys: [(name: String, key: Key)] = {
    let moving: [(String, Key.Code)] = [
      ("kcuu1", .up), ("kcud1", .down), ("kcub1", .left), ("kcuf1", .right), ("khome", .home),
      ("kend", .end), ("kpp", .pageUp), ("knp", .pageDown),
    ]
    let functions = (1...12).map { ("kf\($0)", Key.Code.function($0)) }
    let editing: [(String, Key.Code)] = [
      ("kent", .enter), ("kbs", .backspace), ("kdch1", .delete), ("kich1", .insert),
      ("kcbt", .backtab),
    ]
    let plain = (moving + functions + editing).map { ($0, Key($1)) }
    return plain + [("kri", Key(.up, modifiers: .shift)), ("kind", Key(.down, modifiers: .shift))]
      + modified
  }()

  /// Keys with modifiers.
  ///
  /// Their names end in xterm's number for these; Shift has none.
  private static let modified: [(String, Key)] = {
    let names: [(String, Key.Code)] = [
      ("kUP", .up), ("kDN", .down), ("kLFT", .left), ("kRIT", .right), ("kHOM", .home),
      ("kEND", .end), ("kPRV", .pageUp), ("kNXT", .pageDown), ("kDC", .delete), ("kIC", .insert),
    ]
    return names.flatMap { name, code in
      (2...7).map { number in
        let key = Key(code, modifiers: ControlSequence.modifiers(number))
        return (number == 2 ? name : "\(name)\(number)", key)
      }
    }
  }()
}
