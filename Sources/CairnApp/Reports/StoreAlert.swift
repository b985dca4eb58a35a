internal import CairnInterchange
internal import CairnKit
internal import CairnRecords
internal import CairnStore

extension RecordDesk {
  /// What is the matter with the store, as far as it was read; `nil` where nothing is.
  var alert: Alert? {
    if let reloadProblem { return Alert("not up to date", text: reloadProblem) }
    let count = store.damageCount
    guard count > 0 else { return nil }
    return Alert("damaged", text: "damaged in \(counted(count, "place")): cairn store verify")
  }
}
