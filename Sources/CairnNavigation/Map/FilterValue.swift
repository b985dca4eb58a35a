/// How a value is spelled within a filter, so that it stays one value whatever it says.
///
/// It is in quotes, but for a plain word in a place where it can be nothing else than the value of
/// a comparison: `rating>=4`, not `rating>="4"`.
enum FilterValue {
  /// A value's spelling between what stands before and after it in the filter.
  static func text(_ value: String, between before: String, and after: String) -> String {
    if isQuoteOpen(before) { return escaped(value) }
    let isPlain = isWord(value) && endsInOperator(before) && startsAtBoundary(after)
    return isPlain ? value : "\"\(escaped(value))\""
  }

  private static func escaped(_ value: String) -> String {
    var escaped = String.UnicodeScalarView()
    for scalar in value.unicodeScalars {
      if scalar == "\"" || scalar == "\\" { escaped.append("\\") }
      escaped.append(scalar)
    }
    return String(escaped)
  }

  /// Letters, digits and what dates and numbers have; a dot only where it can't be part of a range.
  private static func isWord(_ value: String) -> Bool {
    let scalars = value.unicodeScalars
    return !scalars.isEmpty && scalars.first != "." && scalars.last != "." && !value.contains("..")
      && scalars.allSatisfy { scalar in
        scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
          || ["-", "_", "."].contains(scalar)
      }
  }

  private static func endsInOperator(_ text: String) -> Bool {
    text.hasSuffix("..")
      || text.unicodeScalars.last.map { ":=<>~,".unicodeScalars.contains($0) } == true
  }

  private static func startsAtBoundary(_ text: String) -> Bool {
    text.hasPrefix("..")
      || text.unicodeScalars.first.map { " ),".unicodeScalars.contains($0) } ?? true
  }

  private static func isQuoteOpen(_ text: String) -> Bool {
    var isOpen = false
    var isEscaped = false
    for scalar in text.unicodeScalars {
      if scalar == "\"", !isEscaped { isOpen.toggle() }
      isEscaped = scalar == "\\" && !isEscaped
    }
    return isOpen
  }
}
