extension RandomAccessCollection where Index == Int {
  /// The first place whose element is in the second part, to which `isInSecondPart` holds.
  ///
  /// The elements of the first part stand before those of the second.
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
