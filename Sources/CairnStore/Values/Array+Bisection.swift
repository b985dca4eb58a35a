extension Array where Element: Comparable {
  /// The first place whose element is not below `element`; the elements ascend.
  func lowerBound(of element: Element) -> Int {
    if let last, last < element { return count }
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < element { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The place of `element`, `nil` if it is not among the elements, which ascend.
  func place(of element: Element) -> Int? {
    let place = lowerBound(of: element)
    return place < count && self[place] == element ? place : nil
  }

  /// Whether no element is below the one before it.
  var isAscending: Bool { zip(self, dropFirst()).allSatisfy { $0 <= $1 } }
}

extension RandomAccessCollection where Index == Int {
  /// The first place whose element is in the second part, to which `isInSecondPart` holds.
  ///
  /// Every element of the first part must stand before every element of the second part.
  func partitioningIndex(_ isInSecondPart: (Element) -> Bool) -> Int {
    var low = startIndex
    var high = endIndex
    while low < high {
      let middle = (low + high) / 2
      if isInSecondPart(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

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
