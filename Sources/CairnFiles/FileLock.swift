internal import Glibc

/// A lock that is held.
///
/// It ends with `release`, with the last reference to it, or with the process.
public protocol FileLock: AnyObject, Sendable {
  /// Gives the lock back; a second time does nothing.
  func release()

  /// Takes the lock that was released once more, which may be cheaper than a new one.
  ///
  /// - Parameter wait: how long to wait for others who have it.
  /// - Returns: whether it is held now; `false` where a new one must be taken instead.
  /// - Throws: `FileError.busy` when the time is over, or what the system says.
  func renew(wait: Duration) throws(FileError) -> Bool

  /// Returns whether the locked file still has its name.
  ///
  /// If another program deleted the file, another process can lock a new file of the same name.
  func isNamed() throws(FileError) -> Bool
}

extension FileLock {
  /// Never.
  public func renew(wait: Duration) throws(FileError) -> Bool { false }

  /// Always.
  public func isNamed() throws(FileError) -> Bool { true }
}

/// Tries to take a lock until it is free or the time is over.
///
/// The system can wait for a lock, but only for ever or until a signal, which belongs to the whole
/// process. So this asks again, at first after a millisecond, and later less often.
///
/// Only the pauses count: while the machine sleeps, or has no time for this process, whoever holds
/// the lock often gets no further either.
func waitForLock<Lock>(
  _ path: String, _ wait: Duration, _ take: () throws(FileError) -> Lock?
) throws(FileError) -> Lock {
  var left = wait
  var pause = Duration.milliseconds(1)
  while true {
    if let lock = try take() { return lock }
    guard left > .zero else { throw .busy(.lock, path: path) }
    sleep(for: min(pause, left))
    left -= pause
    pause = min(pause * 2, .milliseconds(20))
  }
}

private func sleep(for duration: Duration) {
  let (seconds, attoseconds) = duration.components
  var time = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
  unsafe nanosleep(&time, nil)
}
