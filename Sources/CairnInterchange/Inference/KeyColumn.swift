internal import CairnJSON

/// Checks whether a column is the key of its table: a unique value in each row.
///
/// Every value has to be remembered, so only columns with the name of a key are checked. Values are
/// remembered as hashes. In a table of a million values, two of them have the same hash in less
/// than one of ten million cases; the column is then not recognized as a key.
struct KeyColumn: Sendable {
  private var seen: Set<Int> = []
  private var isBroken = false

  /// Whether the column is a key so far.
  var isKey: Bool { !isBroken && !seen.isEmpty }

  /// Adds the value that `row` has in `column`.
  mutating func add(_ row: borrowing RawRow, _ column: Int) {
    guard !isBroken else { return }
    if row.kind(at: column).hasValue { add(row.text(at: column)) } else { addMissing() }
  }

  /// Adds the value of another row.
  mutating func add(_ text: String) {
    if !isBroken, !seen.insert(text.hashValue).inserted { (seen, isBroken) = ([], true) }
  }

  /// Adds a row that ends before the column.
  mutating func addMissing() { (seen, isBroken) = ([], true) }

  /// Returns whether `column` has the name of a key in a table with records of `entity`: `id`,
  /// `AlbumId` or `album_id` for albums.
  static func isNamedKey(_ column: String, of entity: String) -> Bool {
    let name = column.lowercased()
    return name == "id" || target(of: column)?.lowercased() == entity.lowercased()
  }

  /// Returns the entity that a column's name refers to: `Album` for `AlbumId` or `Album_id`; `nil`
  /// for any other name.
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

  /// Reads a value; `nil` unless the value is an address or a list of addresses.
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

/// The common properties of a column's values that are addresses of records.
struct AddressProfile: Sendable {
  /// The collections that the addresses lead to, by their plurals.
  private(set) var collections: Set<String> = []
  /// Whether some value is a list of addresses.
  private(set) var hasLists = false
  /// Whether the addresses of each list are sorted by key, as in a link without an order.
  private(set) var areAscending = true

  /// The one collection that all addresses lead to; `nil` if there is none, or there are several.
  var collection: String? { collections.count == 1 ? collections.first : nil }

  /// Adds the addresses of a value.
  mutating func add(_ cell: AddressCell) {
    if cell.isList { hasLists = true }
    add(cell.addresses)
  }

  private mutating func add(_ addresses: [RecordAddress]) {
    for (place, address) in addresses.enumerated() {
      // The collection is almost always a known one.
      if !collections.contains(address.collection) { collections.insert(address.collection) }
      if place > 0, address.key < addresses[place - 1].key { areAscending = false }
    }
  }
}

/// The distinct values of a column that may be a choice.
struct DistinctTexts: Sendable {
  /// The most distinct values of a choice.
  static let limit = 12
  /// The longest word of a choice, in characters.
  static let longest = 40

  /// The values in the order in which they were found; `nil` once the column can't be a choice.
  private(set) var values: [[UInt8]]? = []
  private var latest = 0

  /// Adds the next value.
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

  /// Returns whether `bytes` can be a word of a choice; the model lists the words on one line
  /// between bars.
  private static func isName(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let first = bytes.first, let last = bytes.last,
      first > Byte.space, last > Byte.space,
      bytes.allSatisfy({ $0 >= Byte.space && $0 != Byte.bar })
    else { return false }
    return !bytes.hasMoreCharacters(than: longest)
  }
}
