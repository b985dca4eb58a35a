/// Text as search sees it: without case, accents and spelling variants.
///
///     SearchFold.fold("Crème Brûlée")  // "creme brulee"
///     SearchFold.fold("Straße")        // "strasse"
///
/// Composed and decomposed spellings fold alike, folding twice changes nothing, and no locale is
/// asked, so that two machines find the same records. Digits, spaces and punctuation stay.
public enum SearchFold {
  /// The folded form of `text`.
  public static func fold(_ text: String) -> String {
    // Whole scalars are appended, so the bytes are well-formed.
    String(decoding: foldedBytes(text), as: UTF8.self)
  }

  /// The folded form of `text` in UTF-8.
  static func foldedBytes(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    let utf8 = Array(text.utf8)
    append(utf8, 0..<utf8.count, to: &bytes)
    return bytes
  }

  /// Appends the folded form of a range of `utf8`, at the speed of memory while it is ASCII.
  static func append(_ utf8: [UInt8], _ range: Range<Int>, to bytes: inout [UInt8]) {
    var index = range.lowerBound
    while index < range.upperBound {
      let start = index
      while index < range.upperBound, utf8[index] < 0x80 { index += 1 }
      let place = bytes.count
      bytes.append(contentsOf: utf8[start..<index])
      for offset in place..<bytes.count { bytes[offset] = lowercase(bytes[offset]) }
      let end = index
      while index < range.upperBound, utf8[index] >= 0x80 { index += 1 }
      appendLetters(utf8[end..<index], to: &bytes)
    }
  }

  private static func appendLetters(_ utf8: ArraySlice<UInt8>, to bytes: inout [UInt8]) {
    var rest = utf8.makeIterator()
    var parser = Unicode.UTF8.ForwardParser()
    while case .valid(let encoded) = parser.parseScalar(from: &rest) {
      LetterFold.append(Unicode.UTF8.decode(encoded), to: &bytes)
    }
  }

  /// An ASCII letter in lower case; any other byte as it is.
  @inline(__always)
  static func lowercase(_ byte: UInt8) -> UInt8 {
    byte &- 0x41 < 26 ? byte | 0x20 : byte
  }
}
