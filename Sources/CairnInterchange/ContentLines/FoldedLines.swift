/// The lines of a vCard or an iCalendar file, and the lines that continue them.
///
/// A line that begins with a blank continues the line before, and so does a line after a
/// quoted-printable line that ends with `=`.
struct FoldedLines {
  private var lines: ByteLines
  /// The line that was read ahead and not taken yet.
  private var ahead: (bytes: ArraySlice<UInt8>, number: Int)?
  /// The number of the line that was taken last, from 1.
  private(set) var number = 0

  init(_ source: ByteStream) { lines = ByteLines(source) }

  /// Returns the next line and leaves it in place; `nil` after the last one.
  mutating func peek() throws(InterchangeError) -> ArraySlice<UInt8>? {
    if ahead == nil, let line = try lines.next() {
      ahead = (line.last == Byte.carriageReturn ? line.dropLast() : line, lines.number)
    }
    return ahead?.bytes
  }

  /// Returns the next line; `nil` after the last one.
  mutating func take() throws(InterchangeError) -> ArraySlice<UInt8>? {
    let line = try peek()
    if let ahead { number = ahead.number }
    ahead = nil
    return line
  }

  /// Returns a taken line joined with the lines that continue it.
  ///
  /// - Parameters:
  ///   - line: the line that was taken last.
  ///   - isOld: whether the lines are of version 2.1, which breaks them at a blank of the text.
  /// - Returns: the bytes of the joined line.
  /// - Throws: the errors of reading.
  mutating func unfolded(
    _ line: ArraySlice<UInt8>, isOld: Bool = false
  ) throws(InterchangeError) -> [UInt8] {
    var whole = Array(line)
    let head = String(decoding: line.prefix { $0 != Byte.colon }, as: UTF8.self).uppercased()
    let isQuoted = head.contains(CardEncoding.quotedPrintable.rawValue)
    while let next = try peek() {
      if isQuoted, whole.last == UInt8(ascii: "=") {
        whole.removeLast()
        whole += next
      } else if let first = next.first, first == Byte.space || first == Byte.tab {
        whole += isOld ? next : next.dropFirst()
      } else {
        return whole
      }
      _ = try take()
    }
    return whole
  }

  /// Returns the start of a line in capitals and without blanks, as in `BEGIN:VCARD`.
  static func word(_ line: ArraySlice<UInt8>) -> String {
    String(decoding: line.prefix(40), as: UTF8.self).uppercased().filter { !$0.isWhitespace }
  }
}
