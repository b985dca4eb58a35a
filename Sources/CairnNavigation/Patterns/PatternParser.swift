/// Reads a pattern from left to right, byte by byte.
struct PatternParser {
  private let bytes: [UInt8]
  private var index = 0
  private var names: Set<String> = []

  init(_ text: String) throws(MalformedPattern) {
    bytes = Array(text.utf8)
    guard bytes.count <= ScreenURL.maximumLength else { throw error(.tooLong, at: 0) }
    if let (scalar, offset) = text.firstControl {
      throw error(.brokenText(.control(scalar.value)), at: offset)
    }
  }

  consuming func pattern() throws(MalformedPattern) -> Pattern {
    let text = String(decoding: bytes, as: UTF8.self)
    if text == "*" { return Pattern(text: text, scheme: "") }
    var parser = self
    let scheme = try parser.scheme()
    let segments = try parser.segments()
    let query = try parser.query()
    let fragment = try parser.fragment()
    return Pattern(
      text: text, scheme: scheme, segments: segments, query: query, fragment: fragment)
  }

  private mutating func scheme() throws(MalformedPattern) -> String {
    guard let length = URLScheme.length(in: bytes), bytes[length...].starts(with: "://".utf8) else {
      throw error(.missingScheme, at: 0)
    }
    index = length + 3
    return String(decoding: bytes[..<length], as: UTF8.self).lowercased()
  }

  private mutating func segments() throws(MalformedPattern) -> [Pattern.Piece] {
    if peek.map(Self.endsPath) ?? true { throw error(.noSegments, at: index) }
    var segments: [Pattern.Piece] = []
    repeat {
      let start = index
      if segments.last?.isPath == true { throw error(.pathNotLast, at: start) }
      if segments.count == ScreenURL.maximumSegments { throw error(.tooManySegments, at: start) }
      let piece = try piece(until: Self.endsSegment, mayBePath: true)
      try checkSegment(piece, at: start)
      segments.append(piece)
    } while take(UInt8(ascii: "/"))
    return segments
  }

  private func checkSegment(_ piece: Pattern.Piece, at start: Int) throws(MalformedPattern) {
    switch piece {
    case .literal(""): throw error(.emptySegment, at: start)
    case .literal
    where bytes[start..<index].allSatisfy { $0 == UInt8(ascii: ".") } && index - start < 3:
      throw error(.dotSegment, at: start)
    case .capture(let capture, let prefix, let suffix)
    where capture.type == .path && !(prefix + suffix).isEmpty:
      throw error(.pathNotLast, at: start)
    default: return
    }
  }

  private mutating func query() throws(MalformedPattern) -> [Pattern.QueryPart] {
    guard take(UInt8(ascii: "?")) else { return [] }
    var parts: [Pattern.QueryPart] = []
    repeat {
      let start = index
      let part = try queryPart()
      if parts.contains(where: { $0.key == part.key }) {
        throw error(.repeatedKey(part.key), at: start)
      }
      parts.append(part)
    } while take(UInt8(ascii: "&"))
    return parts
  }

  private mutating func queryPart() throws(MalformedPattern) -> Pattern.QueryPart {
    let start = index
    guard case .literal(let key) = try piece(until: Self.endsKey, mayBePath: false) else {
      throw error(.badName(String(decoding: bytes[start..<index], as: UTF8.self)), at: start)
    }
    guard take(UInt8(ascii: "=")) else { throw error(.queryWithoutValue(key), at: start) }
    let valueStart = index
    switch try piece(until: Self.endsItem, mayBePath: false) {
    case .literal(let text): return Pattern.QueryPart(key: key, kind: .constraint(text))
    case .capture(let capture, prefix: "", suffix: ""):
      return Pattern.QueryPart(key: key, kind: .capture(capture, isRequired: false))
    case .capture(let capture, prefix: "", suffix: "!"):
      return Pattern.QueryPart(key: key, kind: .capture(capture, isRequired: true))
    case .capture: throw error(.textAroundQueryCapture, at: valueStart)
    }
  }

  private mutating func fragment() throws(MalformedPattern) -> Pattern.Piece? {
    guard take(UInt8(ascii: "#")) else { return nil }
    let piece = try piece(until: { _ in false }, mayBePath: false)
    return piece == .literal("") ? nil : piece
  }

  // MARK: Pieces

  /// Literal text and at most one capture, up to a byte that ends the piece.
  private mutating func piece(
    until ends: (UInt8) -> Bool, mayBePath: Bool
  ) throws(MalformedPattern) -> Pattern.Piece {
    let prefix = try literal(until: ends)
    guard peek == UInt8(ascii: "(") else { return .literal(prefix) }
    let start = index
    let capture = try capture()
    if capture.type == .path, !mayBePath { throw error(.pathOutsidePath, at: start) }
    let suffix = try literal(until: ends)
    if peek == UInt8(ascii: "(") { throw error(.secondCapture, at: index) }
    return .capture(capture, prefix: prefix, suffix: suffix)
  }

  private mutating func literal(until ends: (UInt8) -> Bool) throws(MalformedPattern) -> String {
    let start = index
    var text: [UInt8] = []
    while let byte = peek, byte != UInt8(ascii: "("), !ends(byte) {
      if byte == UInt8(ascii: ")") { throw error(.strayParenthesis, at: index) }
      if byte == UInt8(ascii: "\\"), let next = byteAfterNext, Self.isEscapable(next) {
        text.append(next)
        index += 2
        continue
      }
      text.append(byte)
      index += 1
    }
    do throws(PercentCoding.Failure) {
      return try PercentCoding.decode(text)
    } catch {
      throw self.error(.brokenText(error.problem), at: start + error.offset)
    }
  }

  /// Reads `(name:type)` with the index at the opening parenthesis.
  private mutating func capture() throws(MalformedPattern) -> Pattern.Capture {
    let open = index
    guard let close = closingParenthesis else { throw error(.unclosedCapture, at: open) }
    let content = String(decoding: bytes[(open + 1)..<close], as: UTF8.self)
    index = close + 1
    let halves = content.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let name = halves.first.map(String.init) ?? ""
    let typeName = halves.count > 1 ? String(halves[1]) : ""
    if name.isEmpty && typeName.isEmpty { return Pattern.Capture(name: nil, type: nil) }
    try declare(name, at: open + 1)
    return Pattern.Capture(name: name, type: try type(typeName, at: open + 2 + name.utf8.count))
  }

  private mutating func declare(_ name: String, at offset: Int) throws(MalformedPattern) {
    guard Self.isName(name) else { throw error(.badName(name), at: offset) }
    guard names.insert(name).inserted else { throw error(.repeatedName(name), at: offset) }
  }

  private func type(_ name: String, at offset: Int) throws(MalformedPattern) -> CaptureType? {
    if name.isEmpty { return nil }
    if let known = CaptureType(named: name) { return known }
    guard name.hasPrefix("enum(") else {
      guard Self.isName(name) else { throw error(.badName(name), at: offset) }
      return .registered(name)
    }
    let words = name.dropFirst(5).dropLast()
      .split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    guard name.hasSuffix(")"), words.allSatisfy({ !$0.isEmpty }), Set(words).count == words.count
    else { throw error(.badChoice, at: offset) }
    return .choice(words)
  }

  /// The closing parenthesis for the one at the index; an `enum` has its own pair inside.
  private var closingParenthesis: Int? {
    var depth = 0
    for position in bytes[index...].indices {
      if bytes[position] == UInt8(ascii: "(") { depth += 1 }
      if bytes[position] == UInt8(ascii: ")") { depth -= 1 }
      if depth == 0 { return position }
    }
    return nil
  }

  // MARK: Bytes

  private var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

  private var byteAfterNext: UInt8? { index + 1 < bytes.count ? bytes[index + 1] : nil }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard peek == byte else { return false }
    index += 1
    return true
  }

  private func error(_ problem: MalformedPattern.Problem, at offset: Int) -> MalformedPattern {
    MalformedPattern(problem, in: bytes, at: min(offset, bytes.count))
  }

  private static func endsPath(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
  }

  private static func endsSegment(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "/") || endsPath(byte)
  }

  private static func endsItem(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "&") || byte == UInt8(ascii: "#")
  }

  private static func endsKey(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "=") || endsItem(byte)
  }

  private static func isEscapable(_ byte: UInt8) -> Bool {
    Set("()\\".utf8).contains(byte)
  }

  private static func isName(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, first.properties.isAlphabetic else { return false }
    return text.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || $0.properties.numericType != nil || $0 == "_" || $0 == "-"
    }
  }
}
