extension JSONParser {
  func isAtEnd(of bytes: Span<UInt8>) -> Bool { index >= bytes.count }

  mutating func skipBlanks(in bytes: Span<UInt8>) {
    while index < bytes.count, ASCII.isBlank(bytes[index]) { index += 1 }
  }

  /// Skips the mark that some editors put before UTF-8; RFC 8259, section 8.1, permits it.
  mutating func skipByteOrderMark(in bytes: Span<UInt8>) {
    guard bytes.count >= 3 else { return }
    if bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF { index = 3 }
  }

  /// Skips blanks and then `byte`, and tells whether it was there.
  mutating func skip(_ byte: UInt8, in bytes: Span<UInt8>) -> Bool {
    skipBlanks(in: bytes)
    guard index < bytes.count, bytes[index] == byte else { return false }
    index += 1
    return true
  }

  func requireBlankOrEnd(in bytes: Span<UInt8>) throws(JSONError) {
    guard index < bytes.count, !ASCII.isBlank(bytes[index]) else { return }
    throw unexpected(in: bytes, expected: "a blank or the end")
  }

  func requireEnd(in bytes: Span<UInt8>) throws(JSONError) {
    guard index >= bytes.count else { throw unexpected(in: bytes, expected: "the end") }
  }
}

// Positions are found only once something is wrong; counting lines on the way would cost time
// that correct input should not pay.
extension JSONParser {
  func position(in bytes: Span<UInt8>, at index: Int? = nil) -> JSONPosition {
    var position = start
    position.advance(over: bytes.extracting(first: index ?? self.index))
    return position
  }

  func unexpected(in bytes: Span<UInt8>, expected: String) -> JSONError {
    let position = position(in: bytes)
    guard index < bytes.count else { return .unfinished(expected: expected, at: position) }
    return .unexpected(found: found(in: bytes), expected: expected, at: position)
  }

  /// What stands at the index, so that a person sees it and no terminal obeys it.
  private func found(in bytes: Span<UInt8>) -> String {
    switch bytes[index] {
    case ASCII.lineFeed, ASCII.carriageReturn: "the end of the line"
    case 0x21...0x7E: String(UnicodeScalar(bytes[index]))
    case let byte: "the byte 0x" + String(byte, radix: 16, uppercase: true)
    }
  }
}
