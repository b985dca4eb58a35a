import CairnFiles
import TestSupport
import Testing

@testable import CairnStore

// T17
@Suite struct `A store of the first format` {
  private func openStore(
    on files: MemoryFileSystem, isReadOnly: Bool = false
  ) throws -> ObjectStore {
    var options = Fixture.options(files, folder: GoldenStore.path)
    options.isReadOnly = isReadOnly
    return try ObjectStore.open(options)
  }

  @Test(arguments: [true, false])
  func `opens with every value and every saved change`(isReadOnly: Bool) throws {
    let store = try openStore(on: try GoldenStore.files(), isReadOnly: isReadOnly)
    expectEqual(store.snapshot.version, 4)
    try expectEqual(store.history().map(\.number), [4, 3, 2, 1])
    expectEqual(
      store.content,
      [
        "Recipe/p1 Author=p1 Kind=main dish Made=2026-11-20 Name=Pea soup "
          + "Notes=first\nsecond\n\nafter a blank line Photo=AAEC/w== Price=1.20 Rating=5 "
          + "Seen=2026-11-20T22:31:07.123Z Tags=green|warm Vegan=yes Weight=0.5",
        "Recipe/p3 Name=Cake Rating=delicious Source=grandmother",
        "Recipe/p6 Name=Tea Notes=one\n\ntwo Tags=a|b",
        "Author/p1 Name=Agathe",
      ])
  }

  // E6, E7
  @Test func `is folded into the same bytes for ever`() throws {
    let files = try GoldenStore.files()
    try openStore(on: files).fold()
    let text = String(decoding: try files.read("/golden/data/Recipe/0000.rec"), as: UTF8.self)
    expectEqual(text, GoldenStore.folded)
  }

  // E9: p4 and p5 were deleted once.
  @Test func `gives out no key again`() throws {
    let files = try GoldenStore.files()
    try expectEqual(openStore(on: files).addRecipe("New"), RecordKey(sequence: 7))
  }

  @Test func `goes back as far as its history`() throws {
    let store = try openStore(on: try GoldenStore.files())
    try store.undo(2)
    expectEqual(store.recipe(RecordKey(sequence: 1), "Rating"), .integer(4))
  }
}
