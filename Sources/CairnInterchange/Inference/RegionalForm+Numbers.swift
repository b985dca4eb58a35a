extension RegionalForm {
  /// The mark before the decimals.
  private var decimalMark: UInt8 { self == .decimalComma ? Byte.comma : Byte.point }

  /// The marks that may stand between thousands, and whether they stand nowhere but in numbers.
  private var thousandsMarks: [(bytes: [UInt8], isCertain: Bool)] {
    self == .decimalComma ? Self.marksBesideComma : Self.marksBesidePoint
  }

  /// A plain blank, one where no line breaks, and a narrow one of these.
  private static let blanks: [(bytes: [UInt8], isCertain: Bool)] = [" ", "\u{A0}", "\u{202F}"]
    .map { (Array($0.utf8), false) }
  private static let marksBesideComma = [([Byte.point], false)] + blanks
  private static let marksBesidePoint =
    [([Byte.comma], true), ([Byte.apostrophe], true), (Array("’".utf8), true)] + blanks

  /// Reads a number without a needless zero or sign.
  ///
  /// Marks between thousands are all the same, and three digits follow each.
  func number(_ bytes: ArraySlice<UInt8>) -> Reading? {
    guard case (let whole, var rest)? = Shapes.wholePart(of: bytes), let first = whole.first
    else { return nil }
    var reading = Reading(plain: Array(bytes[..<whole.endIndex]), isCertain: false)
    if let mark = thousandsMarks.first(where: { rest.starts(with: $0.bytes) }) {
      guard whole.count <= 3, first != Byte.zero else { return nil }
      // Groups that are all of three digits may be a list of such numbers.
      reading.isCertain = mark.isCertain && whole.count < 3
      while rest.starts(with: mark.bytes) {
        let group = rest.dropFirst(mark.bytes.count).prefix(while: Byte.isDigit)
        guard group.count == 3 else { return nil }
        reading.plain += group
        rest = rest.dropFirst(mark.bytes.count + group.count)
      }
    }
    if rest.isEmpty { return reading }
    let decimals = rest.dropFirst()
    guard rest.first == decimalMark, !decimals.isEmpty, decimals.allSatisfy(Byte.isDigit) else {
      return nil
    }
    // Nobody begins a whole number with a zero.
    reading.isPair =
      first != Byte.zero && decimals.first != Byte.zero && reading.plain.count == whole.count
    reading.plain += [Byte.point] + decimals
    reading.isCertain = true
    return reading
  }
}
