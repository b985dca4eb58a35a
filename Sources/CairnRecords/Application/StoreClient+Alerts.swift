internal import CairnInterface
package import CairnKit
internal import CairnScreens
internal import CairnStore

extension StoreClient {
  /// Returns the most important problem of the parts of the store that were read.
  ///
  /// - Parameters:
  ///   - losses: the files that lack records, in a sentence; `nil` if none do.
  ///   - showsPlace: whether the first damaged line is named, in an app without a command that does.
  /// - Returns: the alert; `nil` if all is well.
  package func alert(losses: String?, showingPlace showsPlace: Bool = false) -> Alert? {
    if let reloadProblem { return Alert("not up to date", text: reloadProblem) }
    let (damageCount, conflictCount) = (store.damageCount, store.conflictCount)
    if damageCount > 0 {
      let first = showsPlace ? store.problems.first { $0.severity == .damage } : nil
      let place = first.map { ": \($0)" } ?? ""
      return Alert("damaged", text: "damaged in \(Count.text(damageCount, "place"))\(place)")
    }
    if let losses { return Alert("records missing", text: losses) }
    guard conflictCount > 0 else { return nil }
    return Alert("conflict", text: "\(Count.text(conflictCount, "conflict")) to resolve")
  }
}

extension ObjectStore {
  /// The files that lack records which they had before, in a sentence.
  ///
  /// `nil` if none do, or the files can't be examined.
  package var lossesInWords: String? {
    guard let files = try? findLosses(), let first = files.first else { return nil }
    let place = files.count == 1 ? first.file : "\(files.count) files"
    return "records are missing in \(place); restore them from git or a backup"
  }
}
