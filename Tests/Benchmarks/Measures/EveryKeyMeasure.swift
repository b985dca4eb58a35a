import Glibc
import TestSupport

/// How long it takes until something shows for a key, and how many bytes the terminal gets for it:
/// for every kind of key on a list of all rows, and for those that peers have, too.
///
/// A key whose work goes on elsewhere, such as a first sort, shows twice; the first time counts for
/// how soon it is taken in, and both for the bytes.
struct EveryKeyMeasure: Measure {
  let bench: Bench
  let name = "every key"

  /// A kind of key: what stands for it in the report, and the keys of each program.
  private struct Kind {
    let name: String
    let own: String
    var nnn: String?
    var lf: String?
    var visidata: String?
  }

  /// What all programs have, in an order that all can go through.
  private static let kinds = [
    Kind(name: "one row down", own: "j", nnn: "j", lf: "j", visidata: "j"),
    Kind(name: "one page down", own: "\u{6}", nnn: "\u{6}", lf: "\u{6}", visidata: "\u{6}"),
    Kind(name: "to the end", own: "G", nnn: "G", lf: "G", visidata: "G"),
    Kind(name: "to the first", own: "gg", nnn: "g", lf: "gg", visidata: "gg"),
  ]

  /// What a person does with a list besides, each with what undoes it, so that it can be done
  /// again.
  private static let ownKeys = [
    "j", "k", "\u{4}", "\u{15}", "\u{6}", "\u{2}", "G", "gg", "/", "h", "a", "r", "\u{7F}",
    "\u{7F}",
    "b", "\r", "\\", "%", "5", "0", "%", "\r", "fm", "fh", " ", " ", "j", "v", "ga", "*", "*",
    "\u{1B}",
    "p", "j", "j", "k", "p", "s", "n", "s", "n", "s", "r", "s", "r", "zg", "k", "j", "}", "{", "za",
    "za",
    "zM", "zR", "zt", "s", "zt", "o", "zg", "\u{1B}", "\r", "j", "J", "K", "/", "a", "\r", "n",
    "\u{1B}",
    "H", "e", "\t", "x", "\u{7F}", "\u{1B}", "H", "gg", "c", "\u{1B}", "x", "\u{1B}", ":", "h", "a",
    "\u{1B}", "?", "s", "o", "\u{1B}", "F", "k", "j", "H", "gj", "j", "H", "gu", "j", "H", "gM",
    "H", "b",
    "\u{1B}", "y", "\u{1B}", "d", "u", "zc", "j", "\u{1B}",
    // A value in place, a form that is saved, and what is done with all rows at once.
    "c", "\r", "z", "\r", "u", "\r", "e", "\u{5}", "x", "\u{13}", "u", "H", "ga", "c", "\u{1B}",
    "x", "\u{1B}", "*",
  ]

  private struct Result {
    var times = Samples()
    var bytes = Samples()

    mutating func add(_ answer: PseudoTerminal.Answer) {
      // What shows nothing has nothing to wait for.
      guard let delay = answer.delay else { return }
      times.add(delay)
      bytes.add(Double(answer.byteCount))
    }
  }

  init(_ bench: Bench) { self.bench = bench }

  func figures() throws -> [Figure] {
    let screens = Screens(bench: bench)
    var figures: [Figure] = []
    let session = try screens.openList()
    let own = results(session.terminal) { $0.own }
    try screens.quit(session)
    let peers: [(name: String, results: [Result]?)] = [
      ("nnn", try results(of: screens.startPeer()) { $0.nnn }),
      ("lf", try results(of: start("lf", [bench.files])) { $0.lf }),
      ("VisiData", try results(of: start("vd", ["--nothing", bench.table])) { $0.visidata }),
    ]
    for (place, kind) in Self.kinds.enumerated() {
      for (name, results) in peers {
        let peer = { (samples: KeyPath<Result, Samples>) -> Figure.Peer in
          results.map { .measured(name, $0[place][keyPath: samples]) }
            ?? .missing("\(name): not installed")
        }
        figures += [
          Figure(
            name: kind.name, quantity: .seconds, own: own[place].times, peer: peer(\.times)),
          Figure(
            name: "  its bytes", quantity: .bytes, own: own[place].bytes, peer: peer(\.bytes)),
        ]
      }
    }
    return figures + (try everyKey(screens)) + (try calculatedColumns(screens))
      + (try firstAgenda(screens)) + (try firstSums(screens))
  }

  /// The columns of a list that calculates, and the keys that show its rows and columns.
  private static let calculations =
    "places?columns=Name,Seats*2,Rating*Seats,today-Opened,saved&sort=-Rating*Seats"
  private static let calculatedKeys = [
    "j", "k", "\u{6}", "\u{2}", "G", "gg", ">", ">", ">", "<", "<", "<", " ", " ", "j", "k", "%",
    "5",
    "0", "%", "\r", "\u{4}", "\u{15}",
  ]

  /// The same for a list with calculated columns, after its first sort.
  private func calculatedColumns(_ screens: Screens) throws -> [Figure] {
    let session = try screens.startCairn([Self.calculations, "--fresh"])
    try session.wait(forText: bench.rows.groupedDigits)
    _ = session.terminal.answer(to: "", silence: 1000)
    var times = Samples()
    for _ in 0..<5 {
      for key in Self.calculatedKeys {
        if let delay = session.terminal.answer(to: key, silence: 100).delay { times.add(delay) }
      }
    }
    try screens.quit(session)
    var one = Samples()
    one.add(times.percentile(99))
    return [
      Figure(
        name: "keys with calculated columns, p99", quantity: .seconds, own: one,
        goal: .atMost(0.016))
    ]
  }

  /// The time from the key that chooses an agenda to its complete picture.
  private func firstAgenda(_ screens: Screens) throws -> [Figure] {
    try firstPicture("first agenda", after: "zv", key: "a", shows: "by Opened") {
      try screens.openList()
    } quit: {
      try screens.quit($0)
    }
  }

  /// The time from the key that adds sums to counts to the complete picture.
  private func firstSums(_ screens: Screens) throws -> [Figure] {
    try firstPicture("first sums of counts", after: "z=s", key: "\r", shows: "SUM") {
      let session = try screens.startCairn(["places?view=frequency:Kind", "--fresh"])
      try session.wait(forText: "SHARE")
      return session
    } quit: {
      try screens.quit($0)
    }
  }

  /// The time from a key to its complete picture, in new sessions.
  private func firstPicture(
    _ name: String, after keys: String, key: String, shows text: String,
    open: () throws -> TerminalSession, quit: (TerminalSession) throws -> Void
  ) throws -> [Figure] {
    var times = Samples()
    for _ in 0..<5 {
      let session = try open()
      _ = session.terminal.answer(to: "", silence: 1000)
      _ = session.terminal.answer(to: keys, silence: 300)
      times.add(session.terminal.answer(to: key, silence: 500).duration)
      try session.wait(forText: text)
      try quit(session)
    }
    return [Figure(name: name, quantity: .seconds, own: times, goal: .atMost(0.05))]
  }

  /// Of all keys together, the time that 99 of 100 are not above, until something shows and until all
  /// does: that has first sorts in it, which go on elsewhere, and what waits for the keys to rest, as
  /// a filter's URL.
  private func everyKey(_ screens: Screens) throws -> [Figure] {
    let session = try screens.openList()
    var (first, last) = (Samples(), Samples())
    for _ in 0..<3 {
      for key in Self.ownKeys {
        // Each key is pressed alone: while keys come fast, previews and matches wait.
        let answer = session.terminal.answer(to: key, silence: 250)
        guard let delay = answer.delay else { continue }
        // After an Escape, every program waits whether it is a key's beginning.
        let wait = key == "\u{1B}" ? Duration.milliseconds(25) : .zero
        first.add(max(.zero, delay - wait))
        last.add(max(.zero, answer.duration - wait))
      }
    }
    try screens.quit(session)
    let figure = { (name: String, samples: Samples, rank: Int, goal: Figure.Goal?) -> Figure in
      var one = Samples()
      one.add(samples.percentile(rank))
      return Figure(name: name, quantity: .seconds, own: one, goal: goal)
    }
    return [
      figure("any of \(first.values.count) keys, p99", first, 99, .atMost(0.016)),
      figure("  drawn to the end, p90", last, 90, .atMost(0.016)),
      figure("  drawn to the end, p99", last, 99, nil),
    ]
  }

  private func start(_ program: String, _ arguments: [String]) throws -> TerminalSession? {
    guard let path = MeasuredProgram.find(program)?.path else { return nil }
    return try TerminalSession([path] + arguments, environment: bench.variables)
  }

  private func results(
    of session: TerminalSession?, _ keys: (Kind) -> String?
  ) throws -> [Result]? {
    guard let session else { return nil }
    // It has read everything once nothing more comes.
    _ = session.terminal.answer(to: "", silence: 3000)
    defer { session.signal(SIGKILL) }
    return results(session.terminal, keys)
  }

  private func results(_ terminal: PseudoTerminal, _ keys: (Kind) -> String?) -> [Result] {
    Self.kinds.map { kind in
      var result = Result()
      // Keys without an effect where one is already show nothing, so that each begins elsewhere.
      for _ in 0..<8 {
        if kind.name == "to the end" { _ = terminal.answer(to: "gg") }
        if kind.name == "to the first" { _ = terminal.answer(to: "G") }
        if let keys = keys(kind) { result.add(terminal.answer(to: keys)) }
      }
      return result
    }
  }
}
