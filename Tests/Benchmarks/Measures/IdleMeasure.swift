import CairnFiles
import Glibc
import TestSupport

/// How often the process wakes up while nothing happens, by the system's own count of its threads.
struct IdleMeasure: Measure {
  let bench: Bench
  let name = "wake-ups in 5 s of rest"
  /// Longer than what a start leaves to be done, and than threads wait for more work before they
  /// end.
  private static let settling: UInt32 = 7
  private static let watched: UInt32 = 5

  init(_ bench: Bench) { self.bench = bench }

  func figures() throws -> [Figure] {
    let screens = Screens(bench: bench)
    let list = try screens.openList()
    let peer = try screens.startPeer()
    if let peer { try screens.waitForPeer(peer) }
    sleep(Self.settling)
    let before = (own: try Self.sleeps(list), peer: try peer.map(Self.sleeps))
    sleep(Self.watched)
    let own = try Self.wakeUps(list, since: before.own)
    let theirs = try peer.map { try Self.wakeUps($0, since: before.peer ?? [:]) }
    try screens.quit(list)
    if let peer { try screens.quit(peer) }
    return [
      Figure(
        name: name, quantity: .times, own: own,
        peer: theirs.map { .measured("nnn", $0) } ?? .missing("nnn is not installed"),
        goal: .atMost(0))
    ]
  }

  /// How often each thread has gone to sleep by itself, by its number.
  private static func sleeps(_ session: TerminalSession) throws -> [String: Int] {
    let tasks = "/proc/\(session.processNumber)/task"
    var counts: [String: Int] = [:]
    for thread in try RealFileSystem().list(tasks) {
      let lines = try Text.lines(of: "\(tasks)/\(thread)/status")
      let line = lines.first { $0.hasPrefix("voluntary_ctxt_switches:") }
      counts[thread] = line.flatMap { Int($0.filter(\.isNumber)) }
    }
    return counts
  }

  /// A thread that went to sleep again was woken in between.
  private static func wakeUps(
    _ session: TerminalSession, since before: [String: Int]
  ) throws -> Samples {
    let count = try sleeps(session).reduce(0) { $0 + $1.value - (before[$1.key] ?? 0) }
    var samples = Samples()
    samples.add(Double(count))
    return samples
  }
}
