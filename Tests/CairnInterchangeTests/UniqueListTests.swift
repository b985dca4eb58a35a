import CairnStore
import TestSupport
import Testing

@testable import CairnInterchange

@Suite("A list of unique values in an import")
struct UniqueListTests {
  private let store: ObjectStore

  init() throws {
    var marks = Attribute(name: "Marks", type: .string)
    marks.isUnique = true
    marks.isMultiple = true
    let owner = Relationship(name: "Owner", destination: "Person", isToMany: false)
    store = try makeStore([
      Entity(
        name: "Thing",
        properties: [
          .attribute(Attribute(name: "Name", type: .string)), .attribute(marks),
          .attribute(Attribute(name: "Size", type: .integer)),
        ]),
      Entity(
        name: "Person",
        properties: [
          .attribute(Attribute(name: "Name", type: .string)), .attribute(marks),
        ]),
      Entity(
        name: "Visit",
        properties: [
          .attribute(Attribute(name: "Name", type: .string)), .relationship(owner),
        ]),
    ])
    try take(#"[{"Name": "One", "Marks": ["a", "b"]}, {"Name": "Two", "Marks": ["c"]}]"#)
  }

  @discardableResult
  private func take(
    _ json: String, as name: String = "things.json", matching field: String? = nil
  ) throws -> ImportReport {
    try store.take(json, as: name) { $0.match = field }
  }

  private var marks: [String] {
    get throws { try store.texts("Marks", of: "Thing") }
  }

  @Test func `matches a record by the whole list`() throws {
    let report = try take(#"[{"Marks": ["a", "b"], "Size": 4}]"#, matching: "Marks")
    expectEqual(report.collections.map(\.updated), [1])
    try expectEqual(marks, ["a+b", "c"])
    try expectEqual(store.texts("Size", of: "Thing"), ["4", "-"])
  }

  @Test(arguments: [#"["a"]"#, #"["b", "a"]"#, #"["a", "c"]"#, #"["d", "b"]"#])
  func `that shares only some values is refused, and takes none away`(list: String) throws {
    for order in [[list, #"["new"]"#], [#"["new"]"#, list]] {
      let rows = order.map { #"{"Marks": \#($0), "Size": 4}"# }.joined(separator: ",")
      let before = try marks
      let report = try take("[\(rows)]", matching: "Marks")
      expectEqual(report.badRowCount, 1)
      guard case .notUnique("Marks", _)? = report.badRows.first?.problem else {
        Issue.record("\(report.badRows)")
        continue
      }
      try expectEqual(marks, before + (before.contains("new") ? [] : ["new"]))
    }
  }

  @Test func `frees values for later rows`() throws {
    let rows = """
      [{"Name": "One", "Marks": ["z"]}, {"Name": "Two", "Marks": ["a", "c", "b"]},
       {"Name": "One", "Marks": ["z", "b"]}]
      """
    let report = try take(rows, matching: "Name")
    expectEqual(report.badRowCount, 1)
    try expectEqual(marks, ["z", "a+c+b"])
  }

  @Test func `may have a value twice`() throws {
    try take(#"[{"Name": "Three", "Marks": ["x", "x"]}]"#)
    try expectEqual(marks, ["a+b", "c", "x+x"])
    try expectEqual(store.verify(), [])
  }

  @Test func `finds a record within another by the whole list alone`() throws {
    try take(#"[{"Name": "Ann", "Marks": ["p", "q"]}]"#, as: "persons.json")
    let report = try take(
      #"""
      [{"Name": "first", "Owner": {"Name": "Ann B.", "Marks": ["p", "q"]}},
       {"Name": "second", "Owner": {"Name": "Bob", "Marks": ["q"]}}]
      """#, as: "visits.json")
    try expectEqual(store.texts("Name", of: "Person"), ["Ann B."])
    try expectEqual(store.texts("Marks", of: "Person"), ["p+q"])
    expectEqual(report.badRows.map { "\($0.problem)" }, ["Marks: another record already has \"q\""])
  }
}
