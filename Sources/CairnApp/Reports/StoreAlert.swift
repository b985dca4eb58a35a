internal import CairnInterchange
internal import CairnKit
internal import CairnRecords
internal import CairnStore

extension RecordDesk {
  /// What is the matter with the store, as far as it was read.
  ///
  /// - Parameter losses: which of its files lack records, in a sentence.
  /// - Returns: the first of what there is; `nil` where nothing is the matter.
  func alert(losses: String?) -> Alert? {
    if let reloadProblem { return Alert("not up to date", text: reloadProblem) }
    let (damageCount, conflictCount) = (store.damageCount, store.conflictCount)
    if damageCount > 0 {
      let places = counted(damageCount, "place")
      return Alert("damaged", text: "damaged in \(places): cairn store verify")
    }
    if let losses { return Alert("records missing", text: losses) }
    guard conflictCount > 0 else { return nil }
    return Alert("conflict", text: "\(counted(conflictCount, "conflict")) to resolve: ~conflicts")
  }
}
