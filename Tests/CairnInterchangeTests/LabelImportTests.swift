import CairnStore
import TestSupport
import Testing

@testable import CairnInterchange

@Suite struct `The cells and headers of a file` {
  @Test func `keep each header that no name can be as the label of its field`() throws {
    let store = try makeStore()
    try store.take(
      "No,Record #,Main Sponsor's Ward/Office,% done,$x,first_name,last name\n1,6,7,8,9,a,b\n")
    let thing = try #require(store.snapshot.model["Thing"])
    expectEqual(
      thing.attributes.map(\.name),
      ["No", "Record__", "Main_Sponsor_s_Ward_Office", "a__done", "a_x", "first_name", "last_name"])
    expectEqual(
      thing.attributes.map(\.caption),
      ["No", "Record #", "Main Sponsor's Ward/Office", "% done", "$x", "first name", "last name"])
    // A second file with these headers fills the same fields.
    try store.take("Record #,% done\n7,1\n")
    expectEqual(store.snapshot.model["Thing"]?.attributes.count, 7)
    try expectEqual(store.texts("Record__", of: "Thing"), ["6", "7"])
  }

  @Test func `keep the file's name as the caption where no name can be it`() throws {
    let store = try makeStore()
    try store.take("a\n1\n", as: "Top 10 films.csv")
    expectEqual(store.snapshot.model["Top_10_film"]?.caption, "Top 10 films")
    try store.take("a\n1\n", as: "Albums.csv")
    expectEqual(store.snapshot.model["Album"]?.label, nil)
  }

  static let numbers: [(cells: String, type: AttributeType, unit: String?, texts: [String])] = [
    ("32%\n81.1%", .decimal, "%", ["32", "81.1"]),
    ("\"2,320\"\n\"9,123,913\"", .integer, nil, ["2320", "9123913"]),
    ("$82.10\n$0.31", .decimal, "$", ["82.10", "0.31"]),
    ("-$5\n$-6\n($7)\n$8", .integer, "$", ["-5", "-6", "-7", "8"]),
    ("1 kg\n2.312 kg", .decimal, "kg", ["1", "2.312"]),
    ("5km\n7km", .integer, "km", ["5", "7"]),
    ("\"1.234,50 €\"\n\"7,25 €\"", .decimal, "€", ["1234.50", "7.25"]),
    ("EUR 5\nEUR 6", .integer, "EUR", ["5", "6"]),
    ("(12.50)\n3\n4-", .decimal, nil, ["-12.50", "3", "-4"]),
    ("+12.50\n-3.00", .decimal, nil, ["12.50", "-3.00"]),
    ("\"+1.234,50\"\n\"-3,00\"", .decimal, nil, ["1234.50", "-3.00"]),
    ("+ $5.00\n- $6.25", .decimal, "$", ["5.00", "-6.25"]),
    ("7\n--\n...\n#DIV/0!", .integer, nil, ["7", "-", "-", "-"]),
    ("12.50-\n1", .decimal, nil, ["-12.50", "1"]),
    ("NaN\n1.5\nn/a\n-\nNULL\nInfinity", .decimal, nil, ["-", "1.5", "-", "-", "-", "-"]),
    ("5%\nn/a", .integer, "%", ["5", "-"]),
    // No numbers: codes, other units, some cells without a unit, words.
    ("0374\n0012", .string, nil, ["0374", "0012"]),
    ("1E5\n2E10\n12345E678", .string, nil, ["1E5", "2E10", "12345E678"]),
    ("5 kg\n3 g", .string, nil, ["5 kg", "3 g"]), ("5 kg\n3", .string, nil, ["5 kg", "3"]),
    ("3\n5 kg", .string, nil, ["3", "5 kg"]), ("101B\n102B", .string, nil, ["101B", "102B"]),
    ("5 pm\n6 pm", .string, nil, ["5 pm", "6 pm"]),
    ("007 kg\n008 kg", .string, nil, ["007 kg", "008 kg"]),
    ("n/a\n-", .string, nil, ["n/a", "-"]), ("5 kg\nmuch", .string, nil, ["5 kg", "much"]),
    ("+1 555\n+1 556", .string, nil, ["+1 555", "+1 556"]),
    ("(a)\n(b)", .string, nil, ["(a)", "(b)"]),
    ("192.168.0.1%\n10.0.0.1%", .string, nil, ["192.168.0.1%", "10.0.0.1%"]),
  ]

  @Test(arguments: numbers)
  func `are numbers if all of them say the same`(
    cells: String, type: AttributeType, unit: String?, texts: [String]
  ) throws {
    let store = try makeStore()
    let report = try store.take("a,b\n" + cells.split(separator: "\n").map { "\($0),x\n" }.joined())
    let attribute = try store.attribute("a", of: "Thing")
    expectEqual(attribute.type, type)
    expectEqual(attribute.unit, unit)
    try expectEqual(store.texts("a", of: "Thing"), texts)
    expectEqual(report.badRows.count, 0)
  }

  @Test func `are reported where they were read as something else`() throws {
    let store = try makeStore()
    let report = try store.take("a,b,c\n$5,n/a,\"=\"\"0374\"\"\"\n$6,7,\"=\"\"12\"\"\"\n")
    expectEqual(
      report.notices,
      [
        "things.a: read as numbers in $, \"$5\" as 5",
        "things.b: left empty for 1 cell such as \"n/a\"",
        "things.c: texts in formulas such as =\"0374\" are read as text",
      ])
    try expectEqual(store.texts("c", of: "Thing"), ["0374", "12"])
    try expectEqual(store.attribute("c", of: "Thing").type, .string)
  }

  @Test func `never mix units`() throws {
    let store = try makeStore()
    try store.take("a\n5 €\n6 €\n")
    try store.take("a\n7 €\n8\n")
    try expectEqual(store.texts("a", of: "Thing"), ["5", "6", "7", "8"])
    let report = try store.take("a\n9 $\n")
    expectEqual(report.badRows.count, 1)
    try expectEqual(store.attribute("a", of: "Thing").unit, "€")
    // Numbers without a unit may be of another one.
    let other = try makeStore()
    try other.take("a\n5\n6\n")
    try other.take("a\n7 €\n")
    try expectEqual(other.attribute("a", of: "Thing").type, .string)
    try expectEqual(other.texts("a", of: "Thing"), ["5", "6", "7 €"])
  }

  @Test func `are bare numbers in an export, which comes back equal`() throws {
    let store = try makeStore()
    try store.take("Unit price (net)\n$5.00\n$6.50\n")
    let name = "Unit_price__net_"
    expectEqual(try store.attribute(name, of: "Thing").label, "Unit price (net)")
    let csv = try store.export("Thing", as: .csv)
    expectTrue(csv.contains("\(name)\n") || csv.contains("\(name)\r\n"), csv)
    expectTrue(csv.contains("5.00") && !csv.contains("$"), csv)
    let json = try store.export("Thing", as: .json)
    expectTrue(json.contains("\"\(name)\": 5.00"), json)
  }

  static let dates: [(cells: String, type: AttributeType, texts: [String])] = [
    ("05.12.25\n31.01.26", .date, ["2025-12-05", "2026-01-31"]),
    ("05.12.75\n31.01.2026", .date, ["1975-12-05", "2026-01-31"]),
    ("12/31/25\n1/2/26", .date, ["2025-12-31", "2026-01-02"]),
    ("Jun 12 1998\nSept 3 2001", .date, ["1998-06-12", "2001-09-03"]),
    ("12 June 1998\n3rd May 2001", .date, ["1998-06-12", "2001-05-03"]),
    ("03/Oct/25\n14/Nov/2025", .date, ["2025-10-03", "2025-11-14"]),
    ("26-Nov-2026\n1-Jan-27", .date, ["2026-11-26", "2027-01-01"]),
    (
      "\"November 26, 2026 3:15 PM\"\n\"Friday, November 27, 2026\"", .localtime,
      ["2026-11-26 15:15", "2026-11-27 00:00"]
    ),
    // Either day or month may come first, a version, and no date.
    ("05/12/25\n06/11/25", .string, ["05/12/25", "06/11/25"]),
    ("1.2.25\n1.3.25", .string, ["1.2.25", "1.3.25"]),
    ("May 32 2001\nMay 3 2001", .string, ["May 32 2001", "May 3 2001"]),
  ]

  @Test(arguments: dates)
  func `are dates in the forms that people write`(
    cells: String, type: AttributeType, texts: [String]
  ) throws {
    let store = try makeStore()
    try store.take("a,b\n" + cells.split(separator: "\n").map { "\($0),x\n" }.joined())
    try expectEqual(store.attribute("a", of: "Thing").type, type)
    try expectEqual(
      store.values("a", of: "Thing").map { $0.map(ValueText.export) },
      texts)
  }

  // MARK: - JSON

  @Test func `of a list of plain values are records with one field`() throws {
    let store = try makeStore()
    try store.take(#"["tt01","tt02","tt03"]"#, as: "things.json")
    try expectEqual(store.texts("Value", of: "Thing"), ["tt01", "tt02", "tt03"])
    let report = try store.take(#"["tt04",{"a":1}]"#, as: "things.json")
    expectEqual(
      report.badRows.map(\.problem.reason),
      ["the other elements are plain values, and this one is not"])
  }

  @Test func `that JSON has no number for are empty, and reported`() throws {
    let store = try makeStore()
    let report = try store.take(
      "{\"step\":1,\"loss\":NaN}\n{\"step\":2,\"loss\":0.5}\n{\"step\":3,\"loss\":-Infinity}\n",
      as: "things.jsonl")
    expectEqual(report.badRows.count, 0)
    expectEqual(
      report.notices, ["things.jsonl: NaN and Infinity are no numbers, so 2 values are left empty"])
    try expectEqual(store.texts("loss", of: "Thing"), ["-", "0.5", "-"])
    // Within a text they are text, and an element of an array can't be left out.
    let other = try makeStore()
    let second = try other.take(
      "{\"a\":\"NaN, \\\"NaN\",\"b\":NaN}\n{\"a\":\"x\",\"b\":[1,NaN]}\n", as: "things.jsonl")
    expectEqual(second.badRows.count, 1)
    try expectEqual(other.texts("a", of: "Thing"), ["NaN, \"NaN"])
  }
}
