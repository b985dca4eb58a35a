internal import CairnJSON

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

/// The addresses of records in a value.
struct AddressCell {
  var addresses: [RecordAddress]
  /// Whether the value is a list; a table writes a list as JSON in one cell.
  var isList = false

  /// Reads a value; `nil` for any other value than an address, or a list of addresses.
  init?(_ bytes: ArraySlice<UInt8>, _ kind: RawRow.Kind) {
    switch kind {
    case .missing, .empty, .number, .boolean, .nested: return nil
    case .plain, .text:
      if let address = RecordAddress(bytes) {
        addresses = [address]
        return
      }
      guard kind == .plain else { return nil }
    case .list, .plainList: break
    }
    guard let elements = ListText.elements(of: bytes) else { return nil }
    addresses = elements.compactMap { $0.string.flatMap { RecordAddress($0) } }
    guard addresses.count == elements.count else { return nil }
    isList = true
  }
}

/// What the values of a column have in common that are addresses of records.
struct AddressProfile: Sendable {
  /// The collections that they lead to, by their plurals.
  private(set) var collections: Set<String> = []
  /// Whether some value is a list of addresses.
  private(set) var hasLists = false
  /// Whether the addresses of each list stand in the order of their keys, as those of a link whose
  /// order means nothing do.
  private(set) var areAscending = true

  /// The one collection that all lead to; `nil` for none and for several.
  var collection: String? { collections.count == 1 ? collections.first : nil }

  /// Takes in the addresses of a value.
  mutating func add(_ cell: AddressCell) {
    if cell.isList { hasLists = true }
    add(cell.addresses)
  }

  private mutating func add(_ addresses: [RecordAddress]) {
    for (place, address) in addresses.enumerated() {
      // Hardly ever another one.
      if !collections.contains(address.collection) { collections.insert(address.collection) }
      if place > 0, address.key < addresses[place - 1].key { areAscending = false }
    }
  }
}

/// The few different values of a column that may be a choice.
struct DistinctTexts: Sendable {
  /// More different values than this are no choice.
  static let limit = 12
  /// A value with more characters than this is no name of a choice.
  static let longest = 40

  /// The values in the order in which they came, `nil` once the column can be no choice.
  private(set) var values: [[UInt8]]? = []
  private var latest = 0

  /// Takes in the next value.
  mutating func add(_ bytes: ArraySlice<UInt8>) {
    guard let known = values else { return }
    if latest < known.count, known[latest].elementsEqual(bytes) { return }
    if let place = known.firstIndex(where: { $0.elementsEqual(bytes) }) {
      latest = place
      return
    }
    guard known.count < Self.limit, Self.isName(bytes) else {
      values = nil
      return
    }
    latest = known.count
    values?.append(Array(bytes))
  }

  /// Whether `bytes` can stand among the choices of a model, which are on one line between bars.
  private static func isName(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let first = bytes.first, let last = bytes.last,
      first > Byte.space, last > Byte.space,
      bytes.allSatisfy({ $0 >= Byte.space && $0 != Byte.bar })
    else { return false }
    return !bytes.hasMoreCharacters(than: longest)
  }
}
