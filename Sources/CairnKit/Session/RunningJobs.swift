internal import CairnScreens

/// The work that is under way, and the screen that asked for each piece of it.
struct RunningJobs {
  struct Running {
    let job: Job
    let owner: ObjectIdentifier
    private let started = ContinuousClock.now

    init(job: Job, owner: ObjectIdentifier) {
      (self.job, self.owner) = (job, owner)
    }

    /// Whether the status line has something to say of it; not yet of what is soon done as a rule,
    /// so that it does not flash with each key.
    var isShown: Bool {
      guard job.title != nil else { return false }
      return !job.holdsKeys || ContinuousClock.now - started >= .milliseconds(200)
    }
  }

  private var running: [Int: Running] = [:]
  private var last = 0

  var isEmpty: Bool { running.isEmpty }

  /// Whether keys wait for some of it.
  var holdsKeys: Bool { running.values.contains { $0.job.holdsKeys } }

  /// Whether what is typed in a prompt waits for some of it.
  var holdsText: Bool { running.values.contains { $0.job.holdsKeys && !$0.job.takesText } }

  /// What the status line says about the oldest work that writes.
  var titleOfWriting: String? {
    running.filter { $0.value.job.lane != .reader && $0.value.job.title != nil }
      .min { $0.key < $1.key }?.value.job.title
  }

  /// Whether work that writes, and of which the status line says this, is under way.
  func isWriting(_ title: String) -> Bool {
    running.values.contains { $0.job.lane != .reader && $0.job.title == title }
  }

  /// What the status line says about the newest of it.
  var title: String? {
    let shown = running.filter(\.value.isShown).max { $0.key < $1.key }?.value
    guard let job = shown?.job, let title = job.title else { return nil }
    guard let fraction = job.progress?.reading.fraction else { return title }
    // What is counted is done then, and saving it may take as long again.
    return fraction < 1 ? "\(title) \(Int(fraction * 100)) %" : "\(title), nearly done"
  }

  /// Whether some of it writes for so long that nothing waits for it.
  var isLong: Bool { running.values.contains { $0.job.lane == .long } }

  /// Whether some of it can be canceled.
  var canEnd: Bool {
    running.values.contains { $0.job.progress?.endings.contains(.cancel) == true }
  }

  /// Whether the status line may have other words of it in a moment, for how far it is or for how
  /// long it takes.
  var tellsProgress: Bool {
    running.values.contains { $0.job.progress != nil || $0.job.holdsKeys && $0.job.title != nil }
  }

  /// Asks what can be ended to end.
  func end() {
    for work in running.values { work.job.progress?.end(.cancel) }
  }

  /// Asks work that keys wait for to end, and says whether any will that wasn't asked before.
  func endHeld() -> Bool {
    let progresses = running.values.filter(\.job.holdsKeys).compactMap(\.job.progress)
    let going = progresses.filter { $0.ending == nil && $0.endings.contains(.cancel) }
    for progress in going { progress.end(.cancel) }
    return !going.isEmpty
  }

  /// Takes a piece of work in and gives it a number.
  mutating func add(_ job: Job, of owner: ObjectIdentifier) -> Int {
    last += 1
    running[last] = Running(job: job, owner: owner)
    return last
  }

  /// Takes out the work that keys wait for and that can be abandoned.
  mutating func removeAbandonable() -> [Running] {
    let numbers = running.filter { $0.value.job.holdsKeys && $0.value.job.abandon != nil }.keys
    return numbers.sorted().compactMap { running.removeValue(forKey: $0) }
  }

  mutating func remove(_ number: Int) -> Running? { running.removeValue(forKey: number) }
}
