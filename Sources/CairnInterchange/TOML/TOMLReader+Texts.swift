extension TOMLReader {
  /// Reads a text in quotation marks or apostrophes, in three of them on several lines.
  mutating func text(mayBeLong: Bool) throws(TOMLError) -> String {
    let start = index
    let mark = bytes[index]
    let isLong = mayBeLong && bytes[index...].starts(with: [mark, mark, mark])
    index += isLong ? 3 : 1
    if isLong, isAtLineEnd { index += byte == Byte.lineFeed ? 1 : 2 }
    var text: [UInt8] = []
    while let byte {
      if byte == mark, let length = closingLength(mark, isLong: isLong) {
        // Up to two marks more may stand before the three that close.
        text += Array(repeating: mark, count: length - (isLong ? 3 : 1))
        index += length
        return String(decoding: text, as: UTF8.self)
      } else if byte == Byte.backslash, mark == Byte.quote {
        try takeEscape(into: &text, isLong: isLong)
      } else {
        guard !Self.isControl(byte) || isLong && (byte == Byte.lineFeed || isAtLineEnd) else {
          if isAtLineEnd { break }
          throw error("a text has a control character in it")
        }
        text.append(byte)
        index += 1
      }
    }
    throw error("the text that begins here is never closed", at: start)
  }

  /// How many marks close a text here, `nil` if it goes on.
  private func closingLength(_ mark: UInt8, isLong: Bool) -> Int? {
    guard isLong else { return 1 }
    let length = bytes[index...].prefix(5).prefix { $0 == mark }.count
    return length >= 3 ? length : nil
  }

  private mutating func takeEscape(into text: inout [UInt8], isLong: Bool) throws(TOMLError) {
    let start = index
    index += 1
    guard let letter = byte else { return }
    index += 1
    switch letter {
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "t"): text.append(Byte.tab)
    case UInt8(ascii: "n"): text.append(Byte.lineFeed)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "r"): text.append(Byte.carriageReturn)
    case Byte.quote, Byte.backslash: text.append(letter)
    case UInt8(ascii: "u"): try takeScalar(of: 4, into: &text, from: start)
    case UInt8(ascii: "U"): try takeScalar(of: 8, into: &text, from: start)
    default:
      index = start + 1
      guard isLong, skipLineEnd() else {
        throw error("unknown character after a backslash", at: start)
      }
    }
  }

  /// Goes past a line's end and all blanks below it, which a backslash takes away.
  private mutating func skipLineEnd() -> Bool {
    let blanks = [Byte.space, Byte.tab, Byte.carriageReturn, Byte.lineFeed]
    let rest = bytes[index...].drop { blanks.dropLast().contains($0) }
    guard rest.first == Byte.lineFeed else { return false }
    index = rest.firstIndex { !blanks.contains($0) } ?? bytes.count
    return true
  }

  private mutating func takeScalar(
    of length: Int, into text: inout [UInt8], from start: Int
  ) throws(TOMLError) {
    let digits = String(decoding: bytes[index...].prefix(length), as: UTF8.self)
    guard digits.utf8.count == length, digits.allSatisfy(\.isHexDigit),
      let number = UInt32(digits, radix: 16)
    else {
      throw error("\(length) digits are expected after this backslash", at: start)
    }
    guard let scalar = Unicode.Scalar(number) else {
      throw error("no such character", at: start)
    }
    text += Array(Character(scalar).utf8)
    index += length
  }
}
