import Glibc
import TestSupport

/// One cursor move in the list: how long until it shows, and how many bytes the terminal gets for
/// it, the mean of a dozen.
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
    let bytes = try count(session) {
      for _ in 0..<Self.moves {
        let row = session.screen.cursor.row
        result.times.add(try move(session) { $0.cursor.row == row + 1 })
      }
    }
    result.bytes.add(bytes)
    try screens.quit(session)
    return result
  }

  private func movePeer(_ screens: Screens) throws -> Result? {
    guard let session = try screens.startPeer() else { return nil }
    try screens.waitForPeer(session)
    var result = Result()
    let bytes = try count(session) {
      for number in 2...Self.moves + 1 {
        let shown = "\(number)/\(bench.rows)"
        result.times.add(try move(session) { $0.text.contains(shown) })
      }
    }
    result.bytes.add(bytes)
    try screens.quit(session)
    return result
  }

  private func move(
    _ session: TerminalSession, until isDone: (ScreenReader) -> Bool
  ) throws -> Duration {
    try timed {
      session.send("j")
      try session.wait(for: "the cursor's move", until: isDone)
    }
  }

  /// Counts the bytes of some moves together, as the end of a drawing may come after what shows it.
  private func count(_ session: TerminalSession, _ moves: () throws -> Void) throws -> Double {
    let before = Self.bytes(session)
    try moves()
    return Double(Self.bytes(session) - before) / Double(Self.moves)
  }

  /// What was received once nothing more comes.
  private static func bytes(_ session: TerminalSession) -> Int {
    usleep(300_000)
    session.terminal.readAll()
    return session.bytesReceived
  }
}
