import TestSupport

/// From the start of the process to the restored list on the screen, its last row under the cursor.
struct StartMeasure: Measure {
  let bench: Bench
  let name = "start to the restored list"
  private static let rounds = 11

  init(_ bench: Bench) { self.bench = bench }

  func figures() throws -> [Figure] {
    let screens = Screens(bench: bench)
    try leaveAtTheEnd(screens)
    var (own, peer) = (Samples(), Samples())
    for _ in 0..<Self.rounds {
      own.add(try startOwn(screens))
      if let time = try startPeer(screens) { peer.add(time) }
    }
    let beside: Figure.Peer =
      screens.hasPeer ? .measured("nnn", peer) : .missing("nnn is not installed")
    return [
      Figure(name: name, quantity: .seconds, own: own, peer: beside, goal: .ratio(0.5))
    ]
  }

  /// The last place, which only a list that was restored shows at once.
  private var lastCode: String { "C\(1_000_000 + bench.rows)" }

  private func leaveAtTheEnd(_ screens: Screens) throws {
    let session = try screens.openList()
    session.send("G")
    try waitForList(session)
    try screens.quit(session)
  }

  private func waitForList(_ session: TerminalSession) throws {
    let count = bench.rows.groupedDigits
    try session.wait(for: "the list's last row") {
      $0.text.contains(lastCode) && $0.text.contains(count)
    }
  }

  private func startOwn(_ screens: Screens) throws -> Duration {
    let clock = ContinuousClock()
    let start = clock.now
    let session = try screens.startCairn()
    try waitForList(session)
    let time = clock.now - start
    try screens.quit(session)
    return time
  }

  private func startPeer(_ screens: Screens) throws -> Duration? {
    let clock = ContinuousClock()
    let start = clock.now
    guard let session = try screens.startPeer() else { return nil }
    try screens.waitForPeer(session)
    let time = clock.now - start
    try screens.quit(session)
    return time
  }
}
