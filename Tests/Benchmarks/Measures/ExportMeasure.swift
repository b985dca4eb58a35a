import TestSupport

/// The whole table out as JSON Lines, and a filter's count beside programs that read such files.
struct ExportMeasure: Measure {
  let bench: Bench
  let name = "export as JSON Lines"
  private static let rounds = 3

  init(_ bench: Bench) { self.bench = bench }

  private var lines: String { bench.folder.path("places.jsonl") }

  func figures() throws -> [Figure] { try exports() + counts() }

  private func exports() throws -> [Figure] {
    let cairn = MeasuredProgram(path: bench.cairn, variables: bench.variables)
    let sqlite = SQLite(bench.database)
    var (own, ownMemory) = (Samples(), Samples())
    var (peer, peerMemory) = (Samples(), Samples())
    for _ in 0..<Self.rounds {
      let run = try cairn.run(["export", "places", "--format", "jsonl"], output: lines)
      own.add(run.duration)
      ownMemory.add(Double(run.peakMemory))
      let query = "SELECT * FROM Places;"
      if let sqlite {
        let run = try sqlite.program.run(
          ["-json", sqlite.database, query], output: bench.folder.path("places.json"))
        peer.add(run.duration)
        peerMemory.add(Double(run.peakMemory))
      }
    }
    return [
      Figure(
        name: name, quantity: .seconds, own: own, peer: .measured("sqlite3 -json", ifAny: peer),
        goal: .ratio(1)),
      Figure(
        name: "… peak memory", quantity: .kibibytes, own: ownMemory,
        peer: .measured("sqlite3 -json", ifAny: peerMemory)),
    ]
  }

  private func counts() throws -> [Figure] {
    let cairn = MeasuredProgram(path: bench.cairn, variables: bench.variables)
    let miller = MeasuredProgram.find("mlr")
    let jq = MeasuredProgram.find("jq")
    var (own, millers, jqs) = (Samples(), Samples(), Samples())
    for _ in 0..<Self.rounds {
      own.add(try cairn.run(["list", "places", "Rating>=4 Kind=museum", "--count"]).duration)
      let condition = #"$Rating >= 4 && $Kind == "museum""#
      if let run = try miller?.run(["--icsv", "filter", condition, "then", "count", bench.table]) {
        millers.add(run.duration)
      }
      let counted = #"[inputs | select(.Rating >= 4 and .Kind == "museum")] | length"#
      if let run = try jq?.run(["-n", counted, lines]) { jqs.add(run.duration) }
    }
    return [("mlr, of CSV", millers), ("jq, of JSON Lines", jqs)].map { name, samples in
      Figure(
        name: "cairn list --count Rating>=4 …", quantity: .seconds, own: own,
        peer: .measured(name, ifAny: samples), goal: .ratio(1))
    }
  }
}
