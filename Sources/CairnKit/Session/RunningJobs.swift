internal import CairnScreens

/// The running jobs, each with the screen that asked for it.
struct RunningJobs {
  struct Running {
    let job: BackgroundJob
    /// The screen that asked for the job, if it still exists.
    weak var owner: (any Screen)?
    private let started = ContinuousClock.now

    init(job: BackgroundJob, owner: any Screen) {
      (self.job, self.owner) = (job, owner)
    }

    /// Whether the job writes, and has a title to ask about.
    var writes: Bool { job.lane != .reader && job.title != nil }

    var canEnd: Bool { isIgnorable || job.progress?.endings.contains(.cancel) == true }

    /// Whether the result of a named reading can be ignored: it changes nothing, and the job tells
    /// what follows instead.
    var isIgnorable: Bool {
      job.progress == nil && job.lane == .reader && job.title != nil && job.abandon != nil
    }

    /// Whether the status line shows the job.
    ///
    /// Short jobs that hold keys are not shown, so that the line doesn't flash with each key.
    var isShown: Bool {
      guard job.title != nil else { return false }
      return !job.holdsKeys || ContinuousClock.now - started >= .milliseconds(200)
    }
  }

  /// The question about a running job, and the job.
  var question: (menu: Menu, number: Int, title: String)?
  private var running: [Int: Running] = [:]
  private var last = 0

  var isEmpty: Bool { running.isEmpty }

  /// Whether keys wait for a job.
  var holdsKeys: Bool { running.values.contains { $0.job.holdsKeys } }

  /// Whether text for a prompt waits for a job.
  var holdsText: Bool { running.values.contains { $0.job.holdsKeys && !$0.job.takesText } }

  /// The number and title of the oldest job that writes; `nil` if no job writes.
  var oldestWriter: (number: Int, title: String)? { oldest(where: \.writes) }

  /// The number and title of the oldest job that can be canceled; `nil` if none can.
  var oldestToEnd: (number: Int, title: String)? { oldest(where: \.canEnd) }

  private func oldest(where isMeant: (Running) -> Bool) -> (number: Int, title: String)? {
    let meant = running.filter { isMeant($0.value) && $0.value.job.title != nil }
    guard let (number, oldest) = meant.min(by: { $0.key < $1.key }) else { return nil }
    return oldest.job.title.map { (number, $0) }
  }

  /// Whether a long job runs, which the list of jobs shows.
  var hasLong: Bool { running.values.contains { $0.job.lane == .long && $0.isShown } }

  /// Whether a job still runs.
  func isRunning(_ number: Int) -> Bool { running[number] != nil }

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

  /// Whether a job still runs and can be canceled.
  func canEnd(_ number: Int) -> Bool { running[number]?.canEnd == true }

  /// Whether the title may change soon, because of progress or time.
  var tellsProgress: Bool {
    running.values.contains { $0.job.progress != nil || $0.job.holdsKeys && $0.job.title != nil }
  }

  /// Cancels a job.
  ///
  /// - Returns: the job, if it has no progress; it continues, and its result is ignored.
  mutating func end(_ number: Int) -> Running? {
    guard let work = running[number] else { return nil }
    work.job.progress?.end(.cancel)
    return work.isIgnorable ? running.removeValue(forKey: number) : nil
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
  mutating func add(_ job: BackgroundJob, of owner: any Screen) -> Int {
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
