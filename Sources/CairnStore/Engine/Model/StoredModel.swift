/// The model's text as a process knows it: what the file says, with the journal's changes on top.
struct StoredModel: Sendable {
  /// The state in which the file was read last.
  var file: FileFingerprint?
  var text = ""
  /// Changes that are in the journal and that the file may not have yet, in their order.
  private(set) var pending: [Pending] = []

  /// A change in the journal, and the number of the transaction that it is part of.
  struct Pending: Sendable {
    var number: UInt64
    var change: ModelChange
  }

  /// Takes note of a change in the journal, unless it is known.
  mutating func add(_ change: ModelChange, number: UInt64) {
    guard number > pending.last?.number ?? 0 else { return }
    pending.append(Pending(number: number, change: change))
  }

  /// Forgets the changes before `number`, which are in the file.
  mutating func forget(before number: UInt64) {
    pending.removeAll { $0.number < number }
  }
}
