/// A column and what is said of it, as options spell it: `COLUMN=WORD`.
///
/// The first `=` divides the two. In the column's name `\=` is an `=`, and `\\` is a `\`; before
/// anything else a `\` is itself.
package struct ColumnPair: Hashable, Sendable {
  /// What the input calls the column; empty where it has no name.
  package let column: String
  /// What is said of it.
  package let word: String

  /// Joins a column and what is said of it.
  package init(column: String, word: String) {
    (self.column, self.word) = (column, word)
  }

  /// Reads a pair; `nil` where nothing divides it.
  package init?(_ text: String) {
    // Bytes, as a mark that combines with `=` would hide it among characters.
    var name: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte != Self.divider else {
        column = String(decoding: name, as: UTF8.self)
        word = String(decoding: rest, as: UTF8.self)
        return
      }
      let isEscape = byte == Self.escape && rest.first.map(Self.isSpecial) == true
      name.append((isEscape ? rest.popFirst() : nil) ?? byte)
    }
    return nil
  }

  /// The pair as it is read.
  package var text: String {
    var name: [UInt8] = []
    for byte in column.utf8 {
      if Self.isSpecial(byte) { name.append(Self.escape) }
      name.append(byte)
    }
    return "\(String(decoding: name, as: UTF8.self))=\(word)"
  }

  private static let divider = UInt8(ascii: "=")
  private static let escape = UInt8(ascii: "\\")

  private static func isSpecial(_ byte: UInt8) -> Bool { byte == divider || byte == escape }
}
