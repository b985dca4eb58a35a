import CairnFiles
import Glibc
import TestSupport

/// How often the process wakes up while nothing happens, by the system's own count of its threads.
struct IdleMeasure: Measure {
  let bench: Bench
  let name = "wake-ups in 5 s of rest"
  /// Longer than anything that a start leaves to be done a little later.
  private static let settling: UInt32 = 2
  private static let watched: UInt32 = 5

  init(_ bench: Bench) { self.bench = bench }

  func figures() throws -> [Figure] {
    let screens = Screens(bench: bench)
    let list = try screens.openList()
    let peer = try screens.startPeer()
    if let peer { try screens.waitForPeer(peer) }
    sleep(Self.settling)
    let before = (own: try Self.wakeUps(list), peer: try peer.map(Self.wakeUps))
    sleep(Self.watched)
    let after = (own: try Self.wakeUps(list), peer: try peer.map(Self.wakeUps))
    try screens.quit(list)
    if let peer { try screens.quit(peer) }
    var own = Samples()
    own.add(Double(after.own - before.own))
    var theirs = Samples()
    if let then = before.peer, let now = after.peer { theirs.add(Double(now - then)) }
    return [
      Figure(
        name: name, quantity: .times, own: own,
        peer: theirs.isEmpty ? .missing("nnn is not installed") : .measured("nnn", theirs),
        goal: .atMost(0))
    ]
  }

  /// How often the threads of a program have gone to sleep by themselves, and so were woken.
  private static func wakeUps(_ session: TerminalSession) throws -> Int {
    let tasks = "/proc/\(session.processNumber)/task"
    return try RealFileSystem().list(tasks).reduce(0) { sum, thread in
      let lines = try Text.lines(of: "\(tasks)/\(thread)/status")
      let line = lines.first { $0.hasPrefix("voluntary_ctxt_switches:") }
      return sum + (line.flatMap { Int($0.filter(\.isNumber)) } ?? 0)
    }
  }
}
