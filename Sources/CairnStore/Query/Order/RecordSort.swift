/// One key of an order: a field and a direction.
///
/// As text, it looks like in a URL: `-rating,name`. A minus before the field means descending.
/// Records without a value come last in both directions.
public struct RecordSort: Hashable, Sendable, CustomStringConvertible {
  /// The field, perhaps of a linked record.
  public let field: FieldPath

  /// Whether the greatest comes first.
  public let isDescending: Bool

  /// An order by `field`, the smallest first unless `isDescending`.
  public init(_ field: FieldPath, isDescending: Bool = false) {
    self.field = field
    self.isDescending = isDescending
  }

  /// The key as text.
  public var description: String { (isDescending ? "-" : "") + field.description }

  /// Reads keys that are separated by commas or blanks; empty text has no keys.
  ///
  /// - Throws: `FilterError.missingField` for a key that is no name.
  public static func parse(_ text: String) throws(FilterError) -> [RecordSort] {
    try FilterScanner.list(text) { (scanner) throws(FilterError) in
      let isDescending = scanner.take("-")
      return RecordSort(
        try scanner.takeWholePath(asIn: "name or -rating,name"), isDescending: isDescending)
    }
  }

  /// Returns the keys as text that `parse` reads.
  public static func print(_ keys: [RecordSort]) -> String {
    keys.map(\.description).joined(separator: ",")
  }
}

extension FieldPath {
  /// Reads a field's name with any links before it: `author.name`.
  ///
  /// - Throws: `FilterError.missingField` for a text that is no name.
  public static func parse(_ text: String) throws(FilterError) -> FieldPath {
    var scanner = FilterScanner(text)
    scanner.skipBlanks()
    let path = try scanner.takeWholePath()
    scanner.skipBlanks()
    guard scanner.isAtEnd else {
      throw .missingField(column: scanner.column, example: FilterScanner.usualField)
    }
    return path
  }
}

extension FilterScanner {
  /// The example of a field's name in messages.
  static let usualField = "name or author.name"

  /// Reads elements that are separated by commas or blanks; empty text has no elements.
  ///
  /// - Parameters:
  ///   - text: the text of the elements.
  ///   - element: reads one element.
  /// - Returns: the elements, in their order.
  /// - Throws: the error of `element`.
  static func list<Element>(
    _ text: String, _ element: (inout FilterScanner) throws(FilterError) -> Element
  ) throws(FilterError) -> [Element] {
    var scanner = FilterScanner(text)
    var elements: [Element] = []
    while true {
      scanner.skipBlanks()
      while scanner.take(",") { scanner.skipBlanks() }
      if scanner.isAtEnd { return elements }
      elements.append(try element(&scanner))
    }
  }

  /// Reads a field path that ends at a comma, a boundary or another allowed follower.
  ///
  /// - Parameters:
  ///   - follower: another character that may follow.
  ///   - example: an example of a valid path for the error.
  /// - Returns: the path.
  /// - Throws: `FilterError.missingField`.
  mutating func takeWholePath(
    endingAt follower: Unicode.Scalar? = nil, asIn example: String = usualField
  ) throws(FilterError) -> FieldPath {
    guard let path = takeField() else {
      throw .missingField(column: column(of: failure), example: example)
    }
    guard isAtBoundary || next == "," || next == follower else {
      throw .missingField(column: column, example: example)
    }
    return path
  }
}
