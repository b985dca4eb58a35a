/// Reads the marks within a line of Markdown, in linear time.
struct MarkdownSpans {
  private let text: String
  /// The first blank or parenthesis after the start of the last tried address, or the text's end.
  ///
  /// No other address ends before it either.
  private var addressEnd: String.Index?

  /// The pieces of `line`, with blanks for tabs; a mark without its partner is text.
  static func read(_ line: String) -> [Markdown.Span] {
    let hasTabs = line.utf8.contains(UInt8(ascii: "\t"))
    var reader = MarkdownSpans(text: hasTabs ? line.replacing("\t", with: " ") : line)
    return reader.read()
  }

  private init(text: String) { self.text = text }

  private mutating func read() -> [Markdown.Span] {
    var spans: [Markdown.Span] = []
    var plainStart = text.startIndex
    var place = text.startIndex
    func endPlain(at end: String.Index) {
      if plainStart < end {
        spans.append(.init(text: String(text[plainStart..<end]), kind: .plain))
      }
    }
    while let mark = text.utf8[place...].firstIndex(where: Self.canBeMark) {
      if text.utf8[mark] == UInt8(ascii: ":") {
        guard let range = address(around: mark, from: plainStart) else {
          place = text.utf8.index(after: mark)
          continue
        }
        endPlain(at: range.lowerBound)
        let address = String(text[range])
        spans.append(.init(text: address, kind: .link(address)))
        (plainStart, place) = (range.upperBound, range.upperBound)
      } else if isWhole(mark),
        let (span, end) = marked(at: mark, after: text[plainStart..<mark].last)
      {
        endPlain(at: mark)
        spans.append(span)
        (plainStart, place) = (end, end)
      } else {
        place = text.utf8.index(after: mark)
      }
    }
    endPlain(at: text.endIndex)
    return spans
  }

  /// Whether the ASCII byte at a place is a whole character; a following combining mark would
  /// change it.
  private func isWhole(_ place: String.Index) -> Bool {
    let next = text.utf8.index(after: place)
    guard next < text.utf8.endIndex, text.utf8[next] >= 0x80 else { return true }
    return text[place...].first?.utf8.count == 1
  }

  private static func canBeMark(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "`"), UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "["),
      UInt8(ascii: ":"):
      true
    default: false
    }
  }

  /// The schemes of addresses.
  private static let schemes = ["https", "http", "cairn"]

  /// The address with its colon at `colon`, in the plain text from `start` on.
  ///
  /// It ends at a blank, a quote or an angle bracket, without the sentence's own punctuation.
  private func address(
    around colon: String.Index, from start: String.Index
  ) -> Range<String.Index>? {
    let bytes = text.utf8
    guard bytes[colon...].starts(with: "://".utf8) else { return nil }
    let before = bytes[start..<colon]
    guard
      let scheme = Self.schemes.first(where: { scheme in
        before.count >= scheme.utf8.count
          && before.suffix(scheme.utf8.count).elementsEqual(scheme.utf8)
      })
    else { return nil }
    let first = bytes.index(colon, offsetBy: -scheme.utf8.count)
    if first > start, text[..<first].last?.isWordPart == true { return nil }
    let body = bytes.index(colon, offsetBy: 3)
    var end =
      text.unicodeScalars[body...].firstIndex(where: Self.endsAddress) ?? bytes.endIndex
    // A parenthesis opened within an address is also closed there.
    let hasOpened = bytes[body..<end].contains(UInt8(ascii: "("))
    while end > body, case let last = bytes.index(before: end), Self.endsSentence(bytes[last]) {
      if hasOpened, bytes[last] == UInt8(ascii: ")") { break }
      end = last
    }
    return end > body ? first..<end : nil
  }

  private static func endsAddress(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case ..."\u{20}", "\"", "<", ">", "`": return true
    case _ where scalar.isASCII: return false
    case "。", "、", "，", "．", "！", "？", "：", "；": return true
    default: break
    }
    switch scalar.properties.generalCategory {
    case .initialPunctuation, .finalPunctuation, .openPunctuation, .closePunctuation: return true
    default: return scalar.properties.isWhitespace
    }
  }

  private static func endsSentence(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "."), UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: ":"),
      UInt8(ascii: "!"), UInt8(ascii: "?"), UInt8(ascii: ")"), UInt8(ascii: "]"),
      UInt8(ascii: "'"), UInt8(ascii: "*"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  /// The piece at `place` and its end, including its marks.
  private mutating func marked(
    at place: String.Index, after previous: Character?
  ) -> (Markdown.Span, end: String.Index)? {
    switch text.utf8[place] {
    case UInt8(ascii: "`"): enclosed(at: place, in: UInt8(ascii: "`"), .code)
    case UInt8(ascii: "["): link(at: place)
    // Within a word an underscore is part of a name: `snake_case_names`.
    case UInt8(ascii: "_") where previous?.isWordPart == true: nil
    case let mark:
      enclosed(at: place, in: mark, count: 2, .strong) ?? enclosed(at: place, in: mark, .emphasis)
    }
  }

  /// The text between `count` marks at `place` and the same marks after it, without blanks at its
  /// ends.
  private func enclosed(
    at place: String.Index, in mark: UInt8, count: Int = 1, _ kind: Markdown.Span.Kind
  ) -> (Markdown.Span, end: String.Index)? {
    let marks = repeatElement(mark, count: count)
    let rest = text.utf8[place...]
    guard rest.starts(with: marks) else { return nil }
    let inside = rest.dropFirst(count)
    guard isWhole(text.utf8.index(place, offsetBy: count - 1)) else { return nil }
    let blank = UInt8(ascii: " ")
    guard let first = inside.first, first != blank,
      let end = inside.indices.first(where: {
        inside[$0] == mark && inside[$0...].starts(with: marks)
          && isWhole(inside.index($0, offsetBy: count - 1))
      }), end > inside.startIndex, inside[..<end].last != blank
    else { return nil }
    let inner = String(Substring(inside[..<end]))
    return (.init(text: inner, kind: kind), inside.index(end, offsetBy: count))
  }

  private mutating func link(at place: String.Index) -> (Markdown.Span, end: String.Index)? {
    let bytes = text.utf8
    let label = bytes[place...].dropFirst().prefix {
      $0 != UInt8(ascii: "]") && $0 != UInt8(ascii: "[")
    }
    guard !label.isEmpty, bytes[label.endIndex...].starts(with: "](".utf8) else { return nil }
    let start = bytes.index(label.endIndex, offsetBy: 2)
    let end: String.Index
    if let addressEnd, addressEnd >= start {
      end = addressEnd
    } else {
      end =
        bytes[start...].firstIndex { $0 == UInt8(ascii: ")") || $0 == UInt8(ascii: " ") }
        ?? bytes.endIndex
      addressEnd = end
    }
    guard end < bytes.endIndex, bytes[end] == UInt8(ascii: ")"), isWhole(end) else { return nil }
    let kind = Markdown.Span.Kind.link(String(text[start..<end]))
    return (.init(text: String(Substring(label)), kind: kind), bytes.index(after: end))
  }
}
