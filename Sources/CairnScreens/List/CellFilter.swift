/// A filter for rows of texts, in the words of a filter for records.
///
///     done               some cell contains the word, ignoring case
///     "two words"        some cell contains the phrase
///     state:done         the column's cell contains the word
///     state:done,failed  the column's cell contains one of the words
///     state=done         the cell is equal to it; `!=` it is not
///     number>=5          the cell is a number of at least 5, or a text that comes later
///     has:note  no:note  the cell has a text or not
///     -state:done        it is not so; `NOT` is the same
///     a b OR c           both of the first, or the third
///
/// A column has its name and its title. Before any other text, an operator belongs to the word.
struct CellFilter {
  private enum Test {
    case contains, equals, differs, isLess, isMost, isGreater, isLeast, hasText, lacksText
  }

  private struct Part {
    var isNegated = false
    /// The index of the only column to look in; `nil` for all.
    var column: Int?
    var test = Test.contains
    /// The texts in lower case, of which one is enough.
    var texts: [String] = [] {
      didSet { bytes = texts.map { $0.utf8.allSatisfy { $0 < 0x80 } ? Array($0.utf8) : nil } }
    }
    /// The bytes of each text in ASCII.
    private(set) var bytes: [[UInt8]?] = []
  }

  /// The parts of each alternative, of which all must be true.
  private var alternatives: [[Part]] = [[]]

  private static let operators: [(sign: String, test: Test)] = [
    ("!=", .differs), ("<=", .isMost), (">=", .isLeast), (":", .contains), ("~", .contains),
    ("=", .equals), ("<", .isLess), (">", .isGreater),
  ]

  /// Reads a filter.
  ///
  /// - Parameters:
  ///   - text: the filter.
  ///   - columns: the names of each column.
  init(_ text: String, columns: [[String]]) {
    let columns = columns.map { $0.map { $0.lowercased() } }
    var isNegated = false
    for word in Self.words(in: text) {
      switch word {
      case "OR": alternatives.append([])
      case "AND": continue
      case "NOT": isNegated.toggle()
      default:
        var part = Self.part(word.lowercased(), columns)
        if part.texts.allSatisfy(\.isEmpty), [.contains, .differs].contains(part.test) { continue }
        if isNegated { part.isNegated.toggle() }
        isNegated = false
        alternatives[alternatives.count - 1].append(part)
      }
    }
    alternatives.removeAll(where: \.isEmpty)
  }

  /// Whether every row matches.
  var isEmpty: Bool { alternatives.isEmpty }

  /// Tests a row.
  ///
  /// - Parameter cells: the texts of each column, any of which may match.
  /// - Returns: whether the row matches.
  func matches(_ cells: [[String]]) -> Bool {
    if isEmpty { return true }
    return alternatives.contains { parts in
      parts.allSatisfy { part in
        let searched = part.column.map { [cells[$0]] } ?? cells
        return searched.contains { Self.isTrue(part, of: $0) } != part.isNegated
      }
    }
  }

  private static func isTrue(_ part: Part, of cell: [String]) -> Bool {
    switch part.test {
    case .hasText: return cell.contains { !$0.isEmpty }
    case .lacksText: return cell.allSatisfy(\.isEmpty)
    case .contains:
      return cell.contains { text in
        zip(part.texts, part.bytes).contains { contains(text, $0, bytes: $1) }
      }
    case .differs:
      let cell = cell.map { $0.lowercased() }
      return !part.texts.contains(where: cell.contains)
    default:
      return cell.contains { text in
        let text = text.lowercased()
        return part.texts.contains { isTrue(part.test, text, $0) }
      }
    }
  }

  /// Whether a cell contains a word in lower case, in any case.
  ///
  /// Most cells and words are ASCII, whose bytes are compared many times faster than characters.
  private static func contains(_ cell: String, _ word: String, bytes: [UInt8]?) -> Bool {
    if let bytes, let found = cell.utf8.span.lowercasedASCII(contains: bytes) { return found }
    return cell.lowercased().contains(word)
  }

  private static func isTrue(_ test: Test, _ cell: String, _ text: String) -> Bool {
    if test == .equals { return cell == text }
    if cell.isEmpty { return false }
    let order: (less: Bool, equal: Bool) =
      if let left = Double(cell), let right = Double(text) {
        (left < right, left == right)
      } else {
        (cell < text, cell == text)
      }
    return switch test {
    case .isLess: order.less
    case .isMost: order.less || order.equal
    case .isGreater: !order.less && !order.equal
    default: !order.less
    }
  }

  /// Splits at blanks outside quotes.
  private static func words(in text: String) -> [String] {
    var isQuoted = false
    return text.split { character in
      if character == "\"" { isQuoted.toggle() }
      return character == " " && !isQuoted
    }.map(String.init)
  }

  private static func part(_ word: String, _ columns: [[String]]) -> Part {
    var part = Part()
    var rest = Substring(word)
    if rest.first == "-", rest.count > 1 {
      part.isNegated = true
      rest = rest.dropFirst()
    }
    for (prefix, test) in [("has:", Test.hasText), ("no:", .lacksText)] {
      guard rest.hasPrefix(prefix) else { continue }
      if let column = columns.firstIndex(where: {
        $0.contains(String(rest.dropFirst(prefix.count)))
      }) {
        (part.column, part.test) = (column, test)
        return part
      }
    }
    for place in rest.indices where rest[place] != "\"" {
      guard let (sign, test) = operators.first(where: { rest[place...].hasPrefix($0.sign) }) else {
        continue
      }
      let name = String(rest[..<place])
      if let column = columns.firstIndex(where: { $0.contains(name) }) {
        (part.column, part.test) = (column, test)
        rest = rest[place...].dropFirst(sign.count)
      }
      break
    }
    let isQuoted = rest.contains("\"")
    let text = rest.filter { $0 != "\"" }
    let isList = part.column != nil && !isQuoted && text.contains(",")
    part.texts = isList ? text.split(separator: ",").map(String.init) : [String(text)]
    return part
  }
}

extension Span<UInt8> {
  /// Whether text in ASCII contains a word in lower case; `nil` for other text.
  fileprivate func lowercasedASCII(contains word: [UInt8]) -> Bool? {
    var isFound = word.isEmpty
    for start in indices {
      let byte = self[start]
      if byte >= 0x80 { return nil }
      guard !isFound, byte.lowercasedASCII == word[0], start + word.count <= count else { continue }
      isFound = word.indices.allSatisfy { self[start + $0].lowercasedASCII == word[$0] }
    }
    return isFound
  }
}

extension UInt8 {
  fileprivate var lowercasedASCII: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }
}
