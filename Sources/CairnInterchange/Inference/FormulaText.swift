/// Text that a spreadsheet wrote as a formula, so that it stays text: `="0374"`.
enum FormulaText {
  /// Returns the text within the formula; `nil` for other cells.
  static func content(of cell: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard cell.first == UInt8(ascii: "="), cell.count >= 3, cell.dropFirst().first == Byte.quote,
      cell.last == Byte.quote
    else { return nil }
    let content = cell.dropFirst(2).dropLast()
    return content.contains(Byte.quote) ? nil : content
  }

  /// Returns whether a spreadsheet would calculate a text: it begins with `=`, or with `+`, `-` or
  /// `@` before a letter.
  static func isLike(_ text: String) -> Bool {
    guard let first = text.first, let second = text.dropFirst().first else { return false }
    return first == "=" || "+-@".contains(first) && second.isLetter
  }
}
