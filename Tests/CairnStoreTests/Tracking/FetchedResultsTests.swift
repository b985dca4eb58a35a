import CairnStore
import TestSupport
import Testing

@Suite struct `Fetched results` {
  private static let filters = [
    "", "l", "rating>=1", "-p", "has:price", "author:l", "chapters.count>0", "shelves.name:p",
    "bought>=2026-02", "price*2>10", "shelves[name:p].count>0", "chapters[title:e].title:e",
    "saved>=2026", "author.books.rating.avg>2",
  ]
  private static let orders = [
    "", "Title", "-Rating,Title", "Kind,-Price", "Author", "-Opened", "Chapters.count,Title",
    "-Rating*2", "Bought-today,Title", "Author.Books[rating>2].count", "-saved", "created,Title",
  ]
  private static let groups = [
    nil, nil, "Kind", "Rating", "Author", "Opened", "Tags", "Price", "Shelves.count",
  ]

  private static func request(
    _ generator: inout SeededGenerator, in snapshot: Snapshot
  ) throws -> FetchRequest {
    let pick = { (generator: inout SeededGenerator, texts: [String]) in
      texts[generator.number(0...texts.count - 1)]
    }
    var request = FetchRequest(
      entity: "Book", predicate: try RecordPredicate.parse(pick(&generator, filters)),
      sorts: try RecordSort.parse(pick(&generator, orders)),
      group: try groups[generator.number(0...groups.count - 1)].map(FieldPath.parse))
    if generator.number(0...5) == 0 {
      request.offset = generator.number(0...10)
      request.limit = generator.number(0...20)
    }
    if generator.number(0...7) == 0,
      let shelf = snapshot.table("Shelf")?.row(RecordKey(sequence: 1))
    {
      request.origin = FetchRequest.Origin(shelf.id, "Books")
    }
    return request
  }

  /// T10: five lists over one store, each hearing of one step or of several, 10,000 times in all.
  @Test(arguments: SeededGenerator.seeds(Torture.rounds(14)))
  func `are after each change what the change makes of the old ones`(seed: UInt64) throws {
    // Every tenth store has several chunks, and as its lists are long, fewer changes.
    let isLarge = seed.isMultiple(of: 10)
    var library = try ChangingLibrary(seed: seed, books: isLarge ? 1_100 : 40)
    var lists: [FetchedResults] = []
    for _ in 0..<5 {
      let request = try Self.request(&library.generator, in: library.store.snapshot)
      lists.append(
        try FetchedResults(request, in: library.store.snapshot, at: Library.clock))
    }
    for _ in 0..<(isLarge ? 30 : 200) {
      try library.step()
      for index in lists.indices where library.generator.number(0...3) > 0 {
        try Self.check(&lists[index], after: library.store.snapshot)
      }
    }
  }

  private static func check(_ list: inout FetchedResults, after snapshot: Snapshot) throws {
    let (before, old) = (ShownList(list), list)
    let change = try list.update(to: snapshot, at: Library.clock)
    let after = ShownList(list)
    let fresh = try FetchedResults(list.request, in: snapshot, at: Library.clock)
    let what = "\(list.request)"
    try #require(after == ShownList(fresh), "\(what)")
    expectEqual(list.sections.map(\.title), fresh.sections.map(\.title), "\(what)")
    expectEqual(list.result.totalCount, fresh.result.totalCount)
    switch change {
    case .reload: break
    case nil: try #require(before == after, "\(what)")
    case .rows(let changes):
      try #require(before.applying(changes, rowsOf: after) == after, "\(what): \(changes)")
      try check(changes, from: old, to: list)
    }
  }

  /// S16: who is told of how.
  private static func check(
    _ changes: RowChanges, from old: FetchedResults, to new: FetchedResults
  ) throws {
    let (before, after) = (ShownList(old), ShownList(new))
    let moved = changes.movedRows.map { before[$0.origin] }
    let updated = changes.updatedRows.map { before[$0.place] }
    let told = moved + updated + changes.deletedRows.map { before[$0] }
    expectEqual(Set(told).count, told.count, "a row is told of twice")
    expectEqual(moved, changes.movedRows.map { after[$0.destination] })
    expectTrue(changes.updatedRows.allSatisfy { !$0.fields.isEmpty })
    let changed = Set(moved + updated)
    for row in new.result {
      guard let was = old.snapshot.row(row.id), old.result.index(of: row.key) != nil,
        Library.book.attributes.contains(where: { row[$0.name] != was[$0.name] })
      else { continue }
      expectTrue(changed.contains(row.key), "a change of \(row.key) is not told")
    }
  }
}
