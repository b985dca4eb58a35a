import Glibc
import TestSupport

/// The preview of an import: its keys in a table of 1,000 columns, its first rows of a large
/// table, and the first rows of a slow program in a peek.
struct PreviewMeasure: Measure {
  let bench: Bench
  let name = "preview of an import"

  private static let wideColumns = 1000
  private static let narrowColumns = 10
  private static let rounds = 5
  private static let keys = ["j", "k", "j", "j", "k", "k", "\u{6}", "\u{2}", "G", "gg"]

  init(_ bench: Bench) { self.bench = bench }

  func figures() throws -> [Figure] {
    let screens = Screens(bench: bench)
    let wide = try keyTimes(of: Self.wideColumns, screens)
    let narrow = try keyTimes(of: Self.narrowColumns, screens)
    return [
      Figure(
        name: "a key in 1,000 columns", quantity: .seconds, own: wide,
        peer: .measured("of 10 columns", narrow), goal: .ratio(2)),
      try firstRows(screens), try slowRows(),
    ]
  }

  /// The times from keys in a preview to the first change of the screen.
  private func keyTimes(of columns: Int, _ screens: Screens) throws -> Samples {
    let path = bench.folder.path("columns-\(columns).csv")
    try write(columns, to: path)
    let session = try screens.startCairn(["~import?file=\(path)", "--fresh"])
    try session.wait(forText: "column 1")
    _ = session.terminal.answer(to: "", silence: 1000)
    var times = Samples()
    for _ in 0..<Self.rounds {
      for key in Self.keys {
        if let delay = session.terminal.answer(to: key, silence: 100).delay { times.add(delay) }
      }
    }
    session.signal(SIGKILL)
    return times
  }

  private func write(_ columns: Int, to path: String) throws {
    guard let file = fopen(path, "w") else { throw BenchError("can't write \(path)") }
    fputs((1...columns).map { "column \($0)" }.joined(separator: ",") + "\n", file)
    for row in 1...200 {
      fputs((1...columns).map { "\(row * $0 % 977)" }.joined(separator: ",") + "\n", file)
    }
    guard fclose(file) == 0 else { throw BenchError("can't write \(path)") }
  }

  /// The time to the preview of the whole table, compared with its import.
  private func firstRows(_ screens: Screens) throws -> Figure {
    let cairn = MeasuredProgram(path: bench.cairn, variables: bench.variables)
    var (own, peer) = (Samples(), Samples())
    for round in 1...3 {
      let clock = ContinuousClock()
      let start = clock.now
      let session = try screens.startCairn(["~import?file=\(bench.table)", "--fresh"])
      try session.wait(forText: "\(bench.rows.groupedDigits) new")
      own.add(clock.now - start)
      session.signal(SIGKILL)
      let store = bench.folder.path("previewed-\(round)")
      peer.add(try cairn.run(["import", bench.table, "--store", store]).duration)
    }
    return Figure(
      name: "preview of all rows", quantity: .seconds, own: own,
      peer: .measured("its import", peer), goal: .ratio(1.1))
  }

  /// The time to the first rows from a running program, compared with a finished one.
  private func slowRows() throws -> Figure {
    var (own, peer) = (Samples(), Samples())
    for _ in 0..<Self.rounds {
      own.add(try peek("sleep 30"))
      peer.add(try peek("true"))
    }
    return Figure(
      name: "first rows of a slow pipe", quantity: .seconds, own: own,
      peer: .measured("of a finished one", peer), goal: .atMost(0.5))
  }

  private func peek(_ end: String) throws -> Duration {
    let clock = ContinuousClock()
    let start = clock.now
    let script = "(head -n 50 '\(bench.table)'; \(end)) | '\(bench.cairn)' peek -"
    let session = try TerminalSession(["/bin/sh", "-c", script], environment: bench.variables)
    try session.wait(forText: "C1000001")
    let time = clock.now - start
    session.signal(SIGKILL)
    return time
  }
}
