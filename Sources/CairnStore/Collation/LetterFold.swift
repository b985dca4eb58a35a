/// What a scalar becomes when case, accents and letter variants don't count.
///
/// Three steps: canonical decomposition without its decorations, upper case and then lower case of
/// what is left (which joins `ς` with `σ` and opens `ﬁ`), and the letters that people type without
/// their stroke or as two. The result folds to itself.
enum LetterFold {
  /// Appends the folded form of `scalar` in UTF-8: nothing for a decoration.
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

  /// The folds of Latin, Greek, Cyrillic and Armenian, computed once: nearly all that is asked for.
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
