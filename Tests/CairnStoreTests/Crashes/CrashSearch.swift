import CairnFiles
import Synchronization
import TestSupport

@testable import CairnStore

/// Looks for a loss of power that loses a change, shows part of one, or leaves a store that does
/// not open.
///
/// A script runs on files in memory that know what has reached the disk. Nothing but a wait for the
/// disk makes a state impossible, so the search stops before each: there, any set of the changes
/// that still wait may survive, sectors of 512 bytes and changes of names each for themselves. Of
/// so many as `breadth` all sets are tried, of more a sample. Each different state is opened as a
/// program would after the crash, and must show exactly what was saved, up to the last change that
/// was acknowledged or one after it. Then it is used: a change is saved, the power fails, the store
/// is folded. To the depth that is asked for power fails during that, too.
///
/// ```
///   script ──wait──▶ states ──open, save, fold──wait──▶ states ──open, save, fold──▶ …
/// ```
final class CrashSearch: Sendable {
  /// How far a search goes.
  struct Limits: Sendable {
    /// The most states that are tried at one moment.
    var breadth: Int
    /// Of so many states one is used under the same search again; 0 for none.
    var again: Int
    /// The most states that are tried in all.
    ///
    /// The moments of the script have equal shares of what
    /// the ones before them left, so that the last is looked at as well as the first.
    var most = Int.max
  }

  private struct Findings {
    var known: Set<Int> = []
    var states = 0
    var moments = 0
    var sampled = 0
    /// How many moments of the script are still to come.
    var momentsLeft = 1
    /// Up to how many states the moment that is looked at may go, and how many ended there.
    var allowed = Int.max
    var endedEarly = 0
    var violations: [String] = []
    var generator: SeededGenerator
  }

  private let script: CrashScript
  private let limits: Limits
  /// What the program does wrong, seen from the file system that it gets.
  private let mutation: @Sendable (any FileSystem) -> any FileSystem
  /// Whether what is tried counts among the sums of the run.
  private let isTallied: Bool
  private let findings: Mutex<Findings>

  init(
    _ script: CrashScript, _ limits: Limits, seed: UInt64, isTallied: Bool = false,
    mutation: @escaping @Sendable (any FileSystem) -> any FileSystem = { $0 }
  ) {
    self.script = script
    self.limits = limits
    self.mutation = mutation
    self.isTallied = isTallied
    findings = Mutex(Findings(generator: SeededGenerator(seed: seed)))
  }

  /// How many different states were tried, at how many moments, and at how many of these too many
  /// changes waited for all sets of them; and how many of the script's ended with their share.
  var account: String {
    findings.withLock { found in
      "\(found.states) states at \(found.moments) moments, \(found.sampled) of these sampled"
        + (found.endedEarly > 0 ? ", \(found.endedEarly) ended early" : "")
    }
  }

  /// What went wrong; the search ends at the first.
  var violations: [String] { findings.withLock(\.violations) }

  private var isOver: Bool {
    findings.withLock { !$0.violations.isEmpty || $0.states >= $0.allowed }
  }

  /// Runs the script and looks at every moment of it.
  func run() throws {
    let saved = try expectation()
    let progress = Mutex(SavedStates.Progress())
    let files = MemoryFileSystem(isRecording: true)
    let watched = SynchronizationFilter(mutation(files)) { wait in
      let progress = progress.withLock { $0 }
      if progress.isCreated {
        self.lookAtMoment(files, saved, progress, "before waiting for \(wait)")
      }
      return true
    }
    try script.run(on: watched) { store, isSaved in
      progress.withLock { $0.note(store, isSaved: isSaved) }
    }
    lookAtMoment(files, saved, progress.withLock { $0 }, "at the end")
  }

  /// Tries the states that a moment of the script has, as far as its share goes.
  private func lookAtMoment(
    _ files: MemoryFileSystem, _ saved: SavedStates, _ progress: SavedStates.Progress,
    _ place: String
  ) {
    findings.withLock { found in
      found.allowed = found.states + (limits.most - found.states) / max(1, found.momentsLeft)
      found.momentsLeft -= 1
    }
    lookAt(files, saved, progress, depth: 1, place)
    findings.withLock { if $0.states >= $0.allowed { $0.endedEarly += 1 } }
  }

  /// What the script saves, found on files that keep everything; its moments are counted.
  private func expectation() throws -> SavedStates {
    var saved = SavedStates()
    let waits = Mutex(0)
    let files = SynchronizationFilter(MemoryFileSystem()) { _ in
      waits.withLock { $0 += 1 }
      return true
    }
    try script.run(on: files) { store, _ in saved.note(store) }
    findings.withLock { $0.momentsLeft = waits.withLock { $0 } + 1 }
    return saved
  }

  /// Tries the states that power failing now would leave.
  private func lookAt(
    _ files: MemoryFileSystem, _ saved: SavedStates, _ progress: SavedStates.Progress, depth: Int,
    _ place: String
  ) {
    if isOver { return }
    let waiting = files.unsettledCount
    let choices = findings.withLock { findings in
      findings.moments += 1
      if waiting > 60 || 1 << waiting > limits.breadth { findings.sampled += 1 }
      var choices = PowerLoss.choices(
        of: waiting, atMost: limits.breadth, using: &findings.generator)
      // Those that are tried before the share ends are any of them.
      if limits.most < .max { choices.shuffle(using: &findings.generator) }
      return choices
    }
    for choice in choices where !isOver {
      let state = files.afterLossOfPower { choice[$0] }
      var hasher = Hasher()
      hasher.combine(progress)
      state.hash(into: &hasher)
      let hash = hasher.finalize()
      let isUsedAgain = findings.withLock { findings -> Bool? in
        guard findings.known.insert(hash).inserted else { return nil }
        findings.states += 1
        return depth > 0 && limits.again > 0 && findings.states % limits.again == 0
      }
      guard let isUsedAgain else { continue }
      if isTallied { Tally.add("states after a loss of power") }
      do {
        try use(state, saved, progress, depth: isUsedAgain ? depth : 0)
      } catch {
        let kept = choice.map { $0 ? "1" : "0" }.joined()
        let message = "\(place), keeping \(kept) after change \(progress.version): \(error)"
        findings.withLock { $0.violations.append(message) }
      }
    }
  }

  /// Opens what power failing left, checks it, and goes on with it.
  private func use(
    _ state: MemoryFileSystem, _ saved: SavedStates, _ progress: SavedStates.Progress, depth: Int
  ) throws {
    let now = Mutex(progress)
    let later = Mutex(saved)
    var files = mutation(state)
    if depth > 0 {
      try later.withLock { try note(saveIn: state, in: &$0) }
      files = SynchronizationFilter(files) { wait in
        self.lookAt(
          state, later.withLock { $0 }, now.withLock { $0 }, depth: depth - 1,
          "in recovery before waiting for \(wait)")
        return true
      }
    }
    let store = try open(files, 100)
    try saved.check(store, progress)
    try Self.saveMore(in: store)
    let savedMore = later.withLock { later in
      later.note(store)
      return later
    }
    let done = now.withLock { now in
      let isAmbiguous = now.isAmbiguous
      now.note(store, isSaved: true)
      // What was reported stays in the journal until it is folded.
      now.isAmbiguous = isAmbiguous
      return now
    }
    for isKept in [false, true] {
      let after = try open(mutation(state.afterLossOfPower { _ in isKept }), 101)
      try savedMore.check(after, done)
    }
    try store.fold()
    try savedMore.check(try open(mutation(state.afterLossOfPower { _ in false }), 102), done)
  }

  /// Notes what the save that follows will come to, found on a copy.
  private func note(saveIn state: MemoryFileSystem, in saved: inout SavedStates) throws {
    let store = try open(mutation(state.afterLossOfPower { _ in true }), 100)
    try Self.saveMore(in: store)
    saved.note(store)
  }

  /// Saves what is as long as what a script saves, and not the same: where the frame of one that
  /// died was lost and the next one was not, this one takes the place before that.
  private static func saveMore(in store: ObjectStore) throws {
    try store.add(size: 20, letter: "y")
  }

  private func open(_ files: any FileSystem, _ program: Int) throws -> ObjectStore {
    try ObjectStore.open(script.options(files, program))
  }
}
