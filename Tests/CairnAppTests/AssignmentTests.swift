import TestSupport
import Testing

@testable internal import CairnApp

@Suite struct `An assignment` {
  @Test(
    arguments: [
      ("Name=Soup", "Name", .set, .some("Soup")), ("Name=", "Name", .set, .none),
      ("Name=\"\"", "Name", .set, .some("")), ("Name=a=b", "Name", .set, .some("a=b")),
      ("Name= x", "Name", .set, .some(" x")), ("Notes=@n.md", "Notes", .set, .file("n.md")),
      ("Notes=@-", "Notes", .set, .file("-")), ("Tags+=a,b", "Tags", .add, .some("a,b")),
      ("Tags-=a", "Tags", .remove, .some("a")), ("A+B=c", "A+B", .set, .some("c")),
    ] as [(String, String, Assignment.Operation, Assignment.Text)])
  func `has a field, an operation and a value`(
    word: String, field: String, operation: Assignment.Operation, text: Assignment.Text
  ) throws {
    let assignment = try Assignment(word)
    expectEqual(assignment.field, field)
    expectEqual(assignment.operation, operation)
    expectEqual(assignment.text, text)
  }

  @Test func `of a field is the only one that sets it`() throws {
    try expectEqual(Assignment.parse(["Name=a", "Tags+=b", "Tags+=c", "City=d"]).count, 4)
    #expect(throws: AppError.usage("name=b: name has a value already")) {
      try Assignment.parse(["Name=a", "name=b"])
    }
  }

  @Test(arguments: ["Name", "", "=x", "+=x", "-=x", "Tags+=", "Tags-="])
  func `without field, sign or value is wrong usage`(word: String) {
    #expect { try Assignment(word) } throws: { error in
      guard case .usage(let text)? = error as? AppError else { return false }
      return text.hasPrefix("\(word) ")
    }
  }
}
