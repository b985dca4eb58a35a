internal import Glibc

/// The end of a process that cannot do what it was started for.
public enum ProcessExit {
  /// Says why on standard error, and ends with status 1, as a shell expects of what failed.
  ///
  /// - Parameter reason: one line that begins with the program's name.
  public static func fail(_ reason: String) -> Never {
    let line = Array("\(reason)\n".utf8)
    // Where not even this can be written, the status still tells.
    _ = unsafe line.withUnsafeBytes { unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
    exit(EXIT_FAILURE)
  }
}
