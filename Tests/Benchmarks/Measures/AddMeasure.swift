import CairnFiles
import CairnStore

/// A thousand records added by as many commands: how long they take, and how far the text is behind
/// what was saved while they run.
struct AddMeasure: Measure {
  let bench: Bench
  let name = "1 000 times cairn add"
  private static let count = 1000

  init(_ bench: Bench) { self.bench = bench }

  func figures() throws -> [Figure] {
    let cairn = MeasuredProgram(path: bench.cairn, variables: bench.variables)
    let clock = ContinuousClock()
    var added: [ContinuousClock.Instant] = []
    let first = try lastInText() + 1
    var (total, delay) = (Duration.zero, Duration.zero)
    for number in 1...Self.count {
      total += try cairn.run(["add", "places", "Name=Cairn \(number)", "Seats=12"]).duration
      added.append(clock.now)
      let missing = try lastInText() + 1 - first
      if missing < added.count { delay = max(delay, clock.now - added[missing]) }
    }
    var (own, behind) = (Samples(), Samples())
    own.add(total)
    behind.add(delay)
    return [
      Figure(name: name, quantity: .seconds, own: own, goal: .atMost(20)),
      Figure(name: "… the text behind by", quantity: .seconds, own: behind, goal: .atMost(10)),
    ]
  }

  /// The number of the last record that the text has.
  private func lastInText() throws -> Int {
    var path = "\(bench.store)/data/Place"
    while !path.hasSuffix(".rec") {
      let names = try RealFileSystem().list(path)
      // Folders hold the later records; their names are numbers.
      let last = names.last { !$0.hasSuffix(".rec") } ?? names.last
      guard let last else { throw BenchError("\(path) is empty") }
      path += "/\(last)"
    }
    let ids = try Text.lines(of: path).filter { $0.hasPrefix("Id: p") }
    return ids.last.flatMap { Int($0.dropFirst(5)) } ?? 0
  }
}
