import CairnFiles
import TestSupport
import Testing

@testable import CairnInterchange
@testable import CairnStore

@Suite struct `An import into a store with rules of its program` {
  private static let orders = "No,Size,Of\n1,5,\n2,50,\n3,7,2\n4,8,1\n"

  /// A size is at most 10, and an order belongs to no order without an even number.
  private func store() throws -> ObjectStore {
    var options = storeOptions(MemoryFileSystem())
    options.rules["Order"] = EntityRules { order in
      var breaches: [EntityRules.Breach] = []
      if case .integer(let size)? = order["Size"], size > 10, order.changes("Size") {
        breaches.append(.init(field: "Size", message: "must be at most 10"))
      }
      if let other = order.links("Of").first, other["No"] == .integer(1) {
        breaches.append(.init(message: "belongs to the first order"))
      }
      return breaches
    }
    let text = """
      %rec: Order
      %title: No
      %attribute: No integer
      %attribute: Size integer
      %relationship: Of to-one Order
      """
    return try ObjectStore.create(options, model: ObjectModel(parsing: text))
  }

  private func link(_ options: inout ImportOptions) {
    options.links = [.init(column: "Of", collection: "orders", field: "No")]
    options.match = "No"
  }

  @Test func `refuses the rows that break one, and adds the others`() throws {
    let store = try store()
    let report = try store.take(Self.orders, as: "orders.csv", link)
    expectEqual(
      report.badRows.map(\.description),
      [
        "orders.csv, line 3: Size must be at most 10",
        "orders.csv, line 5: belongs to the first order",
      ])
    try expectEqual(store.texts("No", of: "Order"), ["1", "3"])
    expectEqual(report.collections.map(\.inserted), [2])
    expectEqual(report.badRows.first?.problem.field, "Size")
  }

  @Test func `changes no record with a row that breaks one`() throws {
    let store = try store()
    try store.take("No,Size\n1,5\n2,6\n", as: "orders.csv")
    let report = try store.take("No,Size\n1,50\n2,7\n", as: "orders.csv") { $0.match = "No" }
    expectEqual(report.badRows.map(\.line), [2])
    try expectEqual(store.texts("Size", of: "Order"), ["5", "7"])
  }

  @Test func `shows it before, and stops at it if it is strict`() throws {
    let store = try store()
    var options = ImportOptions.ofCommand
    link(&options)
    let inputs = try InspectedInputs([ImportInput(source(Self.orders, name: "orders.csv"))])
    let preview = try Importer(store, options).preview(inputs)
    expectEqual(preview.report.badRows.map(\.line), [3, 5])
    options.isDryRun = true
    try expectEqual(Importer(store, options).run(inputs).badRows.map(\.line), [3, 5])
    (options.isDryRun, options.isStrict) = (false, true)
    let error = #expect(throws: InterchangeError.self) { try Importer(store, options).run(inputs) }
    expectEqual(
      error?.description,
      "nothing was imported, because 2 rows cannot be; orders.csv, line 3: Size must be at most 10")
    try expectEqual(store.snapshot.count(of: "Order"), 0)
  }

  @Test func `knows each value of a new row, also if the row makes the other end of its link`()
    throws
  {
    let store = try store()
    let text = "No,Size,Shop\n1,50,Corner\n2,5,Corner\n3,60,\n"
    for pass in 1...2 {
      let report = try store.take(text, as: "orders.csv") {
        $0.links = [.init(column: "Shop", collection: "Shop")]
      }
      expectEqual(report.badRows.map(\.line), [2, 4], "import \(pass)")
    }
    try expectEqual(store.texts("Size", of: "Order"), ["5", "5"])
    try expectEqual(store.texts("Name", of: "Shop"), ["Corner"])
  }
}
