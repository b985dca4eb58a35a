import FoundationEssentials

/// An entry of the terminfo database as `tic` compiled it, read without ncurses (`man 5 term`).
struct TerminalEntry {
  /// The strings of an entry that tests ask for, by their places among all strings.
  enum Capability: Int, CaseIterable {
    case cursorAddress = 10
    case backspace = 55
    case down = 61
    case f1 = 66
    case home = 76
    case left = 79
    case pageDown = 81
    case pageUp = 82
    case right = 83
    case up = 87
    case end = 164
  }

  /// What the entry has.
  private(set) var strings: [Capability: [UInt8]] = [:]
  /// Whether the terminal prints on paper.
  let isHardcopy: Bool

  /// Reads an entry; `nil` for bytes that are none.
  init?(_ bytes: [UInt8]) {
    let number = { (offset: Int) in
      Int(Int16(truncatingIfNeeded: Int(bytes[offset]) | Int(bytes[offset + 1]) << 8))
    }
    guard bytes.count > 12, [0o432, 0o1036].contains(number(0)) else { return nil }
    let (names, flags, numbers, count) = (number(2), number(4), number(6), number(8))
    isHardcopy = flags > 7 && bytes[12 + names + 7] == 1
    let aligned = (12 + names + flags + 1) / 2 * 2
    let offsets = aligned + numbers * (number(0) == 0o432 ? 2 : 4)
    let table = offsets + 2 * count
    for capability in Capability.allCases where capability.rawValue < count {
      let offset = number(offsets + 2 * capability.rawValue)
      guard offset >= 0 else { continue }
      strings[capability] = Array(bytes[(table + offset)...].prefix { $0 != 0 })
    }
  }

  /// The installed entries by their names, in the order of these.
  static func installed() -> [(name: String, entry: TerminalEntry)] {
    var entries: [String: TerminalEntry] = [:]
    for folder in ["/usr/share/terminfo", "/lib/terminfo"] {
      let paths = try? FileManager.default.subpathsOfDirectory(atPath: folder)
      for path in paths ?? [] where path.utf8.dropFirst().first == UInt8(ascii: "/") {
        guard let data = FileManager.default.contents(atPath: "\(folder)/\(path)"),
          let entry = TerminalEntry(Array(data))
        else { continue }
        entries[String(path.dropFirst(2))] = entry
      }
    }
    return entries.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
}
