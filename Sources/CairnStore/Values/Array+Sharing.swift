extension Array {
  /// Whether both arrays are one in memory, which tells at once that they are equal.
  func isShared(with other: Self) -> Bool {
    guard count == other.count else { return false }
    return unsafe withUnsafeBufferPointer { own in
      unsafe other.withUnsafeBufferPointer { unsafe own.baseAddress == $0.baseAddress }
    }
  }
}

extension [Chunk] {
  /// Whether both are the same chunks, one by one.
  func isSame(as other: Self) -> Bool {
    isShared(with: other) || count == other.count && zip(self, other).allSatisfy { $0 === $1 }
  }
}
