import CairnFiles
import TestSupport
import Testing

@testable import CairnStore

/// People keep files elsewhere, and put links in their places.
@Suite struct `A file of records that is a symbolic link` {
  private let files = MemoryFileSystem(isRecording: true)
  private let place = "/store/data/Recipe/0000.rec"
  private let target = "/elsewhere/recipes.rec"
  private let store: ObjectStore

  init() throws {
    store = try Fixture.makeStore(files)
    try store.addRecipe("Soup")
    try store.fold()
    try files.makeFolder("/elsewhere")
    try files.rename(place, to: target)
    try files.makeLink(place, to: "../../../elsewhere/recipes.rec")
    for folder in ["/", "/elsewhere", "/store/data/Recipe"] { try files.synchronizeFolder(folder) }
  }

  private func text(_ path: String) throws -> String {
    String(decoding: try files.read(path), as: UTF8.self)
  }

  @Test func `stays one when it is folded, and its target gets the records`() throws {
    try store.addRecipe("Cake")
    try store.fold()
    #expect(try files.target(ofLink: place) == "../../../elsewhere/recipes.rec")
    #expect(try files.list("/elsewhere") == ["recipes.rec"])
    #expect(try text(target) == store.recipesAsText)
    #expect(try files.list("/store/data/Recipe") == ["0000.rec"])
  }

  // F7: also the target's name is on the disk before the journal goes.
  @Test func `keeps every save when the power fails`() throws {
    try store.addRecipe("Cake")
    try store.fold()
    for change in 0..<files.unsettledCount {
      let left = files.afterLossOfPower { $0 != change }
      let again = try ObjectStore.open(Fixture.options(left))
      #expect(again.recipesAsText == store.recipesAsText, "without change \(change)")
    }
  }

  @Test func `takes in what an editor wrote meanwhile`() throws {
    try store.addRecipe("Cake")
    try files.replace(target, with: Array(try text(target).replacing("Soup", with: "Stew").utf8))
    try store.fold()
    #expect(try text(target).contains("Stew"))
    #expect(try text(target).contains("Cake"))
  }

  @Test func `leaves saves in the journal while its target cannot be written`() throws {
    let locked = FaultyFileSystem(
      files,
      Fault(at: 1, FileError.notAllowed, lasting: .forever, of: [.create]))
    let other = try ObjectStore.open(Fixture.options(locked))
    try other.addRecipe("Cake")
    let error = #expect(throws: StoreError.self) { try other.fold() }
    #expect(error?.description.contains("/elsewhere/") == true)
    #expect(try files.target(ofLink: place) != nil)
    let again = try ObjectStore.open(Fixture.options(files))
    #expect(again.snapshot.table("Recipe")?.count == 2)
  }

  @Test func `is named by a check, and so is one that leads nowhere`() throws {
    #expect(
      try store.verify().map(\.description) == [
        "data/Recipe/0000.rec: this is a link to ../../../elsewhere/recipes.rec, and its records "
          + "are written there"
      ])
    try files.remove(target)
    let found = try store.verify()
    #expect(found.map(\.severity) == [.damage])
    #expect(
      found.first?.message
        == "this is a link to ../../../elsewhere/recipes.rec, where nothing is; bring that file "
        + "back, or remove the link")
  }
}
