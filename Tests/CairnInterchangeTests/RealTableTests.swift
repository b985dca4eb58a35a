import CairnFiles
import CairnJSON
import CairnStore
import TestSupport
import Testing

@testable import CairnInterchange

private func bytes(_ path: String) throws -> [UInt8] {
  try RealFileSystem().read(try #require(TestData.path(path)))
}

private func take(_ path: String, into store: ObjectStore) throws -> ImportReport {
  let input = ImportInput(source(bytes: try bytes(path), name: path, blockSize: 1 << 16))
  return try Importer(store).run([input])
}

@Suite(.enabled(if: TestData.path("chinook") != nil)) struct `Real tables` {
  @Test(arguments: [
    "comma_in_quotes", "empty", "empty_crlf", "escaped_quotes", "json", "newlines",
    "newlines_crlf", "quotes_and_newlines", "simple", "simple_crlf", "utf8",
  ])
  func `of the CSV spectrum read as they should`(name: String) throws {
    var reader = try CSVReader(
      source(bytes: try bytes("csv-spectrum/csvs/\(name).csv")))
    var rows: [JSONValue] = []
    var row = RawRow()
    while try reader.next(into: &row) {
      expectEqual(row.problem, nil)
      rows.append(
        .object(
          JSONObject(
            reader.columns.enumerated().map {
              JSONObject.Member(name: $1, value: .string(row.text(at: $0)))
            })))
    }
    let expected = try JSONValue(reading: try bytes("csv-spectrum/json/\(name).json"))
    expectEqual(JSONValue.array(rows), expected)
  }

  static let chinook: [(name: String, count: Int, types: String)] = [
    ("Album", 347, "integer string integer"),
    ("Artist", 275, "integer string"),
    ("Genre", 25, "integer string"),
    ("MediaType", 5, "integer string"),
    ("Playlist", 18, "integer string"),
    ("PlaylistTrack", 8715, "integer integer"),
    ("Track", 3503, "integer string integer integer integer string integer integer decimal"),
    ("InvoiceLine", 2240, "integer integer integer decimal integer"),
    (
      "Employee", 8,
      "integer string string string integer datetime datetime string string string string string"
        + " string string email"
    ),
  ]

  @Test(arguments: chinook, ["csv", "jsonl"])
  func `of a music shop come in complete and typed`(
    table: (name: String, count: Int, types: String), format: String
  ) throws {
    let store = try makeStore()
    let report = try take("chinook/\(table.name).\(format)", into: store)
    expectEqual(report.badRows, [])
    expectEqual(store.snapshot.table(table.name)?.count, table.count)
    let types = store.snapshot.model[table.name]?.attributes.map(\.type.rawValue)
    expectEqual(types?.joined(separator: " "), table.types)
  }

  @Test func `of recipes come in complete and typed`() throws {
    for format in ["csv", "jsonl"] {
      let store = try makeStore()
      let report = try take("recipes/recipe.\(format)", into: store)
      expectEqual(report.badRows, [])
      expectEqual(report.notices, [])
      let entity = try #require(store.snapshot.model["Recipe"])
      expectEqual(store.snapshot.table("Recipe")?.count, 410)
      expectEqual(
        entity.attributes.map(\.type),
        [
          .string, .string, .date, .string, .tags, .integer, .integer, .integer, .integer,
          .integer, .text,
        ])
      expectEqual(entity.title, "title")
    }
  }
}
