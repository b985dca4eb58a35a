/// The pairs of records that a column links, in both directions.
///
/// Two columns are the sides of one link if each has the pairs of the other, turned around. Equal
/// sums of hashes show that. Two different sums are equal by chance once in 2^64 cases.
struct LinkPairs: Hashable, Sendable {
  private var forward: UInt64 = 0
  private var backward: UInt64 = 0
  private var count = 0

  mutating func add(_ owner: RecordAddress, _ other: RecordAddress) {
    forward &+= Self.hash(owner, other)
    backward &+= Self.hash(other, owner)
    count += 1
  }

  /// Whether these are the pairs of `other`, turned around.
  func areBack(of other: LinkPairs) -> Bool {
    count > 0 && count == other.count && forward == other.backward && backward == other.forward
  }

  static func + (left: LinkPairs, right: LinkPairs) -> LinkPairs {
    var sum = left
    sum.forward &+= right.forward
    sum.backward &+= right.backward
    sum.count += right.count
    return sum
  }

  private static func hash(_ first: RecordAddress, _ second: RecordAddress) -> UInt64 {
    var hasher = Hasher()
    hasher.combine(first)
    hasher.combine(second)
    return UInt64(bitPattern: Int64(hasher.finalize()))
  }
}
