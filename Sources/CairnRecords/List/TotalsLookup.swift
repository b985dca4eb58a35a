internal import CairnScreens
internal import CairnStore

/// What the numbers of a list's sections come to, computed on another thread.
///
/// One computation is under way at a time; what came of older rows stays in sight until the new
/// numbers are there.
final class TotalsLookup {
  private struct Attempt {
    let results: FetchedResults
    let columns: [String]
    let totals: SectionTotals

    func isEqual(to other: Attempt) -> Bool {
      results.snapshot === other.results.snapshot && results.request == other.results.request
        && columns == other.columns && totals == other.totals
    }
  }

  /// What was computed last, or is being computed.
  private var attempt: Attempt?
  private let computing = SingleFlight()
  private var cells: [String: [String]] = [:]

  /// What a list calls the section of records with `value`.
  static func id(of value: Value?) -> String { value.map(ValueText.export) ?? "" }

  /// What a section comes to, a text for each column; none where nothing is known.
  ///
  /// Without groups, all rows are the section of no value.
  func cells(of section: String) -> [String] { cells[section] ?? [] }

  /// Computes what is wanted, unless it is known or under way.
  ///
  /// - Parameters:
  ///   - totals: what is wanted; nothing makes the numbers go.
  ///   - results: the rows, in their sections.
  ///   - columns: the columns that cells are wanted for.
  ///   - clock: how moments are written.
  ///   - completion: looks whether something else is wanted by then.
  /// - Returns: the effects that start the work.
  func look(
    _ totals: SectionTotals?, of results: FetchedResults, _ columns: RecordColumns,
    at clock: WallClock, completion: @escaping () -> [Effect]
  ) -> [Effect] {
    guard let totals else {
      (attempt, cells) = (nil, [:])
      return []
    }
    let wanted = Attempt(
      results: results, columns: columns.shapes.map(\.name), totals: totals)
    guard !computing.isUnderWay, attempt?.isEqual(to: wanted) != true else { return [] }
    // Numbers of other sections or columns would stand in wrong places.
    if attempt?.columns != wanted.columns
      || attempt?.results.request.group != wanted.results.request.group
    {
      cells = [:]
    }
    attempt = wanted
    return computing.start {
      Self.cells(wanted, columns, at: clock)
    } completion: { [weak self] cells in
      guard let self else { return [] }
      // It may have been asked for nothing meanwhile.
      if attempt != nil { self.cells = cells }
      return completion() + [.refresh]
    }
  }

  private static func cells(
    _ attempt: Attempt, _ columns: RecordColumns, at clock: WallClock
  ) -> [String: [String]] {
    let totals = columns.totals(attempt.totals.function)
    // The rows could be read and the columns have numbers, or they would not be in the list.
    let sections = (try? attempt.results.result.aggregate(totals.map(\.aggregate))) ?? []
    var cells: [String: [String]] = [:]
    for section in sections {
      var texts = [String](repeating: "", count: attempt.columns.count)
      for (total, value) in zip(totals, section.values) {
        guard let value else { continue }
        let function = total.aggregate.function
        // An average among sums says that it is one.
        let sign = function == attempt.totals.function ? "" : "~"
        texts[total.index] = sign + text(of: value, function, at: clock)
      }
      cells[id(of: section.group)] = texts
    }
    return cells
  }

  /// The text of a number.
  private static func text(
    of value: Value, _ function: Aggregate.Function, at clock: WallClock
  ) -> String {
    guard function == .average, case .double(let number) = value else {
      return ValueText.display(value, at: clock)
    }
    // Of an average, the first decimals mean something; as many in each keep digits below each other.
    let text = ValueText.display(.double((number * 100).rounded() / 100), at: clock)
    guard text.allSatisfy({ $0.isNumber || "-.".contains($0) }) else { return text }
    let parts = text.split(separator: ".")
    let decimals = parts.count > 1 ? parts[1] : ""
    return parts[0] + "." + decimals + String(repeating: "0", count: max(0, 2 - decimals.count))
  }
}

extension SectionTotals {
  var function: Aggregate.Function {
    switch self {
    case .sum: .sum
    case .average: .average
    case .least: .min
    case .greatest: .max
    }
  }
}
