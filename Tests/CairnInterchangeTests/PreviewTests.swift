import CairnStore
import TestSupport
import Testing

@testable import CairnInterchange

@Suite struct `A preview of an import` {
  private func preview(
    _ text: String, as name: String = "guests.csv", in store: ObjectStore, samples: Int = 100,
    _ change: (inout ImportOptions) -> Void = { _ in }
  ) throws -> ImportPreview {
    var options = ImportOptions.ofCommand
    change(&options)
    let inputs = try InspectedInputs([ImportInput(source(text, name: name, blockSize: 1000))])
    return try Importer(store, options).preview(inputs, samples: samples)
  }

  /// Each row's line, fate and cells.
  private func rows(_ preview: ImportPreview) -> [String] {
    preview.tables[0].rows.map { row in
      let cells = row.cells.map { cell in
        switch cell {
        case .none: "-"
        case .value(let value): value.storedTexts.joined(separator: "+")
        case .text(let text): "'\(text)'"
        }
      }
      let fate =
        switch row.fate {
        case .new: "new"
        case .updated: "updated"
        case .unchanged: "unchanged"
        case .refused: "refused"
        }
      return "\(row.line) \(fate) \(cells.joined(separator: " "))"
    }
  }

  @Test func `says what each column becomes, and changes nothing`() throws {
    let store = try makeStore()
    let preview = try preview("Name;City;Zip\nAnn;;69001\nBob;Oslo;0150\n", in: store) {
      $0.types["Zip"] = .integer
      $0.mapping["City"] = ""
    }
    let table = preview.tables[0]
    expectTrue(table.entity.name == "Guest" && table.isNew && table.rowCount == 2)
    expectEqual(table.form.description, "CSV, with semicolons, UTF-8")
    expectEqual(table.columns.map(\.name), ["Name", "City", "Zip"])
    expectEqual(table.columns.map(\.emptyCount), [0, 1, 0])
    guard case .nothing = table.columns[1].target else {
      Issue.record("the column is not left out")
      return
    }
    guard case .field(let zip, isNew: true) = table.columns[2].target else {
      Issue.record("the column is no new field")
      return
    }
    expectTrue(zip.type == .integer && !zip.isInferred)
    expectTrue(store.snapshot.version == 0 && store.snapshot.model.entities.isEmpty)
  }

  @Test func `counts the values that do not fit, each in its column`() throws {
    let preview = try preview("a,b\n1,x\ny,z\n3,4\n", in: try makeStore()) {
      $0.types = ["a": .integer, "b": .integer]
    }
    expectEqual(preview.tables[0].columns.map(\.misfitCount), [1, 2])
    expectEqual(preview.report.badRowCount, 2)
    expectEqual(rows(preview), ["2 refused 1 'x'", "3 refused 'y' 'z'", "4 new 3 4"])
  }

  @Test func `tells new rows from those that change a record and those that don't`() throws {
    let store = try makeStore()
    try store.take("Name,City\nAnn,Lyon\nBob,Oslo\n", as: "guests.csv")
    let preview = try preview(
      "Name,City\nAnn,Lyon\nBob,Bergen\nCleo,Lyon\nrag,x,y\n", in: store
    ) { $0.match = "Name" }
    expectEqual(
      rows(preview),
      [
        "5 refused rag x", "2 unchanged Ann Lyon", "3 updated Bob Bergen", "4 new Cleo Lyon",
      ])
    expectEqual(preview.report.collections.map(\.inserted), [1])
    expectEqual(preview.report.collections.map(\.updated), [1])
    expectEqual(preview.report.collections.map(\.unchanged), [1])
    guard case .field(_, isNew: false) = preview.tables[0].columns[0].target else {
      Issue.record("the field is taken for a new one")
      return
    }
  }

  @Test func `keeps the first rows of each fate, the refused ones first`() throws {
    let rows = (1...50).map { "\($0)" } + ["x", "51", "y", "z"]
    let preview = try preview(
      "n\n" + rows.joined(separator: "\n") + "\n", in: try makeStore(), samples: 2
    ) { $0.types["n"] = .integer }
    expectEqual(preview.tables[0].rows.map(\.line), [52, 54, 2, 3])
    expectEqual(preview.tables[0].columns[0].misfitCount, 3)
  }

  @Test func `finds the links between files, and none of a column that is left out`() throws {
    let inputs = [
      ImportInput(source("AlbumId,ArtistId\n1,7\n", name: "albums.csv")),
      ImportInput(source("ArtistId,Name\n7,Ana\n", name: "artists.csv")),
    ]
    let blocks = try InspectedInputs(inputs)
    let importer = Importer(try makeStore())
    let link = try importer.preview(blocks).tables[0].columns[1].link
    expectEqual(link, .init(column: "ArtistId", collection: "Artist", field: "ArtistId"))
    var options = ImportOptions.ofCommand
    options.mapping["ArtistId"] = ""
    let without = try Importer(try makeStore(), options).preview(blocks)
    expectTrue(without.tables.flatMap(\.columns).compactMap(\.link).isEmpty)
  }

  @Test func `ends when it is told to`() throws {
    let text = "n\n" + String(repeating: "1\n", count: ImportProgress.interval)
    let inputs = try InspectedInputs([ImportInput(source(text, blockSize: 4096))])
    #expect(throws: InterchangeError.self) {
      try Importer(try makeStore()).preview(inputs) { _ in .cancel }
    }
  }

  @Test(arguments: [
    ("a;b\n1;2\n", "x.csv", "CSV, with semicolons, UTF-8"), ("a,b\n", "x.csv", "CSV, UTF-8"),
    ("a\tb\n1\t2\n", "x.tsv", "TSV, UTF-8"), ("a\tb\n1\t2\n", "x.csv", "CSV, with tabs, UTF-8"),
    ("a|b\n1|2\n", "x.csv", "CSV, with |, UTF-8"), ("{\"a\":1}", "x.json", "JSON, UTF-8"),
  ])
  func `names the form of the file`(text: String, name: String, form: String) throws {
    try expectEqual(preview(text, as: name, in: try makeStore()).tables[0].form.description, form)
  }
}
