import CairnFiles
import TestSupport
import Testing

@testable import CairnStore

@Suite struct `A collection that had another name for a while` {
  @Test(arguments: [false, true])
  func `goes with the change that made it`(isFolded: Bool) throws {
    let files = MemoryFileSystem()
    let store = try Fixture.makeStore(files)
    let title = Property.attribute(Attribute(name: "Title", type: .string))
    try store.commit(title: "Import albums") { draft throws(StoreError) in
      let album = Entity(name: "Album", properties: [title])
      try draft.updateModel(try ObjectModel(entities: draft.model.entities + [album]))
      try draft.insert([.text("Blue")], into: "Album")
    }
    func settle() throws { if isFolded { try store.fold() } }
    try settle()
    for isCollection in [true, false] {
      try store.updateModel { model throws(StoreError) in
        isCollection
          ? try model.renaming(entity: "Album", to: "Disc")
          : try model.renamingField("Title", of: "Album", to: "Called")
      }
      try settle()
      try store.undo()
      try settle()
    }
    try store.undo(1)
    try store.fold()
    expectEqual(store.snapshot.model["Album"], nil)
    try expectEqual(store.verify(), [])
    try store.redo()
    expectEqual(store.snapshot.table("Album")?.rows.map { $0["Title"] }, [.text("Blue")])
  }
}
