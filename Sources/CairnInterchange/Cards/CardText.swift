/// How a vCard writes text: `;` and `,` separate, and a backslash takes their meaning away.
///
/// All of it goes by scalars: an accent behind a backslash makes another character of the two.
enum CardText {
  /// The parts of a value between separators, each with its escapes; blanks around them are none.
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

  /// The text without its escapes.
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

  /// The text with an escape wherever it would mean something else.
  static func escaped(_ text: String) -> String {
    escaped(text, where: { ["\\", ",", ";"].contains($0) }, lineBreak: ["\\", "n"])
  }

  /// The text of a URI, in which commas and semicolons mean what they always do.
  static func escapedURI(_ text: String) -> String {
    escaped(text, where: { $0 == "\\" }, lineBreak: ["\\", "n"])
  }

  /// A part of several that may be a list: a comma with a blank behind it is the text's own.
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

  /// The text of a value of several parts, in which a semicolon that separates none stays escaped.
  static func unescapedParts(_ value: String) -> String {
    separated(value).map(unescaped).joined(separator: "\\;")
  }

  /// The value whose text `unescapedParts` gives.
  static func escapedParts(_ text: String) -> String {
    separated(text, isText: true).map(escapedURI).joined(separator: "\\;")
  }

  /// What stands between semicolons behind backslashes, of which a value escapes each other one.
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

  /// The parts of a field that holds several, such as an address: `Main street 1; Lyon; ; 69001`.
  ///
  /// Parts at the end that are empty are left out, but for the first `count`.
  static func joined(_ parts: [String], atLeast count: Int = 0) -> String {
    var parts = parts
    while parts.last?.isEmpty == true, parts.count > count { parts.removeLast() }
    return parts.map { escaped($0, where: { ["\\", ";"].contains($0) }, lineBreak: ["\n"]) }
      .joined(separator: "; ")
  }

  /// The parts that `joined` put together, without escapes.
  static func split(_ text: String) -> [String] {
    parts(of: text, at: ";").map(unescaped)
  }

  /// The text without blanks around it; a blank behind a backslash is what that escapes.
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

  /// The text with a line feed for each line end; a card has no other one within a value.
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
