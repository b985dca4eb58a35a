internal import CairnJSON

/// The pairs of records that a column links, in both directions.
///
/// Two columns are the sides of one link if the pairs of each are those of the other, turned
/// around. Equal sums of hashes tell that, unless two of 2^64 sums are equal by chance.
struct LinkPairs: Hashable, Sendable {
  fileprivate var forward: UInt64 = 0
  fileprivate var backward: UInt64 = 0
  fileprivate var count = 0

  mutating func add(_ owner: RecordAddress, _ other: RecordAddress) {
    forward &+= Self.hash(owner, other)
    backward &+= Self.hash(other, owner)
    count += 1
  }

  /// Whether these are the pairs of `other`, turned around.
  func areBack(of other: LinkPairs) -> Bool {
    count > 0 && count == other.count && forward == other.backward && backward == other.forward
  }

  private static func hash(_ first: RecordAddress, _ second: RecordAddress) -> UInt64 {
    var hasher = Hasher()
    hasher.combine(first)
    hasher.combine(second)
    return UInt64(bitPattern: Int64(hasher.finalize()))
  }
}

extension LinkPairs {
  /// The sum of two sets of pairs.
  static func + (left: LinkPairs, right: LinkPairs) -> LinkPairs {
    var sum = left
    sum.forward &+= right.forward
    sum.backward &+= right.backward
    sum.count += right.count
    return sum
  }

  /// Adds the pairs of a record and the addresses in one of its values; other values have none.
  mutating func add(_ owner: RecordAddress, _ bytes: ArraySlice<UInt8>, _ kind: RawRow.Kind) {
    switch kind {
    case .plain, .text:
      if let address = RecordAddress(bytes) {
        add(owner, address)
      } else if kind == .plain, bytes.first == Byte.openBracket {
        addList(owner, bytes)
      }
    case .list, .plainList: addList(owner, bytes)
    case .missing, .empty, .number, .boolean, .nested: break
    }
  }

  private mutating func addList(_ owner: RecordAddress, _ bytes: ArraySlice<UInt8>) {
    for element in ListText.elements(of: bytes) ?? [] {
      if let address = element.string.flatMap({ RecordAddress($0) }) { add(owner, address) }
    }
  }
}
