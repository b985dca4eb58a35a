/// Whether a column is the key of its table: a value in each row, and no value twice.
///
/// Only a column called as the key of its table would be is looked at, since every value has to be
/// remembered; hashed, so that two of a million values are taken for one in less than one of ten
/// million tables, in which a link is then not found.
struct KeyColumn: Sendable {
  private var seen: Set<Int> = []
  private var isBroken = false

  /// Whether it is one so far.
  var isKey: Bool { !isBroken && !seen.isEmpty }

  /// Takes in the value that `row` has in `column`.
  mutating func add(_ row: borrowing RawRow, _ column: Int) {
    guard !isBroken else { return }
    if row.kind(at: column).hasValue { add(row.text(at: column)) } else { addMissing() }
  }

  /// Takes in the value of another row.
  mutating func add(_ text: String) {
    if !isBroken, !seen.insert(text.hashValue).inserted { (seen, isBroken) = ([], true) }
  }

  /// Takes in a row that ends before the column.
  mutating func addMissing() { (seen, isBroken) = ([], true) }

  /// Whether `column` is called as the key of a table whose records are called `entity`: `id`,
  /// `AlbumId` or `album_id` of albums.
  static func isNamedKey(_ column: String, of entity: String) -> Bool {
    let name = column.lowercased()
    return name == "id" || target(of: column)?.lowercased() == entity.lowercased()
  }

  /// What a column's name says its values are keys of: `Album` for `AlbumId` or `Album_id`; `nil`
  /// where it says nothing.
  static func target(of column: String) -> String? {
    for ending in ["_id", "_ID", "_Id", "Id", "ID"] where column.hasSuffix(ending) {
      let name = column.dropLast(ending.count)
      return name.isEmpty ? nil : String(name)
    }
    return nil
  }
}
