/// A number as people write it.
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
/// | `١٢` | in digits of any script |
///
/// What may be two numbers, as `1,234`, is none.
struct TypedNumber {
  /// Its digits, with `-` and `.` where there are any.
  let digits: String

  /// Reads a number; `nil` for other texts, and for those that may be two.
  init?(_ text: String) {
    let readings = Self.readings(of: text)
    guard readings.count == 1 else { return nil }
    digits = readings[0]
  }

  /// What to type instead of a text that may be two numbers; `nil` for other texts.
  static func advice(for text: String) -> String? {
    let readings = readings(of: text)
    return readings.count > 1
      ? readings.joined(separator: " or ") + ", as the comma may mean both" : nil
  }

  /// The numbers that a text may be.
  private static func readings(of text: String) -> [String] {
    if DecimalNumber(text) != nil { return [text] }
    var rest = text.inPlainSigns[...]
    var sign = ""
    if let first = rest.first, first == "-" || first == "+" {
      sign = first == "-" ? "-" : ""
      rest = rest.dropFirst().drop { $0 == " " }
    }
    guard let shift = takeScale(&rest) else { return [] }
    return mantissas(of: rest).map { sign + shifted($0, by: shift) }
  }

  /// Takes `k`, `M` or an exponent from the end: by how many digits the point moves to the right;
  /// `nil` for an exponent that is none, or that makes more digits than anybody means.
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

  /// Signs for fractions that have an end in decimal digits.
  private static let fractions: [Character: String] = [
    "½": "5", "¼": "25", "¾": "75", "⅕": "2", "⅖": "4", "⅗": "6", "⅘": "8", "⅛": "125",
    "⅜": "375", "⅝": "625", "⅞": "875", "⅒": "1",
  ]

  /// What digits with marks between them may be.
  private static func mantissas(of text: Substring) -> [String] {
    if let last = text.last, let fraction = fractions[last] {
      var whole = text.dropLast()
      while whole.last == " " { whole = whole.dropLast() }
      return isDigits(whole) || whole.isEmpty ? ["\(whole.isEmpty ? "0" : whole).\(fraction)"] : []
    }
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
    // A point by itself is how decimals are written.
    if !isAlone || mark != ".", let whole = joined(text) { found.insert(whole, at: 0) }
    return found
  }

  /// The digits of a whole number, whose marks stand between thousands; `nil` if they don't.
  private static func joined(_ text: Substring) -> String? {
    guard let mark = text.first(where: { !isDigit($0) }) else { return String(text) }
    let groups = text.split(separator: mark, omittingEmptySubsequences: false)
    guard groups.allSatisfy(isDigits), let first = groups.first, first.count <= 3,
      first.first != "0", groups.dropFirst().allSatisfy({ $0.count == 3 })
    else { return nil }
    return groups.joined()
  }

  /// The same digits with the point moved to the right, or to the left.
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
  /// The text with the digits of all scripts, the minus signs, the marks in numbers and the blanks
  /// that people type as ASCII has them, and no blanks at its ends.
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
      case "\u{FF0F}": plain.append("/")
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
