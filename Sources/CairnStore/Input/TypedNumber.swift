/// A number in the notation that people type.
///
/// | text | number |
/// |---|---|
/// | `1200`, `-1.50` | as it stands |
/// | `−3`, `+3` | with a real minus sign, and with a plus |
/// | `12,50` | with a comma for its point |
/// | `1,200.50`, `1.200,50`, `1 200`, `1'200` | with marks between thousands |
/// | `1.5k`, `2M` | thousands, millions |
/// | `1e3`, `2.5e-2` | with an exponent |
/// | `½`, `2½`, `2 ½` | with a sign for a fraction |
/// | `3/4`, `1 1/2` | as a fraction, and with a whole number before it |
/// | `١٢` | in digits of any script |
///
/// A fraction without an exact decimal form, such as `⅓`, gets four digits. Ambiguous text such as
/// `1,234` is refused. So are a fraction with leading zeros, such as `03/04`, which is a day, and a
/// whole fraction, such as `4/2`, which is a score.
package struct TypedNumber {
  /// The digits, with `-` and `.` if needed.
  package let digits: String

  /// Reads a number; `nil` for other texts and for ambiguous ones.
  package init?(_ text: String) {
    let readings = Self.readings(of: text)
    guard readings.count == 1 else { return nil }
    digits = readings[0]
  }

  /// Returns advice for an ambiguous text; `nil` for other texts.
  static func advice(for text: String) -> String? {
    let readings = readings(of: text)
    return readings.count > 1
      ? readings.joined(separator: " or ") + ", because the comma is ambiguous" : nil
  }

  /// Returns the possible readings of a text as a number.
  private static func readings(of text: String) -> [String] {
    if DecimalNumber(text) != nil { return [text] }
    var rest = text.inPlainSigns[...]
    var sign = ""
    if let first = rest.first, first == "-" || first == "+" {
      sign = first == "-" ? "-" : ""
      rest = rest.dropFirst().drop { $0 == " " }
    }
    guard let shift = takeScale(&rest) else { return [] }
    if let mixed = mixed(rest, isScaled: shift != 0) { return [sign + shifted(mixed, by: shift)] }
    return mantissas(of: rest).map { sign + shifted($0, by: shift) }
  }

  /// Removes `k`, `M` or an exponent from the end, and returns how many digits the point moves to
  /// the right.
  ///
  /// Returns `nil` for an invalid exponent, or one with too many digits.
  private static func takeScale(_ rest: inout Substring) -> Int? {
    if let letter = rest.last, let shift = ["k": 3, "K": 3, "M": 6][letter] {
      rest = rest.dropLast()
      while rest.last == " " { rest = rest.dropLast() }
      return shift
    }
    guard let mark = rest.firstIndex(where: { $0 == "e" || $0 == "E" }) else { return 0 }
    guard let exponent = Int(rest[rest.index(after: mark)...]),
      (-greatestExponent...greatestExponent).contains(exponent)
    else { return nil }
    rest = rest[..<mark]
    return exponent
  }

  private static let greatestExponent = 30

  /// The signs for fractions, with numerator and denominator.
  private static let fractions: [Character: (Int, Int)] = [
    "½": (1, 2), "⅓": (1, 3), "⅔": (2, 3), "¼": (1, 4), "¾": (3, 4), "⅕": (1, 5), "⅖": (2, 5),
    "⅗": (3, 5), "⅘": (4, 5), "⅙": (1, 6), "⅚": (5, 6), "⅐": (1, 7), "⅛": (1, 8), "⅜": (3, 8),
    "⅝": (5, 8), "⅞": (7, 8), "⅑": (1, 9), "⅒": (1, 10),
  ]

  /// Returns the digits of a number that ends in a fraction, as a sign or with a slash; `nil` for
  /// other texts.
  private static func mixed(_ text: Substring, isScaled: Bool) -> String? {
    guard let last = text.last else { return nil }
    if let (above, below) = fractions[last] {
      var whole = text.dropLast()
      while whole.last == " " { whole = whole.dropLast() }
      guard isDigits(whole) || whole.isEmpty,
        let fraction = decimals(of: above, by: below, isExact: isScaled)
      else { return nil }
      return "\(whole.isEmpty ? "0" : whole).\(fraction)"
    }
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    let halves = parts.last?.split(separator: "/", omittingEmptySubsequences: false) ?? []
    guard parts.count <= 2, halves.count == 2, !isScaled, let above = count(halves[0]),
      let below = count(halves[1]), let fraction = decimals(of: above % below, by: below)
    else { return nil }
    if parts.count == 1 { return "\(above / below).\(fraction)" }
    let whole = parts[0]
    guard isDigits(whole), whole == "0" || whole.first != "0", above < below else { return nil }
    return "\(whole).\(fraction)"
  }

  /// Reads a numerator or a denominator.
  private static func count(_ digits: Substring) -> Int? {
    isDigits(digits) && digits.first != "0" && digits.count <= 4 ? Int(digits) : nil
  }

  /// Returns the decimals of a fraction between zero and one; `nil` for zero.
  ///
  /// If `isExact`, a fraction without an exact decimal form gives `nil` too.
  private static func decimals(of above: Int, by below: Int, isExact: Bool = false) -> String? {
    guard above > 0 else { return nil }
    var digits = ""
    var rest = above
    while rest > 0, digits.count < mostDecimals {
      rest *= 10
      digits += String(rest / below)
      rest %= below
    }
    if rest == 0 { return digits }
    guard !isExact else { return nil }
    let count = digits.prefix { $0 == "0" }.count + 4
    let scale = (0..<count).reduce(1) { scale, _ in scale * 10 }
    let rounded = String((above * scale + below / 2) / below)
    return String(repeating: "0", count: count - rounded.count) + rounded
  }

  /// The most decimals of an exact fraction, since a denominator has at most four digits.
  private static let mostDecimals = 13

  /// Returns the possible readings of digits with marks between them.
  private static func mantissas(of text: Substring) -> [String] {
    guard let first = text.first, isDigit(first), let last = text.last, isDigit(last) else {
      return []
    }
    let marks = text.filter { !isDigit($0) }
    guard let mark = marks.last else { return [String(text)] }
    guard marks.allSatisfy({ ".,' ".contains($0) }), Set(marks).count <= 2 else { return [] }
    let isAlone = marks.count { $0 == mark } == 1
    var found: [String] = []
    if isAlone, mark == "." || mark == ",", let place = text.lastIndex(of: mark),
      let whole = joined(text[..<place])
    {
      found.append("\(whole).\(text[text.index(after: place)...])")
    }
    // A single point is a decimal point, not a mark of thousands.
    if !isAlone || mark != ".", let whole = joined(text) { found.insert(whole, at: 0) }
    return found
  }

  /// Returns the digits of a whole number with marks between thousands; `nil` for marks elsewhere.
  private static func joined(_ text: Substring) -> String? {
    guard let mark = text.first(where: { !isDigit($0) }) else { return String(text) }
    let groups = text.split(separator: mark, omittingEmptySubsequences: false)
    guard groups.allSatisfy(isDigits), let first = groups.first, first.count <= 3,
      first.first != "0", groups.dropFirst().allSatisfy({ $0.count == 3 })
    else { return nil }
    return groups.joined()
  }

  /// Returns the digits with the point moved to the right, or to the left.
  private static func shifted(_ digits: String, by shift: Int) -> String {
    guard shift != 0 else { return digits }
    let halves = digits.split(separator: ".")
    var all = halves.joined()
    var place = halves[0].count + shift
    if place < 1 {
      all = String(repeating: "0", count: 1 - place) + all
      place = 1
    }
    all += String(repeating: "0", count: max(0, place - all.count))
    var whole = all.prefix(place).drop { $0 == "0" }
    if whole.isEmpty { whole = "0" }
    var fraction = all.dropFirst(place)
    while fraction.last == "0" { fraction = fraction.dropLast() }
    return fraction.isEmpty ? String(whole) : "\(whole).\(fraction)"
  }

  private static func isDigit(_ character: Character) -> Bool { ("0"..."9").contains(character) }

  private static func isDigits(_ text: Substring) -> Bool {
    !text.isEmpty && text.allSatisfy(isDigit)
  }
}

extension String {
  /// The text with all scripts' digits, minus signs, marks and blanks as ASCII, and trimmed.
  var inPlainSigns: String {
    let trimmed = trimmingBlanks()
    guard !trimmed.utf8.allSatisfy({ $0 < 0x80 }) else { return trimmed }
    var plain = String.UnicodeScalarView()
    for scalar in trimmed.unicodeScalars {
      switch scalar {
      case "\u{2212}", "\u{2010}", "\u{2011}", "\u{2012}", "\u{2013}", "\u{FE63}", "\u{FF0D}":
        plain.append("-")
      case "\u{066B}", "\u{FF0E}": plain.append(".")
      case "\u{066C}", "\u{FF0C}": plain.append(",")
      case "\u{2019}": plain.append("'")
      case "\u{FF0B}": plain.append("+")
      case "\u{FF0F}", "\u{2044}", "\u{2215}": plain.append("/")
      case "\u{FF1A}": plain.append(":")
      default:
        if !scalar.isASCII, scalar.properties.numericType == .decimal,
          let value = scalar.properties.numericValue
        {
          plain.append(Unicode.Scalar(0x30 + UInt8(value)))
        } else {
          plain.append(scalar.properties.isWhitespace ? " " : scalar)
        }
      }
    }
    return String(plain)
  }
}
