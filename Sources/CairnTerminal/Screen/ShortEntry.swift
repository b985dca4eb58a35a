internal import Glibc

/// A terminal's description, changed so that attributes cost fewer bytes.
///
/// The description of xterm and its relatives leaves another character set at each change of
/// attributes, and names all attributes anew: `ESC ( B ESC [ 0 ; 4 m`. This program never enters
/// that character set. Without these strings, ncurses sends what changed: `ESC [ 4 m`. It takes
/// the changed description from the variable `TERMINFO`, in hexadecimal digits (`man 5 terminfo`).
enum ShortEntry {
  private static let variable = "TERMINFO"

  /// The places of strings in a compiled entry (`man 5 term`).
  private enum Place {
    static let bold = 27
    static let reverse = 34
    static let underline = 36
    static let reset = 39
    static let all = 131
  }

  /// Calls `open` with the changed description in the environment.
  ///
  /// - Returns: the result of `open`; `nil` if the description needs no change, or can't be read.
  static func use<Result>(_ type: String, _ open: () -> Result?) -> Result? {
    guard let entry = entry(of: type), let changed = changed(entry) else { return nil }
    let before = value(of: variable)
    unsafe setenv(variable, "hex:" + hexadecimal(changed), 1)
    defer {
      if let before { unsafe setenv(variable, before, 1) } else { unsafe unsetenv(variable) }
    }
    return open()
  }

  /// Returns the entry without what the program doesn't need; `nil` if it is an entry of another
  /// kind.
  static func changed(_ entry: [UInt8]) -> [UInt8]? {
    func number(_ offset: Int) -> Int {
      Int(Int16(truncatingIfNeeded: Int(entry[offset]) | Int(entry[offset + 1]) << 8))
    }
    guard entry.count > 12, [0o432, 0o1036].contains(number(0)) else { return nil }
    let (names, flags, numbers, count) = (number(2), number(4), number(6), number(8))
    guard names >= 0, flags >= 0, numbers >= 0, count > Place.all else { return nil }
    let offsets = (12 + names + flags + 1) / 2 * 2 + numbers * (number(0) == 0o432 ? 2 : 4)
    let table = offsets + 2 * count
    guard table < entry.count,
      [Place.bold, Place.reverse, Place.underline].allSatisfy({ number(offsets + 2 * $0) >= 0 })
    else { return nil }
    let reset = number(offsets + 2 * Place.reset)
    let charset: [UInt8] = Array("\u{1B}(B".utf8)
    guard reset >= 0, table + reset < entry.count,
      entry[(table + reset)...].starts(with: charset + Array("\u{1B}[".utf8))
    else { return nil }
    var changed = entry
    let short = reset + charset.count
    changed[offsets + 2 * Place.reset] = UInt8(truncatingIfNeeded: short)
    changed[offsets + 2 * Place.reset + 1] = UInt8(truncatingIfNeeded: short >> 8)
    // An offset of -1 means that there is no such string.
    changed[offsets + 2 * Place.all] = 0xFF
    changed[offsets + 2 * Place.all + 1] = 0xFF
    return changed
  }

  /// Reads the entry of a type from the folders in which ncurses looks.
  private static func entry(of type: String) -> [UInt8]? {
    guard let first = type.first, !type.contains("/") else { return nil }
    let own = value(of: variable).map { [$0] } ?? []
    // The variable may have the entry itself.
    if own.contains(where: { $0.hasPrefix("hex:") || $0.hasPrefix("b64:") }) { return nil }
    let home = value(of: "HOME").map { ["\($0)/.terminfo"] } ?? []
    let system = ["/etc/terminfo", "/lib/terminfo", "/usr/share/terminfo"]
    // An empty entry means the folders of the system.
    let others = (value(of: "TERMINFO_DIRS") ?? ":")
      .split(separator: ":", omittingEmptySubsequences: false)
      .flatMap { $0.isEmpty ? system : [String($0)] }
    for folder in own + home + others + system {
      if let bytes = bytes(of: "\(folder)/\(first)/\(type)") { return bytes }
    }
    return nil
  }

  /// The most bytes of an entry that ncurses reads.
  private static let maximumEntry = 32_768

  private static func bytes(of path: String) -> [UInt8]? {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    return readSome(from: descriptor, atMost: maximumEntry)
  }

  private static func value(of name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(cString: value)
  }

  private static func hexadecimal(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    let text = bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    return String(decoding: text, as: UTF8.self)
  }
}
