import Glibc
import TestSupport
import Testing

@Suite struct `An import as one change` {
  @Test func `is taken back with the collection that it made, and brought again`() throws {
    let home = try Home(environment: [:])
    try home.write("title,year\nBlue,1971\nHejira,1976\n", to: "albums.csv")
    try home.output("import", "albums.csv")
    try home.output("undo")
    try expectEqual(home.cairn("list", "albums").status, 1)
    try expectEqual(home.output("model", "show"), "")
    try home.output("redo")
    try expectEqual(
      home.output("list", "albums", "--format", "csv").split(whereSeparator: \.isNewline),
      ["title,year", "Blue,1971", "Hejira,1976"])
    try expectEqual(home.output("store", "verify").contains("damage"), false)
  }

  @Test func `that is taken back after something was added leaves that, or does nothing`()
    throws
  {
    let home = try Home(environment: [:])
    try home.write("title\nBlue\n", to: "albums.csv")
    try home.output("import", "albums.csv")
    try home.output("add", "albums", "title=Mingus")
    let strict = try home.cairn("undo", "1", "--strict")
    expectEqual(strict.status, 1)
    expectTrue(strict.errors.contains("albums/p2 has changed since"))
    try expectEqual(home.output("list", "albums", "--count"), "2\n")
    let answer = try home.cairn("undo", "1")
    expectEqual(answer.status, 0)
    expectTrue((answer.output + answer.errors).contains("not undone: its change of the model"))
    try expectEqual(
      home.output("list", "albums", "--format", "csv").split(whereSeparator: \.isNewline),
      ["title", "Mingus"])
  }

  @Test(arguments: [
    ["import", "none.csv"], ["import", "empty.csv"], ["import", "bad.json"],
    ["import", "good.csv", "--map", "nothing=b"], ["import", "wrong.csv", "--strict"],
    ["import", "good.csv", "--dry-run"], ["import", "good.csv", "none.csv"],
    ["add", "things", "a=1"],
  ])
  func `leaves no store where there was none and nothing came in`(_ arguments: [String]) throws {
    let home = try Home(environment: [:])
    try home.write("", to: "empty.csv")
    try home.write("[{\"a\": 1}, {\"a\"", to: "bad.json")
    try home.write("a\n1\n", to: "good.csv")
    try home.write("a,b\n1,2,3\n", to: "wrong.csv")
    let answer = try home.cairn(arguments)
    expectEqual(answer.status, (arguments.contains("--dry-run") ? 0 : 1))
    expectTrue(!answer.errors.contains("made a new store"))
    try expectTrue(home.cairn("store", "info").errors.contains("cairn init"))
  }

  // E1
  @Test(arguments: SeededGenerator.seeds(1))
  func `that is killed leaves the store as it was, or has it all`(seed: UInt64) throws {
    print("killing imports, seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let home = try Home(
      model: "%rec: Note\n%attribute: Title string\n", [["notes", "Title=first"]])
    var rows = "title,year\n"
    for number in 0..<3_000 { rows += "Album \(number),Year \(number / 3)\n" }
    try home.write(rows, to: "albums.csv")
    let start = ContinuousClock.now
    try home.output("import", "albums.csv", "--link", "year=Year")
    let usual = (ContinuousClock.now - start) / .seconds(1)
    try home.output("undo")
    var counts: [String] = []
    for round in 0..<12 {
      let signal = ["KILL", "INT", "TERM"][round % 3]
      let time = usual * Double.random(in: 0.05...2, using: &random)
      _ = try home.shell(
        "timeout -s \(signal) \(time) \"$CAIRN\" import albums.csv --link year=Year")
      let answer = try home.cairn("list", "albums", "--count")
      try expectEqual(home.output("list", "notes", "--count"), "1\n")
      guard answer.status == 0 else {
        let model = try home.output("model", "show")
        expectTrue(!model.contains("Album") && !model.contains("Year"), "seed \(seed)")
        continue
      }
      try expectEqual(home.output("list", "years", "--count"), "1000\n", "seed \(seed)")
      expectEqual(answer.output, "3000\n", "seed \(seed)")
      counts.append(answer.output)
      try home.output("undo")
    }
    try expectEqual(home.cairn("store", "verify").status, 0)
    print("\(counts.count) of 12 imports came to their end")
  }

  // T16
  @Test(.enabled(if: access("/usr/bin/recfix", X_OK) == 0))
  func `leaves files that recutils find right`() throws {
    let home = try Home(environment: [:])
    try home.write("title,year\nBlue,1971\nHejira,1976\n", to: "albums.csv")
    try home.output("import", "albums.csv")
    try home.write("title,year\nDry Cleaner,1979.5\n", to: "albums.csv")
    try home.output("import", "albums.csv")
    try home.output("store", "fold")
    let store = "$HOME/.local/share/cairn"
    let answer = try home.shell(
      "(cairn model show albums --format rec; tail -n +2 \(store)/data/Album/0000.rec)"
        + " > all.rec; recfix --check all.rec && recsel -c -t Album all.rec")
    expectEqual(answer.status, 0, "\(answer.errors)")
    expectTrue(answer.output.hasSuffix("3\n"))
  }
}
