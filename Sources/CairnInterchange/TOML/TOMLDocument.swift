/// A TOML document: its values, and where their keys stand.
///
/// This one reader reads settings and the front matter of notes. TOMLKit was tried for settings: it
/// ends the program for some mistakes, sorts the keys, and gives no places of keys. Its C++ took a
/// tenth of the time of a build.
package struct TOMLDocument {
  /// A key with its value, in bytes from the document's start.
  package struct Pair {
    /// Where the key begins.
    package let start: Int
    /// Where the value stands.
    package let value: Range<Int>
    /// The table to which the pair's line belongs, without tables that the key itself names.
    package let table: [String]
    /// Whether it stands between the braces of a table within a line.
    package let isInline: Bool
  }

  /// Where keys and tables stand: of a key that comes again, the first place.
  struct Marks {
    var pairs: [[String]: Pair] = [:]
    var headers: [(table: [String], bytes: Range<Int>)] = []
    var places: [[String]: Int] = [:]
  }

  /// The values of the outermost table, in their order.
  package let fields: [YAMLValue.Field]
  private let marks: Marks
  private let bytes: [UInt8]

  /// Reads a document.
  ///
  /// - Throws: `TOMLError` with the line and column of the first mistake.
  package init(_ text: String) throws(TOMLError) {
    bytes = Array(text.utf8)
    var reader = TOMLReader(bytes)
    fields = try reader.document()
    marks = reader.marks
  }

  /// The pairs by their tables and keys.
  package var pairs: [[String]: Pair] { marks.pairs }

  /// The tables that have a line of their own, and the bytes of its brackets, in their order.
  package var headers: [(table: [String], bytes: Range<Int>)] { marks.headers }

  /// The line and the character in it, both from 1, of the key at a path of tables and keys.
  package subscript(path: [String]) -> (line: Int, column: Int)? {
    marks.places[path].map { TOMLReader.lineAndColumn(of: $0, in: bytes) }
  }
}
