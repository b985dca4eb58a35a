import CairnFiles
import TestSupport
import Testing

@testable import CairnStore

@Suite struct `A change of a field's type` {
  private let files = MemoryFileSystem()
  private let store: ObjectStore

  init() throws {
    store = try ObjectStore.create(
      Fixture.options(files),
      modelText: """
        %rec: Recipe
        %attribute: Name string
        %attribute: Notes string
        """)
  }

  private func retype(_ type: AttributeType) throws {
    try store.updateModel { model throws(StoreError) in
      try model.giving(type, to: "Notes", of: "Recipe")
    }
  }

  /// The notes of all recipes, those in brackets that are no values.
  private func notes(in store: ObjectStore) throws -> [String] {
    try store.snapshot.load("Recipe").rows.map { row in
      let texts = row["Notes"]?.storedTexts ?? []
      return (texts + row.chunk.unknownFields(of: row.key).map { "[\($0.text)]" }).joined()
    }
  }

  @Test(arguments: [false, true])
  func `is taken back over what does not fit, which stays as it was written`(
    isFolded: Bool
  ) throws {
    let before = store.snapshot.model
    for text in ["read", "7"] { try store.addRecipe("Soup", ["Notes": .text(text)]) }
    let foldIfAsked = { if isFolded { try store.fold() } }
    try retype(.integer)
    try expectEqual(notes(in: store), ["[read]", "7"])
    try foldIfAsked()
    try retype(.date)
    try expectEqual(notes(in: store), ["[read]", "[7]"])
    try foldIfAsked()
    try retype(.string)
    try expectEqual(notes(in: store), ["read", "7"])
    try foldIfAsked()
    for expected in [["[read]", "[7]"], ["[read]", "7"], ["read", "7"]] {
      try store.undo()
      try foldIfAsked()
      try expectEqual(notes(in: store), expected)
      try expectEqual(notes(in: ObjectStore.open(Fixture.options(files, seed: 2))), expected)
    }
    expectEqual(store.snapshot.model, before)
    for expected in [["[read]", "7"], ["[read]", "[7]"], ["read", "7"]] {
      try store.redo()
      try foldIfAsked()
      try expectEqual(notes(in: store), expected)
    }
    try expectEqual(store.verify(), [])
  }

  @Test func `is taken back over values that came since`() throws {
    try retype(.integer)
    try retype(.string)
    try store.addRecipe("Soup", ["Notes": .text("read")])
    try store.addRecipe("Pie", ["Notes": .text("9")])
    try store.undo(2)
    try expectEqual(notes(in: store), ["[read]", "9"])
    try store.undo(1)
    try expectEqual(notes(in: store), ["read", "9"])
  }
}
