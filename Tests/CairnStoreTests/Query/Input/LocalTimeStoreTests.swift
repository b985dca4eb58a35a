import CairnFiles
import TestSupport
import Testing

@testable import CairnStore

@Suite struct `A store with local times` {
  @Test func `keeps each of several values, with its label, when its field gets the other type`()
    throws
  {
    var options = Fixture.options(MemoryFileSystem())
    options.localTime = .fixed(-14_400)
    let store = try ObjectStore.create(
      options, modelText: "%rec: Note\n%attribute: When datetime multiple labeled\n")
    let times = ["2024-06-01T10:00:00Z", "2024-06-02T12:30:00Z"].compactMap { Timestamp($0) }
    let context = store.newContext()
    let note = try context.create("Note")
    note["When"] = .list([.datetime(times[0]), .labeled("work", .datetime(times[1]))])
    _ = try context.save()
    let change = try store.commit(title: "type") { draft throws(StoreError) in
      try draft.updateModel(
        try ObjectModel(parsing: "%rec: Note\n%attribute: When localtime multiple labeled\n"))
    }
    func texts() throws -> [String]? {
      try Array(store.snapshot.load("Note").rows).first?["When"]?.storedTexts
    }
    expectEqual(try texts(), ["2024-06-01 06:00", "2024-06-02 08:30 (work)"])
    _ = try store.undo(try #require(change).number)
    expectEqual(try texts(), ["2024-06-01T10:00:00Z", "2024-06-02T12:30:00Z (work)"])
  }

  @Test(arguments: [("datetime", "localtime"), ("localtime", "datetime")])
  func `shows the same of a record that came before its field got the earlier type back`(
    old: String, new: String
  ) throws {
    var options = Fixture.options(MemoryFileSystem())
    options.localTime = .fixed(-14_400)
    let clock = WallClock(now: Timestamp(microseconds: 0), localTime: options.localTime)
    let model = { (type: String) in "%rec: Note\n%attribute: When \(type)\n" }
    let store = try ObjectStore.create(options, modelText: model(old))
    func add(_ text: String) throws {
      let attribute = try #require(store.snapshot.model["Note"]?.attribute("When"))
      let context = store.newContext()
      try context.create("Note")["When"] = try ValueInput(clock: clock).value(
        of: text, for: attribute)
      _ = try context.save()
    }
    func shown() throws -> [String] {
      try Array(store.snapshot.load("Note").rows).compactMap { row in
        row["When"].map { ValueText.display($0, at: clock) }
      }
    }
    let times = ["2024-06-01 10:00", "2024-07-01 11:00"]
    try add(times[0])
    let change = try store.commit(title: "type") { draft throws(StoreError) in
      try draft.updateModel(try ObjectModel(parsing: model(new)))
    }
    try add(times[1])
    expectEqual(try shown(), times)
    let undone = try store.undo(try #require(change).number)
    expectEqual(store.snapshot.model["Note"]?.attribute("When")?.type.rawValue, old)
    expectEqual(try shown(), times)
    _ = try store.undo(undone.number)
    expectEqual(store.snapshot.model["Note"]?.attribute("When")?.type.rawValue, new)
    expectEqual(try shown(), times)
  }

  @Test func `keeps all other lines of its header, and names of features that it doesn't know`() {
    let text = "Format: 1\nStore: x\nHas: color\n# mine\n"
    let noted = StoreHeader.text(text, adding: [.localtime])
    expectEqual(noted, text + "Needs: localtime\n")
    expectEqual(StoreHeader.text(noted, adding: [.localtime]), noted)
    expectEqual(
      StoreHeader.text("Format: 1\nNeeds: magic\nStore: x", adding: [.localtime]),
      "Format: 1\nNeeds: localtime magic\nStore: x")
  }

  @Test func `loses no change where a tool removes the journal after its header changed`() throws {
    let files = MemoryFileSystem()
    let options = Fixture.options(files)
    let store = try ObjectStore.create(
      options, modelText: "%rec: Note\n%attribute: When datetime\n%attribute: Name string\n")
    let other = try ObjectStore.open(options)
    _ = try store.commit(title: "type") { draft throws(StoreError) in
      try draft.updateModel(
        try ObjectModel(
          parsing: "%rec: Note\n%attribute: When localtime\n%attribute: Name string\n"))
    }
    for (saver, reader) in [(store, other), (other, store)] {
      let context = saver.newContext()
      try context.create("Note")["Name"] = .text("note \(reader.snapshot.version)")
      _ = try context.save()
    }
    try files.removeTree("\(options.folder)/.local")
    let context = other.newContext()
    try context.create("Note")["Name"] = .text("later")
    _ = try context.save()
    try other.fold()
    let names = try Array(ObjectStore.open(options).snapshot.load("Note").rows)
      .compactMap { $0["Name"]?.storedTexts[0] }
    expectEqual(names.count, 3)
    expectTrue(names.contains("later"))
  }

  @Test func `says in its header that a program has to know them, and no other store does`() throws
  {
    let files = MemoryFileSystem()
    let options = Fixture.options(files)
    let store = try ObjectStore.create(
      options, modelText: "%rec: Note\n%attribute: When datetime\n")
    let header = { String(decoding: try files.read("\(options.folder)/STORE"), as: UTF8.self) }
    expectTrue(try !header().contains("Needs:"))
    _ = try store.commit(title: "type") { draft throws(StoreError) in
      try draft.updateModel(
        try ObjectModel(parsing: "%rec: Note\n%attribute: When localtime\n"))
    }
    expectTrue(try header().hasSuffix("\nNeeds: localtime\n"))
    // This program knows the word.
    let reopened = try ObjectStore.open(options)
    expectEqual(reopened.newerFeature, nil)
    let context = reopened.newContext()
    _ = try context.create("Note")
    expectTrue(try context.save() != nil)
  }
}
