import CairnFiles
import TestSupport
import Testing

@testable import CairnStore

@Suite struct `Records that are likely the same` {
  private func found(
    _ view: String, in store: ObjectStore, filter: String? = nil, sort: String? = nil,
    limit: Int? = nil
  ) throws -> FetchResult {
    let model = store.snapshot.model
    let items =
      [("view", view)] + (filter.map { [("where", $0)] } ?? [])
      + (sort.map { [("sort", $0)] } ?? [])
    var request = try RecordQuery(items, for: try #require(model["Book"]), in: model).request
    request.limit = limit
    return try store.snapshot.fetch(request, at: Library.clock)
  }

  private func groups(_ result: FetchResult) -> [[String]] {
    result.sections.map { section in section.range.map { result[$0].title } }
  }

  private func store() throws -> ObjectStore {
    let store = try Library.emptyStore()
    try Library.insert(
      "Book",
      [
        ["Title": .text("Zoo"), "Site": .text("https://zoo.org/")],
        ["Title": .text("Ant"), "Kind": .text("novel")],
        ["Title": .text("ZOO!"), "Rating": .integer(4)],
        ["Title": .text("Bee"), "Site": .text("http://www.zoo.org")],
        ["Title": .text("ant"), "Kind": .text("essay")],
        ["Title": .text("Cat")],
      ], into: store)
    return store
  }

  @Test func `stand in sections, with the fields in which they are alike`() throws {
    let result = try found("duplicates", in: store())
    expectEqual(groups(result), [["Zoo", "ZOO!", "Bee"], ["Ant", "ant"]])
    expectEqual(result.sections.map(\.title), ["Zoo (Title, Site)", "Ant (Title)"])
    expectEqual(result.totalCount, 5)
    for index in result.indices {
      expectEqual(result.index(of: result[index].key), index)
    }
  }

  @Test func `are compared by the given fields: one of several, or all of them`() throws {
    let store = try store()
    try expectEqual(
      groups(found("duplicates:Title", in: store)), [["Zoo", "ZOO!"], ["Ant", "ant"]])
    try expectEqual(groups(found("duplicates:Site", in: store)), [["Zoo", "Bee"]])
    try expectEqual(groups(found("duplicates:Title+Kind", in: store)), [])
    try expectEqual(groups(found("duplicates:Title+Kind,Site", in: store)), [["Zoo", "Bee"]])
  }

  @Test func `obey the filter, the order and the limit of the list`() throws {
    let store = try store()
    try expectEqual(groups(found("duplicates", in: store, filter: "-title:bee")).count, 2)
    try expectEqual(groups(found("duplicates:Site", in: store, filter: "-title:bee")), [])
    try expectEqual(
      groups(found("duplicates", in: store, sort: "-Title")),
      [["ZOO!", "Zoo", "Bee"], ["Ant", "ant"]])
    let limited = try found("duplicates", in: store, limit: 4)
    expectEqual(groups(limited), [["Zoo", "ZOO!", "Bee"], ["Ant"]])
    expectEqual(limited.totalCount, 5)
    try expectEqual(
      store.snapshot.count(limited.request, at: Library.clock), 4)
  }

  @Test func `are found again after each change`() throws {
    let store = try store()
    var request = try found("duplicates", in: store).request
    request.limit = nil
    var results = try FetchedResults(request, in: store.snapshot, at: Library.clock)
    expectEqual(results.sections.count, 2)
    let context = store.newContext()
    context.object(with: results.result.id(at: 3))["Title"] = .text("Dog")
    try context.save(title: "rename")
    let change = try results.update(to: store.snapshot, at: Library.clock)
    guard case .reload? = change else {
      Issue.record("\(String(describing: change))")
      return
    }
    expectEqual(groups(results.result), [["Zoo", "ZOO!", "Bee"]])
  }

  @Test func `have batches in the order of the groups`() throws {
    let store = try store()
    let result = try found("duplicates", in: store)
    var batches = try store.snapshot.batches(of: 2, result.request, at: Library.clock)
    var keys: [RecordKey] = []
    while let rows = try batches.next() { keys += rows.map(\.key) }
    expectEqual(keys, result.map(\.key))
  }

  @Test func `cannot be grouped by a field, and need a field`() throws {
    let model = try Library.model
    let book = try #require(model["Book"])
    let grouped = try RecordQuery(
      [("view", "duplicates"), ("group", "Kind")], for: book, in: model)
    expectEqual(
      grouped.warnings, ["duplicates have groups of their own, and group= is ignored"])
    #expect(throws: FilterError.self) {
      try RecordQuery([("view", "duplicates:Nothing")], for: book, in: model)
    }
  }

  // All records are alike in no field.
  @Test func `need a field in each alternative`() throws {
    let store = try store()
    for view in ["duplicates:+", "duplicates:Title, + "] {
      do {
        _ = try found(view, in: store)
        Issue.record("\(view) was read")
      } catch let error as FilterError {
        expectEqual("\(error)", "the name of a field is needed here, as in Name+Email")
      }
    }
    var request = FetchRequest(entity: "Book")
    request.likeness = [[], [FieldPath(["Site"])]]
    try expectEqual(
      groups(store.snapshot.fetch(request, at: Library.clock)), [["Zoo", "Bee"]])
  }

  // Two records are in one group exactly if a chain of like records joins them.
  @Test(arguments: SeededGenerator.seeds(20))
  func `are joined by every chain of like records`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let store = try Library.emptyStore()
    let records = (0..<generator.number(2...25)).map { _ in
      ["Title", "Notes", "Site"].reduce(into: [String: Value]()) { fields, name in
        guard generator.number(0...2) > 0 || name == "Title" else { return }
        fields[name] = .text(generator.element(of: RandomValues.words))
      }
    }
    let ids = try Library.insert("Book", records, into: store)
    let forms = records.map { fields in
      ["Title", "Notes"].map { name in
        fields[name].map { Likeness.form(of: $0, as: .string) } ?? ""
      }
    }
    var labels = Array(ids.indices)
    for _ in ids {
      for one in ids.indices {
        for other in ids.indices
        where zip(forms[one], forms[other]).contains(where: { $0 == $1 && !$0.isEmpty }) {
          let label = min(labels[one], labels[other])
          (labels[one], labels[other]) = (label, label)
        }
      }
    }
    let expected = Dictionary(grouping: ids.indices) { labels[$0] }.values
      .filter { $0.count > 1 }.map { Set($0.map { ids[$0].key }) }
    let result = try found("duplicates:Title,Notes", in: store)
    let actual = result.sections.map { section in Set(section.range.map { result[$0].key }) }
    expectEqual(Set(actual), Set(expected), "seed \(seed)")
  }
}
