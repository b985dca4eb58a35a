internal import CairnFiles

/// What everybody may ask a store at any time, screens at each drawing.
///
/// It waits for no save, however long that takes.
struct PublishedState: Sendable {
  let snapshot: Snapshot
  /// What was found wrong in the files, of the store that is there by now.
  let problems: ProblemLog
  let isReadOnly: Bool
  let obstacle: FileError?
  let newerFeature: String?
  let replica: Replica
  /// How many files of records a fold has to write.
  let shardsBehind: Int

  init(_ writer: Writer) {
    snapshot = writer.snapshot
    problems = writer.problems
    isReadOnly = writer.state == .readOnly
    obstacle = writer.obstacle
    newerFeature = writer.header.newerFeature
    replica = writer.minter.replica
    shardsBehind = writer.state == .writable ? writer.touched.values.reduce(0) { $0 + $1.count } : 0
  }
}
