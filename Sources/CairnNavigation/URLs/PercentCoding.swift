/// The escapes of RFC 3986 section 2.1, over bytes.
///
/// All functions work on bytes of UTF-8. In a comparison of characters, a combining accent would
/// hide the delimiter before it, and a value could change the form of its URL.
enum PercentCoding {
  /// The place of a text in a URL, which decides the unescaped characters.
  enum Place {
    case segment
    case queryName
    case queryValue
    case fragment
    /// A part of any other place, so that nothing of it can be a delimiter.
    case value

    func keeps(_ byte: UInt8) -> Bool {
      if isUnreserved(byte) { return self != .value || byte != UInt8(ascii: ".") }
      switch self {
      case .value: return false
      case .segment: return byte == UInt8(ascii: "=")
      case .queryName: return byte != UInt8(ascii: "=") && Self.keptInValues.contains(byte)
      case .queryValue, .fragment: return Self.keptInValues.contains(byte)
      }
    }

    private static let keptInValues = Set(",:;/@!*=()<>".utf8)
  }

  /// A mistake in an escaped text, with its byte offset.
  struct Failure: Error {
    let problem: MalformedURL.Problem
    let offset: Int
  }

  static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): true
    default: byte.isASCIILetter || byte.isASCIIDigit
    }
  }

  static func encode(_ text: String, for place: Place) -> String {
    if place == .segment {
      // Unescaped, these two would be steps of a path, not names.
      if text == "." { return "%2E" }
      if text == ".." { return "%2E%2E" }
    }
    var encoded: [UInt8] = []
    encoded.reserveCapacity(text.utf8.count)
    for byte in text.utf8 {
      guard !place.keeps(byte) else {
        encoded.append(byte)
        continue
      }
      encoded.append(UInt8(ascii: "%"))
      encoded.append(hexDigits[Int(byte >> 4)])
      encoded.append(hexDigits[Int(byte & 15)])
    }
    return String(decoding: encoded, as: UTF8.self)
  }

  static func decode(_ piece: some Collection<UInt8>) throws(Failure) -> String {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(piece.count)
    var hasEscapes = false
    var firstEscape = 0
    var offset = 0
    var rest = piece[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        decoded.append(byte)
        offset += 1
        continue
      }
      guard let high = rest.popFirst()?.hexadecimalValue,
        let low = rest.popFirst()?.hexadecimalValue
      else { throw Failure(problem: .brokenEscape, offset: offset) }
      if !hasEscapes { firstEscape = offset }
      hasEscapes = true
      decoded.append(high << 4 | low)
      offset += 3
    }
    guard let text = String(validating: decoded, as: UTF8.self) else {
      throw Failure(problem: .notUTF8, offset: firstEscape)
    }
    return text
  }

  private static let hexDigits = Array("0123456789ABCDEF".utf8)
}

extension UInt8 {
  var isASCIILetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }

  var isASCIIDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

  /// The value of a hexadecimal digit; nil for any other byte.
  var hexadecimalValue: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
