internal import CairnInterface

/// The answer of a terminal to a question about one of its colors: `ESC ] 11 ; rgb:RRRR/GGGG/BBBB`.
///
/// The answer ends with BEL or `ESC \` (xterm's "Operating System Commands"). It may stop in the
/// middle, so a control character ends it, and is a key again. A printable character that no color
/// has makes it an unknown answer, which must never be read as keys.
struct ColorReply: Hashable {
  /// The color that the terminal was asked for.
  enum Part: String, CaseIterable {
    case text = "10;"
    case background = "11;"
  }

  /// The effect of a byte.
  enum Step: Hashable {
    /// The byte belongs to the answer, and more bytes follow.
    case more
    /// The byte ends the answer.
    case end
    /// The bytes are another kind of answer.
    case other
    /// The answer broke off before these bytes.
    case stopped([UInt8])
  }

  // The longest form, `11;rgba:RRRR/GGGG/BBBB/AAAA`, has 27 bytes.
  private static let maximumLength = 40
  private static let escape: UInt8 = 0x1B

  private var bytes: [UInt8] = []

  /// Adds a byte after `ESC ]`.
  mutating func take(_ byte: UInt8) -> Step {
    if bytes.last == Self.escape {
      return byte == UInt8(ascii: "\\") ? .end : .stopped([Self.escape, byte])
    }
    if byte == 0x07 { return .end }
    let isKnown = Part.allCases.contains { part in
      zip(part.rawValue.utf8, bytes + [byte]).allSatisfy { $0 == $1 }
    }
    guard byte == Self.escape || Self.isPart(byte) else {
      return (0x20..<0x7F).contains(byte) ? .other : .stopped([byte])
    }
    guard isKnown || byte == Self.escape, bytes.count < Self.maximumLength else { return .other }
    bytes.append(byte)
    return .more
  }

  private static func isPart(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
      UInt8(ascii: "A")...UInt8(ascii: "F"):
      true
    default: "rgb;:/#".utf8.contains(byte)
    }
  }

  /// The color that was asked for; `nil` if the answer has none.
  var part: Part? { Part(rawValue: String(decoding: bytes.prefix(3), as: UTF8.self)) }

  /// The color; `nil` for an answer in an unknown form.
  var color: Color? {
    let text = String(decoding: bytes.dropFirst(3).prefix { $0 != Self.escape }, as: UTF8.self)
    if text.hasPrefix("#") { return Color(text) }
    let halves = text.split(separator: ":", omittingEmptySubsequences: false)
    guard halves.count == 2, ["rgb", "rgba"].contains(halves[0]) else { return nil }
    let lights = halves[1].split(separator: "/", omittingEmptySubsequences: false).map(Self.light)
    guard lights.count == halves[0].count, let red = lights[0], let green = lights[1],
      let blue = lights[2]
    else { return nil }
    return .rgb(red: red, green: green, blue: blue)
  }

  /// Reads one to four hexadecimal digits as a part of the greatest number with as many digits.
  private static func light(_ digits: Substring) -> UInt8? {
    guard (1...4).contains(digits.utf8.count), let number = Int(digits, radix: 16), number >= 0
    else { return nil }
    let most = 1 << (4 * digits.utf8.count) - 1
    return UInt8((number * 255 + most / 2) / most)
  }
}
