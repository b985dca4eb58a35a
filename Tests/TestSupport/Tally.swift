import Glibc
import Synchronization

/// What the searches of a run went through, in one place at its end.
///
/// A search that passes says nothing of how far it looked; each adds here what it tried, and when
/// the tests' process ends it prints the sums:
///
///     searched: 412 failed calls of the file system, 2 116 states after a loss of power
///
/// A run that takes long says them as it goes, too, on standard error and at most each ten seconds,
/// so that one that is stopped has told how far it came.
public enum Tally {
  private struct State {
    var counts: [String: Int] = [:]
    var lastReport = ContinuousClock.now

    /// The sums so far, in the order of what was counted.
    var sums: String {
      counts.sorted { $0.key < $1.key }.map { "\($0.value.groupedDigits) \($0.key)" }
        .joined(separator: ", ")
    }

    /// The sums, if they were not told for a while.
    mutating func news() -> String? {
      let now = ContinuousClock.now
      guard now - lastReport >= .seconds(10) else { return nil }
      lastReport = now
      return sums
    }
  }

  private static let state = Mutex(State())
  private static let isPrintedAtExit: Bool = {
    atexit { Tally.report() }
    return true
  }()

  /// Adds `count` of `things`, named in the plural.
  public static func add(_ things: String, _ count: Int = 1) {
    precondition(isPrintedAtExit, "the sums are printed at the end")
    let news = state.withLock { state in
      state.counts[things, default: 0] += count
      return Torture.isOn ? state.news() : nil
    }
    if let news { say("searched so far: \(news)\n") }
  }

  private static func say(_ text: String) {
    let bytes = Array(text.utf8)
    _ = unsafe bytes.withUnsafeBytes { unsafe write(2, $0.baseAddress, $0.count) }
  }

  private static func report() {
    print("searched: \(state.withLock(\.sums))")
    fflush(nil)
  }
}
