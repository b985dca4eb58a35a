import TestSupport

/// Commands that need no record's text, or one file's: beside the same in a store of two records.
struct FewRecordsMeasure: Measure {
  let bench: Bench
  let name = "commands beside two records"
  private static let rounds = 15

  init(_ bench: Bench) { self.bench = bench }

  func figures() throws -> [Figure] {
    let cairn = MeasuredProgram(path: bench.cairn, variables: bench.variables)
    var variables = bench.variables
    variables["CAIRN_STORE"] = bench.folder.path("two")
    let small = MeasuredProgram(path: bench.cairn, variables: variables)
    let table = bench.folder.path("two.csv")
    let shell = MeasuredProgram(path: "/bin/sh", variables: bench.variables)
    try shell.run(["-c", "head -n 3 '\(bench.table)' > '\(table)'"])
    try small.run(["import", table, "--into", "Place"])
    let commands = [
      ("the launcher", ["render"]), ("cairn list --limit 5", ["list", "places", "--limit", "5"]),
      ("cairn list --count", ["list", "places", "--count"]),
    ]
    return try commands.map { name, command in
      var (own, peer) = (Samples(), Samples())
      for _ in 0..<Self.rounds {
        own.add(try cairn.run(command).duration)
        peer.add(try small.run(command).duration)
      }
      return Figure(
        name: name, quantity: .seconds, own: own, peer: .measured("two records", ifAny: peer),
        goal: .ratio(3))
    }
  }
}
