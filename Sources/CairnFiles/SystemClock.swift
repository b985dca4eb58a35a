internal import Glibc

/// The machine's clock.
public enum SystemClock {
  /// Microseconds since 1970-01-01T00:00:00Z.
  public static var microseconds: Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
  }
}
