import CairnStore
import TestSupport
import Testing

@Suite struct `A model with a mistake` {
  /// What follows `%rec: A`, with a second entity `B` after it; the line; words of the message.
  static let table: [(statements: String, line: Int, message: String)] = [
    ("<<<<<<< HEAD\n%title: Name\n=======\n>>>>>>> b", 2, "a merge conflict"),
    ("%title: Name\n|||||||", 3, "remove those with <<<<<<<, ======= and >>>>>>>"),
    ("%title: Name\n<<<<<<<<", 3, "a line starts with %keyword:"),
    ("%title: Name\n%relationship: Name to-one B", 2, "%title takes an attribute"),
    ("%attribute: Tags tags\n%title: Tags", 3, "Tags has several values"),
    ("%attribute: Tags tags\n%handle: Tags", 3, "Tags has several values"),
    ("%attribute: C string\n%columns: C D", 3, "A has no field called D"),
    ("%attribute: C string\n%sort: -D", 3, "A has no field called D"),
    ("%attribute: C string\n%sort: -", 3, "is not a sort order"),
    ("%attribute: C integer\n%default: C many", 3, "C needs a whole number, not \"many\""),
    ("%type: C range 0 5\n%default: C 6", 3, "from 0 to 5, not \"6\""),
    ("%choices: C a | b\n%default: C c", 3, "one of a, b"),
    ("%attribute: C date\n%choices: C a | b", 3, "choices are for a choice"),
    ("%attribute: C text\n%type: C range 0 5", 3, "a range is for whole numbers"),
    ("%attribute: C string\n%type: C regexp /(/", 3, "is not a regular expression"),
    ("%attribute: C integer\n%type: C regexp /a/", 3, "a pattern is for text"),
    ("%type: C regexp /a", 2, "not a type of recutils"),
    ("%attribute: C integer\n%length: C 1 5", 3, "a length is for text"),
    ("%attribute: C string\n%length: C 5 1", 3, "its least and its greatest length"),
    ("%attribute: C string\n%length: C 5", 3, "its least and its greatest length"),
    ("%attribute: C string labeled", 2, "it needs multiple"),
    ("%attribute: C string several", 2, "can be multiple and labeled"),
    ("%relationship: C to-one B\n%default: C x", 3, "C is a relationship"),
    ("%relationship: C to-one B\n%choices: C x", 3, "C is a relationship"),
    ("%relationship: C to-one B\n%singular: C", 3, "%singular is for attributes"),
    ("%relationship: C to-one B\n%attribute: C string", 3, "%attribute is for attributes"),
    ("%relationship: C to-one B ordered", 2, "which has no order"),
    ("%relationship: C to-one A inverse=C", 2, "cannot be its own inverse"),
    ("%relationship: C to-one B inverse=As\n%relationship: D to-one B inverse=As", 3, "of C"),
    ("%relationship: C to-one B inverse=Name", 2, "no relationship called Name"),
    ("%relationship: C to-one B export=all", 2, "follow, reference or skip"),
    ("%relationship: C to-one B sorted", 2, "unknown option sorted"),
    ("%type: C rec", 2, "no collection is called"),
    ("%formerly:", 2, "names no collection"),
    ("%formerly: -x", 2, "-x is not a name"),
    ("%formerly: A", 2, "A already has the name A"),
    ("%plural: as\n%formerly: Old Old", 3, "A already has the name Old"),
    ("%formerly: b", 2, "b is the former name of A, so B can't"),
    ("%formerly: bs", 2, "bs is the former name of A, so B can't"),
    ("%formerly: Old\n\n%rec: C\n%formerly: olds", 5, "A was also called olds"),
    ("%plural: as\n%plural: aas", 3, "%plural is already on line 2"),
    ("%attribute: C string\n%attribute: C text", 3, "%attribute C is already on line 2"),
    ("%plural: -x", 2, "is not a plural"),
    ("%choices: C", 2, "names a field and its values"),
    ("%choices: C a | a", 2, "is repeated"),
    ("%mandatory:", 2, "names no field"),
    ("%auto: Number", 2, "numbered automatically"),
  ]

  @Test(arguments: table)
  func `names it by its line`(statements: String, line: Int, message: String) throws {
    let text = """
      %rec: A
      \(statements)

      %rec: B
      %attribute: Name string
      %relationship: As to-many A
      """
    let error = try #require(throws: StoreError.self) { try ObjectModel(parsing: text) }
    guard case .invalidModel(let mistakes) = error else { throw error }
    expectTrue(mistakes.contains { $0.line == line && $0.message.contains(message) }, "\(mistakes)")
  }

  @Test func `with several has them all named, in the order of the lines`() throws {
    let text = "%rec: A\n%attribute: B strin\n%columns: C\n%relationship: D to-one E\n%x: y"
    let error = try #require(throws: StoreError.self) { try ObjectModel(parsing: text) }
    guard case .invalidModel(let mistakes) = error else { throw error }
    expectEqual(mistakes.map(\.line), [2, 3, 4, 5])
  }
}
