import Glibc
import Synchronization

/// What the searches of a run went through, in one place at its end.
///
/// A search that passes says nothing of how far it looked; each adds here what it tried, and when
/// the tests' process ends it prints the sums:
///
///     searched: 412 failed calls of the file system, 2 116 states after a loss of power
public enum Tally {
  private static let counts = Mutex<[String: Int]>([:])
  private static let isPrintedAtExit: Bool = {
    atexit { Tally.report() }
    return true
  }()

  /// Adds `count` of `things`, named in the plural.
  public static func add(_ things: String, _ count: Int = 1) {
    precondition(isPrintedAtExit, "the sums are printed at the end")
    counts.withLock { $0[things, default: 0] += count }
  }

  /// The sums so far, in the order of what was counted.
  static var sums: String {
    counts.withLock { counts in
      counts.sorted { $0.key < $1.key }.map { "\($0.value.groupedDigits) \($0.key)" }
        .joined(separator: ", ")
    }
  }

  private static func report() {
    print("searched: \(sums)")
    fflush(nil)
  }
}
