/// The same word typed at the library: what of a key's time is the search.
struct FetchMeasure: Measure {
  let bench: Bench
  let name = "fetch for one more key"
  private static let rounds = 5

  init(_ bench: Bench) { self.bench = bench }

  func figures() throws -> [Figure] {
    let sqlite = SQLite(bench.database)
    var (first, later, peer) = (Samples(), Samples(), Samples())
    for _ in 0..<Self.rounds {
      // A store of its own for each round, so that the first key finds no folded text.
      let steps = try SearchedWord(bench).type { step, time in
        if step.text.count == 1 { first.add(time) } else { later.add(time) }
      }
      let statements = steps.dropFirst().map {
        "SELECT count(*) FROM Places WHERE \(like($0.text));"
      }
      for time in try sqlite?.times(statements) ?? [] { peer.add(time) }
    }
    let beside: Figure.Peer =
      sqlite == nil ? .missing("sqlite3 is not installed") : .measured("SQLite LIKE", peer)
    return [
      Figure(name: "fetch for the first key", quantity: .seconds, own: first),
      Figure(name: name, quantity: .seconds, own: later, peer: beside, goal: .atMost(0.03)),
    ]
  }

  private func like(_ text: String) -> String {
    Places.textColumns.map { "\($0) LIKE '%\(text)%'" }.joined(separator: " OR ")
  }
}
