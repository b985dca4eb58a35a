internal import Glibc

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
