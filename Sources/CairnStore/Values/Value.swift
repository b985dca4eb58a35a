/// The value of an attribute or a stored link of a record; no value is `nil`.
public enum Value: Hashable, Sendable {
  /// Text of any kind: string, long text, choice, UUID, URL, e-mail, phone or file.
  case text(String)

  /// A whole number of 64 bits.
  case integer(Int64)

  /// A decimal number with the digits it was given.
  case decimal(DecimalNumber)

  /// A finite floating-point number.
  case double(Double)

  /// True or false.
  case boolean(Bool)

  /// A day of the calendar.
  case date(CalendarDate)

  /// A moment.
  case datetime(Timestamp)

  /// A time without a zone. The timestamp has the same digits in universal time.
  case localtime(Timestamp)

  /// Binary data, small enough to stand in a text file.
  case data([UInt8])

  /// The key of a record of the relationship's destination.
  case link(RecordKey)

  /// One of several values, with its label; see `label`.
  indirect case labeled(String, Value)

  /// Several values of one kind, at least one: tags, a multiple attribute or a to-many
  /// relationship.
  case list([Value])

  /// The values one by one: a list's elements, or the value itself.
  public var elements: [Value] {
    if case .list(let elements) = self { elements } else { [self] }
  }

  /// A list of `elements`, or `nil` when there are none.
  public init?(list elements: [Value]) {
    guard !elements.isEmpty else { return nil }
    self = .list(elements)
  }

  /// Compares texts byte for byte, since an edit of their bytes is an edit.
  ///
  /// Two strings are also equal if they spell a letter in different ways, as one character or as a
  /// letter and an accent.
  public static func == (first: Value, second: Value) -> Bool {
    switch (first, second) {
    case (.text(let one), .text(let other)): one.isIdentical(to: other)
    case (.integer(let one), .integer(let other)): one == other
    case (.decimal(let one), .decimal(let other)): one == other
    case (.double(let one), .double(let other)): one == other
    case (.boolean(let one), .boolean(let other)): one == other
    case (.date(let one), .date(let other)): one == other
    case (.datetime(let one), .datetime(let other)): one == other
    case (.localtime(let one), .localtime(let other)): one == other
    case (.data(let one), .data(let other)): one == other
    case (.link(let one), .link(let other)): one == other
    case (.labeled(let one, let value), .labeled(let other, let otherValue)):
      one.isIdentical(to: other) && value == otherValue
    case (.list(let one), .list(let other)): one == other
    case (.text, _), (.integer, _), (.decimal, _), (.double, _), (.boolean, _), (.date, _),
      (.datetime, _), (.localtime, _), (.data, _), (.link, _), (.labeled, _), (.list, _):
      false
    }
  }
}

extension String {
  /// Whether two texts have the same bytes.
  package func isIdentical(to other: String) -> Bool {
    utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
  }
}

/// A text that equals only a text with the same bytes.
package struct ExactText: Hashable, Sendable {
  /// The text.
  package let text: String

  /// Creates the key of a text.
  package init(_ text: String) { self.text = text }

  /// Compares the bytes.
  package static func == (first: Self, second: Self) -> Bool {
    first.text.isIdentical(to: second.text)
  }
}

// The canonical text of each value. A record has it after the colon, and the journal compares it.
// Reading accepts a little more than writing produces.
extension Value {
  /// Reads one value of `type` from its text in a record; `nil` if the text is of another type.
  public init?(storedText text: String, as type: AttributeType) {
    self.init(utf8: Array(text.utf8).span, as: type)
  }

  /// The canonical texts of the value: one, or one for each element of a list.
  public var storedTexts: [String] {
    elements.map { element in
      var bytes: [UInt8] = []
      element.write(to: &bytes)
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  /// Reads the canonical text of one value of `type`; `nil` if it is none.
  public init?(utf8: Span<UInt8>, as type: AttributeType) {
    switch type {
    case .integer:
      guard let number = Self.integer(utf8) else { return nil }
      self = .integer(number)
    case .double:
      guard let number = Self.double(utf8) else { return nil }
      self = .double(number)
    case .boolean:
      guard let answer = Self.boolean(utf8) else { return nil }
      self = .boolean(answer)
    case .date:
      guard let date = CalendarDate(stored: utf8) else { return nil }
      self = .date(date)
    case .datetime:
      guard let time = Timestamp(stored: utf8) else { return nil }
      self = .datetime(time)
    case .localtime:
      guard let time = Timestamp(wallClock: utf8) else { return nil }
      self = .localtime(time)
    case .decimal:
      guard let number = DecimalNumber(utf8: utf8) else { return nil }
      self = .decimal(number)
    case .data:
      guard let data = Base64.read(utf8) else { return nil }
      self = .data(data)
    case .string, .text, .choice, .uuid, .url, .email, .phone, .file, .tags:
      self = .text(String(copying: utf8))
    }
  }

  /// Appends the canonical text; a list's elements go on lines of their own.
  func write(to bytes: inout [UInt8]) {
    switch self {
    case .text(let text): bytes.append(contentsOf: text.utf8)
    case .integer(let number): Self.write(number, to: &bytes)
    case .decimal(let number): bytes.append(contentsOf: number.description.utf8)
    case .double(let number): Self.write(number, to: &bytes)
    case .boolean(let answer): bytes.append(contentsOf: (answer ? "yes" : "no").utf8)
    case .date(let date): date.write(to: &bytes)
    case .datetime(let time): time.write(to: &bytes)
    case .localtime(let time): time.writeWallClock(to: &bytes)
    case .data(let data): Base64.write(data, to: &bytes)
    case .link(let key): key.write(to: &bytes)
    case .labeled(let label, let value):
      value.write(to: &bytes)
      bytes.append(contentsOf: " (\(label))".utf8)
    case .list(let elements):
      for (index, element) in elements.enumerated() {
        if index > 0 { bytes.append(.newline) }
        element.write(to: &bytes)
      }
    }
  }

  static func write(_ number: Int64, to bytes: inout [UInt8]) {
    if number < 0 { bytes.append(.minus) }
    bytes.append(decimal: number.magnitude)
  }

  /// Appends the shortest digits that read back as `number`, without a needless `.0`.
  static func write(_ number: Double, to bytes: inout [UInt8]) {
    let digits = number.description
    bytes.append(contentsOf: digits.hasSuffix(".0") ? digits.utf8.dropLast(2) : digits.utf8[...])
  }
}

extension Value {
  static func integer(_ utf8: Span<UInt8>) -> Int64? {
    guard utf8.count > 0 else { return nil }
    let isNegative = utf8[0] == .minus
    let start = isNegative || utf8[0] == .plus ? 1 : 0
    guard start < utf8.count else { return nil }
    var number: Int64 = 0
    for index in start..<utf8.count {
      guard let digit = utf8[index].digitValue else { return nil }
      let (tenfold, overflows) = number.multipliedReportingOverflow(by: 10)
      let (sum, overflowsToo) =
        isNegative
        ? tenfold.subtractingReportingOverflow(Int64(digit))
        : tenfold.addingReportingOverflow(Int64(digit))
      guard !overflows, !overflowsToo else { return nil }
      number = sum
    }
    return number
  }

  /// Fifteen digits and ten to the twenty-second are exact, so one division rounds correctly.
  static func double(_ utf8: Span<UInt8>) -> Double? {
    var index = 0
    let isNegative = utf8.count > 0 && utf8[0] == .minus
    if isNegative { index = 1 }
    var digits: Int64 = 0
    var digitCount = 0
    var fractionCount = 0
    var hasPoint = false
    while index < utf8.count {
      if let digit = utf8[index].digitValue {
        digits = digits &* 10 &+ Int64(digit)
        digitCount += 1
        if hasPoint { fractionCount += 1 }
      } else if utf8[index] == UInt8(ascii: "."), !hasPoint {
        hasPoint = true
      } else {
        return finite(utf8)
      }
      index += 1
    }
    guard digitCount > 0, digitCount <= 15 else { return finite(utf8) }
    var power = 1.0
    for _ in 0..<fractionCount { power *= 10 }
    let number = Double(digits) / power
    return isNegative ? -number : number
  }

  private static func finite(_ utf8: Span<UInt8>) -> Double? {
    guard let number = Double(String(copying: utf8)), number.isFinite else { return nil }
    return number
  }

  static func boolean(_ utf8: Span<UInt8>) -> Bool? {
    if utf8.equals("yes") || utf8.equals("true") || utf8.equals("1") { return true }
    if utf8.equals("no") || utf8.equals("false") || utf8.equals("0") { return false }
    return nil
  }
}

extension Timestamp {
  /// Reads a moment from a record; a day alone, from when the field was a date, is its midnight.
  init?(stored utf8: Span<UInt8>) {
    if utf8.count > 10 {
      self.init(utf8: utf8)
    } else {
      guard let date = CalendarDate(utf8: utf8) else { return nil }
      self.init(startOf: date)
    }
  }
}

extension Timestamp {
  /// Reads what clocks show, such as `2024-06-01 10:00`; a day alone is its midnight.
  ///
  /// Of zones only `Z` may follow, from when the field was a datetime.
  init?(wallClock utf8: Span<UInt8>) {
    self.init(stored: utf8)
    for index in 10..<max(utf8.count, 10) {
      let byte = utf8[index]
      let letter = byte | 0x20
      let isMark = letter == UInt8(ascii: "t") || letter == UInt8(ascii: "z")
      if byte == .plus || byte == .minus || byte.isASCIILetter && !isMark { return nil }
    }
  }

  /// The digits of a clock in universal time: `2024-06-01 10:00`, with seconds if there are any.
  var clockText: String {
    var bytes: [UInt8] = []
    writeWallClock(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends these digits.
  func writeWallClock(to bytes: inout [UInt8]) {
    let start = bytes.count
    write(to: &bytes)
    bytes.removeLast()
    bytes[start + 10] = .space
    if bytes[(start + 16)...].elementsEqual(":00".utf8) { bytes.removeLast(3) }
  }
}

extension CalendarDate {
  /// Reads a day from a record; a midnight, from when the field was a datetime, is its day.
  init?(stored utf8: Span<UInt8>) {
    if utf8.count == 10 {
      self.init(utf8: utf8)
    } else {
      guard let time = Timestamp(utf8: utf8), time == Timestamp(startOf: time.date) else {
        return nil
      }
      self = time.date
    }
  }
}
