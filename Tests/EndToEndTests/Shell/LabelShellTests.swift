import CairnJSON
import TestSupport
import Testing

@Suite struct `Labels and units in the shell` {
  private let home: Home

  /// The headers of the file that an import must keep, some of which are words of the app.
  private static let reserved = """
    No,or,not,where,sort,Nr.,Record #,Main Sponsor's Ward/Office,% done,$x,class,id,type,url,all,text
    1,a,b,c,d,5,6,7,8,9,k,1,t,http://x,z,w
    2,a,b,c,d,5,6,7,8,9,k,2,t,http://x,z,w

    """
  private static let units = """
    item\tpercent\tquantity\tcost\tweight
    foo\t32%\t2,320\t$82.10\t1 kg
    bar\t81.1%\t9,123,913\t$0.31\t2.312 kg

    """

  init() throws {
    home = try Home(environment: [:])
    try home.write(Self.reserved, to: "wards.csv")
    try home.write(Self.units, to: "goods.tsv")
    for file in ["wards.csv", "goods.tsv"] {
      try expectEqual(home.cairn("import", file).status, 0)
    }
  }

  @Test func `stand above the columns, and are accepted wherever a field is typed`() throws {
    let header = try home.output("list", "wards", "--columns", "*").split(separator: "\n")[0]
    for label in ["Record #", "Main Sponsor's Ward/Office", "% done", "$x", "Nr."] {
      expectTrue(header.contains(label), "\(label) in \(header)")
    }
    try expectEqual(home.output("list", "wards", "\"Record #\":6", "--count"), "2\n")
    try expectEqual(home.output("list", "wards", "\"record #\":7", "--count"), "0\n")
    let columns = try home.output(
      "list", "wards", "--columns", "\"Record #\",No", "--sort", "-\"No\"", "--format", "csv")
    expectEqual(columns.split(whereSeparator: \.isNewline), ["Record__,No", "6,2", "6,1"])
    try home.output("set", "wards/p1", "Record #=60", "\"% done\"=80")
    try expectEqual(
      home.output("list", "wards", "\"Record #\":60 \"% done\":80", "--count"), "1\n")
    try home.output("add", "wards", "No=3", "Record #=9")
    try expectEqual(home.output("list", "wards", "\"Record #\":9", "--count"), "1\n")
    try home.output("add", "wards", "\"Record #\"=10", "No=4")
    try expectEqual(home.output("list", "wards", "Record__:10", "--count"), "1\n")
    try expectTrue(home.output("show", "wards/p1").contains("Record #"))
    let json = try JSONValue(reading: home.output("list", "wards", "--format", "json"))
    expectEqual(json.array?.first?["Record__"], .number(JSONNumber(60)))
    let model = try JSONValue(reading: home.output("model", "show", "wards", "--format", "json"))
    let fields = model.array?.first?["fields"]?.array ?? []
    expectTrue(fields.contains { $0["label"]?.string == "Record #" })
  }

  @Test(arguments: ["--sort", "--group", "--columns"])
  func `are found whole by an option, also with a blank`(option: String) throws {
    let list = { (label: String) in try home.output("list", "wards", option, label) }
    try expectEqual(list("Record #"), list("\"Record #\""))
    try expectEqual(home.cairn("list", "wards", option, "Record @").status, 64)
  }

  @Test func `survive an edit of the record as text, and an export in rec`() throws {
    try home.output("export", "wards", "--format", "rec", "-o", "wards.rec")
    let rec = home.text(of: "wards.rec")
    expectTrue(rec.contains("%label: Record__ Record #") && rec.contains("\nRecord__: 6\n"), rec)
    try home.output("import", "wards.rec", "--store", "other")
    try expectEqual(
      home.output("list", "wards", "\"Record #\":6", "--count", "--store", "other"), "2\n")
  }

  @Test func `of units stand beside numbers for people only`() throws {
    let rows = try home.output("list", "goods").split(separator: "\n")
    for cell in ["32%", "2320", "$82.10", "1 kg"] {
      expectTrue(rows[1].contains(cell), "\(cell) in \(rows[1])")
    }
    try expectEqual(
      home.output("list", "goods", "--format", "csv").split(whereSeparator: \.isNewline),
      ["item,percent,quantity,cost,weight", "foo,32,2320,82.10,1", "bar,81.1,9123913,0.31,2.312"])
    try expectTrue(home.output("list", "goods?totals=sum").contains("$82.41"))
    try home.output("set", "goods/p1", "cost=$5", "weight=2 kg", "percent=10")
    try expectEqual(
      home.output("list", "goods", "cost:$5 weight:\"2 kg\" percent:10%", "--count"), "1\n")
    try expectEqual(home.cairn("set", "goods/p1", "cost=5 €").status, 1)
    let json = try JSONValue(reading: home.output("show", "goods/p1", "--format", "json"))
    expectEqual(json["cost"], .number(JSONNumber(5)))
    try expectTrue(home.output("show", "goods/p1").contains("2 kg"))
    let counts = try home.output("list", "goods?view=frequency:weight", "--format", "csv")
    expectTrue(counts.contains("2.312,1") && !counts.contains("kg"), counts)
  }

  @Test func `are offered when a word of a filter is completed`() throws {
    let answer = try home.cairn(["complete", "fish", "list", "wards", "--sort", "Rec"])
    expectTrue(answer.output.contains("Record__\tRecord #"), answer.output)
  }
}
