internal import CairnJSON

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

  /// Takes in a value; a table writes a list as JSON in one cell.
  ///
  /// - Returns: whether the value is an address, or a list of them.
  mutating func add(_ bytes: ArraySlice<UInt8>, _ kind: RawRow.Kind) -> Bool {
    switch kind {
    case .plain, .text:
      if let address = RecordAddress(bytes) {
        add([address])
        return true
      }
      guard kind == .plain, bytes.first == Byte.openBracket else { return false }
      return addList(bytes)
    case .list, .plainList: return addList(bytes)
    case .missing, .empty: return true
    case .number, .boolean, .nested: return false
    }
  }

  private mutating func addList(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let elements = ListText.elements(of: bytes) else { return false }
    let addresses = elements.compactMap { $0.string.flatMap { RecordAddress($0) } }
    guard addresses.count == elements.count else { return false }
    hasLists = true
    add(addresses)
    return true
  }

  private mutating func add(_ addresses: [RecordAddress]) {
    for (place, address) in addresses.enumerated() {
      // Hardly ever another one.
      if !collections.contains(address.collection) { collections.insert(address.collection) }
      if place > 0, address.key < addresses[place - 1].key { areAscending = false }
    }
  }
}
