import CairnFiles
import TestSupport

@testable import CairnStore

/// What a store goes through while power may fail: one thing after the other, each time the same.
struct CrashScript: Sendable {
  /// One thing that a program does with the store.
  enum Step: Hashable, Sendable {
    /// Saves a record with a text of so many bytes.
    case add(Int)
    /// Saves several records at once.
    case addSeveral(Int)
    /// Gives the first record's rating another value, of two in turn.
    case flip
    /// Deletes the newest record.
    case delete
    case undo
    case fold
    /// Gives the model another field.
    case changeModel
    /// Gives the second entity another name.
    case rename
    /// Ends the program and starts another.
    case reopen
    /// Another program writes a change, and dies before it waited for the disk.
    case dieSaving(Int)
    /// Another program folds, and dies at this call of the file system.
    case dieFolding(Int)
  }

  /// Small, since it is read for each state that is tried.
  private static let modelText = """
    %rec: Recipe
    %mandatory: Name
    %attribute: Notes text
    %type: Rating range 0 5

    %rec: Author
    %mandatory: Name

    """

  let steps: [Step]
  var segmentSize = 1024

  /// All that the engine does, in an order in which each safety step is needed.
  static let whole = CrashScript(steps: [
    .add(20), .flip, .add(700), .fold, .add(20), .flip, .dieSaving(20), .add(20), .flip,
    .add(900), .flip, .addSeveral(4), .fold, .delete, .add(1500), .changeModel, .add(20), .fold,
    .undo, .reopen, .flip, .dieFolding(9), .add(20), .dieFolding(17), .delete, .undo, .fold,
    .add(20),
  ])

  /// Renames between everything that a move of files could be interrupted by or interrupt.
  static let renaming = CrashScript(steps: [
    .add(20), .fold, .add(20), .rename, .add(20), .dieFolding(12), .fold, .add(20), .delete,
    .rename,
    .dieSaving(20), .reopen, .add(20), .dieFolding(16), .dieFolding(20), .delete, .undo, .fold,
    .rename, .fold, .add(20),
  ])

  /// Some steps in any order.
  static func random(_ generator: inout SeededGenerator) -> CrashScript {
    let steps = (0..<generator.number(6...16)).map { _ -> Step in
      switch generator.number(0...15) {
      case 0...2: .add(generator.number(0...1200))
      case 3: .addSeveral(generator.number(2...6))
      case 4...6: .flip
      case 7: .delete
      case 8: .undo
      case 9...10: .fold
      case 11: .changeModel
      case 12: .reopen
      case 13: .dieSaving(generator.number(0...900))
      default: .dieFolding(generator.number(1...60))
      }
    }
    return CrashScript(
      steps: [.add(20)] + steps, segmentSize: [600, 1024, 4096][generator.number(0...2)])
  }
}

extension CrashScript {
  /// Does all steps on a new store in `files`, and calls `didPerform` after each.
  ///
  /// It is told whether a program knows that all of the store is on the disk; after what another
  /// one wrote that died, none does.
  func run(
    on files: any FileSystem, didPerform: (_ store: ObjectStore, _ isSaved: Bool) -> Void
  ) throws {
    var store = try ObjectStore.create(options(files, 0), modelText: Self.modelText)
    didPerform(store, true)
    for (number, step) in steps.enumerated() {
      try store.refresh()
      let version = store.snapshot.version
      switch step {
      case .reopen: store = try ObjectStore.open(options(files, number + 1))
      case .dieSaving(let size): dieSaving(size, files, number + 1)
      case .dieFolding(let call): dieFolding(call, files, number + 1)
      default: try store.perform(step)
      }
      let hasSaved = store.snapshot.version > version || step == .fold
      try store.refresh()
      didPerform(store, hasSaved)
    }
  }

  /// The options for the program that is started as number `program`.
  func options(_ files: any FileSystem, _ program: Int) -> ObjectStore.Options {
    var options = Fixture.options(files, seed: UInt64(program + 1))
    options.segmentSize = segmentSize
    return options
  }

  private func dieSaving(_ size: Int, _ files: any FileSystem, _ number: Int) {
    let fault = Fault(at: 1, FileError.device, lasting: .forever, of: [.synchronize])
    let store = try? ObjectStore.open(options(FaultyFileSystem(files, fault), number))
    try? store?.perform(.add(size))
  }

  private func dieFolding(_ call: Int, _ files: any FileSystem, _ number: Int) {
    let fault = Fault(at: call, FileError.device, lasting: .forever)
    let store = try? ObjectStore.open(options(FaultyFileSystem(files, fault), number))
    try? store?.fold()
  }
}

extension ObjectStore {
  /// Does one step of a script that needs no other program.
  func perform(_ step: CrashScript.Step) throws {
    switch step {
    case .add(let size): try add(count: 1, size: size)
    case .addSeveral(let count): try add(count: count, size: 100)
    case .flip:
      let first = RecordKey(sequence: 1)
      guard snapshot.row(ObjectID(entity: "Recipe", key: first)) != nil else { return }
      try set(first, "Rating", .integer(recipe(first, "Rating") == .integer(1) ? 2 : 1))
    case .delete:
      let last = snapshot.table("Recipe")?.chunks.last?.keys.last
      if let last, last.sequence > 1 { try delete(last) }
    case .undo:
      do throws(StoreError) {
        try undo()
      } catch {
        guard case .nothingToUndo = error else { throw error }
      }
    case .fold: try fold()
    case .changeModel:
      try updateModel { model throws(StoreError) in
        var entities = model.entities
        let name = "Extra\(entities[0].properties.count)"
        entities[0].properties.append(.attribute(Attribute(name: name, type: .integer)))
        return try ObjectModel(entities: entities)
      }
    case .rename:
      try updateModel { model throws(StoreError) in
        var entities = model.entities
        entities[1].earlierNames.append(entities[1].name)
        entities[1].name += "X"
        return try ObjectModel(entities: entities)
      }
    case .reopen, .dieSaving, .dieFolding: preconditionFailure("only a script starts programs")
    }
  }

  /// Saves records; frames for the same size have the same length, whatever the letter.
  func add(count: Int = 1, size: Int, letter: String = "x") throws {
    try commit(title: "Add") { draft throws(StoreError) in
      let author = draft.model.entities[1].name
      for _ in 0..<count {
        let key = try draft.mintKey(for: "Recipe")
        let number = String(1_000 + draft.snapshot.version)
        let fields = [
          FieldChange(name: "Name", old: nil, new: .text("Recipe \(number)")),
          FieldChange(name: "Notes", old: nil, new: .text(String(repeating: letter, count: size))),
        ]
        draft.changes.append(
          RecordChange(id: ObjectID(entity: "Recipe", key: key), kind: .insert, fields: fields))
        draft.changes.append(
          RecordChange(
            id: ObjectID(
              entity: author, key: try draft.mintKey(for: author)), kind: .insert,
            fields: [FieldChange(name: "Name", old: nil, new: .text("Author \(number)"))]))
      }
    }
  }
}
