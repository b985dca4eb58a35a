internal import CairnScreens

/// The work that is under way, and the screen that asked for each piece of it.
struct RunningJobs {
  struct Running {
    let job: Job
    let owner: ObjectIdentifier
  }

  private var running: [Int: Running] = [:]
  private var last = 0

  var isEmpty: Bool { running.isEmpty }

  /// Whether keys wait for some of it.
  var holdsKeys: Bool { running.values.contains { $0.job.holdsKeys } }

  /// What the status line says about work that writes.
  var titleOfWriting: String? {
    running.values.first { $0.job.lane == .writer && $0.job.title != nil }?.job.title
  }

  /// What the status line says about the newest of it.
  var title: String? {
    running.sorted { $0.key < $1.key }.last { $0.value.job.title != nil }?.value.job.title
  }

  /// Takes a piece of work in and gives it a number.
  mutating func add(_ job: Job, of owner: ObjectIdentifier) -> Int {
    last += 1
    running[last] = Running(job: job, owner: owner)
    return last
  }

  mutating func remove(_ number: Int) -> Running? { running.removeValue(forKey: number) }
}
