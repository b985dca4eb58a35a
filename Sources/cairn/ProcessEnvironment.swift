internal import CairnApp
internal import CairnStore
internal import CPlatform
internal import Glibc

extension Environment {
  /// What the system told this process.
  ///
  /// - Throws: ``AppError/usage(_:)`` when `CAIRN_NOW` or `CAIRN_SEED` can't be read.
  static func ofProcess() throws(AppError) -> Environment {
    var terminals: Terminals = []
    if isatty(STDIN_FILENO) == 1 { terminals.insert(.input) }
    if isatty(STDOUT_FILENO) == 1 { terminals.insert(.output) }
    if isatty(STDERR_FILENO) == 1 { terminals.insert(.error) }
    return try Environment(
      variables: processVariables(), currentFolder: processFolder(), terminals: terminals,
      outputColumns: terminals.contains(.output) ? outputColumns() : nil,
      terminalDevice: unsafe ttyname(STDIN_FILENO).map { unsafe String(cString: $0) },
      clock: { .now }, utcOffset: systemOffset)
  }

  /// How wide the terminal of standard output is, if it says so.
  private static func outputColumns() -> Int? {
    var (columns, rows): (Int32, Int32) = (0, 0)
    let isKnown = unsafe platform_terminal_size(STDOUT_FILENO, &columns, &rows) == 0
    return isKnown && columns > 0 ? Int(columns) : nil
  }

  private static func processVariables() -> [String: String] {
    var variables: [String: String] = [:]
    var entry = unsafe environ
    while let text = unsafe entry.pointee {
      let pair = unsafe String(cString: text).split(
        separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if pair.count == 2 { variables[String(pair[0])] = String(pair[1]) }
      unsafe entry += 1
    }
    return variables
  }

  /// The current folder; the root where it was deleted, since every path needs some start.
  private static func processFolder() -> String {
    guard let path = unsafe getcwd(nil, 0) else { return "/" }
    defer { unsafe free(path) }
    return unsafe String(cString: path)
  }

  private static func systemOffset(_ moment: Timestamp) -> Int {
    // Also before 1970 a second begins with its first microsecond.
    let (quotient, rest) = moment.microseconds.quotientAndRemainder(dividingBy: 1_000_000)
    var seconds = time_t(rest < 0 ? quotient - 1 : quotient)
    var local = unsafe tm()
    guard unsafe localtime_r(&seconds, &local) != nil else { return 0 }
    // A variable TZ can name any offset; a zone a day away is a mistake in it.
    return min(max(unsafe local.tm_gmtoff, -86_400), 86_400)
  }
}
