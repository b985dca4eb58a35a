/// URLs in source code: `"kitchen://recipes/\(name)?where=minutes<=\(minutes)"`.
///
/// An interpolated value is escaped, so that it stays inside its segment, its query value or the
/// fragment. In `where=`, the value is also quoted if necessary, so that it stays one value of the
/// filter. Any `CaptureValue` can be interpolated.
///
/// If the values of a segment are all empty, the URL leads nowhere (``isReadable``). The `url` of a
/// ``Route`` throws an error instead, so it is the better choice for values that may be empty.
extension ScreenURL: ExpressibleByStringInterpolation {
  /// Reads a URL written in source code.
  ///
  /// - Precondition: the literal is well-formed.
  public init(stringLiteral text: String) {
    self.init(stringInterpolation: StringInterpolation(text))
  }

  /// Reads a URL with interpolated values.
  ///
  /// - Precondition: the literal around the values is well-formed.
  public init(stringInterpolation text: StringInterpolation) {
    do throws(MalformedURL) {
      // The length of the values is not the author's mistake. `isReadable` tells it.
      let limit = text.hasValues ? Int.max : Self.maximumLength
      let url = try URLParser(text.escaped, atMost: limit)
        .absolute(defaultScheme: Self.defaultScheme)
      guard text.hasEmptyValues else {
        self = url
        return
      }
      let mark = text.mark
      self = url.replacing(segments: url.segments.map { $0 == mark ? "" : $0 })
    } catch {
      preconditionFailure("\(NavigationError.malformedURL(error))")
    }
  }

  /// The parts of a literal.
  public struct StringInterpolation: StringInterpolationProtocol {
    private enum Part {
      case literal(String)
      case value(String)

      /// The text without escapes.
      var decoded: String {
        switch self {
        case .literal(let text): StringInterpolation.decoded(text.utf8)
        case .value(let text): text
        }
      }
    }

    private var parts: [Part] = []

    /// Creates an empty literal.
    public init(literalCapacity: Int, interpolationCount: Int) {}

    fileprivate init(_ text: String) { parts = [.literal(text)] }

    /// Appends text as a URL spells it.
    public mutating func appendLiteral(_ literal: String) {
      if !literal.isEmpty { parts.append(.literal(literal)) }
    }

    /// Appends a value, which is escaped.
    public mutating func appendInterpolation(_ value: some CaptureValue) {
      parts.append(.value(value.captureText))
    }

    fileprivate var hasValues: Bool {
      parts.contains { if case .value = $0 { true } else { false } }
    }

    fileprivate var hasEmptyValues: Bool {
      parts.contains { if case .value("") = $0 { true } else { false } }
    }

    /// The text of the URL with escaped values.
    fileprivate var escaped: String {
      var text = ""
      for (index, part) in parts.enumerated() {
        switch part {
        case .literal(let literal): text += literal
        // A scheme has no escapes.
        case .value(let value) where text.isEmpty && URLScheme.isValid(value.utf8): text += value
        case .value(let value):
          let filter = Self.openFilter(of: text)
          if value.isEmpty, isSegment(index, after: text) { text += mark }
          text += PercentCoding.encode(
            filter.map { FilterValue.text(value, between: $0, and: filterText(after: index)) }
              ?? value, for: .value)
        }
      }
      return text
    }

    /// The stand-in for an empty value while the text is read.
    ///
    /// Reading drops empty segments. No other part of the text has it.
    fileprivate var mark: String {
      var mark = "\u{FFFF}"
      while parts.contains(where: { $0.decoded.contains(mark) }) { mark += "\u{FFFF}" }
      return mark
    }

    /// Whether a value is a whole segment of the path.
    private func isSegment(_ index: Int, after text: String) -> Bool {
      guard text.isEmpty || text.hasSuffix("/"), !text.contains(where: { "?#".contains($0) }) else {
        return false
      }
      guard parts.indices.contains(index + 1) else { return true }
      guard case .literal(let next) = parts[index + 1] else { return false }
      return next.first.map { "/?#".contains($0) } ?? true
    }

    /// The unfinished filter at the end of `text`; `nil` if the text ends outside a filter.
    private static func openFilter(of text: String) -> String? {
      let name = Array("where=".utf8)
      let bytes = Array(text.utf8)
      guard !bytes.contains(UInt8(ascii: "#")), let mark = bytes.firstIndex(of: UInt8(ascii: "?"))
      else { return nil }
      let query = bytes[(mark + 1)...]
      let item = query[((query.lastIndex(of: UInt8(ascii: "&")) ?? mark) + 1)...]
      guard item.starts(with: name) else { return nil }
      return decoded(item.dropFirst(name.count))
    }

    /// The text of the filter after a value; a parenthesis if another value follows at once.
    private func filterText(after index: Int) -> String {
      guard parts.indices.contains(index + 1) else { return "" }
      switch parts[index + 1] {
      case .literal(let text): return Self.decoded(text.utf8.prefix { !"&#".utf8.contains($0) })
      case .value: return "("
      }
    }

    fileprivate static func decoded(_ bytes: some Collection<UInt8>) -> String {
      (try? PercentCoding.decode(bytes)) ?? String(decoding: bytes, as: UTF8.self)
    }
  }
}
