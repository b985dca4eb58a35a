import CairnFiles
import TestSupport
import Testing

@testable import CairnStore

@Suite struct `A check of who owns whom` {
  /// The messages about parts that name the part that they are of; the arguments are lines of a file
  /// of records.
  private func messages(_ records: String..., rule: String) throws -> [String] {
    let model = """
      %rec: Part
      %plural: parts
      %attribute: Name string
      %relationship: Whole to-one Part inverse=Parts
      %relationship: Parts to-many Part inverse=Whole \(rule)

      """
    let files = MemoryFileSystem()
    try ObjectStore.create(Fixture.options(files), modelText: model).close()
    try files.makeFolder("/store/data/Part")
    try files.replace(
      "/store/data/Part/0000.rec",
      with: Array(("%rec: Part\n\n" + records.joined(separator: "\n\n") + "\n").utf8))
    return try ObjectStore.open(Fixture.options(files)).verify()
      .filter { $0.severity == .note && $0.file == "data/Part/0000.rec" }.map(\.message)
  }

  @Test(arguments: ["delete=cascade", "ordered"])
  func `names the records that own each other in a circle`(rule: String) throws {
    try expectEqual(
      messages(
        "Id: p1\nWhole: p4", "Id: p2\nWhole: p3", "Id: p3\nWhole: p1", "Id: p4\nWhole: p3",
        "Id: p5\nWhole: p5", "Id: p6", rule: rule),
      [
        "parts/p1, parts/p4, parts/p3 own each other in a circle; clear Whole of one of them",
        "parts/p5 owns itself; clear its Whole",
      ])
  }

  @Test func `finds none where owners end, or links own nothing`() throws {
    try expectTrue(messages("Id: p1\nWhole: p2", "Id: p2", rule: "delete=cascade").isEmpty)
    try expectTrue(messages("Id: p1\nWhole: p2", "Id: p2\nWhole: p1", rule: "").isEmpty)
  }

  @Test func `names the first of many`() throws {
    let chain = (1...400).map { "Id: p\($0)\nWhole: p\($0 + 1)\n" } + ["Id: p401\nWhole: p1"]
    let found = try messages(chain.joined(separator: "\n"), rule: "delete=cascade")
    expectEqual(found.count, 1)
    expectEqual(
      found.first?.hasSuffix(
        ", and 389 more own each other in a circle; "
          + "clear Whole of one of them"), true)
  }
}
