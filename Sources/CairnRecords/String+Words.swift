extension String {
  /// The text with a capital first letter, as a title has it.
  package var capitalizingFirst: String {
    prefix(1).uppercased() + dropFirst()
  }

  /// The text with another first word.
  func replacingFirstWord(_ word: String) -> String {
    word + drop { $0 != " " }
  }
}

extension StringProtocol {
  /// The text without blanks at its ends.
  package func trimmingBlanks() -> String {
    var (start, end) = (startIndex, endIndex)
    while start < end, self[start].isWhitespace { start = index(after: start) }
    while start < end {
      let last = index(before: end)
      guard self[last].isWhitespace else { break }
      end = last
    }
    return String(self[start..<end])
  }
}
