/// One key of an order: a field, and which way.
///
/// Written as in a URL, `-rating,name`: a minus before the field turns the order around. Records
/// without a value come last either way.
public struct SortDescriptor: Hashable, Sendable, CustomStringConvertible {
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

  /// Reads keys with commas or blanks between; of empty text there are none.
  ///
  /// - Throws: `FilterError.missingField` where a key is no name.
  public static func parse(_ text: String) throws(FilterError) -> [SortDescriptor] {
    try FilterScanner.list(text) { (scanner) throws(FilterError) in
      let isDescending = scanner.take("-")
      return SortDescriptor(
        try scanner.takeWholePath(asIn: "name or -rating,name"), isDescending: isDescending)
    }
  }

  /// The keys as `parse` reads them.
  public static func print(_ keys: [SortDescriptor]) -> String {
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
  /// What the name of a field may be.
  static let usualField = "name or author.name"

  /// The elements of a text with commas or blanks between; of empty text there are none.
  ///
  /// - Parameters:
  ///   - text: the elements.
  ///   - element: takes one.
  /// - Returns: them, in their order.
  /// - Throws: what `element` throws.
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

  /// A field path that ends at a comma, a boundary or what else may follow.
  ///
  /// - Parameters:
  ///   - follower: what else may follow.
  ///   - example: what could stand there, for who wrote something else.
  /// - Returns: the path.
  /// - Throws: `FilterError.missingField`.
  mutating func takeWholePath(
    endingAt follower: Unicode.Scalar? = nil, asIn example: String = usualField
  ) throws(FilterError) -> FieldPath {
    let position = position
    var names: [String] = []
    repeat {
      guard let name = takeName() else { throw .missingField(column: column, example: example) }
      names.append(name)
    } while take(".")
    guard isAtBoundary || next == "," || next == follower else {
      throw .missingField(column: column, example: example)
    }
    return FieldPath(names, position: position)
  }
}
