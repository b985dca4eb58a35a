/// A number in a cell, and the unit or sign around it.
///
/// | cell | digits | unit |
/// |---|---|---|
/// | `$82.10`, `-$5`, `EUR 5` | `82.10`, `-5`, `5` | `$`, `$`, `EUR` |
/// | `32%`, `1 kg`, `2,320 km` | `32`, `1`, `2,320` | `%`, `kg`, `km` |
/// | `(12.50)`, `12.50-` | `-12.50` | none |
/// | `+12.50`, `+ $5.00` | `12.50`, `5.00` | none, `$` |
///
/// The digits may have any regional form.
struct DressedNumber {
  /// The digits with their marks, and a minus sign before them if the number is negative.
  let digits: ArraySlice<UInt8>
  /// The unit; empty for none.
  let unit: ArraySlice<UInt8>
  /// Whether the cell has more than the digits.
  let isDressed: Bool

  /// Reads a cell; `nil` if it is not a number with a unit or a sign.
  ///
  /// Cost: for most texts, a look at the first byte.
  init?(_ cell: ArraySlice<UInt8>) {
    var rest = Self.trimmed(cell)
    var isNegative = false
    if rest.first == Self.open, rest.last == Self.close, rest.count > 2 {
      rest = Self.trimmed(rest.dropFirst().dropLast())
      isNegative = true
    }
    let sign = Self.takeMinus(&rest)
    let hasPlus = !sign && rest.first == Byte.plus
    if hasPlus { rest = Self.trimmed(rest.dropFirst()) }
    let before = rest.prefix { !Byte.isDigit($0) }
    rest = rest.dropFirst(before.count)
    guard !rest.isEmpty, var prefix = Self.prefix(before) else { return nil }
    // The sign may also stand between the unit and the digits: `$-5`.
    let inner = !prefix.isEmpty && Self.takeMinus(fromEndOf: &prefix)
    guard [isNegative, sign, inner].count(where: { $0 }) <= 1 else { return nil }
    isNegative = isNegative || sign || inner
    let number = Self.number(in: rest)
    var after = rest.dropFirst(number.count)
    if after == [Byte.minus], !isNegative {
      (isNegative, after) = (true, [])
    }
    // Without cents, `+44 20` is a phone number.
    guard !hasPlus || !isNegative && Self.hasCents(number) else { return nil }
    guard prefix.isEmpty || after.isEmpty, let suffix = Self.suffix(after) else { return nil }
    unit = prefix.isEmpty ? suffix : prefix
    isDressed = !unit.isEmpty || hasPlus || isNegative && !(sign && cell.first == Byte.minus)
    digits = isNegative ? ArraySlice([Byte.minus] + number) : number
  }

  private static let (open, close) = (UInt8(ascii: "("), UInt8(ascii: ")"))
  private static let noBreakSpace: [UInt8] = [0xC2, 0xA0]
  private static let minusSign = Array("−".utf8)

  // MARK: - Signs and digits

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var rest = bytes
    while true {
      if rest.first == Byte.space {
        rest = rest.dropFirst()
      } else if rest.starts(with: noBreakSpace) {
        rest = rest.dropFirst(2)
      } else if rest.last == Byte.space {
        rest = rest.dropLast()
      } else if rest.suffix(2) == noBreakSpace[...] {
        rest = rest.dropLast(2)
      } else {
        return rest
      }
    }
  }

  private static func takeMinus(_ rest: inout ArraySlice<UInt8>) -> Bool {
    if rest.first == Byte.minus {
      rest = trimmed(rest.dropFirst())
    } else if rest.starts(with: minusSign) {
      rest = trimmed(rest.dropFirst(minusSign.count))
    } else {
      return false
    }
    return true
  }

  private static func takeMinus(fromEndOf prefix: inout ArraySlice<UInt8>) -> Bool {
    guard prefix.last == Byte.minus else { return false }
    prefix = trimmed(prefix.dropLast())
    return true
  }

  /// Returns the digits at the start, with the marks between them.
  private static func number(in bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var end = bytes.startIndex
    var place = bytes.startIndex
    while place < bytes.endIndex {
      if Byte.isDigit(bytes[place]) {
        place += 1
        end = place
        continue
      }
      guard let mark = marks.first(where: { bytes[place...].starts(with: $0) }) else { break }
      place += mark.count
    }
    return bytes[..<end]
  }

  /// Returns whether two digits follow the last mark, as in an amount of money.
  private static func hasCents(_ number: ArraySlice<UInt8>) -> Bool {
    guard let mark = number.lastIndex(where: { !Byte.isDigit($0) }),
      number[mark] == Byte.point || number[mark] == Byte.comma
    else { return false }
    return number.endIndex - mark == 3
  }

  private static let marks = [".", ",", "'", "’", " ", "\u{A0}", "\u{202F}"].map { Array($0.utf8) }

  // MARK: - Units

  /// Returns the unit before a number: the sign or the code of a currency; `nil` for other text.
  private static func prefix(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    var text = trimmed(bytes)
    if text.isEmpty { return bytes.isEmpty ? [] : nil }
    let hasMinus = text.last == Byte.minus
    if hasMinus { text = trimmed(text.dropLast()) }
    guard text.count <= longest, isCurrency(text) else { return nil }
    return trimmed(bytes)
  }

  /// Returns the unit after a number; `nil` for text that is no unit.
  ///
  /// A word needs a blank before it, unless it is a common unit: `101B` is the number of a room.
  private static func suffix(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let text = trimmed(bytes)
    if text.isEmpty { return bytes.isEmpty ? [] : nil }
    guard text.count <= longest else { return nil }
    let isApart = text.startIndex > bytes.startIndex
    let word = String(decoding: text, as: UTF8.self)
    if glued.contains(word) || isCurrency(text) { return text }
    let isWord = word.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || "/²³°µ".unicodeScalars.contains($0)
    }
    guard isApart, isWord, !others.contains(word.lowercased()) else { return nil }
    return text
  }

  /// The most bytes of a unit.
  private static let longest = 16

  /// Units that may follow their numbers without a blank.
  private static let glued: Set<String> = [
    "%", "‰", "°", "°C", "°F", "kg", "g", "mg", "t", "lb", "lbs", "oz", "km", "m", "cm", "mm", "mi",
    "ft", "m²", "km²", "m³", "l", "L", "ml", "mL", "cl", "dl", "h", "min", "s", "ms", "km/h", "mph",
    "kWh", "MWh", "Wh", "kW", "MW", "W", "V", "mA", "Hz", "kHz", "MHz", "GHz", "kB", "KB", "MB",
    "GB", "TB", "kcal", "cal", "kJ", "px", "pt",
  ]
  /// Words after numbers that are no units: halves of a day, eras, and the rest of an address.
  private static let others: Set<String> = [
    "am", "pm", "bc", "ad", "bce", "ce", "uhr", "st", "nd", "rd", "th", "and", "or", "of",
  ]
  /// The codes of common currencies, which may stand before their numbers.
  private static let codes: Set<String> = [
    "USD", "EUR", "GBP", "JPY", "CHF", "CAD", "AUD", "NZD", "SEK", "NOK", "DKK", "ISK", "PLN",
    "CZK", "HUF", "RON", "BGN", "TRY", "RUB", "UAH", "INR", "CNY", "KRW", "SGD", "HKD", "TWD",
    "THB", "IDR", "MYR", "PHP", "VND", "BRL", "MXN", "ARS", "CLP", "COP", "ZAR", "EGP", "ILS",
    "AED", "SAR", "Rs", "kr", "zł", "Kč", "Ft", "Fr", "R$", "US$", "A$", "C$",
  ]

  private static func isCurrency(_ bytes: ArraySlice<UInt8>) -> Bool {
    let text = String(decoding: bytes, as: UTF8.self)
    if codes.contains(text) { return true }
    let scalars = text.unicodeScalars
    return scalars.count == 1 && scalars.first?.properties.generalCategory == .currencySymbol
  }
}
