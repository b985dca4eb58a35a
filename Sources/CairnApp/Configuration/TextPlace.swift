/// A place in a text, counted from 1 as editors do.
struct TextPlace: Hashable, Comparable, Sendable, CustomStringConvertible {
  let line: Int
  let column: Int

  /// The place in words.
  var description: String { "line \(line), column \(column)" }

  static func < (first: TextPlace, second: TextPlace) -> Bool {
    (first.line, first.column) < (second.line, second.column)
  }
}
