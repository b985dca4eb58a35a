import CairnFiles
import TestSupport
import Testing

@testable import CairnStore

/// Screens, commands, imports and syncs all change the store with a draft, and the draft checks
/// them.
@Suite struct `A draft` {
  private static let model = """
    %rec: Person
    %plural: people
    %attribute: Name string
    %mandatory: Name
    %attribute: Slug string
    %singular: Slug
    %type: Age range 0 150
    %relationship: Passport to-one Passport inverse=Owner

    %rec: Passport
    %plural: passports
    %attribute: Number string
    %relationship: Owner to-one Person inverse=Passport

    """

  private let store: ObjectStore

  init() throws {
    store = try ObjectStore.create(Fixture.options(MemoryFileSystem()), modelText: Self.model)
  }

  private func values(_ fields: [String: Value], of entity: String) throws -> [Value?] {
    try #require(store.snapshot.model[entity]).storedProperties.map { fields[$0.name] }
  }

  private func change(_ fields: [String: Value]) -> RecordChange {
    let id = ObjectID(entity: "Person", key: RecordKey(sequence: 90))
    return RecordChange(
      id: id, kind: .insert,
      fields: fields.sorted { $0.key < $1.key }.map {
        FieldChange(name: $0.key, old: nil, new: $0.value)
      })
  }

  @Test(
    arguments: [
      [:], ["Name": .text("Bo"), "Slug": .text("ann")],
      ["Name": .text("Bo"), "Age": .integer(151)],
      ["Name": .text("Bo"), "Passport": .link(RecordKey(sequence: 7))],
    ] as [[String: Value]])
  func `refuses a change that breaks a rule, as a change and in a batch`(
    fields: [String: Value]
  ) throws {
    try store.commit(title: "Add") { draft throws(StoreError) in
      draft.changes = [
        RecordChange(
          id: ObjectID(entity: "Person", key: try draft.mintKey(for: "Person")), kind: .insert,
          fields: [
            FieldChange(name: "Name", old: nil, new: .text("Ann")),
            FieldChange(name: "Slug", old: nil, new: .text("ann")),
          ])
      ]
    }
    let version = store.snapshot.version
    let change = change(fields)
    let error = #expect(throws: StoreError.self) {
      try store.commit(title: "Break") { $0.changes = [change] }
    }
    guard case .invalid(let issues)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    expectEqual(issues.count, 1)
    expectEqual(store.snapshot.version, version)
    // Types and ranges of a batch are checked when a record comes.
    guard fields["Age"] == nil else { return }
    let row = try values(fields, of: "Person")
    #expect(throws: StoreError.self) {
      try store.commit(title: "Break") { draft throws(StoreError) in
        try draft.insert(row, into: "Person")
      }
    }
    expectEqual(store.snapshot.version, version)
  }

  @Test func `finds equal values within a batch, and beside it`() throws {
    let twins = try ["a", "b", "a"].map {
      try values(["Name": .text("x"), "Slug": .text($0)], of: "Person")
    }
    #expect(throws: StoreError.self) {
      try store.commit(title: "Twins") { draft throws(StoreError) in
        for row in twins { try draft.insert(row, into: "Person") }
      }
    }
    try store.commit(title: "Two") { draft throws(StoreError) in
      for row in twins.prefix(2) { try draft.insert(row, into: "Person") }
    }
    #expect(throws: StoreError.self) {
      try store.commit(title: "Again") { draft throws(StoreError) in
        try draft.insert(twins[1], into: "Person")
      }
    }
    try expectEqual(store.snapshot.load("Person").count, 2)
  }

  @Test func `goes on with a batch that was put together to be looked at`() throws {
    let names = try ["A", "B", "C"].map { try values(["Name": .text($0)], of: "Person") }
    try store.commit(title: "First") { draft throws(StoreError) in
      try draft.insert(names[0], into: "Person")
    }
    let first = ObjectID(entity: "Person", key: RecordKey(sequence: 1))
    try store.commit(title: "More") { draft throws(StoreError) in
      try draft.insert(names[1], into: "Person")
      try draft.delete([first])
      try draft.insert(names[2], into: "Person")
    }
    let found = { try store.snapshot.load("Person").rows.map { $0["Name"] } }
    try expectEqual(found(), [.text("B"), .text("C")])
    try store.fold()
    try expectEqual(found(), [.text("B"), .text("C")])
  }

  @Test func `brings back a record without a link that another one has by now`() throws {
    let context = store.newContext()
    let (ann, bob) = (try context.create("Person"), try context.create("Person"))
    let passport = try context.create("Passport")
    (ann["Name"], bob["Name"]) = (.text("Ann"), .text("Bob"))
    passport["Number"] = .text("1")
    ann.setLinks("Passport", [passport])
    try context.save(title: "Add")
    try ann.delete()
    let deletion = try #require(try context.save(title: "Delete"))
    bob.setLinks("Passport", [passport])
    try context.save(title: "Give")
    try store.undo(deletion.number, isStrict: false)
    let people = try store.snapshot.load("Person").rows
    expectEqual(people.map { $0["Name"] }, [.text("Ann"), .text("Bob")])
    let holders = try people.filter { try !store.snapshot.linkedKeys(of: $0, "Passport").isEmpty }
    expectEqual(holders.map { $0["Name"] }, [.text("Bob")])
    try expectEqual(store.verify().map(\.description), [])
  }
}
