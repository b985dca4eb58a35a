import CairnFiles
import TestSupport
import Testing

@testable import CairnStore

@Suite struct `A model whose text a person edits` {
  private let store: ObjectStore
  private let base = """
    # Food
    %rec: Recipe
    %attribute: Name string

    %rec: Note
    %attribute: Text string
    """

  init() throws {
    store = try ObjectStore.create(Fixture.options(MemoryFileSystem()), modelText: base)
  }

  private func save(_ text: String) throws {
    try store.commit(title: "edit") { draft throws(StoreError) in
      try draft.updateModel(from: base, to: text)
    }
  }

  private var theirs: String { base.replacing("Text string", with: "Text text") }

  @Test func `is as it was written, comments and all, and undo undoes it`() throws {
    let mine = base.replacing("# Food", with: "# Meals").replacing("Name string", with: "Name text")
    try save(mine)
    expectEqual(store.modelText, mine)
    try store.undo()
    expectEqual(store.modelText, base)
  }

  @Test func `keeps what others changed meanwhile elsewhere`() throws {
    try save(theirs)
    try save(base.replacing("Name string", with: "Name text"))
    let model = store.snapshot.model
    expectEqual(model["Recipe"]?.attribute("Name")?.type, .text)
    expectEqual(model["Note"]?.attribute("Text")?.type, .text)
  }

  @Test func `keeps the comments that both changed elsewhere`() throws {
    try save(theirs.replacing("%attribute: Text", with: "# All of it\n%attribute: Text"))
    try save(base.replacing("# Food", with: "# Meals"))
    let text = theirs.replacing("# Food", with: "# Meals")
      .replacing("%attribute: Text", with: "# All of it\n%attribute: Text")
    expectEqual(store.modelText, text)
    try store.undo()
    expectEqual(store.modelText, text.replacing("# Meals", with: "# Food"))
  }

  @Test func `is refused where others changed the same comment`() throws {
    let drinks = base.replacing("# Food", with: "# Drinks")
    try save(drinks)
    let mine = base.replacing("# Food", with: "# Meals")
    let error = #expect(throws: StoreError.self) { try save(mine) }
    expectEqual(error?.description.contains("your comments can't be added"), true)
    expectEqual(store.modelText, drinks)
    expectEqual(ObjectStore.mergedModel(mine, with: drinks, since: base), mine)
  }

  @Test func `is refused where others changed the same, and can be merged`() throws {
    try save(theirs)
    let mine = base.replacing("Text string", with: "Text url")
      .replacing("Name string", with: "Name text")
    let error = #expect(throws: StoreError.self) { try save(mine) }
    expectEqual(error?.description.contains("Note.Text was also changed elsewhere"), true)
    expectEqual(store.modelText, theirs)
    let both = base.replacing("%rec: Recipe", with: "%rec: Recipe\n%attribute: Made date")
    let merged = try #require(ObjectStore.mergedModel(mine, with: both, since: base))
    expectTrue(merged.contains("Made date") && merged.contains("Text url"))
    expectEqual(ObjectStore.mergedModel("%rec: 1", with: both, since: base), nil)
    expectEqual(ObjectStore.mergedModel(mine, with: "%rec: 1", since: base), nil)
  }

  @Test func `is refused where it is none, by its lines`() throws {
    let error = #expect(throws: StoreError.self) {
      try save(base + "\n%relationship: To to-one Nobody")
    }
    expectEqual(error?.description.hasPrefix("line 7: "), true)
    expectEqual(store.modelText, base)
  }
}
