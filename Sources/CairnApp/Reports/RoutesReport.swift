internal import CairnJSON
internal import CairnKit
internal import CairnNavigation

extension Workspace {
  /// Every pattern of the app in matching order, with how its screens are presented.
  ///
  /// - Throws: ``AppError`` when the app can't be made.
  public func routesReport(_ format: ReportFormat) throws(AppError) -> String {
    let map = try TerminalApp(self).map
    switch format {
    case .json:
      return JSONValue.array(
        map.patterns.map { pattern in
          [
            "pattern": .string(pattern.text),
            "mode": .optional(map.mode(of: pattern)?.rawValue),
          ]
        }
      ).report
    case .text:
      return map.patterns.map { pattern in
        "\((map.mode(of: pattern)?.rawValue ?? "redirect").padded(to: 9)) \(pattern.text)\n"
      }.joined()
    }
  }

  /// Why each pattern matches a URL or doesn't, in the order of trying.
  ///
  /// - Returns: the report, and whether a pattern other than the wildcard matches.
  /// - Throws: ``AppError`` when a favorite that is named doesn't exist.
  public func explanation(
    of address: Address, _ format: ReportFormat
  ) throws(AppError) -> (report: String, isMatched: Bool) {
    let url = try url(of: address)
    let map = try TerminalApp(self).map
    let candidates = map.candidates(for: url)
    let report =
      switch format {
      case .text: candidates.map { "\($0)\n" }.joined()
      case .json: JSONValue.array(candidates.map(\.json)).report
      }
    return (report, map.canOpen(url))
  }
}

extension Candidate {
  var json: JSONValue {
    let reason: String? = if case .rejected(let mismatch) = verdict { "\(mismatch)" } else { nil }
    let isMatching = if case .rejected = verdict { false } else { true }
    return [
      "pattern": .string(pattern.text), "matches": .boolean(isMatching),
      "chosen": .boolean(verdict == .chosen), "reason": .optional(reason),
    ]
  }
}

extension String {
  /// The text with blanks up to a number of characters, which are all of one column.
  func padded(to count: Int) -> String {
    self + String(repeating: " ", count: Swift.max(0, count - self.count))
  }
}
