import CairnFiles
import TestSupport
import Testing

@testable import CairnStore

// S6, S20
@Suite struct `Unsaved edits whose place in the model somebody took away` {
  private static let before = """
    %rec: Task
    %attribute: Title string
    %attribute: Place string

    %rec: Note
    %attribute: Text string

    """

  /// What somebody makes of the model.
  enum Way: String, CaseIterable {
    case noField = "%rec: Task\n%attribute: Title string\n\n%rec: Note\n%attribute: Text string\n"
    case noCollection = "%rec: Note\n%attribute: Text string\n"
  }

  /// What is edited.
  enum Edit: CaseIterable { case field, record, deletion }

  private let files = MemoryFileSystem()
  private let store: ObjectStore
  private let context: ObjectContext
  private let id = ObjectID(entity: "Task", key: RecordKey(sequence: 1))

  init() throws {
    store = try ObjectStore.create(Fixture.options(files), modelText: Self.before)
    try store.commit(title: "Fill") { draft throws(StoreError) in
      try draft.insert([.text("one"), .text("here")], into: "Task")
    }
    context = store.newContext()
  }

  private func useModel(_ text: String) throws {
    try files.replace("/store/model/1.rec", with: Array(text.utf8))
    try expectEqual(store.refresh()?.modelChanged, true)
  }

  private func perform(_ edit: Edit) throws {
    switch edit {
    case .field: context.object(with: id)["Place"] = .text("there")
    case .record: try context.create("Task")["Place"] = .text("there")
    case .deletion: try context.object(with: id).delete()
    }
  }

  @Test(arguments: Way.allCases, Edit.allCases)
  func `stay and are refused until they have it again`(way: Way, edit: Edit) throws {
    // A deletion needs no field.
    if way == .noField, edit == .deletion { return }
    try perform(edit)
    for isMerged in [false, true] {
      if !isMerged { try useModel(way.rawValue) } else { context.mergeChanges() }
      expectTrue(context.hasChanges)
      let error = try #require(throws: StoreError.self) { try context.save() }
      expectTrue("\(error)".contains(edit == .field || way == .noField ? "Place" : "Task"))
      expectTrue(context.hasChanges)
    }
    try useModel(Self.before)
    context.mergeChanges()
    try context.save()
    let rows = try store.snapshot.load("Task").rows.map { $0["Place"]?.storedTexts ?? [] }
    switch edit {
    case .field: expectEqual(rows, [["there"]])
    case .record: expectEqual(rows, [["here"], ["there"]])
    case .deletion: expectEqual(rows, [])
    }
  }

  @Test(arguments: [false, true])
  func `of a field count for nothing once the record is deleted`(isMerged: Bool) throws {
    try perform(.field)
    try perform(.deletion)
    try useModel(Way.noField.rawValue)
    if isMerged { context.mergeChanges() }
    try context.save()
    try expectEqual(store.snapshot.load("Task").count, 0)
  }

  @Test func `count for nothing where the record was made and deleted here`() throws {
    let made = try context.create("Task")
    made["Place"] = .text("there")
    try made.delete()
    try useModel(Way.noCollection.rawValue)
    expectTrue(!context.hasChanges)
    try expectEqual(context.save(), nil)
  }

  @Test func `leave the other edits of the same record as they are`() throws {
    let task = context.object(with: id)
    (task["Title"], task["Place"]) = (.text("mine"), .text("there"))
    try useModel(Way.noField.rawValue)
    context.mergeChanges()
    expectEqual(task["Title"], .text("mine"))
    context.rollback()
    expectTrue(!context.hasChanges)
    expectEqual(task["Title"], .text("one"))
  }
}
