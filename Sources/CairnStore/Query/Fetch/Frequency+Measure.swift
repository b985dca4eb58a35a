extension Frequency {
  /// A number about the records with a value, such as the sum of their prices.
  public struct Measure: Hashable, Sendable {
    /// The number, or the earliest or latest time; `nil` if no record has one.
    ///
    /// Numbers with several units have a text such as `3 units`.
    public let value: Value?

    /// The unit of the number; `nil` without one, or with several.
    public let unit: String?

    /// The share of a sum in the sum of all records, from 0 to 1; of another function, the share of
    /// the count.
    ///
    /// It is `nil` if a sum is negative, or if the sums have several units.
    public let share: Double?

    /// The place in the ascending order of all measures, from 0; equal ones have the same place.
    ///
    /// A value without a measure has the place -1.
    public let rank: Int
  }

  /// The share for people: the share of the measure, if there is one.
  public var shownShare: Double? { measure.map(\.share) ?? share }
}

extension Sequence where Element == Frequency {
  /// For each value, the share of it and of all values before it, from 0 to 1; `nil` if a share is
  /// missing.
  public var cumulativeShares: [Double?] {
    let shares = map(\.shownShare)
    let known = shares.compactMap(\.self)
    // Records may have several values, whose shares are more than one together.
    let whole = Swift.max(1, known.reduce(0, +))
    guard known.count == shares.count else { return shares.map { _ in nil } }
    var sum = 0.0
    return known.map { share in
      sum += share
      return sum / whole
    }
  }
}

extension FetchResult {
  /// Computes a number for each value, and sorts: the greatest measure or count first.
  ///
  /// - Parameters:
  ///   - frequencies: The values with their counts.
  ///   - records: The records of each value, as places in the result.
  ///   - aggregate: The number; without one, the counts alone decide.
  /// - Returns: The values with their measures.
  /// - Throws: `FilterError` for a field without numbers or times where such are needed.
  func measured(
    _ frequencies: [Frequency], _ records: [[Int]], by aggregate: Aggregate?
  ) throws(FilterError) -> [Frequency] {
    guard let aggregate else {
      return frequencies.sorted { ($1.count, $0.rank) < ($0.count, $1.rank) }
    }
    let computation = try AggregateComputation(aggregate, of: self)
    let values = records.map { computation.value(of: $0.lazy.map { self[$0] }) }
    let parts = values.map { $0?.approximation ?? -1 }
    let units = records.map { places in
      computation.unit(of: places.lazy.map { self[$0] }) ?? computation.modelUnit
    }
    let hasParts = aggregate.function == .sum && parts.allSatisfy { $0 >= 0 }
    let whole = hasParts ? whole(of: parts, records, computation) : 0
    let ranks = Self.ranks(of: values)
    var measured = frequencies
    for index in measured.indices {
      let part = whole > 0 && whole.isFinite ? parts[index] / whole : nil
      measured[index].measure = Frequency.Measure(
        value: values[index], unit: units[index],
        share: aggregate.function == .sum ? part : measured[index].share, rank: ranks[index])
    }
    return measured.sorted { left, right in
      (right.measure?.rank ?? -1, left.rank) < (left.measure?.rank ?? -1, right.rank)
    }
  }

  /// The sum over all records, given the sums over the records of each value.
  private func whole(
    of parts: [Double], _ records: [[Int]], _ computation: AggregateComputation
  ) -> Double {
    // Numbers with units may have no sum.
    if computation.hasUnits { return computation.value(of: self)?.approximation ?? 0 }
    // A record may be in several parts, or in none.
    var isSeen = [Bool](repeating: false, count: count)
    for place in records.joined() {
      if isSeen[place] { return computation.value(of: self)?.approximation ?? 0 }
      isSeen[place] = true
    }
    let isPartition = isSeen.allSatisfy(\.self)
    return isPartition ? parts.reduce(0, +) : computation.value(of: self)?.approximation ?? 0
  }

  private static func ranks(of values: [Value?]) -> [Int] {
    // Whole and decimal numbers have one order. A text instead of a total has no place in it.
    let column = SortColumn(
      values.map { value in
        value.flatMap { $0.approximation.map(Value.double) ?? ($0.isText ? nil : $0) }
      }, of: nil)
    var ranks = [Int](repeating: -1, count: values.count)
    var (rank, last): (Int, Int?) = (-1, nil)
    let compare = { SortColumn.compare(column, $0, column, $1, isDescending: false) }
    for index in values.indices.sorted(by: { compare($0, $1) < 0 }) where column.hasValue[index] {
      if last.map({ compare($0, index) != 0 }) ?? true { rank += 1 }
      (ranks[index], last) = (rank, index)
    }
    return ranks
  }
}
