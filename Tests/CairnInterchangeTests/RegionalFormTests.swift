import CairnStore
import TestSupport
import Testing

@testable import CairnInterchange

@Suite struct `Numbers and dates as regions write them` {
  private func profile(
    _ cells: [String], as kind: RawRow.Kind = .plain, isBetweenCommas: Bool = false
  ) -> ColumnProfile {
    var profile = ColumnProfile(of: "a", isBetweenCommas: isBetweenCommas)
    var row = RawRow()
    for cell in cells {
      row.begin(line: 1)
      row.set(0, cell.isEmpty ? .missing : kind, Array(cell.utf8))
      profile.add(row, 0)
    }
    return profile
  }

  static let numbers: [(cells: [String], type: AttributeType, texts: [String])] = [
    (["3,14", "5", "-0,5"], .decimal, ["3.14", "5", "-0.5"]),
    (["1.234,50", "12,00", "1.234"], .decimal, ["1234.50", "12.00", "1234"]),
    (["1 234,5", "12 345 678,9", "7"], .decimal, ["1234.5", "12345678.9", "7"]),
    (["1\u{A0}234,5", "1\u{202F}234,5"], .decimal, ["1234.5", "1234.5"]),
    (["1,234.50", "12", "1,234"], .decimal, ["1234.50", "12", "1234"]),
    (["1,234,567", "12", "999"], .integer, ["1234567", "12", "999"]),
    (["1'234'567.8", "1’000.5"], .decimal, ["1234567.8", "1000.5"]),
    (["0,375", "1,250"], .decimal, ["0.375", "1.250"]),
    (["1.5", "1,234"], .decimal, ["1.5", "1234"]),
  ]

  @Test(arguments: numbers)
  func `a column of numbers that all have one form is of numbers`(
    cells: [String], type: AttributeType, texts: [String]
  ) throws {
    let profile = profile(cells)
    expectEqual(profile.type.type, type)
    try expectEqual(#require(profile.form).plainTexts(of: cells), texts)
  }

  static let dates: [(cells: [String], type: AttributeType, texts: [String])] = [
    (["31.12.2024", "1.2.2024", "01.02.2024"], .date, ["2024-12-31", "2024-02-01", "2024-02-01"]),
    (["31/12/2024", "1/2/2024"], .date, ["2024-12-31", "2024-02-01"]),
    (["12/31/2024", "1/2/2024"], .date, ["2024-12-31", "2024-01-02"]),
    (["31-12-2024", "01-02-2024"], .date, ["2024-12-31", "2024-02-01"]),
    (["2024/12/31", "2024/1/2"], .date, ["2024-12-31", "2024-01-02"]),
    (
      ["31.12.2024 9:05", "1.2.2024, 23:59:30"], .localtime,
      ["2024-12-31T09:05", "2024-02-01T23:59:30"]
    ),
    (
      ["12/31/2024 12:30 AM", "1/2/2024 1:05:09 pm", "1/3/2024"], .localtime,
      ["2024-12-31T00:30", "2024-01-02T13:05:09", "2024-01-03"]
    ),
  ]

  @Test(arguments: dates)
  func `a column of dates that all have one form is of dates`(
    cells: [String], type: AttributeType, texts: [String]
  ) throws {
    for kind in [RawRow.Kind.plain, .text] {
      let profile = profile(cells, as: kind)
      expectEqual(profile.type.type, type)
      try expectEqual(#require(profile.form).plainTexts(of: cells), texts)
    }
  }

  static let texts: [[String]] = [
    // Two readings, and nothing that tells which.
    ["1,234", "5"], ["1,234", "12,345"], ["01/02/2024", "3/4/2024"],
    // Addresses of machines, telephone numbers and versions are no numbers.
    ["192.168.100.200", "127.100.100.100"], ["555 123 456"], ["030 123"], ["1.2.3"], ["1 234"],
    // One value has another form.
    ["3,14", "3.14"], ["3,14", "none"], ["1,234.5", "1.234,5"], ["31.12.2024", "2024-12-31"],
    ["31/12/2024", "12/31/2024"], ["31.12.2024", "32.12.2024"],
    // Lists of numbers, and versions.
    ["101,102,103", "104,105"], ["2024.1.2", "2023.12.1"],
    // Nearly of a form.
    ["1,5,2"], ["12,34,567"], ["1234,567,8"], [",5"], ["1,"], ["01,5"], ["+1,5"], ["--1,5"],
    ["31-12-24"], ["31.12/2024"], ["31.12.2024 25:00"], ["31.12.2024 9"], ["12/31/2024 13:00 PM"],
    ["12/31/2024 0:30 AM"], ["31..2024"], ["1.234.,5"], ["2024/12"], ["-31.12.2024"],
  ]

  @Test(arguments: texts)
  func `anything else stays text`(cells: [String]) {
    let profile = profile(cells)
    expectEqual(profile.type.type, .string)
    expectEqual(profile.form, nil)
  }

  @Test func `the store's own forms are taken as they are`() {
    for cells in [["1.234", "2.500"], ["1", "2"], ["2024-12-31"], ["192.168", "1.5"]] {
      expectEqual(profile(cells).form, nil)
    }
  }

  @Test(arguments: [["1,2", "3", "4,5"], ["12,34", "7"]])
  func `between commas, pairs of small numbers are no decimals`(cells: [String]) {
    expectEqual(profile(cells, isBetweenCommas: true).form, nil)
    expectEqual(profile(cells).form, .decimalComma)
    for more in ["0,5", "3,00", "-1,5", "1.000,5"] {
      expectEqual(profile(cells + [more], isBetweenCommas: true).form, .decimalComma, "\(more)")
    }
  }

  @Test func `a list of numbers in a table stays what it is`() throws {
    let store = try makeStore()
    try store.take("Name,Shelves\nAnn,\"1,2\"\nBob,3\n")
    try expectEqual(store.texts("Shelves", of: "Thing"), ["1,2", "3"])
  }

  @Test(arguments: ["false", "5", "\"soon\""])
  func `a value of JSON that is none of them leaves all as text`(other: String) throws {
    let store = try makeStore()
    let report = try store.take(
      #"[{"d":"31.12.2024"},{"d":\#(other)},{"d":"1.2.2025"}]"#, as: "things.json")
    expectEqual(report.badRowCount, 0)
    try expectEqual(store.texts("d", of: "Thing").first, "31.12.2024")
  }

  @Test func `columns of one table are read alike`() throws {
    let store = try makeStore()
    let report = try store.take(
      "Preis;Menge;n;Von;Bis\n3,20;1.500;1,234;31/12/2024;01/02/2025\n1,00;2;2;1/1/2025;3/2/2025\n")
    try expectEqual(store.texts("Menge", of: "Thing"), ["1500", "2"])
    try expectEqual(store.attribute("Menge", of: "Thing").type, .integer)
    try expectEqual(store.texts("n", of: "Thing"), ["1.234", "2"])
    try expectEqual(store.texts("Bis", of: "Thing"), ["2025-02-01", "2025-02-03"])
    expectTrue(
      report.notices.contains(
        "things.Menge: read with points between thousands, as other columns have a decimal comma, "
          + "\"1.500\" as 1500"))
    expectEqual(report.notices.count, 5)
  }

  @Test func `columns that speak against each other are read by themselves`() throws {
    let store = try makeStore()
    try store.take("Preis;Menge;Lat\n3,20;1.500;52.5200\n1,00;2;13.4\n")
    try expectEqual(store.texts("Menge", of: "Thing"), ["1.500", "2"])
    try expectEqual(store.texts("Preis", of: "Thing"), ["3.20", "1.00"])
  }

  @Test func `several points are thousands beside a decimal comma`() throws {
    let store = try makeStore()
    try store.take("Name;Area;People\nA;891,68;1.234.567\nB;105,4;500.000\n")
    try expectEqual(store.texts("People", of: "Thing"), ["1234567", "500000"])
  }

  @Test(arguments: [InterchangeFormat.csv, .json, .jsonl, .rec, .markdown])
  func `what was exported as text comes back as text`(format: InterchangeFormat) throws {
    let store = try makeStore()
    try store.take("Name;Day;Price\nA;31.12.2024;1.234,5\nB;1.1.2025;3,20\n") {
      $0.types = ["Day": .string, "Price": .string]
    }
    let text = try store.export("Thing", as: format)
    let copy = try makeStore()
    try copy.take(text, as: "things.\(format.fileExtension)")
    try expectEqual(copy.texts("Day", of: "Thing"), ["31.12.2024", "1.1.2025"], "\(text)")
    try expectEqual(copy.texts("Price", of: "Thing"), ["1.234,5", "3,20"])
  }

  @Test(arguments: [
    (["N;x\n1.234,5;a\n", "N;x\n1.234;b\n"], ["1234.5", "1234"]),
    (["N;x\n1.234;b\n", "N;x\n1.234,5;a\n"], ["1234", "1234.5"]),
    (["N;x\n01/02/2024;a\n", "N;x\n31/12/2024;b\n"], ["2024-02-01", "2024-12-31"]),
    (["N;x\n1,5;a\n", "N;x\n2.5;b\n"], ["1.5", "2.5"]),
  ])
  func `files of the same records tell each other`(files: [String], texts: [String]) throws {
    let store = try makeStore()
    var options = ImportOptions.ofCommand
    options.collection = "things"
    let report = try Importer(store, options).run(
      files.enumerated().map { ImportInput(source($1, name: "file\($0).csv")) })
    expectEqual(report.badRowCount, 0)
    try expectEqual(store.texts("N", of: "Thing"), texts)
  }

  @Test func `links lead to values that are read so`() throws {
    let store = try makeStore()
    let day = "Tag;Name\n31.12.2024;Silvester\n1.1.2025;Neujahr\n"
    let sale = "Datum;Betrag\n31.12.2024;3,20\n1.1.2025;4,00\n1.1.2025;5,50\n"
    var options = ImportOptions.ofCommand
    options.links = [ImportOptions.Link(column: "Datum", collection: "visits", field: "Tag")]
    let report = try Importer(store, options).run([
      ImportInput(source(day, name: "visits.csv")), ImportInput(source(sale, name: "sales.csv")),
    ])
    expectTrue(report.notices.allSatisfy { $0.contains("read with") }, "\(report.notices)")
    let link = try #require(store.snapshot.model["Sale"]?.relationships.first)
    try expectEqual(store.texts(link.name, of: "Sale"), ["p1", "p2", "p2"])
  }

  @Test func `the value that widens a field is told by its own form`() throws {
    let store = try makeStore()
    try store.take("a;b\n1;x\n")
    let report = try store.take("a;b\n1.234;x\n2,5;x\n")
    expectEqual(report.notices.last?.contains("\"2,5\" at things.csv, line 3"), true)
  }

  @Test func `a string of JSON is text where it looks like a number`() {
    expectEqual(profile(["3,14", "5,5"], as: .text).type.type, .string)
  }

  @Test func `an import reads them and says so`() throws {
    let store = try makeStore()
    let report = try store.take(
      "Was;Preis;Am\nBrot;3,20;31.12.2024\nKäse;1.204,00;1.1.2025\nSalz;;\n")
    try expectEqual(store.attribute("Preis", of: "Thing").type, .decimal)
    try expectEqual(store.texts("Preis", of: "Thing"), ["3.20", "1204.00", "-"])
    try expectEqual(store.texts("Am", of: "Thing"), ["2024-12-31", "2025-01-01", "-"])
    expectEqual(
      report.notices,
      [
        "things.Preis: read with a decimal comma, \"3,20\" as 3.20",
        "things.Am: read with the day first, \"31.12.2024\" as 2024-12-31",
      ])
    expectEqual(report.badRowCount, 0)
  }

  @Test func `an import says what can be read in two ways`() throws {
    let store = try makeStore()
    let report = try store.take("a;b\n1,234;01/02/2024\n2,345;03/04/2024\n")
    try expectEqual(store.texts("a", of: "Thing"), ["1,234", "2,345"])
    expectEqual(
      report.notices,
      [
        "things.a: stays text, since \"1,234\" is 1.234 with a decimal comma, and 1234 with marks "
          + "between thousands; an option such as --type a=decimal:comma says which",
        "things.b: stays text, since \"01/02/2024\" is 2024-02-01 with the day first, and "
          + "2024-01-02 with the month first; an option such as --type b=date:day-first says which",
      ])
  }

  @Test func `fields that are there take them as well`() throws {
    let store = try makeStore()
    try store.take("a,b\n1.5,2024-12-31\n")
    let report = try store.take("a;b\n2,5;30.12.2024\n1.000,5;1.1.2025\n")
    try expectEqual(store.texts("a", of: "Thing"), ["1.5", "2.5", "1000.5"])
    try expectEqual(store.texts("b", of: "Thing"), ["2024-12-31", "2024-12-30", "2025-01-01"])
    expectEqual(report.notices.count, 2)
    expectEqual(report.badRowCount, 0)
  }

  @Test func `a field of text keeps them as they stand`() throws {
    let store = try makeStore()
    let report = try store.take("a;b\n2,5;30.12.2024\n") {
      $0.types = ["a": .string, "b": .text]
    }
    try expectEqual(store.texts("a", of: "Thing"), ["2,5"])
    try expectEqual(store.texts("b", of: "Thing"), ["30.12.2024"])
    expectTrue(report.notices.isEmpty)
  }

  @Test func `an integer becomes a decimal for a decimal comma`() throws {
    let store = try makeStore()
    try store.take("a;b\n1;x\n")
    try store.take("a;b\n2,5;x\n")
    try expectEqual(store.attribute("a", of: "Thing").type, .decimal)
    try expectEqual(store.texts("a", of: "Thing"), ["1", "2.5"])
  }

  @Test func `members of nested records are read alike`() throws {
    let store = try makeStore()
    try store.take(#"[{"n":1,"order":{"on":"31.12.2024"}}]"#, as: "things.json")
    try expectEqual(store.texts("on", of: "Order"), ["2024-12-31"])
  }
}

extension RegionalForm {
  /// What cells are as the store writes them, `nil` for those that don't have the form.
  fileprivate func plainTexts(of cells: [String]) -> [String?] {
    cells.map { cell in
      reading(of: Array(cell.utf8)[...]).map { String(decoding: $0.plain, as: UTF8.self) }
    }
  }
}
