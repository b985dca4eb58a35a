import TestSupport
import Testing

@testable import CairnInterchange
@testable import CairnStore

@Suite struct `What an import in a program says of its choices` {
  private typealias Case = (
    text: String, change: @Sendable (inout ImportOptions) -> Void, choice: String
  )

  private static let cases: [Case] = [
    ("größe\n1\n", { _ in }, ""),
    ("名\n1\n", { _ in }, "mapping chooses other names"),
    ("a\n01/02/2024\n02/03/2024\n", { _ in }, #"setType(of: "a", .date, as: .dayFirst)"#),
    ("a,b\n1.11.25,x\n2.12.25,y\n", { _ in }, #"setType(of: "a", .date, as: .dayFirst)"#),
    (
      "a\n" + (1...9).map { "\($0)\n" }.joined() + "x\n", { _ in },
      #"setType(of: "a", .integer) reads"#
    ),
    ("a\n1\n", { $0.mapping = ["b": "c"] }, "mapping names the column b"),
    ("a\n1\n", { $0.types = ["b": .date] }, "types names the column b"),
    ("a\n1\n", { $0.setMisfits(of: "b", .empty) }, "misfits names the column b"),
    ("a\n1\n", { $0.match = "b" }, #"match = "b" names the field b"#),
    ("a\n1\n", { $0.zone = "Nowhere" }, "zone: no time zone"),
    (
      "a\n1\n", { $0.links = [.init(column: "a", collection: "x", field: "y\"z")] },
      #"Link(column: "a", collection: "x", field: "y\"z") names the collection x"#
    ),
    (
      "a\n1\n", { $0.links = [.init(column: "b", collection: "x")] },
      #"Link(column: "b", collection: "x") names the column b"#
    ),
  ]

  @Test(arguments: cases.indices) func `names the properties that it sets`(index: Int) throws {
    let (text, change, choice) = Self.cases[index]
    var options = ImportOptions()
    change(&options)
    let words = try said(of: text, options, in: makeStore())
    expectTrue(choice.isEmpty || words.contains(choice), words)
    expectTrue(!words.contains("--") && !words.contains("cairn"), words)
  }

  @Test func `names the properties for records that are there already`() throws {
    let store = try makeStore()
    _ = try said(of: "a\n1\n", ImportOptions(), in: store)
    try expectEqual(
      said(of: "a\n1\n", ImportOptions(), in: store),
      "things: 1 of 1 new record equals a record that is already here; match = "
        + "ImportOptions.matchesAll adds no such record again, and match = \"FIELD\" updates the "
        + "records with the same value")
    var options = ImportOptions()
    options.setType(of: "a", .date, as: .dayFirst)
    try expectEqual(
      said(of: "a\n1\n", options, in: store).split(separator: "\n").first,
      "things.a: is already integer, which setType(of: \"a\", .date, as: .dayFirst) doesn't change")
    options = ImportOptions()
    options.links = [.init(column: "a", collection: "x")]
    try expectEqual(
      said(of: "a\n1\n", options, in: store),
      "ImportOptions.Link(column: \"a\", collection: \"x\"): things.a is already a field; "
        + "linking(_:of:to:) of the model makes it a link")
  }

  private func said(
    of text: String, _ options: ImportOptions, in store: ObjectStore
  ) throws -> String {
    do throws(InterchangeError) {
      return try Importer(store, options).run([ImportInput(source(text))]).notices
        .joined(separator: "\n")
    } catch {
      return error.description
    }
  }
}
