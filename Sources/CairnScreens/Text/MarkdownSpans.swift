/// Reads the marks within a line of Markdown.
enum MarkdownSpans {
  /// The pieces of `line`, its tabs as blanks; a mark without its partner is text.
  static func read(_ line: String) -> [Markdown.Span] {
    var spans: [Markdown.Span] = []
    var plain = ""
    var rest = Substring(line.map { $0 == "\t" ? " " : $0 })
    while let first = rest.first {
      if let (span, length) = marked(rest, after: plain.last) {
        if !plain.isEmpty { spans.append(.init(text: plain, kind: .plain)) }
        plain = ""
        spans.append(span)
        rest = rest.dropFirst(length)
      } else {
        plain.append(first)
        rest = rest.dropFirst()
      }
    }
    if !plain.isEmpty { spans.append(.init(text: plain, kind: .plain)) }
    return spans
  }

  /// The piece at the start of `text` and how many characters it takes, marks included.
  private static func marked(
    _ text: Substring, after previous: Character?
  ) -> (Markdown.Span, Int)? {
    switch text.first {
    case "`": enclosed(text, in: "`", .code)
    case "*", "_":
      // Within a word an underscore is part of a name: `snake_case_names`.
      if text.first == "_", previous?.isWordPart == true {
        nil
      } else {
        enclosed(text, in: "**", .strong) ?? enclosed(text, in: "__", .strong)
          ?? enclosed(text, in: "*", .emphasis) ?? enclosed(text, in: "_", .emphasis)
      }
    case "[": link(text)
    default: nil
    }
  }

  private static func enclosed(
    _ text: Substring, in mark: String, _ kind: Markdown.Span.Kind
  ) -> (Markdown.Span, Int)? {
    guard text.hasPrefix(mark) else { return nil }
    let rest = text.dropFirst(mark.count)
    guard let first = rest.first, first != " ", let end = find(mark, in: rest), end > 0 else {
      return nil
    }
    let inner = rest.prefix(end)
    guard inner.last != " " else { return nil }
    return (.init(text: String(inner), kind: kind), end + 2 * mark.count)
  }

  private static func link(_ text: Substring) -> (Markdown.Span, Int)? {
    let label = text.dropFirst().prefix { $0 != "]" && $0 != "[" }
    let rest = text.dropFirst(label.count + 1)
    guard rest.hasPrefix("]("), !label.isEmpty else { return nil }
    let address = rest.dropFirst(2).prefix { $0 != ")" && $0 != " " }
    guard rest.dropFirst(2 + address.count).first == ")" else { return nil }
    let length = 1 + label.count + 2 + address.count + 1
    return (.init(text: String(label), kind: .link(String(address))), length)
  }

  private static func find(_ mark: String, in text: Substring) -> Int? {
    var rest = text
    var place = 0
    while !rest.isEmpty {
      if rest.hasPrefix(mark) { return place }
      rest = rest.dropFirst()
      place += 1
    }
    return nil
  }
}
