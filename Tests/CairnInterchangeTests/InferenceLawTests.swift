import TestSupport
import Testing

@testable import CairnInterchange
@testable import CairnStore

/// Columns of random cells, as the reader of a table passes them to the inference.
private struct RandomColumns {
  var rows: [[String]] = []
  let delimiter: String

  private static let kinds: [[String]] = [
    ["1", "-7", "0", "12345678901234567890", "42"], ["1.5", "-0.25", "3", "1e3"],
    ["1.234", "2.000", "12.345"], ["1,5", "-0,25", "1.234,50", "3"], ["1,234.50", "2,000", "3"],
    ["$5.00", "$6", "($7.25)"], ["5 kg", "6 kg"], ["32%", "81.1%"],
    ["2025-01-31", "2024-02-29", "--05-09"], ["31.01.2025", "1.2.2024"], ["1/2/2025", "3/4/2024"],
    ["3 Nov 25", "14. Dez. 2024", "Jun 12 1998"],
    ["2025-01-31 10:00", "2024-02-29T23:59:59"], ["2025-01-31T10:00:00Z", "2025-01-31 10:00 CET"],
    ["yes", "no"], ["true", "FALSE"], ["http://a.example/x", "https://b.example"],
    ["ann@a.example", "bob@b.example"], ["0374", "0012"], ["1E5", "2E10"], ["a", "b", "c"],
    ["[\"x\",\"y\"]", "[]"], ["cairn://things/p1", "things/p2"], ["=\"0374\"", "=1+2"],
    ["n/a", "-", "NULL", "NaN"], ["#1", "#2"], ["", "  ", "\u{A0}"],
    ["long text, with a comma", "two\nlines", "quotes \"inside\"", "päivää 日本"],
  ]

  init(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    delimiter = random.element(of: [",", ";", "\t"])
    let columns = (0..<random.number(1...4)).map { _ in
      (0..<random.number(1...2)).flatMap { _ in random.element(of: Self.kinds) }
    }
    rows = (0..<random.number(1...30)).map { number in
      ["r\(number)"] + columns.map { random.element(of: $0) }
    }
  }

  var header: [String] { ["key"] + rows[0].indices.dropFirst().map { "c\($0)" } }

  /// The table, with its rows in an order.
  func text(_ order: [Int]) -> String {
    ([header] + order.map { rows[$0] }).map { row in
      row.map { "\"\($0.replacing("\"", with: "\"\""))\"" }.joined(separator: delimiter) + "\n"
    }.joined()
  }
}

@Suite struct `The inference from any cells` {
  private func take(
    _ text: String, into store: ObjectStore, isDryRun: Bool = false
  ) throws -> ImportReport {
    var options = ImportOptions.ofCommand
    options.isDryRun = isDryRun
    return try Importer(store, options).run([ImportInput(source(text, blockSize: 1000))])
  }

  private func types(_ store: ObjectStore) -> [String] {
    store.snapshot.model["Thing"]?.attributes.map {
      "\($0.name) \($0.type.rawValue) \($0.isMultiple) \($0.unit ?? "")"
    } ?? []
  }

  @Test(arguments: SeededGenerator.seeds(Torture.rounds(150)))
  func `loses no row, and finds the same types in any order of the rows`(seed: UInt64) throws {
    let columns = RandomColumns(seed: seed)
    let order = Array(columns.rows.indices)
    let store = try makeStore()
    let report = try take(columns.text(order), into: store)
    expectEqual(report.badRows.map(\.description), [], "seed \(seed)")
    expectEqual(report.collections.first?.inserted, columns.rows.count, "seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let other = try makeStore()
    _ = try take(columns.text(order.shuffled(using: &random)), into: other)
    expectEqual(types(store), types(other), "seed \(seed)")
    // A text is the cell, without the blanks around it.
    for attribute in try thing(store).attributes {
      // A column of addresses may be a link, and no attribute.
      guard let place = columns.header.firstIndex(of: attribute.name),
        [.string, .text].contains(attribute.type), !attribute.isMultiple
      else {
        continue
      }
      for (row, text) in zip(columns.rows, try store.texts(attribute.name, of: "Thing")) {
        let cell = row[place]
        guard !cell.allSatisfy(\.isWhitespace),
          FormulaText.content(of: Array(cell.utf8)[...]) == nil
        else { continue }
        expectEqual(text, cell, "seed \(seed)")
      }
    }
  }

  @Test(arguments: SeededGenerator.seeds(Torture.rounds(80)))
  func `foretells what comes, and comes back from an export`(seed: UInt64) throws {
    let columns = RandomColumns(seed: seed)
    let text = columns.text(Array(columns.rows.indices))
    let store = try makeStore()
    let foretold = try take(text, into: store, isDryRun: true)
    expectEqual(store.snapshot.model.entities.count, 0)
    let report = try take(text, into: store)
    expectEqual(foretold.notices, report.notices, "seed \(seed)")
    expectEqual(
      foretold.collections.map(\.description), report.collections.map(\.description), "seed \(seed)"
    )
    let again = try makeStore(store.snapshot.model.entities)
    _ = try take(try store.export("Thing", as: .csv), into: again)
    expectEqual(types(again), types(store), "seed \(seed)")
    for attribute in try thing(store).attributes {
      try expectEqual(
        again.texts(attribute.name, of: "Thing"), store.texts(attribute.name, of: "Thing"),
        "seed \(seed)")
    }
  }

  private func thing(_ store: ObjectStore) throws -> Entity {
    try #require(store.snapshot.model["Thing"])
  }
}
