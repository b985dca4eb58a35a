/// A field that a list shows, and how wide its column is where a person said so.
///
/// Written as in a URL, `title:30,author.name`.
public struct ColumnChoice: Hashable, Sendable, CustomStringConvertible {
  /// The field, perhaps of a linked record.
  public let field: FieldPath

  /// In columns of the terminal; `nil` where the column is as wide as its texts want.
  public let width: Int?

  /// How wide a column may be made.
  public static let widths = 2...999

  /// A column for `field`.
  ///
  /// - Parameters:
  ///   - field: what it shows.
  ///   - width: in columns of the terminal, brought within `widths`.
  public init(_ field: FieldPath, width: Int? = nil) {
    self.field = field
    self.width = width.map { max(Self.widths.lowerBound, min($0, Self.widths.upperBound)) }
  }

  /// The column as text.
  public var description: String { "\(field)" + (width.map { ":\($0)" } ?? "") }

  /// Reads columns with commas or blanks between; of empty text there are none.
  ///
  /// - Throws: `FilterError.missingField` where a field is no name, `.missingValue` where a width is
  ///   no number.
  public static func parse(_ text: String) throws(FilterError) -> [ColumnChoice] {
    try FilterScanner.list(text) { (scanner) throws(FilterError) in
      // The minus of an order means nothing here.
      _ = scanner.take("-")
      let field = try scanner.takeWholePath(endingAt: ":")
      return ColumnChoice(field, width: try scanner.takeColumnWidth())
    }
  }
}

extension FilterScanner {
  /// The number after a colon, where there is one.
  fileprivate mutating func takeColumnWidth() throws(FilterError) -> Int? {
    guard take(":") else { return nil }
    let start = column
    var width = 0
    while let digit = next?.properties.numericType == .decimal ? next?.value : nil,
      (0x30...0x39).contains(digit)
    {
      width = min(width * 10 + Int(digit - 0x30), ColumnChoice.widths.upperBound)
      advance()
    }
    guard column > start, isAtBoundary || next == "," else {
      throw .missingValue(column: column, after: ":")
    }
    return width
  }
}
