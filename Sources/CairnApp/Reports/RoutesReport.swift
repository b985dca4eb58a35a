internal import CairnJSON
internal import CairnKit
internal import CairnNavigation

extension Workspace {
  /// Returns every pattern of the app in matching order, with the way its screens are presented.
  ///
  /// - Throws: ``AppError`` when the app can't be made.
  public func routesReport(_ format: ReportFormat) throws(AppError) -> String {
    try routesTable(explaining: nil).report(format)
  }

  /// Returns why each pattern matches a URL or doesn't, in matching order.
  ///
  /// - Returns: the report, and whether a pattern other than the wildcard matches.
  /// - Throws: ``AppError`` when the address names an unknown favorite.
  public func explanation(
    of address: Address, _ format: ReportFormat
  ) throws(AppError) -> (report: String, isMatched: Bool) {
    let url = try url(of: address)
    let map = try TerminalApp(self).map
    return (RouteLists { map }.table(explaining: url).report(format), map.canOpen(url))
  }

  /// Returns the table of all patterns, or of the reasons why each matches a URL or doesn't.
  func routesTable(explaining text: String?) throws(AppError) -> any PrintableTable {
    let map = try TerminalApp(self).map
    let lists = RouteLists { map }
    guard let text else { return lists.table }
    do throws(NavigationError) {
      return lists.table(explaining: try ScreenURL(parsing: text))
    } catch {
      throw .usage(error.description)
    }
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
