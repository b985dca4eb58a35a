import CairnFiles
import TestSupport
import Testing

@testable import CairnStore

@Suite struct `Inferred choices` {
  private let store: ObjectStore

  init() throws {
    store = try Self.store(isInferred: true)
  }

  private static func store(isInferred: Bool) throws -> ObjectStore {
    let inferred = isInferred ? "%inferred: Group\n" : ""
    return try ObjectStore.create(
      Fixture.options(MemoryFileSystem()),
      modelText: "%rec: Person\n%choices: Group work | friends\n\(inferred)")
  }

  private var group: Attribute {
    get throws { try #require(store.snapshot.model["Person"]?.attribute("Group")) }
  }

  @Test func `take a new word with its record, and one undo takes both back`() throws {
    let value = try ValueInput(clock: WallClock(now: Timestamp(microseconds: 0)))
      .value(of: "family", for: group)
    expectEqual(value, .text("family"))
    let context = store.newContext()
    let person = try context.create("Person")
    person["Group"] = value
    let change = try #require(try context.save())
    try expectEqual(group.choices, ["work", "friends", "family"])
    _ = try store.undo(change.number)
    try expectEqual(group.choices, ["work", "friends"])
    try expectEqual(store.snapshot.count(of: "Person"), 0)
  }

  @Test func `take a word once that several records have`() throws {
    let context = store.newContext()
    for word in ["family", "club", "family", "work"] {
      try context.create("Person")["Group"] = .text(word)
    }
    _ = try context.save()
    try expectEqual(group.choices, ["work", "friends", "family", "club"])
  }

  @Test func `take a new word from a context within another one`() throws {
    let parent = store.newContext()
    let child = parent.newChild()
    try child.create("Person")["Group"] = .text("family")
    _ = try child.save()
    try expectEqual(group.choices, ["work", "friends"])
    _ = try parent.save()
    try expectEqual(group.choices, ["work", "friends", "family"])
  }

  @Test func `stay as long as a record has them, whatever is undone`() throws {
    func save(_ title: String) throws -> Transaction {
      let context = store.newContext()
      try context.create("Person")["Group"] = .text("family")
      return try #require(try context.save(title: title))
    }
    let (first, second) = (try save("first"), try save("second"))
    let undone = try store.undo(first.number)
    try expectEqual(group.choices, ["work", "friends", "family"])
    try expectEqual(store.snapshot.load("Person").rows.map { $0["Group"] }, [.text("family")])
    try expectEqual(store.snapshot.load("Person").count, 1)
    _ = try store.undo(second.number)
    try expectEqual(store.snapshot.load("Person").count, 0)
    _ = try store.undo(undone.number)
    try expectEqual(store.snapshot.load("Person").rows.map { $0["Group"] }, [.text("family")])
    try expectEqual(group.choices, ["work", "friends", "family"])
  }

  @Test(arguments: ["a|b", " x", "two\nlines"])
  func `refuse a text that can be no choice`(text: String) throws {
    let context = store.newContext()
    try context.create("Person")["Group"] = .text(text)
    #expect(throws: StoreError.self) { try context.save() }
    try expectEqual(group.choices, ["work", "friends"])
  }

  @Test func `refuse new words once a person wrote them`() throws {
    let store = try Self.store(isInferred: false)
    let attribute = try #require(store.snapshot.model["Person"]?.attribute("Group"))
    #expect(throws: InputError.self) {
      try ValueInput(clock: WallClock(now: Timestamp(microseconds: 0)))
        .value(of: "family", for: attribute)
    }
    let context = store.newContext()
    try context.create("Person")["Group"] = .text("family")
    #expect(throws: StoreError.self) { try context.save() }
  }
}
