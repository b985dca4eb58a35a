/// What lies between two bounds, each open or closed or not there.
struct Interval<Bound: Comparable> {
  var lower: Bound?
  var upper: Bound?
  var includesLower = true
  var includesUpper = true

  /// From `lower` to `upper`, both included.
  init(_ lower: Bound?, _ upper: Bound?) {
    self.lower = lower
    self.upper = upper
  }

  /// What compares by `operation` with something that reaches from `first` to `last`.
  ///
  /// Before a month is before its first day, after it is after its last.
  init(_ operation: ComparisonOperator, _ first: Bound, _ last: Bound) {
    switch operation {
    case .less:
      self.init(nil, first)
      includesUpper = false
    case .lessOrEqual: self.init(nil, last)
    case .greater:
      self.init(last, nil)
      includesLower = false
    case .greaterOrEqual: self.init(first, nil)
    case .matches, .equal, .notEqual, .pattern: self.init(first, last)
    }
  }

  @inline(__always)
  func contains(_ value: Bound) -> Bool {
    if let lower, value < lower || !includesLower && value == lower { return false }
    if let upper, value > upper || !includesUpper && value == upper { return false }
    return true
  }
}

extension Interval: Sendable where Bound: Sendable {}

/// A decimal number by its amount, whatever digits it is written with.
struct Amount: Comparable, Sendable {
  let number: DecimalNumber

  static func == (left: Self, right: Self) -> Bool { left.number.compare(right.number) == 0 }
  static func < (left: Self, right: Self) -> Bool { left.number.compare(right.number) < 0 }
}
