/// Finds the records that match what is typed into a picker, on another thread where there are
/// many.
final class CandidateSearch {
  private let field: FormField
  private let source: any FormSource
  private let searching = SingleFlight()
  /// What was looked for last; `nil` before anything was found, or found missing.
  private var shownText: String?
  /// Whether somebody asked for records; who stopped to wait for them isn't asked again.
  private(set) var hasBegun = false

  /// How many records are looked for at most.
  private static let limit = 200

  init(for field: FormField, in source: any FormSource) {
    (self.field, self.source) = (field, source)
  }

  /// Whether all is found at once.
  var isShort: Bool { source.findingCandidates(for: field, matching: "", limit: 1) == nil }

  /// What stands where no record does.
  var none: String {
    if shownText != nil { return "no record matches" }
    return hasBegun && !searching.isUnderWay ? "not searched yet; type to search" : "searching"
  }

  /// Looks for what is typed, and then for what was typed meanwhile.
  ///
  /// - Parameters:
  ///   - text: what is typed, asked again once something was found.
  ///   - show: takes the records.
  ///   - abandon: takes what was looked for before, once a person has stopped to wait.
  /// - Returns: the effects that start the work.
  func find(
    _ text: @escaping () -> String, show: @escaping ([FormCandidate]) -> Void,
    abandon: @escaping (String) -> Void
  ) -> [Effect] {
    guard !searching.isUnderWay else { return [] }
    hasBegun = true
    let wanted = text()
    let find = source.findingCandidates(for: field, matching: wanted, limit: Self.limit)
    guard let find else {
      shownText = wanted
      show(source.candidates(for: field, matching: wanted, limit: Self.limit))
      return []
    }
    return searching.start("searching", holdsKeys: true, takesText: true, work: find) {
      [weak self] found in
      guard let self else { return [] }
      shownText = wanted
      show(found)
      return text() == wanted ? [] : self.find(text, show: show, abandon: abandon)
    } abandon: { [weak self] in
      abandon(self?.shownText ?? "")
      return []
    }
  }
}
