/// The text syntax of vCards: `;` and `,` are separators, and a backslash escapes them.
///
/// Text is processed by Unicode scalars, because an accent after a backslash would form one
/// character with it.
enum CardText {
  /// Returns the parts of a value between separators, with escapes and without surrounding blanks.
  static func parts(of value: String, at separator: Unicode.Scalar) -> [String] {
    var parts = [""]
    var isEscaped = false
    for scalar in value.unicodeScalars {
      if scalar == separator, !isEscaped {
        parts.append("")
      } else {
        parts[parts.count - 1].unicodeScalars.append(scalar)
      }
      isEscaped = scalar == "\\" && !isEscaped
    }
    return parts.map(trimmed)
  }

  /// Returns the text without its escapes.
  static func unescaped(_ text: String) -> String {
    guard text.utf8.contains(Byte.backslash) else { return text }
    var result = String.UnicodeScalarView()
    var isEscaped = false
    for scalar in text.unicodeScalars {
      switch (scalar, isEscaped) {
      case ("\\", false):
        isEscaped = true
        continue
      case ("n", true), ("N", true): result.append("\n")
      case (",", true), (";", true), (":", true), ("\\", true): result.append(scalar)
      case (_, true): result += ["\\", scalar]
      case (_, false): result.append(scalar)
      }
      isEscaped = false
    }
    if isEscaped { result.append("\\") }
    return String(result)
  }

  /// Returns the text with special characters escaped.
  static func escaped(_ text: String) -> String {
    escaped(text, where: { ["\\", ",", ";"].contains($0) }, lineBreak: ["\\", "n"])
  }

  /// Returns the text of a URI, where commas and semicolons keep their usual meaning.
  static func escapedURI(_ text: String) -> String {
    escaped(text, where: { $0 == "\\" }, lineBreak: ["\\", "n"])
  }

  /// Escapes one part of several, which may be a list.
  ///
  /// A comma followed by a blank belongs to the text.
  static func escapedPart(_ text: String) -> String {
    var result = ""
    var rest = Substring(text).unicodeScalars
    while let comma = rest.firstIndex(of: ",") {
      let next = rest.index(after: comma)
      result += escaped(String(rest[..<comma]))
      result += next < rest.endIndex && rest[next] != " " ? "," : "\\,"
      rest = rest[next...]
    }
    return result + escaped(String(rest))
  }

  /// Returns for each comma of a value whether it separates the elements of a list.
  static func separators(in value: String) -> [Bool] {
    var separators: [Bool] = []
    var isEscaped = false
    for scalar in value.unicodeScalars {
      if scalar == "," { separators.append(!isEscaped) }
      isEscaped = scalar == "\\" && !isEscaped
    }
    return separators
  }

  /// Returns the text of a value with several parts.
  ///
  /// A semicolon that is no separator stays escaped.
  static func unescapedParts(_ value: String) -> String {
    separated(value).map(unescaped).joined(separator: "\\;")
  }

  /// Returns the value for a text of `unescapedParts`.
  static func escapedParts(_ text: String) -> String {
    separated(text, isText: true).map(escapedURI).joined(separator: "\\;")
  }

  /// Splits at semicolons after backslashes, where a value escapes every second backslash.
  private static func separated(_ text: String, isText: Bool = false) -> [String] {
    var parts = [String.UnicodeScalarView()]
    var isEscaped = false
    for scalar in text.unicodeScalars {
      if scalar == ";", isEscaped {
        parts[parts.count - 1].removeLast()
        parts.append(.init())
      } else {
        parts[parts.count - 1].append(scalar)
      }
      isEscaped = scalar == "\\" && (isText || !isEscaped)
    }
    return parts.map { String($0) }
  }

  /// Joins the parts of a field that holds several.
  ///
  /// An example is the address `Main street 1; Lyon; ; 69001`.
  ///
  /// Empty parts at the end are left out, except among the first `count`.
  static func joined(_ parts: [String], atLeast count: Int = 0) -> String {
    var parts = parts
    while parts.last?.isEmpty == true, parts.count > count { parts.removeLast() }
    return parts.map { escaped($0, where: { ["\\", ";"].contains($0) }, lineBreak: ["\n"]) }
      .joined(separator: "; ")
  }

  /// Returns the parts that `joined` combined, without escapes.
  static func split(_ text: String) -> [String] {
    parts(of: text, at: ";").map(unescaped)
  }

  /// Returns the text without surrounding blanks; a blank after a backslash is kept.
  static func trimmed(_ text: String) -> String {
    let scalars = text.unicodeScalars.drop { $0 == " " || $0 == "\t" }
    guard let last = scalars.lastIndex(where: { $0 != " " && $0 != "\t" }) else { return "" }
    let end = scalars.index(after: last)
    return String(
      scalars[last] == "\\" && end < scalars.endIndex ? scalars[...end] : scalars[..<end])
  }

  private static func escaped(
    _ text: String, where isSpecial: (Unicode.Scalar) -> Bool, lineBreak: [Unicode.Scalar]
  ) -> String {
    var result = String.UnicodeScalarView()
    for scalar in withPlainLineEnds(text).unicodeScalars {
      if scalar == "\n" {
        result += lineBreak
      } else if isSpecial(scalar) {
        result += ["\\", scalar]
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }

  /// Returns the text with a line feed for each line end, the only line end in a card's values.
  static func withPlainLineEnds(_ text: String) -> String {
    guard text.utf8.contains(Byte.carriageReturn) else { return text }
    var result = String.UnicodeScalarView()
    var isAfterReturn = false
    for scalar in text.unicodeScalars {
      if scalar != "\n" || !isAfterReturn { result.append(scalar == "\r" ? "\n" : scalar) }
      isAfterReturn = scalar == "\r"
    }
    return String(result)
  }
}

// MARK: - Times

extension CardText {
  /// Returns `19960415` as `1996-04-15`, and `20260102T030405Z` as `2026-01-02T03:04:05Z`; other
  /// text stays unchanged.
  static func extendedTime(_ text: String) -> String {
    let text = trimmed(text)
    let parts = text.split(separator: "T", maxSplits: 1, omittingEmptySubsequences: false)
    guard let day = grouped(parts[0], [4, 2, 2], "-") else { return text }
    guard parts.count == 2 else { return day }
    let digits = parts[1].prefix { $0.isASCII && $0.isNumber }
    guard let time = grouped(digits, [2, 2, 2], ":") else { return "\(day)T\(parts[1])" }
    return "\(day)T\(time)\(parts[1].dropFirst(digits.count))"
  }

  /// Splits the digits of `text` into groups; `nil` if their number does not match.
  private static func grouped(
    _ text: Substring, _ lengths: [Int], _ separator: String
  ) -> String? {
    guard text.utf8.count == lengths.reduce(0, +), text.utf8.allSatisfy(Byte.isDigit) else {
      return nil
    }
    var rest = text
    return lengths.map { length in
      defer { rest = rest.dropFirst(length) }
      return String(rest.prefix(length))
    }.joined(separator: separator)
  }
}
