internal import Synchronization

/// A file system that does what another does, and fails on request.
///
/// Code is safe against failures if it is so for each call that it makes, so tests fail the first,
/// the second and so on, until a run has no call left that could:
///
///     for call in 1... {
///       let files = FaultyFileSystem(MemoryFileSystem(), Fault(at: call, FileError.full))
///       … // run, and check what must hold
///       if files.failureCount == 0 { break }
///     }
///
/// Each function of the file system and of its open files and streams is a call. Giving a lock
/// back is none, because it can't fail.
public final class FaultyFileSystem: FileSystem {
  private struct Tally {
    var calls = 0
    var failures = 0
  }

  let inner: any FileSystem
  private let fault: Fault?
  private let interruption: (call: Int, work: @Sendable () -> Void)?
  private let tally = Mutex(Tally())

  /// Creates a file system over `inner` that fails as `fault` says, or only counts.
  public init(_ inner: any FileSystem, _ fault: Fault? = nil) {
    self.inner = inner
    self.fault = fault
    interruption = nil
  }

  /// Creates a file system over `inner` that does `work` before a call, as another program may.
  ///
  /// - Parameters:
  ///   - inner: The file system. Its calls don't fail.
  ///   - call: The number of the call, from 1.
  ///   - work: Called once, before that call. It works on `inner`.
  public init(_ inner: any FileSystem, before call: Int, _ work: @escaping @Sendable () -> Void) {
    self.inner = inner
    fault = nil
    interruption = (call, work)
  }

  /// How many calls there were that count.
  public var callCount: Int { tally.withLock(\.calls) }

  /// How many of them failed by the fault.
  public var failureCount: Int { tally.withLock(\.failures) }

  /// Does `work`, or fails as the fault says; `part` is what remains of a write that fails halfway.
  func attempt<Result>(
    _ action: FileAction, _ path: String, part: () throws(FileError) -> Void = {},
    _ work: () throws(FileError) -> Result
  ) throws(FileError) -> Result {
    let (number, due) = count(action)
    if let interruption, number == interruption.call { interruption.work() }
    guard let fault = due else { return try work() }
    switch fault.effect {
    case .nothing: break
    case .part: try part()
    case .whole: _ = try work()
    }
    throw fault.error(action, path)
  }

  /// Counts a call, and returns its number and the fault if it strikes now; `nil` for a call that
  /// doesn't count.
  private func count(_ action: FileAction) -> (number: Int?, due: Fault?) {
    tally.withLock { tally in
      if let actions = fault?.actions, !actions.contains(action) { return (nil, nil) }
      tally.calls += 1
      guard let fault else { return (tally.calls, nil) }
      let isDue =
        fault.extent == .once ? tally.calls == fault.call : tally.calls >= fault.call
      if isDue { tally.failures += 1 }
      return (tally.calls, isDue ? fault : nil)
    }
  }
}
