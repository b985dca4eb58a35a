import CairnFiles
import TestSupport
import Testing

@testable import CairnStore

@Suite struct `Merging records` {
  private let store: ObjectStore

  init() throws { store = try Library.emptyStore() }

  private func merge(
    _ ids: [ObjectID], taking choices: [String: ObjectID] = [:]
  ) throws -> MergePlan {
    let context = store.newContext()
    var plan = try MergePlan(merging: ids, in: context)
    for (field, id) in choices { expectTrue(plan.take(field, from: id), field) }
    try context.merge(plan)
    try context.save(title: "merge")
    return plan
  }

  private func books(_ fields: [[String: Value]]) throws -> [ObjectID] {
    try Library.insert(
      "Book", fields.map { $0.merging(["Title": .text("T")]) { own, _ in own } }, into: store)
  }

  @Test func `keeps what there is, and the longest text`() throws {
    let ids = try books([
      ["Title": .text("Zoo"), "Rating": .integer(3), "Tags": .list([.text("a"), .text("b")])],
      [
        "Title": .text("The Zoo"), "Rating": .integer(5), "Lent": .boolean(true),
        "Tags": .list([.text("b"), .text("c")]), "Slug": .text("zoo"),
      ],
    ])
    let plan = try merge(ids)
    let row = try #require(store.snapshot.row(ids[0]))
    expectEqual(row["Title"], .text("The Zoo"))
    expectEqual(row["Rating"], .integer(3))
    expectEqual(row["Lent"], .boolean(true))
    expectEqual(row["Slug"], .text("zoo"))
    expectEqual(row["Tags"], .list([.text("a"), .text("b"), .text("c")]))
    expectTrue(store.snapshot.row(ids[1]) == nil)
    expectEqual(
      plan.losses.map { "\($0.property.name) \($0.value)" },
      [
        "Title \(Value.text("Zoo"))", "Rating \(Value.integer(5))",
      ])
  }

  @Test func `takes another value where a person chose it`() throws {
    let ids = try books([
      ["Rating": .integer(3)], ["Rating": .integer(5)], ["Rating": .integer(1)],
    ])
    _ = try merge(ids, taking: ["Rating": ids[2]])
    expectEqual(store.snapshot.row(ids[0])?["Rating"], .integer(1))
    try expectEqual(store.snapshot.load("Book").count, 1)
  }

  @Test func `keeps the unique value of the kept record, though another is longer`() throws {
    let ids = try books([["Slug": .text("z")], ["Slug": .text("zoo")]])
    _ = try merge(ids)
    expectEqual(store.snapshot.row(ids[0])?["Slug"], .text("z"))
  }

  @Test func `redirects links, at their place, and moves owned records`() throws {
    let ids = try books([[:], [:], [:]])
    let chapters = try Library.insert(
      "Chapter",
      [
        ["Title": .text("1"), "Book": .link(ids[0].key)],
        ["Title": .text("2"), "Book": .link(ids[1].key)],
      ], into: store)
    let award = try Library.insert("Award", [["Mentions": .link(ids[1].key)]], into: store)[0]
    let writer = try Library.insert("Writer", [["Name": .text("Ann")]], into: store)[0]
    let context = store.newContext()
    context.object(with: ids[1])["Author"] = .link(writer.key)
    try context.save(title: "link")
    let before = store.snapshot
    _ = try merge([ids[0], ids[1]])
    let snapshot = store.snapshot
    expectEqual(snapshot.row(award)?["Mentions"], .link(ids[0].key))
    try expectEqual(snapshot.links(of: ids[0], "Chapters"), chapters)
    try expectEqual(snapshot.links(of: writer, "Books"), [ids[0]])
    try store.undo()
    for id in ids + chapters + [award, writer] {
      expectEqual(Self.content(of: id, in: store.snapshot), Self.content(of: id, in: before))
    }
  }

  @Test func `is refused where a rule forbids to delete the rest`() throws {
    let writers = try Library.insert(
      "Writer", [["Name": .text("Ann")], ["Name": .text("Bob")]], into: store)
    let awards = try Library.insert(
      "Award", [["Name": .text("A")], ["Name": .text("A")]], into: store)
    let context = store.newContext()
    for (award, writer) in zip(awards, writers) {
      context.object(with: award)["Holder"] = .link(writer.key)
    }
    try context.save(title: "link")
    do {
      _ = try merge(awards)
      Issue.record("two holders were merged into one")
    } catch let error as StoreError {
      expectEqual(
        error.description, "Award/\(awards[1].key) cannot be deleted while Holder has Writer/p2")
    }
    expectTrue(store.snapshot.row(awards[1]) != nil)
  }

  @Test func `is refused for one record, and for records of two collections`() throws {
    let ids = try books([[:], [:]])
    let shelf = try Library.insert("Shelf", [["Name": .text("S")]], into: store)[0]
    for wrong in [[ids[0]], [ids[0], ids[0]], [ids[0], shelf]] {
      #expect(throws: StoreError.self) {
        try MergePlan(merging: wrong, in: store.newContext())
      }
    }
  }

  // A record that only one side is done must not come back again.
  @Test func `does not complete a record that comes back`() throws {
    let options = ObjectStore.Options(
      folder: "/tasks", fileSystem: MemoryFileSystem(), clock: { Library.clock.now })
    let tasks = try ObjectStore.create(
      options,
      modelText: """
        %rec: Task
        %attribute: Name string
        %attribute: Due date
        %attribute: Done date
        %repeat: Done 1 month
        %due: Due

        """)
    let day = Value.date(Library.clock.today)
    let ids = try Library.insert(
      "Task",
      [["Name": .text("a"), "Due": day], ["Name": .text("a"), "Due": day, "Done": day]],
      into: tasks)
    let context = tasks.newContext()
    let plan = try MergePlan(merging: ids, in: context)
    try context.merge(plan)
    try context.save(title: "merge")
    try expectEqual(tasks.snapshot.load("Task").count, 1)
    expectEqual(plan.losses.map(\.property.name), ["Done"])
  }

  @Test func `drops a link between the records, and says so`() throws {
    let options = ObjectStore.Options(
      folder: "/people", fileSystem: MemoryFileSystem(), clock: { Library.clock.now })
    let people = try ObjectStore.create(
      options,
      modelText: """
        %rec: Person
        %attribute: Name string
        %relationship: Boss to-one Person inverse=Staff
        %relationship: Staff to-many Person inverse=Boss
        %relationship: Friends to-many Person

        """)
    let context = people.newContext()
    let all = try (0..<3).map { _ in try context.create("Person") }
    all[1]["Boss"] = .link(all[0].id.key)
    all[2].setLinks("Friends", [all[1]])
    all[0].setLinks("Friends", [all[1]])
    try context.save(title: "add")
    let plan = try MergePlan(merging: [all[0].id, all[1].id], in: context)
    try context.merge(plan)
    try context.save(title: "merge")
    expectEqual(all[0]["Boss"], nil)
    expectEqual(all[0].links("Friends").map(\.id), [])
    expectEqual(all[2].links("Friends").map(\.id), [all[0].id])
    expectEqual(plan.losses.map(\.property.name).sorted(), ["Boss", "Friends", "Staff"])
  }

  // MARK: - Laws

  // After a merge no link leads to a merged record, each value is kept or named, and an undo
  // restores every record. A refused merge changes nothing.
  @Test(arguments: SeededGenerator.seeds(Torture.rounds(60)))
  func `loses no link and no value that it does not name, and is undone exactly`(
    seed: UInt64
  ) throws {
    var generator = SeededGenerator(seed: seed)
    let store = try RandomValues.library(&generator, books: generator.number(2...12))
    try addLinks(to: store, &generator)
    let entity = generator.element(of: ["Book", "Writer", "Shelf", "Chapter", "Award"])
    let all = try store.snapshot.load(entity).rows.map(\.id).shuffled(using: &generator)
    guard all.count > 1 else { return }
    let ids = Array(all.prefix(generator.number(2...3)))
    let before = store.snapshot
    let context = store.newContext()
    var plan = try MergePlan(merging: ids, in: context)
    for field in plan.fields where generator.number(0...2) == 0 {
      plan.take(field.property.name, from: generator.element(of: plan.ids))
    }
    do throws(StoreError) {
      try context.merge(plan)
      try context.save(title: "merge")
    } catch {
      switch error {
      case .deletionDenied, .invalid: break
      default: Issue.record("seed \(seed): \(error)")
      }
      expectTrue(store.snapshot === before, "seed \(seed)")
      return
    }
    try checkLinks(to: plan, in: store.snapshot, seed)
    try checkValues(of: plan, before, store.snapshot, seed)
    try store.undo()
    for name in before.model.entities.map(\.name) {
      let rows = try before.load(name).rows.map(\.id)
      try expectEqual(store.snapshot.load(name).rows.map(\.id), rows, "seed \(seed)")
      for id in rows {
        expectEqual(
          Self.content(of: id, in: store.snapshot), Self.content(of: id, in: before),
          "seed \(seed)")
      }
    }
  }

  private func addLinks(
    to store: ObjectStore, _ generator: inout SeededGenerator
  ) throws {
    let books = try store.snapshot.load("Book").rows.map(\.key)
    let writers = try store.snapshot.load("Writer").rows.map(\.key)
    let context = store.newContext()
    // An undo refuses a record whose link leads nowhere.
    for row in try store.snapshot.load("Book").rows {
      let book = context.object(with: row.id)
      if book.link("Author") == nil { book["Author"] = nil }
      // A record without a required value cannot be saved.
      if book["Title"] == nil { book["Title"] = .text("T") }
    }
    for _ in 0..<3 {
      let award = try context.create("Award")
      award["Name"] = .text("A")
      if generator.number(0...1) == 0 { award["Holder"] = .link(generator.element(of: writers)) }
      award["Mentions"] = .link(generator.element(of: books))
    }
    try context.save(title: "awards")
  }

  private func checkLinks(to plan: MergePlan, in snapshot: Snapshot, _ seed: UInt64) throws {
    let gone = Set(plan.ids.dropFirst().map(\.key))
    for id in plan.ids.dropFirst() { expectTrue(snapshot.row(id) == nil, "seed \(seed)") }
    for entity in snapshot.model.entities {
      for case .relationship(let link) in entity.storedProperties
      where link.destination == plan.kept.entity {
        for row in try snapshot.load(entity.name).rows {
          let links = row[link.name].linkedKeys
          expectTrue(gone.isDisjoint(with: links), "seed \(seed): \(row.id) \(link.name)")
        }
      }
    }
  }

  private func checkValues(
    of plan: MergePlan, _ before: Snapshot, _ after: Snapshot, _ seed: UInt64
  ) throws {
    for field in plan.fields {
      let name = field.property.name
      let result = Set(try Self.values(name, of: plan.kept, in: after))
      for id in plan.ids {
        for value in try Self.values(name, of: id, in: before) where !result.contains(value) {
          expectTrue(
            plan.losses.contains { $0.id == id && $0.property.name == name && $0.value == value },
            "seed \(seed): \(id) \(name) \(value)")
        }
      }
    }
  }

  private static func values(
    _ name: String, of id: ObjectID, in snapshot: Snapshot
  ) throws -> [Value] {
    if case .relationship? = snapshot.model[id.entity]?[name] {
      return try snapshot.linkedKeys(of: id, name).map(Value.link)
    }
    return snapshot.row(id)?[name]?.elements ?? []
  }

  private static func content(of id: ObjectID, in snapshot: Snapshot) -> [String: Value] {
    guard let row = snapshot.row(id) else { return [:] }
    return row.chunk.entity.storedProperties.reduce(into: [:]) { $0[$1.name] = row[$1.name] }
  }
}
