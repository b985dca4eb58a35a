import TestSupport
import Testing

@Suite struct `A file that is imported again` {
  private let home: Home

  init() throws {
    home = try Home(environment: [:])
    try home.write(
      "Day,Text\n2026-02-01,Coffee\n2026-02-01,Coffee\n2026-02-02,Pay\n", to: "bank.csv")
    try home.output("import", "bank.csv")
  }

  @Test func `says how many rows are already here, and skips them if asked`() throws {
    let dry = try home.cairn("import", "bank.csv", "--dry-run")
    expectEqual(dry.status, 0)
    expectTrue(
      dry.errors.contains(
        "cairn: banks: 3 of 3 new records equal records that are already here; --match '*' adds no "
          + "such record again, and --match FIELD updates the records with the same value\n"),
      dry.errors)
    try home.write("Day,Text\n2026-02-01,Coffee\n2026-02-02,Pay\n2026-02-03,Tea\n", to: "more.csv")
    let skipped = try home.cairn("import", "more.csv", "--into", "banks", "--match", "*")
    expectEqual(skipped.errors, "cairn: imported banks: 1 new, 2 unchanged\n")
    let again = try home.cairn("import", "bank.csv", "--match", "*")
    expectEqual(
      again.errorLines,
      [
        "cairn: bank.csv: 1 row repeats an earlier row in line 3",
        "cairn: nothing to change: banks: 0 new, 3 unchanged",
      ])
    try expectEqual(home.output("list", "banks", "--count"), "4\n")
    // Without the option, scripts get what they got before.
    try home.output("import", "bank.csv")
    try expectEqual(home.output("list", "banks", "--count"), "7\n")
  }

  @Test func `is another matter than records that cairn add adds`() throws {
    for _ in 1...2 {
      let added = try home.cairn(
        "add", "banks", "--json", "-", input: #"[{"Text":"Rent"},{"Text":"Rent"}]"#)
      expectEqual(added.errors, "")
      expectEqual(added.output.split(separator: "\n").count, 2)
    }
  }

  @Test func `has its counts in the report for programs`() throws {
    let report = try home.json("import", "bank.csv", "--dry-run", "--report", "json")
    expectEqual(report["collections"]?.array?.first?["equal"]?.text(), "3")
    expectEqual(report["inputs"]?.array?.first?["repeatedRows"]?.text(), "1")
  }

  @Test func `is counted in the preview, which asks before it adds the rows`() throws {
    func screen(_ keys: String) throws -> String {
      try home.output("render", "~import?file=bank.csv", "--size", "100x24", "--keys", keys)
    }
    let shown = try screen("")
    expectTrue(
      shown.contains("3 new · 3 of the new ones already here · 1 row repeats an earlier row"), shown
    )
    let asked = try screen("I")
    expectTrue(asked.contains("3 of 3 new records equal records that are already here"), asked)
    try expectEqual(home.output("list", "banks", "--count"), "3\n")
    let skipped = try screen("I s")
    expectTrue(skipped.contains("Match   all values; a row with the values of a record"), skipped)
    expectTrue(skipped.contains("0 new, 3 unchanged"), skipped)
    _ = try screen("I a")
    try expectEqual(home.output("list", "banks", "--count"), "6\n")
  }

  @Test func `brings linked notes back from their export`() throws {
    try home.write("To [[Map|the map]] and [[log/Day#Noon]].\n", to: "vault/Start.md")
    try home.write("Back to [[Start]], not to [[Atlas]].\n", to: "vault/Map.md")
    try home.write("x\n", to: "vault/log/Day.md")
    let first = try home.cairn("import", "vault")
    expectTrue(
      first.errors.contains(
        "cairn: 1 wiki link names no note, the first in vault/Map.md: [[Atlas]]\n"),
      first.errors)
    try expectEqual(
      home.cairn("import", "vault").errors,
      "cairn: 1 wiki link names no note, the first in vault/Map.md: [[Atlas]]\n"
        + "cairn: nothing to change: vaults: 0 new, 3 unchanged\n")
    try home.output("export", "--format", "markdown", "-o", "out/")
    try expectEqual(
      home.cairn("import", "out").errors.contains("nothing to change"), true)
    try home.output("import", "out", "--store", "copy")
    try home.output("export", "--format", "markdown", "-o", "again/", "--store", "copy")
    try expectEqual(home.shell("diff -r -I %store: out again").output, "")
    for format in ["json", "csv", "rec"] {
      try home.output("export", "--format", format, "-o", "out-\(format)/")
      try home.output("import", "out-\(format)", "--store", "copy-\(format)")
      try home.output(
        "export", "--format", "markdown", "-o", "md-\(format)/", "--store", "copy-\(format)")
      try expectEqual(home.shell("diff -r -I %store: out md-\(format)").output, "", format)
    }
    // A single file has the links, too.
    try home.output("export", "vaults", "-o", "all.md")
    try home.output("import", "all.md", "--into", "vaults", "--store", "one")
    let columns = ["list", "vaults", "--format", "csv", "--columns", "Name,Links,Linked_from"]
    let links = try home.output(columns)
    expectTrue(links.contains("Start"), links)
    try expectEqual(home.output(columns + ["--store", "one"]), links)
  }
}
