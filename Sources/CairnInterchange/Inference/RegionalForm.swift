public import CairnStore

/// A way to write numbers or dates that is common in some regions and isn't the store's own.
public enum RegionalForm: String, CaseIterable, Sendable {
  /// `1.234,56`, also with blanks between thousands.
  case decimalComma = "comma"
  /// `1,234.56`, also with apostrophes or blanks between thousands.
  case groupedThousands = "point"
  /// `31.12.2024`, `31/12/2024` or `31-12-2024`, perhaps with a time.
  case dayFirst = "day-first"
  /// `12/31/2024` or `12-31-2024`, perhaps with a time.
  case monthFirst = "month-first"
  /// `2024/12/31`, `2024/1/2` or `2024.12.31`, perhaps with a time.
  case yearFirst = "year-first"

  /// A value in this form.
  struct Reading {
    /// The value in the store's own form.
    var plain: [UInt8]
    /// Whether it can hardly be anything else, as addresses of machines and telephone numbers may
    /// look like numbers.
    var isCertain = true
    /// Whether it may as well be two small numbers, as in a list of them.
    var isPair = false
  }

  /// Whether it is one of numbers.
  var isOfNumbers: Bool { self == .decimalComma || self == .groupedThousands }

  /// Whether values of `type` may be written so.
  func applies(to type: AttributeType) -> Bool {
    switch type {
    case .integer, .decimal, .double: isOfNumbers
    case .date, .datetime, .localtime: !isOfNumbers
    case .string, .text, .boolean, .choice, .data, .url, .email, .uuid, .phone, .file, .tags: false
    }
  }

  /// Those in which values of `type` may be written.
  public static func all(of type: AttributeType) -> [RegionalForm] {
    allCases.filter { $0.applies(to: type) }
  }

  /// A value that has this form.
  public var example: String {
    switch self {
    case .decimalComma: "1.234,56"
    case .groupedThousands: "1,234.56"
    case .dayFirst: "31.12.2024"
    case .monthFirst: "12/31/2024"
    case .yearFirst: "2024/12/31"
    }
  }

  /// The form in words, after "read".
  var words: String {
    switch self {
    case .decimalComma: "with a decimal comma"
    case .groupedThousands: "with marks between thousands"
    case .dayFirst: "with the day first"
    case .monthFirst: "with the month first"
    case .yearFirst: "with the year first"
    }
  }

  /// What `bytes` are in the store's own form, `nil` if they don't have this one.
  ///
  /// Cost: an array where they do; where they don't, mostly a look at the first few.
  func reading(of bytes: ArraySlice<UInt8>) -> Reading? {
    isOfNumbers ? number(bytes) : date(bytes)
  }
}
