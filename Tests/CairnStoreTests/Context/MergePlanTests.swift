import CairnFiles
import TestSupport
import Testing

@testable import CairnStore

@Suite struct `The plan of a merge` {
  private func store(_ model: String, _ files: MemoryFileSystem = .init()) throws -> ObjectStore {
    try ObjectStore.create(
      ObjectStore.Options(folder: "/store", fileSystem: files, clock: { Library.clock.now }),
      modelText: model)
  }

  // Law 3.
  @Test func `takes no value that would complete the kept record`() throws {
    let tasks = try store(
      """
      %rec: Task
      %attribute: Name string
      %attribute: Due date
      %attribute: Done date
      %repeat: Done 1 month
      %due: Due

      """)
    let day = Value.date(Library.clock.today)
    let ids = try Library.insert(
      "Task", [["Due": day], ["Due": day, "Done": day]], into: tasks)
    let context = tasks.newContext()
    var plan = try MergePlan(merging: ids, in: context)
    expectTrue(!plan.take("Done", from: ids[1]))
    expectTrue(plan.take("due", from: ids[1]))
    try context.merge(plan)
    try context.save(title: "merge")
    try expectEqual(tasks.snapshot.load("Task").count, 1)
    expectEqual(tasks.snapshot.row(ids[0])?["Done"], nil)
  }

  // Law 5.
  @Test func `names every text that the kept record loses, and no other one`() throws {
    let files = MemoryFileSystem()
    var people = try store(
      """
      %rec: Person
      %attribute: Name string
      %attribute: Age integer
      %attribute: Size integer
      %relationship: Friends to-many Person
      %relationship: Rivals to-many Person

      """, files)
    let ids = try Library.insert(
      "Person", ["Ann", "Ann", "Bob"].map { ["Name": .text($0)] }, into: people)
    try people.fold()
    let path = "/store/data/Person/0000.rec"
    var texts = String(decoding: try files.read(path), as: UTF8.self).components("\nId: ")
    texts[1] += "Age: old\nSize: big\nShoe: 43\nFriends: p98\nRivals: p99\n"
    texts[2] += "Age: 5\nNick: Nan\nRivals: p3\n"
    try files.replace(path, with: Array(texts.joined(separator: "\nId: ").utf8))
    people = try ObjectStore.open(
      ObjectStore.Options(folder: "/store", fileSystem: files, clock: { Library.clock.now }))
    let context = people.newContext()
    let plan = try MergePlan(merging: [ids[0], ids[1]], in: context)
    expectEqual(
      plan.unknownTexts.map { "\($0.id.key) \($0.name) \($0.text)" }.sorted(),
      ["p1 Age old", "p1 Rivals p99", "p2 Nick Nan"])
    try context.merge(plan)
    try context.save(title: "merge")
    try people.fold()
    let kept = String(decoding: try files.read(path), as: UTF8.self).components("\nId: ")[1]
    for line in ["Age: 5", "Size: big", "Shoe: 43", "Friends: p98", "Rivals: p3"] {
      expectTrue(kept.contains("\(line)\n"), "\(line) in \(kept)")
    }
    expectTrue(!kept.contains("p99"), kept)
  }

  // Law 4.
  @Test(arguments: [false, true])
  func `keeps a record's link to itself, and drops links between merged records`(
    isMany: Bool
  ) throws {
    let kind = isMany ? "to-many" : "to-one"
    let people = try store(
      """
      %rec: Person
      %attribute: Name string
      %relationship: Boss \(kind) Person inverse=Team
      %relationship: Team to-many Person inverse=Boss
      %relationship: Peer \(kind) Person

      """)
    let ids = try Library.insert(
      "Person", ["Ann", "Anna", "Bob"].map { ["Name": .text($0)] }, into: people)
    func link(_ keys: RecordKey...) -> Value {
      isMany ? .list(keys.map(Value.link)) : .link(keys[0])
    }
    let context = people.newContext()
    context.object(with: ids[0])["Boss"] = link(ids[0].key)
    context.object(with: ids[0])["Peer"] = link(ids[1].key)
    context.object(with: ids[1])["Boss"] = link(ids[0].key)
    context.object(with: ids[1])["Peer"] = link(ids[1].key)
    try context.save()
    var plan = try MergePlan(merging: Array(ids[..<2]), in: context)
    expectTrue(isMany || plan.take("Peer", from: ids[1]))
    expectEqual(
      plan.losses.map { "\($0.id.key) \($0.property.name)" }.sorted(),
      ["p1 Name", "p1 Peer", "p1 Team", "p2 Boss"])
    try context.merge(plan)
    try context.save()
    let kept = try #require(people.snapshot.row(ids[0]))
    expectEqual(kept["Boss"], link(ids[0].key))
    expectEqual(kept["Peer"], link(ids[0].key))
    try expectEqual(people.verify(), [])
  }

  @Test func `counts the owned records that are equal`() throws {
    let store = try Library.emptyStore()
    let ids = try Library.insert(
      "Book", [["Title": .text("T")], ["Title": .text("T")]], into: store)
    let chapters = [("1", 0), ("1", 0), ("2", 0), ("2", 1), ("1", 1), ("3", 1)].map {
      ["Title": Value.text($0.0), "Book": .link(ids[$0.1].key)]
    }
    try Library.insert("Chapter", chapters, into: store)
    let context = store.newContext()
    let plan = try MergePlan(merging: ids, in: context)
    expectEqual(plan.equalRecords.map(\.entity.name), ["Chapter"])
    expectEqual(plan.equalRecords.map(\.count), [2])
    try context.merge(plan)
    try context.save(title: "merge")
    try expectEqual(store.snapshot.load("Chapter").count, 6)
    let shelves = try Library.insert("Shelf", [["Name": .text("S")], [:]], into: store)
    try expectTrue(
      MergePlan(merging: shelves, in: store.newContext()).equalRecords.isEmpty)
  }
}

extension String {
  fileprivate func components(_ separator: String) -> [String] {
    split(separator: separator, omittingEmptySubsequences: false).map(String.init)
  }
}
