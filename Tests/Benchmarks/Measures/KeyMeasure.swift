import TestSupport

/// One cursor move in the list: how long until it shows, and how many bytes the terminal gets.
struct KeyMeasure: Measure {
  let bench: Bench
  let name = "one cursor move"
  /// Fewer than the rows of a screen, so that nothing scrolls.
  private static let moves = 12

  private struct Result {
    var times = Samples()
    var bytes = Samples()
  }

  init(_ bench: Bench) { self.bench = bench }

  func figures() throws -> [Figure] {
    let screens = Screens(bench: bench)
    let own = try moveOwn(screens)
    let peer = try movePeer(screens)
    return [
      Figure(
        name: "bytes for one cursor move", quantity: .bytes, own: own.bytes,
        peer: Self.peer(peer?.bytes), goal: .atMost(200)),
      Figure(
        name: "key to moved cursor", quantity: .seconds, own: own.times,
        peer: Self.peer(peer?.times)),
    ]
  }

  private static func peer(_ samples: Samples?) -> Figure.Peer {
    samples.map { .measured("nnn", $0) } ?? .missing("nnn is not installed")
  }

  private func moveOwn(_ screens: Screens) throws -> Result {
    let session = try screens.openList()
    var result = Result()
    for _ in 0..<Self.moves {
      let row = session.screen.cursor.row
      try move(session, &result) { $0.cursor.row == row + 1 }
    }
    try screens.quit(session)
    return result
  }

  private func movePeer(_ screens: Screens) throws -> Result? {
    guard let session = try screens.startPeer() else { return nil }
    try screens.waitForPeer(session)
    var result = Result()
    for number in 2...Self.moves + 1 {
      try move(session, &result) { $0.text.contains("\(number)/\(bench.rows)") }
    }
    try screens.quit(session)
    return result
  }

  private func move(
    _ session: TerminalSession, _ result: inout Result, until isDone: (ScreenReader) -> Bool
  ) throws {
    let before = session.bytesReceived
    let time = try timed {
      session.send("j")
      try session.wait(for: "the cursor's move", until: isDone)
    }
    result.times.add(time)
    session.terminal.readAll()
    result.bytes.add(Double(session.bytesReceived - before))
  }
}
