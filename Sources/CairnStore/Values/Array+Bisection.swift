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
