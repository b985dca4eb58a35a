import TestSupport
import Testing

@testable import CairnInterchange
@testable import CairnStore

@Suite struct `A type that a person chose for a column` {
  private func types(_ text: String, asking types: [String: AttributeType]) throws -> [String] {
    let store = try makeStore()
    try store.take(text) { $0.types = types }
    return store.snapshot.model["Thing"]?.attributes.map { "\($0.name) \($0.type.rawValue)" } ?? []
  }

  @Test(arguments: [
    ("a,b\n1,2\n3,4\nx,foo\n", "b string"), ("a,b\n1,2\n3,4\nx,5.5\n", "b decimal"),
    ("a,b\n1,2025-01-01\n2,2025-01-02\nx,soon\n", "b string"),
    ("a,b\n1,2\n3,\nx,foo\ny,7\n", "b string"),
  ])
  func `leaves the types of the other columns as they were`(text: String, guess: String) throws {
    try expectEqual(types(text, asking: [:])[1], guess)
    try expectEqual(types(text, asking: ["a": .integer]), ["a integer", guess])
  }

  @Test func `does not save the guesses of rows that are refused for another reason`() throws {
    try expectEqual(
      types("a,b\n1,2\n3,4\n5,foo,z\n", asking: ["a": .integer]), ["a integer", "b integer"])
    try expectEqual(
      types("a,b\n1,2\n3,4\nx,6\n5,foo,z\n", asking: ["a": .integer]), ["a integer", "b integer"])
  }

  @Test func `leaves no field and no choice of refused rows`() throws {
    try expectEqual(types("a,b\n1,\n3,\nx,foo\n", asking: ["a": .integer]), ["a integer"])
    let rows = (0..<30).map { "\($0),\($0 % 2 == 0 ? "red" : "green")\n" }.joined()
    let store = try makeStore()
    try store.take("a,b\n" + rows + "x,blue\n") { $0.types = ["a": .integer] }
    let color = try store.attribute("b", of: "Thing")
    expectEqual(color.type, .choice)
    expectEqual(color.choices.sorted(), ["green", "red"])
  }
}
