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

/// The keys that a terminal's entry in terminfo describes.
///
/// What the entry says goes before the sequences that are usual, as only it knows this terminal.
/// Some bytes keep their usual meaning nevertheless, since without it nobody could type:
///
/// 1. Tab, Enter, Escape and Ctrl-C are never another key, and nothing longer begins with one of
///    them but with `ESC`: what is typed ahead is often one of these and something else.
/// 2. `^H` and DEL are Backspace, unless the entry names other bytes for that. Many terminals send
///    `^H` for the left arrow, too; erasing has no other key, while going left has.
/// 3. A character is never a key of the entry. A sequence that begins with one counts only if a
///    control character follows that is none of the above, as nobody types those in a row so fast.
/// 4. What a bracketed paste begins with is none of the keys that are its first bytes.
/// 5. An arrow that terminals send in one of their two modes is no arrow with Shift or the like:
///    PuTTY and rxvt send that for it in the other mode, and nobody knows in which they are.
///
/// Every other control character that the entry names is its key, though a command may be bound to
/// the same byte, as Ctrl-K is, which is the arrow up on 370 terminals: this keyboard can't tell
/// both apart, an arrow that cuts a text is worse than a command that is reached by its other key,
/// by the palette or not at all.
enum KeyCapabilities {
  /// The table of the keys that an entry describes.
  ///
  /// - Parameter text: the bytes of a capability by its name; `nil` if the entry lacks it.
  /// - Returns: the keys; of two with the same bytes, the one that is needed more.
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

  /// The capabilities with their keys, those first that are needed most.
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

  /// Keys with others held down, whose names end in xterm's number for these; Shift has none.
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
