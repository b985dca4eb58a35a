internal import CairnScreens

/// The running jobs, each with the screen that asked for it.
struct RunningJobs {
  struct Running {
    let job: Job
    let owner: ObjectIdentifier
    private let started = ContinuousClock.now

    init(job: Job, owner: ObjectIdentifier) {
      (self.job, self.owner) = (job, owner)
    }

    /// Whether the status line shows the job.
    ///
    /// Short jobs that hold keys are not shown, so that the line doesn't flash with each key.
    var isShown: Bool {
      guard job.title != nil else { return false }
      return !job.holdsKeys || ContinuousClock.now - started >= .milliseconds(200)
    }
  }

  private var running: [Int: Running] = [:]
  private var last = 0

  var isEmpty: Bool { running.isEmpty }

  /// Whether keys wait for a job.
  var holdsKeys: Bool { running.values.contains { $0.job.holdsKeys } }

  /// Whether text for a prompt waits for a job.
  var holdsText: Bool { running.values.contains { $0.job.holdsKeys && !$0.job.takesText } }

  /// The title of the oldest job that writes.
  var titleOfWriting: String? {
    running.filter { $0.value.job.lane != .reader && $0.value.job.title != nil }
      .min { $0.key < $1.key }?.value.job.title
  }

  /// Whether a job with this title is writing.
  func isWriting(_ title: String) -> Bool {
    running.values.contains { $0.job.lane != .reader && $0.job.title == title }
  }

  /// The title of the newest job, with its progress.
  var title: String? {
    let shown = running.filter(\.value.isShown).max { $0.key < $1.key }?.value
    guard let job = shown?.job, let title = job.title else { return nil }
    guard let fraction = job.progress?.reading.fraction else { return title }
    // The counted work is complete then, but saving it may take as long again.
    return fraction < 1 ? "\(title) \(Int(fraction * 100)) %" : "\(title), nearly done"
  }

  /// Whether a job takes so long that nothing waits for it.
  var isLong: Bool { running.values.contains { $0.job.lane == .long } }

  /// Whether a job can be canceled.
  var canEnd: Bool {
    running.values.contains { $0.job.progress?.endings.contains(.cancel) == true }
  }

  /// Whether the title may change soon, because of progress or time.
  var tellsProgress: Bool {
    running.values.contains { $0.job.progress != nil || $0.job.holdsKeys && $0.job.title != nil }
  }

  /// Cancels all jobs that can be canceled.
  func end() {
    for work in running.values { work.job.progress?.end(.cancel) }
  }

  /// Cancels the jobs that keys wait for; true if a job was not canceled before.
  func endHeld() -> Bool {
    let progresses = running.values.filter(\.job.holdsKeys).compactMap(\.job.progress)
    let going = progresses.filter { $0.ending == nil && $0.endings.contains(.cancel) }
    for progress in going { progress.end(.cancel) }
    return !going.isEmpty
  }

  /// Adds a job and returns its number.
  mutating func add(_ job: Job, of owner: ObjectIdentifier) -> Int {
    last += 1
    running[last] = Running(job: job, owner: owner)
    return last
  }

  /// Removes the jobs that keys wait for and that can be abandoned.
  mutating func removeAbandonable() -> [Running] {
    let numbers = running.filter { $0.value.job.holdsKeys && $0.value.job.abandon != nil }.keys
    return numbers.sorted().compactMap { running.removeValue(forKey: $0) }
  }

  mutating func remove(_ number: Int) -> Running? { running.removeValue(forKey: number) }
}
