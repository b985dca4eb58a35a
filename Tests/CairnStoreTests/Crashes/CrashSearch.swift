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
    var most = Int.max
  }

  private struct Findings {
    var known: Set<Int> = []
    var states = 0
    var moments = 0
    var sampled = 0
    var violations: [String] = []
    var generator: SeededGenerator
  }

  private let script: CrashScript
  private let limits: Limits
  /// What the program does wrong, seen from the file system that it gets.
  private let mutation: @Sendable (any FileSystem) -> any FileSystem
  private let findings: Mutex<Findings>

  init(
    _ script: CrashScript, _ limits: Limits, seed: UInt64,
    mutation: @escaping @Sendable (any FileSystem) -> any FileSystem = { $0 }
  ) {
    self.script = script
    self.limits = limits
    self.mutation = mutation
    findings = Mutex(Findings(generator: SeededGenerator(seed: seed)))
  }

  /// How many different states were tried, at how many moments, and at how many of these too many
  /// changes waited for all sets of them.
  var account: String {
    findings.withLock { found in
      "\(found.states) states at \(found.moments) moments, \(found.sampled) of these sampled"
    }
  }

  /// Adds what was tried to the sums of the run.
  func tally() {
    findings.withLock { Tally.add("states after a loss of power", $0.states) }
  }

  /// What went wrong; the search ends at the first.
  var violations: [String] { findings.withLock(\.violations) }

  private var isOver: Bool {
    findings.withLock { !$0.violations.isEmpty || $0.states >= limits.most }
  }

  /// Runs the script and looks at every moment of it.
  func run() throws {
    let saved = try expectation()
    let progress = Mutex(SavedStates.Progress())
    let files = MemoryFileSystem(isRecording: true)
    let watched = SynchronizationFilter(mutation(files)) { wait in
      let progress = progress.withLock { $0 }
      if progress.isCreated {
        self.lookAt(files, saved, progress, depth: 1, "before waiting for \(wait)")
      }
      return true
    }
    try script.run(on: watched) { store, isSaved in
      progress.withLock { $0.note(store, isSaved: isSaved) }
    }
    lookAt(files, saved, progress.withLock { $0 }, depth: 1, "at the end")
  }

  /// What the script saves, found on files that keep everything.
  private func expectation() throws -> SavedStates {
    var saved = SavedStates()
    try script.run(on: MemoryFileSystem()) { store, _ in saved.note(store) }
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
      return PowerLoss.choices(of: waiting, atMost: limits.breadth, using: &findings.generator)
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
