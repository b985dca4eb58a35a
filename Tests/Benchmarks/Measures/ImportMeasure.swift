import TestSupport

/// The whole import of the table into a new store, until it is on the disk.
struct ImportMeasure: Measure {
  let bench: Bench
  let name = "import of the table"
  private static let rounds = 3

  init(_ bench: Bench) { self.bench = bench }

  func figures() throws -> [Figure] {
    let cairn = MeasuredProgram(path: bench.cairn, variables: bench.variables)
    let sqlite = SQLite(bench.database)
    var (own, ownMemory) = (Samples(), Samples())
    var (peer, peerMemory) = (Samples(), Samples())
    for round in 1...Self.rounds {
      let store = round == Self.rounds ? bench.store : bench.folder.path("store-\(round)")
      let run = try cairn.run(["import", bench.table, "--into", "Place", "--store", store])
      own.add(run.duration)
      ownMemory.add(Double(run.peakMemory))
      guard let run = try sqlite?.importTable(bench.table) else { continue }
      peer.add(run.duration)
      peerMemory.add(Double(run.peakMemory))
    }
    return [
      Figure(
        name: name, quantity: .seconds, own: own, peer: Self.peer(peer, "sqlite3 .import")),
      Figure(
        name: "… peak memory", quantity: .kibibytes, own: ownMemory,
        peer: Self.peer(peerMemory, "sqlite3 .import")),
    ]
  }

  private static func peer(_ samples: Samples, _ name: String) -> Figure.Peer {
    samples.isEmpty ? .missing("sqlite3 is not installed") : .measured(name, samples)
  }
}
