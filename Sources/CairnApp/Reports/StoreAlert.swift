internal import CairnInterchange
internal import CairnKit
internal import CairnRecords
internal import CairnStore

extension RecordDesk {
  /// What is the matter with the store, as far as it was read; `nil` where nothing is.
  var alert: Alert? {
    if let reloadProblem { return Alert("not up to date", text: reloadProblem) }
    let (damageCount, conflictCount) = (store.damageCount, store.conflictCount)
    if damageCount > 0 {
      let places = counted(damageCount, "place")
      return Alert("damaged", text: "damaged in \(places): cairn store verify")
    }
    guard conflictCount > 0 else { return nil }
    return Alert("two sides", text: "\(counted(conflictCount, "place")) to choose: ~conflicts")
  }
}
