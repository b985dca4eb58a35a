internal import CairnStore

/// The types that the spelling of a value fits.
///
/// A column has the types that fit all its values, so sets of shapes are intersected.
struct Shapes: OptionSet, Hashable, Sendable {
  let rawValue: UInt16

  static let integer = Shapes(rawValue: 1 << 0)
  static let decimal = Shapes(rawValue: 1 << 1)
  static let boolean = Shapes(rawValue: 1 << 2)
  static let date = Shapes(rawValue: 1 << 3)
  static let datetime = Shapes(rawValue: 1 << 4)
  static let url = Shapes(rawValue: 1 << 5)
  static let email = Shapes(rawValue: 1 << 6)
  static let tags = Shapes(rawValue: 1 << 7)
  /// A number, with or without an exponent.
  ///
  /// Only this type takes numbers with exponents.
  static let double = Shapes(rawValue: 1 << 8)

  /// The address of a record, as exports write it.
  static let record = Shapes(rawValue: 1 << 9)

  /// A date, or a time without a zone.
  static let localtime = Shapes(rawValue: 1 << 10)

  static let all: Shapes = [
    .integer, .decimal, .boolean, .date, .localtime, .datetime, .url, .email, .tags, .double,
    .record,
  ]
  /// The types that a JSON string may have besides text.
  ///
  /// Numbers and truth values have their own spelling in JSON.
  static let spelledInText: Shapes = [.date, .localtime, .datetime, .url, .email, .record]
  static let numbers: Shapes = [.integer, .decimal, .double]
  /// The types that a JSON string never has.
  static let unlikeText: Shapes = [.integer, .decimal, .double, .boolean]
}

// MARK: - Reading

extension Shapes {
  /// Finds the types that fit the spelling of a cell, as far as its kind allows.
  init(of row: borrowing RawRow, _ column: Int) {
    self =
      switch row.kind(at: column) {
      case .plain: Shapes(of: row.bytes(at: column))
      case .text: Shapes(of: row.bytes(at: column)).intersection(.spelledInText)
      case .number: Shapes(of: row.bytes(at: column)).intersection(.numbers)
      case .boolean: .boolean
      case .missing, .empty, .list, .plainList, .nested: []
      }
  }

  /// Finds the types that fit the spelling of `bytes`.
  ///
  /// An integer is also a decimal; a date is also a localtime and a datetime.
  init(of bytes: ArraySlice<UInt8>) {
    guard let first = bytes.first else {
      self = []
      return
    }
    switch first {
    case Byte.minus:
      let number = Shapes.number(bytes)
      self = number.isEmpty && Shapes.isDayWithoutYear(bytes) ? .date : number
    case Byte.zero...Byte.nine: self = Shapes.startingWithDigit(bytes)
    case Byte.openBracket: self = Shapes.isTagList(bytes) ? .tags : []
    default: self = Shapes.word(bytes)
    }
  }

  private static func startingWithDigit(_ bytes: ArraySlice<UInt8>) -> Shapes {
    let number = number(bytes)
    if !number.isEmpty { return number }
    let time = time(bytes)
    return time.isEmpty ? word(bytes) : time
  }

  private static func word(_ bytes: ArraySlice<UInt8>) -> Shapes {
    if bytes.count <= 5, BooleanText.value(of: bytes) != nil { return .boolean }
    guard let mark = bytes.firstIndex(where: { $0 == Byte.colon || $0 == Byte.at }) else {
      return []
    }
    if bytes[mark] == Byte.at { return isEmail(bytes, at: mark) ? .email : [] }
    guard isURL(bytes, colon: mark) else { return [] }
    return RecordAddress(bytes) == nil ? .url : [.url, .record]
  }

  /// Returns the shapes of a number without leading zeros and plus sign: an integer, a decimal, or
  /// a number with an exponent.
  private static func number(_ bytes: ArraySlice<UInt8>) -> Shapes {
    guard case (let whole, var rest)? = wholePart(of: bytes) else { return [] }
    if rest.isEmpty { return wholeNumber(bytes, digits: whole) }
    if rest.first == Byte.point {
      let decimals = rest.dropFirst().prefix(while: Byte.isDigit)
      rest = rest.dropFirst(1 + decimals.count)
      guard !decimals.isEmpty else { return [] }
      if rest.isEmpty { return [.decimal, .double] }
    }
    return isExponent(rest) ? .double : []
  }

  /// Returns the whole digits of a number after its sign, without leading zeros, and the rest;
  /// `nil` if no number begins here.
  static func wholePart(
    of bytes: ArraySlice<UInt8>
  ) -> (digits: ArraySlice<UInt8>, rest: ArraySlice<UInt8>)? {
    let unsigned = bytes.first == Byte.minus ? bytes.dropFirst() : bytes
    let digits = unsigned.prefix(while: Byte.isDigit)
    guard let first = digits.first, first != Byte.zero || digits.count == 1 else { return nil }
    return (digits, unsigned.dropFirst(digits.count))
  }

  private static func wholeNumber(_ bytes: ArraySlice<UInt8>, digits: ArraySlice<UInt8>) -> Shapes {
    if digits.count == 1, digits.first == Byte.zero, bytes.count == 2 {
      return [.decimal, .double]
    }
    if digits.count < 19 { return numbers }
    let fits = Int64(String(decoding: bytes, as: UTF8.self)) != nil
    return fits ? numbers : [.decimal, .double]
  }

  private static func isExponent(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let first = bytes.first, first | 0x20 == UInt8(ascii: "e") else { return false }
    var digits = bytes.dropFirst()
    if let sign = digits.first, sign == Byte.plus || sign == Byte.minus {
      digits = digits.dropFirst()
    }
    return !digits.isEmpty && digits.count < 5 && digits.allSatisfy(Byte.isDigit)
  }

  private static func time(_ bytes: ArraySlice<UInt8>) -> Shapes {
    guard bytes.count >= 10 else { return [] }
    if bytes.count == 10 {
      return CalendarDate(utf8: bytes.span) == nil ? [] : [.date, .localtime, .datetime]
    }
    guard Timestamp(utf8: bytes.span) != nil else { return [] }
    return Timestamp.hasZone(bytes.span) ? .datetime : [.localtime, .datetime]
  }

  /// Returns whether bytes are a day without a year, such as `--05-09`.
  private static func isDayWithoutYear(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.count <= 7 && CalendarDate(withoutYear: String(decoding: bytes, as: UTF8.self)) != nil
  }

  /// Returns whether bytes are a scheme, `://`, and characters without blanks.
  private static func isURL(_ bytes: ArraySlice<UInt8>, colon: Int) -> Bool {
    let rest = bytes[(colon + 1)...]
    guard rest.count > 2, rest.prefix(2).allSatisfy({ $0 == Byte.slash }) else { return false }
    let scheme = bytes[..<colon]
    guard let first = scheme.first, Byte.isLetter(first) else { return false }
    return scheme.allSatisfy { Byte.isLetter($0) || Byte.isDigit($0) || $0 == Byte.plus }
      && rest.allSatisfy { $0 > Byte.space }
  }

  /// Returns whether bytes are a name, `@`, and a domain with a point inside, without blanks.
  private static func isEmail(_ bytes: ArraySlice<UInt8>, at mark: Int) -> Bool {
    let domain = bytes[(mark + 1)...]
    guard mark > bytes.startIndex, let point = domain.firstIndex(of: Byte.point) else {
      return false
    }
    return point > domain.startIndex && domain.last != Byte.point
      && bytes.allSatisfy { $0 > Byte.space && $0 != Byte.comma && $0 != Byte.semicolon }
      && !domain.contains(Byte.at)
  }
}
