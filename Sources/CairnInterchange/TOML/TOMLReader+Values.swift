internal import CairnJSON

extension TOMLReader {
  /// Reads a number, a truth value, a day or a time, and returns it in the spelling of other
  /// formats.
  mutating func plain() throws(TOMLError) -> String {
    let start = index
    takeWord()
    if Self.isDay(bytes[start..<index]), byte == Byte.space, index + 1 < bytes.count,
      Byte.isDigit(bytes[index + 1])
    {
      // A time may follow its day after a blank.
      index += 1
      takeWord()
    }
    let word = bytes[start..<index]
    guard !word.isEmpty else { throw error("a value is expected") }
    if let value = Self.word(word) ?? Self.moment(word) ?? Self.number(word) { return value }
    let shown = String(decoding: word, as: UTF8.self)
    throw error("\(shown) is not a value; text needs quotes", at: start)
  }

  private mutating func takeWord() {
    while let byte, byte > Byte.space, !Self.ends.contains(byte) { index += 1 }
  }

  /// The signs that end a value, besides blanks.
  private static let ends = [Byte.comma, Byte.closeBracket, Byte.closeBrace, hash]

  private static func word(_ bytes: ArraySlice<UInt8>) -> String? {
    let text = String(decoding: bytes, as: UTF8.self)
    return ["true", "false"].contains(text) ? text : nil
  }

  // MARK: - Times

  private static func isDay(_ bytes: ArraySlice<UInt8>) -> Bool { matches("0000-00-00", bytes) }

  /// Returns a day, a time, or both with `T` between them.
  private static func moment(_ bytes: ArraySlice<UInt8>) -> String? {
    let text = String(decoding: bytes, as: UTF8.self)
    if isDay(bytes) || isTime(bytes) { return text }
    guard isDay(bytes.prefix(10)) else { return nil }
    let mark = bytes.dropFirst(10).prefix(1)
    guard mark.contains(where: "Tt ".utf8.contains), let time = zonedTime(bytes.dropFirst(11))
    else { return nil }
    return "\(text.prefix(10))T\(time)"
  }

  /// Returns a time and its optional zone, in capitals.
  private static func zonedTime(_ bytes: ArraySlice<UInt8>) -> String? {
    let text = String(decoding: bytes, as: UTF8.self).uppercased()
    let zone = text.hasSuffix("Z") ? 1 : 6
    let isZoned =
      zone == 1 || matches("+00:00", bytes.suffix(zone)) || matches("-00:00", bytes.suffix(zone))
    return isTime(isZoned ? bytes.dropLast(zone) : bytes) ? text : nil
  }

  private static func isTime(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard matches("00:00:00", bytes.prefix(8)) else { return false }
    let fraction = bytes.dropFirst(8)
    return fraction.isEmpty
      || fraction.first == Byte.point && fraction.count > 1
        && fraction.dropFirst().allSatisfy(Byte.isDigit)
  }

  /// Returns whether bytes match `pattern`, where 0 means any digit.
  private static func matches(_ pattern: String, _ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.count == pattern.utf8.count
      && zip(pattern.utf8, bytes).allSatisfy { sample, byte in
        sample == Byte.zero ? Byte.isDigit(byte) : sample == byte
      }
  }

  // MARK: - Numbers

  /// Returns a number without separators between its digits, in decimal.
  private static func number(_ bytes: ArraySlice<UInt8>) -> String? {
    if let whole = wholeNumber(bytes) { return whole }
    let digits = bytes.first == Byte.plus ? bytes.dropFirst() : bytes
    let word = digits.first == Byte.minus ? digits.dropFirst() : digits
    if word.elementsEqual("inf".utf8) || word.elementsEqual("nan".utf8) {
      return String(decoding: digits, as: UTF8.self)
    }
    guard digits.first != Byte.minus || bytes.first == Byte.minus,
      let text = withoutSeparators(digits, areDigits: Byte.isDigit)
    else { return nil }
    // JSON accepts the same spellings of decimal numbers.
    return JSONNumber(text)?.text
  }

  /// Returns the decimal spelling of a hexadecimal, octal or binary number.
  private static func wholeNumber(_ bytes: ArraySlice<UInt8>) -> String? {
    let bases = ["0x": 16, "0o": 8, "0b": 2]
    guard let base = bases[String(decoding: bytes.prefix(2), as: UTF8.self)] else { return nil }
    let isDigit = { (byte: UInt8) in
      Character(Unicode.Scalar(byte)).hexDigitValue.map { $0 < base } ?? false
    }
    let digits = bytes.dropFirst(2)
    guard digits.allSatisfy({ isDigit($0) || $0 == separator }),
      let text = withoutSeparators(digits, areDigits: isDigit)
    else { return nil }
    return UInt64(text, radix: base).map(String.init)
  }

  private static let separator = UInt8(ascii: "_")

  /// Returns the bytes without the separators of digits; `nil` if a separator is not between two
  /// digits.
  private static func withoutSeparators(
    _ bytes: ArraySlice<UInt8>, areDigits isDigit: (UInt8) -> Bool
  ) -> String? {
    for place in bytes.indices where bytes[place] == separator {
      guard place > bytes.startIndex, place + 1 < bytes.endIndex, isDigit(bytes[place - 1]),
        isDigit(bytes[place + 1])
      else { return nil }
    }
    return String(decoding: bytes.filter { $0 != separator }, as: UTF8.self)
  }
}

extension TOMLReader {
  /// Reads a text in quotation marks or apostrophes; three of them enclose several lines.
  mutating func text(mayBeLong: Bool) throws(TOMLError) -> String {
    let start = index
    let mark = bytes[index]
    let isLong = mayBeLong && bytes[index...].starts(with: [mark, mark, mark])
    index += isLong ? 3 : 1
    if isLong, isAtLineEnd { index += byte == Byte.lineFeed ? 1 : 2 }
    var text: [UInt8] = []
    while let byte {
      if byte == mark, let length = closingLength(mark, isLong: isLong) {
        // Up to two more marks may precede the three closing ones.
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

  /// Returns the number of marks that close a text here; `nil` if the text continues.
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

  /// Skips a line end after a backslash, with all blanks after it.
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
