import TestSupport

/// The two programs on a terminal: Cairn with its list of all rows, and nnn with as many files.
struct Screens {
  let bench: Bench

  /// Whether there is a peer.
  var hasPeer: Bool { MeasuredProgram.find("nnn") != nil }

  /// Starts Cairn; without arguments it shows what it last showed.
  func startCairn(_ arguments: [String] = []) throws -> TerminalSession {
    try TerminalSession([bench.cairn] + arguments, environment: bench.variables)
  }

  /// Starts nnn in the folder of files, or returns `nil` if it isn't installed.
  func startPeer() throws -> TerminalSession? {
    guard let path = MeasuredProgram.find("nnn")?.path else { return nil }
    return try TerminalSession([path, bench.files], environment: bench.variables)
  }

  /// Starts Cairn on the list of all places and waits for it.
  func openList() throws -> TerminalSession {
    let session = try startCairn(["places", "--fresh"])
    try session.wait(forText: bench.rows.groupedDigits)
    return session
  }

  /// Waits for nnn's list: its first file, and how many there are.
  func waitForPeer(_ session: TerminalSession) throws {
    try session.wait(for: "nnn's list") {
      $0.text.contains(bench.fileName(1)) && $0.text.contains("1/\(bench.rows)")
    }
  }

  /// Ends a program by its own key.
  func quit(_ session: TerminalSession) throws {
    session.send("q")
    _ = try session.waitForEnd()
  }
}
