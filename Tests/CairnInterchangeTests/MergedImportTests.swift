import TestSupport
import Testing

@testable import CairnInterchange
@testable import CairnStore

@Suite struct `An import of merged records` {
  private static let cards = """
    BEGIN:VCARD
    VERSION:3.0
    UID:a
    FN:Ann Lee
    TEL:1
    NOTE:Met in Oslo
    END:VCARD
    BEGIN:VCARD
    VERSION:3.0
    UID:b
    FN:Anna Lee
    TEL:2
    EMAIL:ann@x.example
    END:VCARD
    """

  private func merged(_ keys: [String], of entity: String, in store: ObjectStore) throws {
    let context = store.newContext()
    let ids = keys.compactMap { RecordKey($0) }.map { ObjectID(entity: entity, key: $0) }
    try context.merge(MergePlan(merging: ids, in: context))
    try context.save(title: "merge")
  }

  private func names(_ store: ObjectStore) throws -> [String] {
    try store.snapshot.load("Person").rows.map { $0["Name"]?.storedTexts[0] ?? "" }
  }

  @Test func `changes nothing if the file is the same`() throws {
    let store = try makeStore()
    try store.take(Self.cards, as: "people.vcf")
    try merged(["p1", "p2"], of: "Person", in: store)
    let phones = try store.values("Phone", of: "Person")
    let version = store.snapshot.version
    let report = try store.take(Self.cards, as: "people.vcf")
    expectEqual(store.snapshot.version, version)
    try expectEqual(store.values("Phone", of: "Person"), phones)
    try expectEqual(names(store), ["Anna Lee"])
    let notices = report.notices.joined(separator: "\n")
    expectTrue(notices.contains("people: 1 row belongs to merged records"), notices)
  }

  @Test func `takes what the file has changed since`() throws {
    let store = try makeStore()
    try store.take(Self.cards, as: "people.vcf")
    try merged(["p1", "p2"], of: "Person", in: store)
    try store.take(
      Self.cards.replacing("ann@x.example", with: "new@x.example"), as: "people.vcf")
    try expectEqual(names(store), ["Anna Lee"])
    try expectEqual(
      store.values("Email", of: "Person").map { $0?.storedTexts }, [["new@x.example"]])
    try expectEqual(store.values("UID", of: "Person"), [.text("a")])
  }

  @Test func `finds the record through several merges`() throws {
    let store = try makeStore()
    let third = "\nBEGIN:VCARD\nUID:c\nFN:A. Lee\nEND:VCARD\n"
    try store.take(Self.cards + third, as: "people.vcf")
    try merged(["p2", "p3"], of: "Person", in: store)
    try merged(["p1", "p2"], of: "Person", in: store)
    let version = store.snapshot.version
    try store.take(Self.cards + third, as: "people.vcf")
    expectEqual(store.snapshot.version, version)
  }

  @Test func `brings a record back after an undo of the merge, or if the kept one is gone`() throws
  {
    let store = try makeStore()
    try store.take(Self.cards, as: "people.vcf")
    try merged(["p1", "p2"], of: "Person", in: store)
    try store.undo()
    try expectEqual(names(store), ["Ann Lee", "Anna Lee"])
    let version = store.snapshot.version
    try store.take(Self.cards, as: "people.vcf")
    expectEqual(store.snapshot.version, version)
    try merged(["p1", "p2"], of: "Person", in: store)
    let context = store.newContext()
    try context.delete([ObjectID(entity: "Person", key: try #require(RecordKey("p1")))])
    try context.save()
    try store.take(Self.cards, as: "people.vcf")
    try expectEqual(names(store), ["Ann Lee", "Anna Lee"])
  }

  @Test(arguments: [nil, "Code", "*"]) func `finds rows of a table by a unique or a chosen field`(
    match: String?
  ) throws {
    let store = try makeStore()
    let table = "Code,Name,Town\nx1,Ann,Oslo\nx2,Anna,\n"
    try store.take(table, as: "people.csv")
    try store.updateModel { model throws(StoreError) in
      try model.changing("Code", of: "Person") { $0.isUnique = true }
    }
    try merged(["p1", "p2"], of: "Person", in: store)
    let version = store.snapshot.version
    let report = try store.take(table, as: "people.csv") { $0.match = match }
    expectEqual(store.snapshot.version, version)
    expectEqual(report.badRows, [])
    try expectEqual(store.values("Name", of: "Person"), [.text("Anna")])
  }

  @Test func `follows a collection and a field with new names`() throws {
    let store = try makeStore()
    try store.take(Self.cards, as: "people.vcf")
    try merged(["p1", "p2"], of: "Person", in: store)
    try store.updateModel { model throws(StoreError) in
      try model.renaming(entity: "Person", to: "Contact")
    }
    let version = store.snapshot.version
    try store.take(Self.cards, as: "contacts.vcf")
    expectEqual(store.snapshot.version, version)
  }

  @Test func `compares values with the last import, which an undo takes back`() throws {
    let store = try makeStore()
    let first = "Code,Name,Phone\nx1,Ann,111\nx2,Anna,\n"
    let second = first.replacing("111", with: "999")
    try store.take(first, as: "people.csv")
    try merged(["p1", "p2"], of: "Person", in: store)
    for (table, phone) in [(second, "999"), (first, "111"), (second, "999")] {
      try store.take(table, as: "people.csv") { $0.match = "Code" }
      try expectEqual(store.texts("Phone", of: "Person"), [phone])
      try expectEqual(store.texts("Name", of: "Person"), ["Anna"])
      let version = store.snapshot.version
      try store.take(table, as: "people.csv") { $0.match = "Code" }
      expectEqual(store.snapshot.version, version)
    }
    try store.undo()
    try expectEqual(store.texts("Phone", of: "Person"), ["111"])
    try store.take(second, as: "people.csv") { $0.match = "Code" }
    try expectEqual(store.texts("Phone", of: "Person"), ["999"])
  }

  @Test func `refuses no undo of the merge`() throws {
    let store = try makeStore()
    let table = "Code,Name,Phone\nx1,Ann,111\nx2,Anna,\n"
    try store.take(table, as: "people.csv")
    try merged(["p1", "p2"], of: "Person", in: store)
    let number = store.snapshot.version
    try store.take(table.replacing("111", with: "999"), as: "people.csv") { $0.match = "Code" }
    try store.undo(number)
    try expectEqual(names(store), ["Ann", "Anna"])
    try expectEqual(store.texts("Phone", of: "Person"), ["999", "-"])
    let entity = try #require(store.snapshot.model["Person"])
    try expectEqual(store.snapshot.mergedRecords(of: entity).count, 0)
  }

  @Test func `takes a link that the file has changed since, and leaves any other`() throws {
    let store = try makeStore()
    let first = "Code,Title,Author\nx1,Soup,Ann\nx2,Soupe,Cy\nx3,Pie,Cy\n"
    let links = [ImportOptions.Link("Author=authors")].compactMap { $0 }
    try store.take(first, as: "books.csv") { $0.links = links }
    func authors() throws -> [String] {
      try store.values("Author", of: "Book").map { value in
        let key = try #require(value.linkedKeys.first)
        let row = store.snapshot.row(ObjectID(entity: "Author", key: key))
        return row?["Name"]?.storedTexts.first ?? "-"
      }
    }
    try merged(["p1", "p2"], of: "Book", in: store)
    try expectEqual(authors(), ["Ann", "Cy"])
    let version = store.snapshot.version
    func take(_ table: String) throws {
      try store.take(table, as: "books.csv") { ($0.match, $0.links) = ("Code", links) }
    }
    try take(first)
    expectEqual(store.snapshot.version, version)
    // Bob is new, and Cy is known.
    for author in ["Bob", "Cy", "Ann"] {
      try take(first.replacing("x1,Soup,Ann", with: "x1,Soup,\(author)"))
      try expectEqual(authors(), [author, "Cy"])
    }
    try take(first.replacing("x2,Soupe,Cy", with: "x2,Soupe,Bob"))
    try expectEqual(authors(), ["Bob", "Cy"])
  }
}
