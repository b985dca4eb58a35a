/// Commands of the shell, each a whole process, beside the same question to SQLite's shell.
struct CommandMeasure: Measure {
  let bench: Bench
  let name = "commands"
  private static let rounds = 9

  private struct Pair {
    let name: String
    let own: [String]
    let peer: String
    var goal: Figure.Goal?
  }

  init(_ bench: Bench) { self.bench = bench }

  private var pairs: [Pair] {
    let like = Places.textColumns.map { "\($0) LIKE '%\(Places.searched)%'" }
    return [
      Pair(
        name: "cairn list --count FILTER", own: ["list", "places", Places.searched, "--count"],
        peer: "SELECT count(*) FROM Places WHERE \(like.joined(separator: " OR "));"),
      Pair(
        name: "cairn show", own: ["show", "places/p\(bench.rows / 2)"],
        peer: "SELECT * FROM Places WHERE rowid = \(bench.rows / 2);", goal: .atMost(0.01)),
      Pair(
        name: "cairn add", own: ["add", "places", "Name=Cairn Café", "Seats=12"],
        peer: "INSERT INTO Places (Name, Seats) VALUES ('Cairn Café', 12);",
        goal: .atMost(0.015)),
      Pair(
        name: "completion of a value", own: ["complete", "fish", "set", "places/p1", "Name=Ca"],
        peer: "SELECT DISTINCT Name FROM Places WHERE Name LIKE 'Ca%' LIMIT 50;",
        goal: .atMost(0.03)),
    ]
  }

  func figures() throws -> [Figure] {
    let cairn = MeasuredProgram(path: bench.cairn, variables: bench.variables)
    let sqlite = SQLite(bench.database)
    return try pairs.map { pair in
      var (own, peer) = (Samples(), Samples())
      for _ in 0..<Self.rounds {
        own.add(try cairn.run(pair.own).duration)
        if let time = try sqlite?.run([pair.peer]) { peer.add(time) }
      }
      return Figure(
        name: pair.name, quantity: .seconds, own: own,
        peer: .measured("sqlite3", ifAny: peer),
        goal: pair.goal)
    }
  }
}
