internal import CairnScreens
package import CairnStore

/// The totals of a list's sections, computed on another thread.
///
/// One computation runs at a time. Until it ends, the previous totals stay on screen.
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

  /// The last computation, finished or under way.
  private var attempt: Attempt?
  private let computing = SingleFlight()
  private var cells: [String: [String]] = [:]

  /// The id of the section of records with `value`.
  static func id(of value: Value?) -> String { value.map(ValueText.export) ?? "" }

  /// The totals of a section, one text for each column; empty if unknown.
  ///
  /// Without groups, all rows form the section of `nil`.
  func cells(of section: String) -> [String] { cells[section] ?? [] }

  /// Computes totals, unless they are known or under way.
  ///
  /// - Parameters:
  ///   - totals: the wanted totals; `nil` removes them.
  ///   - results: the rows, in their sections.
  ///   - columns: the columns of the cells.
  ///   - clock: the clock for showing moments.
  ///   - completion: checks whether other totals are wanted now.
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
    // Totals of other sections or columns would appear in wrong places.
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
      // The totals may have been turned off in the meantime.
      if attempt != nil { self.cells = cells }
      return completion() + [.refresh]
    }
  }

  private static func cells(
    _ attempt: Attempt, _ columns: RecordColumns, at clock: WallClock
  ) -> [String: [String]] {
    let totals = columns.totals(attempt.totals.function)
    // The rows were read and the columns are numeric; otherwise the list would not have them.
    let sections = (try? attempt.results.result.aggregate(totals.map(\.aggregate))) ?? []
    var cells: [String: [String]] = [:]
    for section in sections {
      cells[id(of: section.group)] = columns.cells(
        of: section, attempt.totals.function, totals, at: clock)
    }
    return cells
  }

  /// The text of a number with its unit, if the model has one.
  static func text(
    of value: Value, _ function: Aggregate.Function, _ unit: String?, at clock: WallClock
  ) -> String {
    NumberUnit.text(text(of: value, function, at: clock), unit)
  }

  private static func text(
    of value: Value, _ function: Aggregate.Function, at clock: WallClock
  ) -> String {
    guard function == .average, let number = value.number else {
      return ValueText.display(value, at: clock)
    }
    // Two decimals are enough for an average; a fixed number of decimals aligns the digits.
    let text = ValueText.display(.double((number * 100).rounded() / 100), at: clock)
    guard text.allSatisfy({ $0.isNumber || "-.".contains($0) }) else { return text }
    let parts = text.split(separator: ".")
    let decimals = parts.count > 1 ? parts[1] : ""
    return parts[0] + "." + decimals + String(repeating: "0", count: max(0, 2 - decimals.count))
  }
}

extension Value {
  /// The number as a floating-point number; `nil` for any other value.
  var number: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .decimal(let number): number.approximation
    case .double(let number): number
    default: nil
    }
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

extension RecordQuery {
  /// A sentence about each key that means nothing here, and about a word that names no totals.
  package var allWarnings: [String] {
    guard let totals, SectionTotals(rawValue: totals) == nil else { return warnings }
    let words = SectionTotals.allCases.map(\.rawValue).joined(separator: ", ")
    return warnings
      + ["totals=\(totals.quotedStart) is ignored; the totals of a list are \(words)"]
  }
}

extension RecordColumns {
  /// The totals of all records of a result.
  ///
  /// - Parameters:
  ///   - word: the word after `totals=` in the list's URL.
  ///   - result: the records.
  ///   - clock: the clock for showing moments.
  /// - Returns: a title and a text for each column; `nil` if no totals are asked for, or if no
  ///   column has one.
  package func totalCells(
    _ word: String?, of result: FetchResult, at clock: WallClock
  ) -> (title: String, cells: [String])? {
    guard let wanted = word.flatMap(SectionTotals.init(rawValue:)) else { return nil }
    var cells = [String](repeating: "", count: shapes.count)
    for total in totals(wanted.function) {
      // A column without a total, such as one whose records can't be read, hides no other one.
      guard let found = try? result.total([total.aggregate]) else { continue }
      cells[total.index] = self.cells(of: found, wanted.function, [total], at: clock)[total.index]
    }
    return cells.allSatisfy(\.isEmpty) ? nil : (wanted.title, cells)
  }

  /// The texts of computed totals, one for each column.
  ///
  /// - Parameters:
  ///   - result: the computed totals.
  ///   - wanted: the function that was asked for; a sign marks an average among sums.
  ///   - totals: the columns and functions of the totals.
  ///   - clock: the clock for showing moments.
  /// - Returns: the texts; empty in a column without a total.
  fileprivate func cells(
    of result: AggregateResult, _ wanted: Aggregate.Function,
    _ totals: [(index: Int, aggregate: Aggregate)], at clock: WallClock
  ) -> [String] {
    var cells = [String](repeating: "", count: shapes.count)
    for (place, total) in totals.enumerated() {
      guard let value = result.values[place] else { continue }
      let function = total.aggregate.function
      let sign = function == wanted ? "" : "~"
      let unit = result.units[place] ?? unit(total.index)
      cells[total.index] = sign + TotalsLookup.text(of: value, function, unit, at: clock)
    }
    return cells
  }
}
