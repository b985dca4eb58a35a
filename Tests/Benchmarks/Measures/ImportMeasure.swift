import TestSupport

/// The whole import of the table into a new store, until it is on the disk.
struct ImportMeasure: Measure {
  let bench: Bench
  let name = "import of the table"
  private static let rounds = 3

  /// What VisiData does with a file before it shows all of it.
  ///
  /// It loads it into memory and types nothing; its batch mode would write the table, too.
  private static let load = """
    import sys
    from visidata import vd
    sheet = vd.openSource(sys.argv[1])
    sheet.reload()
    vd.sync()
    sys.exit(0 if sheet.nRows > 0 else 1)
    """

  init(_ bench: Bench) { self.bench = bench }

  func figures() throws -> [Figure] {
    let cairn = MeasuredProgram(path: bench.cairn, variables: bench.variables)
    let sqlite = SQLite(bench.database)
    let visidata = MeasuredProgram.find("vd").map { _ in
      MeasuredProgram(path: "/usr/bin/python3", variables: bench.variables)
    }
    var (own, ownMemory) = (Samples(), Samples())
    var (peer, peerMemory) = (Samples(), Samples())
    var (loads, loadMemory) = (Samples(), Samples())
    for round in 1...Self.rounds {
      let store = round == Self.rounds ? bench.store : bench.folder.path("store-\(round)")
      let run = try cairn.run(["import", bench.table, "--into", "Place", "--store", store])
      own.add(run.duration)
      ownMemory.add(Double(run.peakMemory))
      if let run = try sqlite?.importTable(bench.table) {
        peer.add(run.duration)
        peerMemory.add(Double(run.peakMemory))
      }
      if let run = try visidata?.run(["-c", Self.load, bench.table]) {
        loads.add(run.duration)
        loadMemory.add(Double(run.peakMemory))
      }
    }
    let (sqlitePeer, loadPeer) = ("sqlite3 .import", "visidata's load")
    return [
      Figure(
        name: name, quantity: .seconds, own: own, peer: .measured(sqlitePeer, ifAny: peer),
        goal: .ratio(1.5)),
      Figure(
        name: "… peak memory", quantity: .kibibytes, own: ownMemory,
        peer: .measured(sqlitePeer, ifAny: peerMemory)),
      Figure(
        name: "… beside a load", quantity: .seconds, own: own,
        peer: .measured(loadPeer, ifAny: loads), goal: .ratio(1)),
      Figure(
        name: "… beside a load, peak memory", quantity: .kibibytes, own: ownMemory,
        peer: .measured(loadPeer, ifAny: loadMemory), goal: .ratio(1)),
    ]
  }
}
