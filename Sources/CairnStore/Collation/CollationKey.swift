/// Bytes whose order is the order of texts for people, the same on every machine.
///
/// Texts are compared in four levels, each only where the ones before are equal:
///
/// 1. letters without case and accents (see `SearchFold`), a run of ASCII digits as the number that
///    it spells: `p9` before `p10`
/// 2. accents: `resume` before `résumé`
/// 3. case, lower before upper, then fewer leading zeros: `lyon` before `Lyon`, `1` before `01`
/// 4. the scalars themselves, so that `ae` and `æ` are two texts
///
/// Keys are equal exactly for canonically equivalent texts. A key is about as long as its text, and
/// comparing two is comparing their bytes. Without an `Alphabet`, `ö` sorts with `o` everywhere.
/// With one, its letters have places of their own in the first level.
///
///     [primary] 00 [accents] 00 [case] 00 [scalars, only where not ASCII]
public struct CollationKey: Hashable, Comparable, Sendable {
  /// The key's bytes, ordered as unsigned numbers; a prefix comes first.
  public let bytes: [UInt8]

  /// The key of `text` in a language's order of letters; a pass over the text.
  public init(_ text: String, in alphabet: Alphabet? = nil) {
    var writer = CollationWriter(alphabet)
    var bytes: [UInt8] = []
    writer.append(text, to: &bytes)
    self.bytes = bytes
  }

  /// Whether the left text comes first.
  public static func < (left: Self, right: Self) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }
}

/// Writes collation keys, one after the other, reusing its buffers.
struct CollationWriter {
  private var accents: [UInt8] = []
  private var cases: [UInt8] = []
  private let tailoring: Tailoring?

  init(_ alphabet: Alphabet? = nil) { tailoring = alphabet?.tailoring }

  /// The weight of a letter without an accent or in lower case: above the separator, below others.
  private static let plain: UInt8 = 1
  private static let marked: UInt8 = 2

  /// Appends the collation key of `text` to `bytes`.
  mutating func append(_ text: String, to bytes: inout [UInt8]) {
    let utf8 = Array(text.utf8)
    append(utf8, 0..<utf8.count, to: &bytes)
  }

  /// Appends the collation key of the text in a range of `utf8`.
  mutating func append(_ utf8: [UInt8], _ range: Range<Int>, to bytes: inout [UInt8]) {
    accents.removeAll(keepingCapacity: true)
    cases.removeAll(keepingCapacity: true)
    let isASCII = utf8.span.firstNonASCII(in: range) == range.upperBound
    if isASCII, tailoring?.hasASCII != true {
      writeASCII(utf8, range, to: &bytes)
      return close(scalars: [], &bytes)
    }
    let scalars = Decomposition.scalars(of: String(decoding: utf8[range], as: UTF8.self))
    if scalars.allSatisfy(\.isASCII), tailoring?.hasASCII != true {
      // Three signs, the Kelvin among them, decompose to ASCII.
      let ascii = scalars.map { UInt8(truncatingIfNeeded: $0.value) }
      writeASCII(ascii, 0..<ascii.count, to: &bytes)
      close(scalars: [], &bytes)
    } else {
      writeScalars(scalars, to: &bytes)
      close(scalars: scalars.allSatisfy(\.isASCII) ? [] : scalars, &bytes)
    }
  }

  private mutating func writeASCII(
    _ text: [UInt8], _ range: Range<Int>, to bytes: inout [UInt8]
  ) {
    var index = range.lowerBound
    while index < range.upperBound {
      let byte = text[index]
      if Self.isDigit(byte) {
        let end = text[index..<range.upperBound].firstIndex { !Self.isDigit($0) }
        writeNumber(text[index..<(end ?? range.upperBound)], to: &bytes)
        index = end ?? range.upperBound
      } else {
        writeASCII(byte, to: &bytes)
        index += 1
      }
    }
  }

  private mutating func writeASCII(_ byte: UInt8, to bytes: inout [UInt8]) {
    let folded = SearchFold.lowercase(byte)
    bytes.append(folded)
    cases.append(folded == byte ? Self.plain : Self.marked)
  }

  private mutating func writeScalars(_ scalars: [Unicode.Scalar], to bytes: inout [UInt8]) {
    var index = 0
    while index < scalars.count {
      let scalar = scalars[index]
      if Self.isDigit(scalar) {
        let end = scalars[index...].firstIndex { !Self.isDigit($0) } ?? scalars.count
        writeNumber(
          scalars[index..<end].map { UInt8(truncatingIfNeeded: $0.value) }[...], to: &bytes)
        accents.append(Self.plain)
        index = end
        continue
      }
      if let letter = tailoring?.letter(at: index, in: scalars) {
        write(letter, scalars[index..<index + letter.scalars.count], to: &bytes)
        index += letter.scalars.count
        continue
      }
      if scalar.isASCII {
        // The common case of a letter, without asking Unicode's tables.
        writeASCII(UInt8(truncatingIfNeeded: scalar.value), to: &bytes)
        accents.append(Self.plain)
      } else if scalar.isDecoration {
        writeAccent(scalar)
      } else {
        writeLetter(scalar, to: &bytes)
      }
      index += 1
    }
  }

  /// Writes a letter of the alphabet; its second spelling counts as accented.
  private mutating func write(
    _ letter: Tailoring.Letter, _ text: ArraySlice<Unicode.Scalar>, to bytes: inout [UInt8]
  ) {
    bytes += letter.primary
    accents.append(Self.plain)
    if letter.spelling > 0 { accents += [Self.marked, letter.spelling] }
    for scalar in text where !scalar.isDecoration {
      cases.append(scalar.inLowerCase == scalar ? Self.plain : Self.marked)
    }
  }

  private mutating func writeLetter(_ scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
    let start = bytes.count
    LetterFold.append(scalar, to: &bytes)
    let lower = scalar.properties.lowercaseMapping
    accents.append(Self.plain)
    // A letter that folds to another one, `ø` to `o`, counts as accented.
    if !lower.utf8.elementsEqual(bytes[start...]) { accents += [Self.marked] + Array(lower.utf8) }
    cases.append(lower.unicodeScalars.elementsEqual([scalar]) ? Self.plain : Self.marked)
  }

  private mutating func writeAccent(_ mark: Unicode.Scalar) {
    accents.append(Self.marked)
    accents.append(mark)
  }

  /// A number sorts by how many digits it has, then by them: at the place of the digits in ASCII.
  private mutating func writeNumber(_ digits: ArraySlice<UInt8>, to bytes: inout [UInt8]) {
    let significant = digits.drop { $0 == UInt8(ascii: "0") }
    bytes.append(UInt8(ascii: "0"))
    Self.writeCount(significant.count, to: &bytes)
    bytes.append(contentsOf: significant)
    Self.writeCount(digits.count - significant.count, to: &cases)
  }

  /// Writes a count without a zero byte, so that a greater count has greater bytes.
  private static func writeCount(_ count: Int, to bytes: inout [UInt8]) {
    bytes.append(contentsOf: repeatElement(0xFF, count: count / 254))
    bytes.append(UInt8(count % 254 + 1))
  }

  private mutating func close(scalars: [Unicode.Scalar], _ bytes: inout [UInt8]) {
    bytes.append(0)
    bytes.append(contentsOf: Self.trimmed(accents))
    bytes.append(0)
    bytes.append(contentsOf: Self.trimmed(cases))
    bytes.append(0)
    for scalar in scalars { bytes.append(scalar) }
  }

  /// Leaves out what says nothing, at the end: a missing byte is less than a plain one.
  private static func trimmed(_ level: [UInt8]) -> ArraySlice<UInt8> {
    level[..<((level.lastIndex { $0 != plain } ?? -1) + 1)]
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }
  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { scalar.value &- 0x30 < 10 }
}

extension [UInt8] {
  /// Appends the scalar's UTF-8.
  mutating func append(_ scalar: Unicode.Scalar) {
    if scalar.isASCII {
      append(UInt8(truncatingIfNeeded: scalar.value))
    } else {
      append(contentsOf: UTF8.encode(scalar) ?? Unicode.UTF8.encodedReplacementCharacter)
    }
  }
}
