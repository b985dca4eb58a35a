/// The searchable form of text: without case, accents and spelling variants.
///
///     SearchFold.fold("Crème Brûlée")  // "creme brulee"
///     SearchFold.fold("Straße")        // "strasse"
///
/// Composed and decomposed spellings fold alike, and folding twice changes nothing. Locales have no
/// effect, so two machines find the same records. Digits, spaces and punctuation stay.
public enum SearchFold {
  /// Returns the folded form of `text`.
  public static func fold(_ text: String) -> String {
    // Whole scalars are appended, so the bytes are well-formed.
    String(decoding: foldedBytes(text), as: UTF8.self)
  }

  /// Returns the folded form of `text` in UTF-8.
  package static func foldedBytes(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    let utf8 = Array(text.utf8)
    appendWithCase(utf8, 0..<utf8.count, to: &bytes)
    lowercase(&bytes)
    return bytes
  }

  /// Appends the folded form of a range of `utf8`, except that ASCII letters keep their case.
  ///
  /// ASCII text is copied at memory speed; `lowercase` later folds many texts at once.
  static func appendWithCase(_ utf8: [UInt8], _ range: Range<Int>, to bytes: inout [UInt8]) {
    let text = utf8.span
    var index = range.lowerBound
    while index < range.upperBound {
      let letters = text.firstNonASCII(in: index..<range.upperBound)
      bytes.append(copying: text, from: index, to: letters)
      index = letters
      while index < range.upperBound, utf8[index] >= 0x80 { index += 1 }
      if letters < index { appendLetters(utf8[letters..<index], to: &bytes) }
    }
  }

  private static func appendLetters(_ utf8: ArraySlice<UInt8>, to bytes: inout [UInt8]) {
    // Nearly all such characters have two bytes, which are joined without a parser.
    if utf8.count == 2, utf8[utf8.startIndex] < 0xE0 {
      let value = UInt32(utf8[utf8.startIndex] & 0x1F) << 6 | UInt32(utf8[utf8.endIndex - 1] & 0x3F)
      if let scalar = Unicode.Scalar(value) { return LetterFold.append(scalar, to: &bytes) }
    }
    var rest = utf8.makeIterator()
    var parser = Unicode.UTF8.ForwardParser()
    while case .valid(let encoded) = parser.parseScalar(from: &rest) {
      LetterFold.append(Unicode.UTF8.decode(encoded), to: &bytes)
    }
  }

  /// Converts the ASCII letters among `bytes` to lower case.
  static func lowercase(_ bytes: inout [UInt8]) {
    // The compiler turns this plain loop into one over sixteen bytes a step.
    unsafe bytes.withUnsafeMutableBufferPointer { bytes in
      for index in bytes.indices { unsafe bytes[index] = lowercase(bytes[index]) }
    }
  }

  /// Returns an ASCII letter in lower case, and any other byte unchanged.
  @inline(__always)
  static func lowercase(_ byte: UInt8) -> UInt8 {
    byte &- 0x41 < 26 ? byte | 0x20 : byte
  }
}

/// The fold of a scalar, which removes case, accents and letter variants.
///
/// 1. Canonical decomposition, without accents and other decorations.
/// 2. Upper case, then lower case: this joins `ς` with `σ`, and `ﬁ` becomes two letters.
/// 3. Letters that people type without a stroke, or as two letters.
///
/// The result folds to itself.
enum LetterFold {
  /// Appends the folded form of `scalar` in UTF-8; appends nothing for a decoration.
  static func append(_ scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
    let value = Int(scalar.value)
    if value < common.count {
      var folded = common[value]
      while folded > 0xFF {
        bytes.append(UInt8(truncatingIfNeeded: folded))
        folded >>= 8
      }
    } else {
      compute(scalar, into: &bytes)
    }
  }

  /// The folds of Latin, Greek, Cyrillic and Armenian, computed once; nearly all text needs only
  /// these.
  ///
  /// A fold's bytes, at most seven, lie in a number from its low end, with a 1 above the last.
  private static let common: [UInt64] = (0..<0x590).map { (value: UInt32) in
    var bytes: [UInt8] = []
    if let scalar = Unicode.Scalar(value) { compute(scalar, into: &bytes) }
    precondition(bytes.count < 8, "a fold is longer than its table allows")
    return bytes.reversed().reduce(1) { $0 << 8 | UInt64($1) }
  }

  private static func compute(_ scalar: Unicode.Scalar, into bytes: inout [UInt8]) {
    for letter in undecorated(scalar) {
      let upper = letter.properties.uppercaseMapping
      let lower = upper.unicodeScalars.map(\.properties.lowercaseMapping).joined()
      for folded in lower.unicodeScalars.flatMap(undecorated) {
        bytes.append(contentsOf: plainSpelling[folded] ?? Array(String(folded).utf8))
      }
    }
  }

  private static func undecorated(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    var letters: [Unicode.Scalar] = []
    Decomposition.forEachPiece(of: scalar) { piece in
      if !piece.isDecoration { letters.append(piece) }
    }
    return letters
  }

  private static let plainSpelling: [Unicode.Scalar: [UInt8]] = [
    "ß": Array("ss".utf8), "æ": Array("ae".utf8), "œ": Array("oe".utf8), "ø": Array("o".utf8),
    "ł": Array("l".utf8), "đ": Array("d".utf8), "ı": Array("i".utf8),
  ]
}
