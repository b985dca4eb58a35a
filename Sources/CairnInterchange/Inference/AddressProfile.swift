internal import CairnJSON

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
