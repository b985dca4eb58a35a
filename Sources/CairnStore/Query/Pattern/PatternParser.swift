/// Reads a regular expression by recursive descent.
struct PatternParser {
  private let scalars: [Unicode.Scalar]
  private var index = 0
  private var depth = 0
  private var ignoresCase = false
  private static let deepest = 64

  init(_ text: String) {
    scalars = Array(text.unicodeScalars)
  }

  mutating func parse() throws(PatternError) -> PatternNode {
    if take("(?i)") { ignoresCase = true }
    let node = try parseChoice()
    guard index == scalars.count else { throw PatternError(reason: "a ) closes no (") }
    return node
  }

  private var next: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

  private mutating func take(_ text: String) -> Bool {
    let wanted = Array(text.unicodeScalars)
    guard scalars[index...].starts(with: wanted) else { return false }
    index += wanted.count
    return true
  }

  private mutating func advance() -> Unicode.Scalar? {
    guard let next else { return nil }
    index += 1
    return next
  }
}

// MARK: - Structure

extension PatternParser {
  private mutating func parseChoice() throws(PatternError) -> PatternNode {
    var choices = [try parseSequence()]
    while take("|") { choices.append(try parseSequence()) }
    return choices.count == 1 ? choices[0] : .choice(choices)
  }

  private mutating func parseSequence() throws(PatternError) -> PatternNode {
    var nodes: [PatternNode] = []
    while let next, next != "|", next != ")" {
      nodes.append(try parseRepetitions(of: try parseOne()))
    }
    return nodes.count == 1 ? nodes[0] : .sequence(nodes)
  }

  private mutating func parseOne() throws(PatternError) -> PatternNode {
    switch advance() {
    case "(": return try parseGroup()
    case "[": return .one(try parseList())
    case ".": return .one(.anyButLineFeed)
    case "^": return .place(.start)
    case "$": return .place(.end)
    case "\\": return try parseEscape()
    case let sign? where "*+?".unicodeScalars.contains(sign):
      throw PatternError(reason: "\(sign) has nothing to repeat")
    case let scalar?: return .one(single(scalar))
    case nil: preconditionFailure("a sequence goes on")
    }
  }

  private mutating func parseGroup() throws(PatternError) -> PatternNode {
    try goDeeper()
    defer { depth -= 1 }
    if take("?") {
      for sign in ["=", "!", "<=", "<!"] where take(sign) {
        throw PatternError(reason: "look-around is not supported")
      }
      if take("<") {
        while let scalar = advance(), scalar != ">" {}
      } else if !take(":") {
        throw PatternError(reason: "unknown kind of group; (?i) is allowed only at the start")
      }
    }
    let node = try parseChoice()
    guard take(")") else { throw PatternError(reason: "a ( is never closed") }
    return node
  }

  /// Counts a nesting level, since later passes recurse once for each level.
  private mutating func goDeeper() throws(PatternError) {
    guard depth < Self.deepest else {
      throw PatternError(
        reason: "its groups and repetitions nest more than \(Self.deepest) levels deep")
    }
    depth += 1
  }

  private mutating func parseRepetitions(
    of node: PatternNode
  ) throws(PatternError) -> PatternNode {
    var node = node
    let outer = depth
    defer { depth = outer }
    while let (least, most) = try parseCount() {
      try goDeeper()
      // A lazy quantifier has the same matches as a greedy one.
      _ = take("?")
      if take("+") { throw PatternError(reason: "possessive repetition is not supported") }
      node = .repetition(node, least: least, most: most)
    }
    return node
  }

  private mutating func parseCount() throws(PatternError) -> (Int, Int?)? {
    if take("*") { return (0, nil) }
    if take("+") { return (1, nil) }
    if take("?") { return (0, 1) }
    let start = index
    guard take("{") else { return nil }
    let least = parseNumber()
    var most = least
    if take(",") { most = parseNumber() }
    // Text such as `{x}` is no count, so its characters match themselves.
    guard take("}"), least != nil || most != nil else {
      index = start
      return nil
    }
    if let least, let most, least > most {
      throw PatternError(reason: "{\(least),\(most)} has more at least than at most")
    }
    return (least ?? 0, most)
  }

  private mutating func parseNumber() -> Int? {
    var digits = ""
    while let next, ("0"..."9").contains(next), digits.utf8.count < 6 {
      digits.unicodeScalars.append(next)
      index += 1
    }
    return Int(digits)
  }
}

// MARK: - Characters

extension PatternParser {
  private func single(_ scalar: Unicode.Scalar) -> ScalarSet {
    ScalarSet(ranges: [scalar...scalar], ignoresCase: ignoresCase)
  }

  private mutating func parseEscape() throws(PatternError) -> PatternNode {
    switch next {
    case "b", "B", "A", "z", "Z":
      let places: [Unicode.Scalar: PatternNode.Place] = [
        "b": .wordEdge, "B": .noWordEdge, "A": .start, "z": .end, "Z": .end,
      ]
      return .place(advance().flatMap { places[$0] } ?? .end)
    case let digit? where ("1"..."9").contains(digit):
      throw PatternError(reason: "\\\(digit) is a back reference, which is not supported")
    default:
      if let kind = takeKind() { return .one(ScalarSet(kinds: [kind])) }
      return .one(single(try parseEscapedScalar()))
    }
  }

  private mutating func takeKind() -> ScalarSet.Member? {
    let kinds: [Unicode.Scalar: ScalarSet.Kind] = ["d": .digit, "w": .word, "s": .blank]
    guard let next, let kind = kinds[next.lowercased] else { return nil }
    index += 1
    return ScalarSet.Member(kind: kind, isNegated: ("A"..."Z").contains(next))
  }

  private mutating func parseEscapedScalar() throws(PatternError) -> Unicode.Scalar {
    switch advance() {
    case "t": return "\t"
    case "n": return "\n"
    case "r": return "\r"
    case "f": return "\u{C}"
    case "v": return "\u{B}"
    case "x": return try parseCode(digits: 2)
    case "u": return take("{") ? try parseCode(digits: nil) : try parseCode(digits: 4)
    case let scalar? where scalar.isASCII && scalar.isWord && scalar != "_":
      throw PatternError(reason: "\\\(scalar) has no meaning")
    case let scalar?: return scalar
    case nil: throw PatternError(reason: "it ends after a \\")
    }
  }

  /// Reads the scalar of a hexadecimal number with this many digits, or with all digits up to a
  /// brace.
  private mutating func parseCode(digits: Int?) throws(PatternError) -> Unicode.Scalar {
    var text = ""
    while let next, text.utf8.count < digits ?? 8, next.properties.isASCIIHexDigit {
      text.unicodeScalars.append(next)
      index += 1
    }
    let isWhole = digits.map { text.utf8.count == $0 } ?? take("}")
    guard isWhole, let number = UInt32(text, radix: 16), let scalar = Unicode.Scalar(number) else {
      throw PatternError(reason: "\(text) is not a character")
    }
    return scalar
  }

  private mutating func parseList() throws(PatternError) -> ScalarSet {
    var set = ScalarSet(isNegated: take("^"), ignoresCase: ignoresCase)
    var isFirst = true
    while true {
      if !isFirst, take("]") { return set }
      isFirst = false
      if next == "[", index + 1 < scalars.count, ":.=".unicodeScalars.contains(scalars[index + 1]) {
        throw PatternError(reason: "\\d, \\w and \\s are the classes of characters")
      }
      guard let first = advance() else { throw PatternError(reason: "a [ is never closed") }
      if first == "\\", let kind = takeKind() {
        set.kinds.append(kind)
        continue
      }
      let lower = first == "\\" ? try parseEscapedScalar() : first
      set.ranges.append(lower...(try parseRangeEnd(after: lower)))
    }
  }

  private mutating func parseRangeEnd(
    after lower: Unicode.Scalar
  ) throws(PatternError) -> Unicode.Scalar {
    guard next == "-", index + 1 < scalars.count, scalars[index + 1] != "]" else { return lower }
    index += 1
    guard let sign = advance() else { return lower }
    let upper = sign == "\\" ? try parseEscapedScalar() : sign
    guard lower <= upper else {
      throw PatternError(reason: "\(lower)-\(upper) goes backwards")
    }
    return upper
  }
}

/// The syntax tree of an expression.
indirect enum PatternNode: Hashable, Sendable {
  /// One scalar of a set.
  case one(ScalarSet)

  /// All parts in sequence; the empty text if there are none.
  case sequence([PatternNode])

  /// One of several alternatives.
  case choice([PatternNode])

  /// From `least` to `most` repetitions; without a limit if `most` is `nil`.
  case repetition(PatternNode, least: Int, most: Int?)

  /// A place without text.
  case place(Place)

  /// The places that an expression can name.
  enum Place: Hashable, Sendable {
    case start, end, wordEdge, noWordEdge
  }
}
