import CairnStore
import TestSupport
import Testing

// S6, S8, S9
@Suite struct `Two contexts that edit one record` {
  let store: ObjectStore
  let id: ObjectID
  let mine: ObjectContext
  let other: ObjectContext

  init() throws {
    store = try Library.emptyStore()
    id = try Library.insert(
      "Book",
      [
        [
          "Title": .text("Zoo"), "Rating": .integer(1), "Tags": .list([.text("a"), .text("b")]),
          "Scans": .list([.integer(1), .integer(2), .integer(3)]),
        ]
      ], into: store)[0]
    mine = store.newContext()
    other = store.newContext()
  }

  private func theirs(_ edit: (Record) throws -> Void) throws {
    try edit(other.object(with: id))
    try other.save(title: "theirs")
  }

  private func saved(_ field: String) -> Value? { store.snapshot.row(id)?[field] }

  @Test func `see what the other saved when they merge, not before`() throws {
    let book = mine.object(with: id)
    try theirs { $0["Title"] = .text("Theirs") }
    expectEqual(book["Title"], .text("Zoo"))
    mine.mergeChanges()
    expectEqual(book["Title"], .text("Theirs"))
    expectTrue(!mine.hasChanges)
  }

  @Test func `do not conflict over different fields`() throws {
    mine.object(with: id)["Rating"] = .integer(5)
    try theirs { $0["Title"] = .text("Theirs") }
    try mine.save()
    expectEqual(saved("Title"), .text("Theirs"))
    expectEqual(saved("Rating"), .integer(5))
    expectEqual(mine.object(with: id)["Title"], .text("Theirs"))
  }

  @Test func `do not conflict over the same new value`() throws {
    mine.object(with: id)["Rating"] = .integer(5)
    try theirs { $0["Rating"] = .integer(5) }
    try expectEqual(mine.save(), nil)
  }

  @Test func `bring lists together by what was added and taken out`() throws {
    mine.object(with: id)["Tags"] = .list([.text("b"), .text("mine")])
    mine.object(with: id)["Scans"] = .list([.integer(3), .integer(2), .integer(1)])
    try theirs {
      $0["Tags"] = .list([.text("a"), .text("b"), .text("theirs")])
      $0["Scans"] = .list([.integer(2), .integer(3), .integer(4)])
    }
    try mine.save()
    expectEqual(saved("Tags"), .list([.text("b"), .text("theirs"), .text("mine")]))
    expectEqual(saved("Scans"), .list([.integer(3), .integer(2), .integer(4)]))
  }

  @Test func `conflict over two orders of a list where order matters`() throws {
    mine.object(with: id)["Scans"] = .list([.integer(3), .integer(2), .integer(1)])
    try theirs { $0["Scans"] = .list([.integer(2), .integer(1), .integer(3)]) }
    #expect(throws: StoreError.self) { try mine.save() }
  }

  @Test func `name base, mine and theirs of each field, and change nothing`() throws {
    let book = mine.object(with: id)
    (book["Title"], book["Rating"]) = (.text("Mine"), .integer(5))
    try theirs { ($0["Title"], $0["Rating"]) = (.text("Theirs"), .integer(4)) }
    let error = try #require(throws: StoreError.self) { try mine.save() }
    guard case .conflict(let conflicts) = error else { throw error }
    expectEqual(conflicts.map(\.id), [id])
    expectEqual(conflicts[0].kind, .edited)
    expectEqual(conflicts[0].fields.map(\.name), ["Title", "Rating"])
    expectEqual(conflicts[0].fields.map(\.base), [.text("Zoo"), .integer(1)])
    expectEqual(conflicts[0].fields.map(\.mine), [.text("Mine"), .integer(5)])
    expectEqual(conflicts[0].fields.map(\.theirs), [.text("Theirs"), .integer(4)])
    expectEqual(error.description, "Title, Rating of Book/p1 also changed elsewhere")
    expectEqual(book["Title"], .text("Mine"))
    expectTrue(mine.hasChanges)
    expectEqual(saved("Title"), .text("Theirs"))
    // Having looked at what others saved, the owner may insist.
    mine.mergeChanges()
    try mine.save()
    expectEqual(saved("Title"), .text("Mine"))
  }

  @Test(arguments: [
    (ConflictPolicy.mergeByPropertyMine, ["Mine", "5", "theirs"]),
    (.mergeByPropertyTheirs, ["Theirs", "5", "theirs"]),
    (.overwrite, ["Mine", "5", nil]),
    (.rollback, ["Theirs", "1", "theirs"]),
  ])
  func `settle a conflict by the policy`(policy: ConflictPolicy, expected: [String?]) throws {
    mine.conflictPolicy = policy
    let book = mine.object(with: id)
    (book["Title"], book["Rating"]) = (.text("Mine"), .integer(5))
    try theirs { ($0["Title"], $0["Notes"]) = (.text("Theirs"), .text("theirs")) }
    try mine.save()
    expectEqual(["Title", "Rating", "Notes"].map { saved($0)?.storedTexts[0] }, expected)
  }

  @Test(arguments: ConflictPolicy.allCases)
  func `settle an edit of what others deleted`(policy: ConflictPolicy) throws {
    mine.conflictPolicy = policy
    mine.object(with: id)["Rating"] = .integer(5)
    try theirs { try $0.delete() }
    switch policy {
    case .error:
      let error = try #require(throws: StoreError.self) { try mine.save() }
      guard case .conflict(let conflicts) = error else { throw error }
      expectEqual(conflicts.map(\.kind), [.deletedByOthers])
    case .mergeByPropertyMine, .overwrite:
      try mine.save()
      expectEqual(saved("Rating"), .integer(5))
      expectEqual(saved("Title"), .text("Zoo"))
    case .mergeByPropertyTheirs, .rollback:
      try expectEqual(mine.save(), nil)
      expectTrue(mine.object(with: id).isDeleted)
    }
  }

  @Test func `bring back what others deleted, also after a merge`() throws {
    mine.object(with: id)["Rating"] = .integer(5)
    try theirs { try $0.delete() }
    expectEqual(mine.mergeChanges(), [id])
    #expect(throws: StoreError.self) { try mine.save() }
    mine.conflictPolicy = .overwrite
    try mine.save()
    expectEqual(saved("Title"), .text("Zoo"))
  }

  @Test(arguments: ConflictPolicy.allCases)
  func `settle a deletion of what others edited`(policy: ConflictPolicy) throws {
    let chapter = try Library.insert("Chapter", [["Book": .link(id.key)]], into: store)[0]
    mine.mergeChanges()
    mine.conflictPolicy = policy
    try mine.delete([id])
    try theirs { $0["Rating"] = .integer(4) }
    switch policy {
    case .error:
      let error = try #require(throws: StoreError.self) { try mine.save() }
      guard case .conflict(let conflicts) = error else { throw error }
      expectEqual(conflicts.map(\.kind), [.deletedHere])
      expectEqual(conflicts[0].fields.map(\.name), ["Rating"])
      expectTrue(mine.object(with: id).isDeleted)
    case .mergeByPropertyMine, .overwrite:
      try mine.save()
      expectEqual(saved("Title"), nil)
      expectTrue(store.snapshot.row(chapter) == nil)
    case .mergeByPropertyTheirs, .rollback:
      try mine.save()
      expectEqual(saved("Rating"), .integer(4))
      expectEqual(store.snapshot.row(chapter)?["Book"], .link(id.key))
    }
  }

  @Test func `leave a link alone that a deletion would have cleared, where others set it anew`()
    throws
  {
    let writers = try Library.insert(
      "Writer", [["Name": .text("Ann")], ["Name": .text("Bob")]], into: store)
    try theirs { $0["Author"] = .link(writers[0].key) }
    mine.mergeChanges()
    try mine.delete([writers[0]])
    expectEqual(mine.object(with: id)["Author"], nil)
    other.mergeChanges()
    try theirs { $0["Author"] = .link(writers[1].key) }
    try mine.save()
    expectEqual(saved("Author"), .link(writers[1].key))
  }

  @Test func `cannot give one record to two where it may have one link`() throws {
    let award = try Library.insert("Award", [["Name": .text("A")]], into: store)[0]
    let writers = try Library.insert(
      "Writer", [["Name": .text("Ann")], ["Name": .text("Bob")]], into: store)
    mine.mergeChanges()
    other.mergeChanges()
    mine.object(with: writers[0])["Award"] = .link(award.key)
    other.object(with: writers[1])["Award"] = .link(award.key)
    try other.save()
    let error = try #require(throws: StoreError.self) { try mine.save() }
    guard case .invalid(let issues) = error else { throw error }
    expectEqual(issues.map(\.rule), [.unique(other: writers[1])])
  }

  // S10
  @Test func `roll back, reset and refresh`() throws {
    let book = mine.object(with: id)
    book["Rating"] = .integer(5)
    try theirs { $0["Title"] = .text("Theirs") }
    mine.refresh(book, merging: true)
    expectTrue(book.isFault)
    expectEqual(book["Rating"], .integer(5))
    mine.refresh(book, merging: false)
    expectEqual(book["Rating"], .integer(1))
    book["Rating"] = .integer(5)
    mine.rollback()
    expectTrue(!mine.hasChanges)
    expectEqual(book["Title"], .text("Zoo"))
    mine.reset()
    expectEqual(book["Title"], .text("Theirs"))
  }

  @Test func `write nothing when an edit was taken back by hand`() throws {
    let book = mine.object(with: id)
    book["Rating"] = .integer(5)
    book["Rating"] = .integer(1)
    expectTrue(!mine.hasChanges)
    let version = store.snapshot.version
    try expectEqual(mine.save(), nil)
    expectEqual(store.snapshot.version, version)
  }

  // S5
  @Test func `work on threads of their own`() async throws {
    let id = id
    let result = await withCheckedContinuation { continuation in
      store.performInBackground { context in
        context.object(with: id)["Rating"] = .integer(5)
        return try context.save(title: "background")?.title
      } completion: {
        continuation.resume(returning: $0)
      }
    }
    try expectEqual(result.get(), "background")
    expectEqual(saved("Rating"), .integer(5))
  }
}
