import CairnFiles
import TestSupport
import Testing

@testable import CairnStore

@Suite struct `A collection that is undone by another process` {
  /// A store with a collection, whose import is undone while another process has it open.
  @Test(arguments: [false, true], [false, true])
  func `leaves no record behind`(isReadBetween: Bool, foldsImport: Bool) throws {
    let files = MemoryFileSystem()
    let options = Fixture.options(files)
    let app = try ObjectStore.create(
      options, modelText: "%rec: Person\n%attribute: Name string\n")
    let shell = try ObjectStore.open(options)
    let change = try #require(
      try shell.commit(title: "import") { draft throws(StoreError) in
        try draft.updateModel(
          try ObjectModel(
            parsing: "%rec: Person\n%attribute: Name string\n\n"
              + "%rec: Trip\n%attribute: What string\n%attribute: N integer\n"))
        for number in 0..<3 {
          let id = ObjectID(entity: "Trip", key: try draft.mintKey(for: "Trip"))
          draft.changes.append(
            RecordChange(
              id: id, kind: .insert,
              fields: [
                FieldChange(name: "What", old: nil, new: .text("t\(number)")),
                FieldChange(name: "N", old: nil, new: .integer(Int64(number))),
              ]))
        }
      })
    if foldsImport { try shell.fold() }
    if isReadBetween { _ = try app.refresh() }
    _ = try ObjectStore.open(options).undo(change.number)
    _ = try app.refresh()
    try app.fold()
    expectEqual(app.snapshot.model["Trip"], nil)
    expectTrue(try !files.exists(options.folder + "/data/Trip/0000.rec"))
    expectEqual(app.problems, [])
    let again = try ObjectStore.open(options)
    expectEqual(again.snapshot.model.entities.map(\.name), ["Person"])
  }
}
