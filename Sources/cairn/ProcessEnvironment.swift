internal import CairnApp
internal import CairnFiles
internal import CairnStore
internal import CPlatform
internal import Glibc

extension Environment {
  /// Returns the environment of this process.
  ///
  /// - Throws: ``AppError/usage(_:)`` if `CAIRN_NOW`, `CAIRN_SEED` or `TZ` can't be read.
  static func ofProcess() throws(AppError) -> Environment {
    var terminals: Terminals = []
    if isatty(STDIN_FILENO) == 1 { terminals.insert(.input) }
    if isatty(STDOUT_FILENO) == 1 { terminals.insert(.output) }
    if isatty(STDERR_FILENO) == 1 { terminals.insert(.error) }
    var variables = processVariables()
    variables["HOME"] = Machine.homeFolder(variables: variables)
    return try Environment(
      variables: variables, currentFolder: processFolder(), terminals: terminals,
      outputColumns: terminals.contains(.output) ? outputColumns() : nil,
      terminalDevice: unsafe ttyname(STDIN_FILENO).map { unsafe String(cString: $0) },
      clock: { .now }, localTime: localTime(variables))
  }

  /// The width of the terminal of standard output, if known.
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

  /// The current folder; the root if it was deleted, since paths need a start.
  private static func processFolder() -> String {
    guard let path = unsafe getcwd(nil, 0) else { return "/" }
    defer { unsafe free(path) }
    return unsafe String(cString: path)
  }

  private static func localTime(_ variables: [String: String]) throws(AppError) -> LocalTime {
    do throws(ZoneError) {
      let zones = ZoneFolder(variables["TZDIR"], in: RealFileSystem())
      return try zones.localTime(variable: variables["TZ"])
    } catch {
      throw .usage(variables["TZ"] == nil ? "\(error)" : "TZ: \(error)")
    }
  }
}
