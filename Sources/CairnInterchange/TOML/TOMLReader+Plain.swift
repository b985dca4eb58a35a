internal import CairnJSON

extension TOMLReader {
  /// Reads a number, a truth value, a day or a time, as the spelling that says the same elsewhere.
  mutating func plain() throws(TOMLError) -> String {
    let start = index
    takeWord()
    if Self.isDay(bytes[start..<index]), byte == Byte.space, index + 1 < bytes.count,
      Byte.isDigit(bytes[index + 1])
    {
      // A time may follow its day behind a blank.
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

  /// What ends a value, besides blanks.
  private static let ends = [Byte.comma, Byte.closeBracket, Byte.closeBrace, hash]

  private static func word(_ bytes: ArraySlice<UInt8>) -> String? {
    let text = String(decoding: bytes, as: UTF8.self)
    return ["true", "false"].contains(text) ? text : nil
  }

  // MARK: - Times

  private static func isDay(_ bytes: ArraySlice<UInt8>) -> Bool { matches("0000-00-00", bytes) }

  /// A day, a time or both, with `T` between them.
  private static func moment(_ bytes: ArraySlice<UInt8>) -> String? {
    let text = String(decoding: bytes, as: UTF8.self)
    if isDay(bytes) || isTime(bytes) { return text }
    guard isDay(bytes.prefix(10)) else { return nil }
    let mark = bytes.dropFirst(10).prefix(1)
    guard mark.contains(where: "Tt ".utf8.contains), let time = zonedTime(bytes.dropFirst(11))
    else { return nil }
    return "\(text.prefix(10))T\(time)"
  }

  /// A time and what may say its zone, in capitals.
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

  /// Whether bytes are like `pattern`, in which 0 is any digit.
  private static func matches(_ pattern: String, _ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.count == pattern.utf8.count
      && zip(pattern.utf8, bytes).allSatisfy { sample, byte in
        sample == Byte.zero ? Byte.isDigit(byte) : sample == byte
      }
  }

  // MARK: - Numbers

  /// A number without what only separates its digits, and in tens.
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
    // Of a number in tens JSON takes the same spellings.
    return JSONNumber(text)?.text
  }

  /// A number in sixteens, eights or twos.
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

  /// The bytes without the marks that separate digits; `nil` where one is not between two.
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
