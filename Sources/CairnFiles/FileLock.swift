internal import Glibc

/// A held lock.
///
/// The lock ends with `release`, with the last reference to it, or with the process.
public protocol FileLock: AnyObject, Sendable {
  /// Releases the lock; a second call does nothing.
  func release()

  /// Takes a released lock again, which may be cheaper than a new lock.
  ///
  /// - Parameter wait: the maximum time to wait for others.
  /// - Returns: whether the lock is held now; if `false`, take a new lock.
  /// - Throws: `FileError.busy` after the wait, or a system error.
  func renew(wait: Duration) throws(FileError) -> Bool

  /// Returns whether the locked file still has its name.
  ///
  /// If another program deleted the file, another process can lock a new file of the same name.
  func isNamed() throws(FileError) -> Bool
}

extension FileLock {
  /// Returns `false`: a new lock is needed.
  public func renew(wait: Duration) throws(FileError) -> Bool { false }

  /// Returns `true`: the file can't lose its name.
  public func isNamed() throws(FileError) -> Bool { true }
}

/// Tries to take a lock until it is free or the wait is over.
///
/// The system's own wait for a lock ends only by a signal, which belongs to the whole process. So
/// this asks repeatedly: after a millisecond at first, then less often.
///
/// Only the pauses count as waiting. While the machine sleeps or is busy, the holder of the lock
/// makes no progress either.
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
