internal import CairnScreens
public import CairnStore

extension Frequency {
  /// The texts of a value for people: the value in all its spellings, its count, its measure if
  /// there is one, its share, and the share of it and all values before it.
  ///
  /// - Parameters:
  ///   - cumulative: the share of the value and all values before it; `nil` if unknown.
  ///   - measure: the measure that was asked for.
  ///   - clock: the clock for showing moments.
  /// - Returns: the texts, in the order of the columns.
  public func cells(
    cumulative: Double?, measure: Aggregate? = nil, at clock: WallClock = .current
  ) -> [String] {
    let spellings = [title] + otherSpellings.map(\.title)
    let value = value == nil ? "(none)" : spellings.joined(separator: " / ")
    let amount = measure.map { wanted in
      self.measure?.value.map {
        TotalsLookup.text(of: $0, wanted.function, self.measure?.unit, at: clock)
      } ?? ""
    }
    return [value, "\(count)"] + (amount.map { [$0] } ?? [])
      + [shownShare, cumulative].map { $0.map(Self.percentage) ?? "" }
  }

  private static func percentage(_ share: Double) -> String {
    let tenths = Int((share * 1000).rounded())
    return "\(tenths / 10).\(tenths % 10) %"
  }

  /// The number that a bar shows: the measure, or else the count; `nil` for times, and for a total
  /// of numbers with several units.
  var amount: Double? {
    guard let measure else { return Double(count) }
    return measure.value?.number.flatMap { $0.isFinite ? $0 : nil }
  }
}

extension Entity {
  /// The fields and calculations whose values a function takes.
  func measurable(_ function: Aggregate.Function, in model: ObjectModel) -> [ListField] {
    let fields = attributes.filter { !$0.isList && function.takes($0.type) }.map { attribute in
      ListField(attribute.name, title: attribute.caption)
    }
    return fields
      + calculations(in: model).filter { !$0.isNewestFirst || function.takes(.datetime) }
  }
}
