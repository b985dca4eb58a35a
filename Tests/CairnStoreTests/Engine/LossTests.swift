import CairnFiles
import Dispatch
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import CairnStore

// E6
@Suite struct `Records that are missing from the text` {
  private let files = MemoryFileSystem()
  private let shard = "/store/data/Recipe/0000.rec"
  private let store: ObjectStore

  /// Three recipes in a file that was folded, and a backup of them.
  init() throws {
    store = try Fixture.makeStore(files)
    for name in ["Soup", "Cake", "Pie"] { try store.addRecipe(name) }
    try store.backUp(to: "/b.tar", on: files)
  }

  private func text() throws -> String { String(decoding: try files.read(shard), as: UTF8.self) }

  private func write(_ text: String) throws { try files.replace(shard, with: Array(text.utf8)) }

  private func found() throws -> [String] {
    let store = try ObjectStore.open(Fixture.options(files))
    let problems = try store.verify()
    // A look at the files' sizes tells them as a look at every record does.
    try expectEqual(store.findLosses(), problems.filter(\.isLoss))
    return problems.map { "\($0.severity) \($0)" }
  }

  /// Whether a backup may take the place of the one that there is.
  private func replacesBackup() throws -> Bool {
    let before = try files.read("/b.tar")
    let store = try ObjectStore.open(Fixture.options(files))
    do throws(StoreError) {
      try store.backUp(to: "/b.tar", on: files, replacing: true)
      return true
    } catch {
      guard case .keptFromDamage(_, let problems) = error else { throw error }
      try expectEqual(files.read("/b.tar"), before)
      // One meaning for both: all that stops a backup is named by a check, and is damage or a loss.
      let named = try store.verify()
      expectTrue(problems.allSatisfy(named.contains))
      expectEqual(named.filter(\.endangersBackups), problems)
      return false
    }
  }

  private static let remedy = "restore the file from git or a backup, or accept the loss"

  @Test func `went with their file, which is a note and keeps the backup until it is accepted`()
    throws
  {
    try files.remove(shard)
    let expected =
      "note data/Recipe/0000.rec: the file is missing; it held 3 records when it was last folded; "
    try expectEqual(found(), [expected + Self.remedy])
    try expectTrue(!replacesBackup())
    let elsewhere = try store.backUp(to: "/c.tar", on: files)
    expectEqual(elsewhere.damage.map(\.isLoss), [true])
    try expectTrue(!replacesBackup())
    try expectEqual(store.acceptLosses().count, 1)
    try expectEqual(store.acceptLosses(), [])
    try expectEqual(found(), [])
    try expectTrue(replacesBackup())
  }

  @Test func `are none while another program folds what it deleted`() throws {
    let keys = try store.snapshot.load("Recipe").chunks.flatMap(\.keys)
    let racing = RacingFileSystem(
      files, afterReading: "/store/.local/0000/folded",
      strikes: [
        { [store] _ in
          try store.delete(keys[2])
          try store.fold()
        }
      ])
    let looking = try ObjectStore.open(Fixture.options(racing))
    try expectEqual(looking.findLosses(), [])
    expectTrue(racing.hasStruck)
    try expectTrue(text().hasSuffix("Name: Cake\n"))
  }

  @Test func `are back once their file is, whatever brought it`() throws {
    let before = try text()
    try files.remove(shard)
    try expectTrue(!replacesBackup())
    try write(before)
    try expectEqual(found(), [])
    try expectTrue(replacesBackup())
  }

  @Test func `went when their file was emptied, which is damage`() throws {
    try write("")
    let expected =
      "damage data/Recipe/0000.rec: the file is empty; it held 3 records when it was last "
    try expectEqual(found(), [expected + "folded; " + Self.remedy])
    try expectTrue(!replacesBackup())
    try store.acceptLosses()
    try expectEqual(found(), ["note data/Recipe/0000.rec: the file is empty; remove it"])
    try expectTrue(replacesBackup())
  }

  @Test func `went when their file was cut where it can be read still, which is damage`() throws {
    let before = try text()
    expectTrue(before.hasSuffix("Name: Pie\n"))
    try write(String(before.dropLast(2)))
    let expected =
      "damage data/Recipe/0000.rec: the last line has no end, and the file is shorter than at the last fold; it may be cut; restore it from git or a backup, or end the line"
    try expectEqual(found(), [expected])
    try expectTrue(!replacesBackup())
    // A person who shortened the name says so with the line's end.
    try write(String(before.dropLast(2)) + "\n")
    try expectEqual(found(), [])
    try expectTrue(replacesBackup())
  }

  @Test(arguments: ["Name: Pie", "Name: Pie\nRating: 4", "Name: Apple pie"])
  func `are none where an editor left out the last line's end`(end: String) throws {
    try write(try text().replacing("Name: Pie\n", with: end))
    try expectEqual(found(), ["note data/Recipe/0000.rec: the last line has no end"])
    try expectTrue(replacesBackup())
  }

  @Test func `are named by a check alone, so that an open store keeps no word of what was mended`()
    throws
  {
    let before = try text()
    for damaged in ["", String(before.dropLast(2)), before] {
      try write(damaged)
      try store.refresh()
      try expectTrue(ObjectStore.open(Fixture.options(files)).snapshot.load("Recipe").count < 4)
      expectEqual(store.problems, [])
    }
    try expectEqual(store.verify(), [])
  }

  /// What a cut at a record's end leaves, or a person who takes away the last records.
  private static let ends = [
    ("%rec: Recipe\n\nId: p1\nName: Soup\n\nId: p2\nName: Cake\n", "p3", 1),
    ("%rec: Recipe\n\nId: p1\nName: Soup\n\n", "p2", 2),
    ("%rec: Recipe\n\nId: p1\nName: Soup\n", "p2", 2),
    ("%rec: Recipe\n", "p1", 3),
  ]

  private static func shortened(from first: String, _ count: Int) -> String {
    "note data/Recipe/0000.rec: the records from \(first) on are missing, \(count) of the 3 records "
      + "at the last fold; restore them from git or a backup, or accept the loss"
  }

  @Test(arguments: ends)
  func `went from the end of their file, which is a note and keeps the backup until it is accepted`(
    text: String, first: String, count: Int
  ) throws {
    let before = try self.text()
    try write(text)
    try expectEqual(found(), [Self.shortened(from: first, count)])
    try expectTrue(!replacesBackup())
    try write(before)
    try expectEqual(found(), [])
    try expectTrue(replacesBackup())
    try write(text)
    try expectEqual(store.acceptLosses().count, 1)
    try expectEqual(found(), [])
    try expectTrue(replacesBackup())
  }

  @Test(arguments: [
    "Id: p2\nName: Cake\n", "Id: p2\nName: Cake\n\nId: p3\nName: Pie\n",
    "Id: p1\nName: Soup\n\nId: p3\nName: Pie\n", "Id: p1\nName: Soup\n\nId: p7\nName: Pie\n",
    "Id: p1\nName: Soup\n\n\n", "Name: Soup\nId: p1\n", "Id: p1\nName:Soup\n",
  ])
  func `are none where a person or git took some away with their lines`(records: String) throws {
    try write("%rec: Recipe\n\n" + records)
    try expectEqual(found(), [])
    try expectTrue(replacesBackup())
  }

  @Test(arguments: [[3], [2, 3], [3, 1]])
  func `are none where the last ones were deleted in the store`(numbers: [UInt64]) throws {
    for number in numbers { try store.delete(RecordKey(sequence: number)) }
    try expectEqual(found(), [])
    try store.fold()
    try expectEqual(found(), [])
    try expectTrue(replacesBackup())
    // The next ones are noticed again.
    try write("%rec: Recipe\n")
    let left = 3 - numbers.count
    try expectEqual(found().map { $0.contains("missing, \(left) of the \(left) that") }, [false])
  }

  @Test func `are none where they were deleted in the store, the last with its file`() throws {
    for number in 1...3 { try store.delete(RecordKey(sequence: UInt64(number))) }
    try store.fold()
    try expectTrue(!files.exists(shard))
    try expectEqual(found(), [])
    try expectTrue(replacesBackup())
    try store.addRecipe("Bread")
    try store.fold()
    try expectEqual(found(), [])
  }

  @Test(
    arguments: [
      nil, "", "%rec: Recipe\n\nId: p1\nName: So", "%rec: Recipe\n\nId: p1\nName: Soup\n",
    ] as [String?], [true, false])
  func `stay named when a fold has written the file anew`(text: String?, isSeen: Bool) throws {
    if let text { try write(text) } else { try files.remove(shard) }
    if isSeen { try store.refresh() }
    try store.addRecipe("Bread")
    try store.fold()
    try expectTrue(self.text().hasSuffix("Id: p4\nName: Bread\n"))
    let expected =
      "note data/Recipe/0000.rec: it was missing, empty or cut when later changes were written; it had held 3 records; restore the missing records from git or a backup, or accept the loss"
    try expectEqual(found(), [expected])
    try expectTrue(!replacesBackup())
    try store.acceptLosses()
    try expectEqual(found(), [])
    try expectTrue(replacesBackup())
  }

  @Test func `stay named until all of them are back`() throws {
    let before = try text()
    try files.remove(shard)
    try store.addRecipe("Bread")
    try store.fold()
    try write(before.replacing("\n\nId: p2\nName: Cake", with: "") + "\nId: p4\nName: Bread\n")
    try expectEqual(found().map { $0.contains("it was gone, empty or cut") }, [false])
    try store.addRecipe("Tea")
    try store.fold()
    try expectEqual(found().map { $0.contains("it was gone, empty or cut") }, [false])
    try write(before + "\nId: p4\nName: Bread\n")
    try expectEqual(found(), [])
    try expectTrue(replacesBackup())
  }

  @Test func `are none while a program is writing its file, which a fold waits for`() throws {
    let before = Array(try text().utf8)
    try store.addRecipe("Bread")
    let writer = Mutex<(any OpenFile)?>(try files.open(shard, .readWrite))
    try writer.withLock {
      try $0?.truncate(to: 0)
      try $0?.write(Array(before.prefix(20)), at: 0)
    }
    let queue = DispatchQueue(label: "writer")
    queue.asyncAfter(deadline: .now() + .milliseconds(50)) {
      writer.withLock { writer in
        #expect(throws: Never.self) { try writer?.write(Array(before.dropFirst(20)), at: 20) }
        writer = nil
      }
    }
    // Where the machine is slow it may give up before the writer is done.
    while (try? store.fold()) == nil { usleep(1_000) }
    queue.sync {}
    try expectEqual(found(), [])
  }

  @Test func `are told by a store that is only read too`() throws {
    try files.remove(shard)
    try store.addRecipe("Bread")
    var options = Fixture.options(files)
    options.isReadOnly = true
    let reader = try ObjectStore.open(options)
    #expect(throws: StoreError.self) {
      try reader.backUp(to: "/b.tar", on: files, replacing: true)
    }
    #expect(throws: StoreError.self) { try reader.acceptLosses() }
  }

  // What a fold would make of a file always ends its last line, and may have records behind those
  // that are missing, or none any more.
  @Test(arguments: [0, 2, 18], [true, false])
  func `went when their file was cut, which a save that is only in the journal does not hide`(
    cutCount: Int, isDeleted: Bool
  ) throws {
    let isCut = cutCount > 0
    if isDeleted {
      for number in 1...(cutCount == 18 ? 2 : 3) {
        try store.delete(RecordKey(sequence: UInt64(number)))
      }
    } else {
      try store.addRecipe("Bread")
    }
    if isCut { try write(String(try text().dropLast(cutCount))) }
    let before = try files.read("/b.tar")
    var options = Fixture.options(files)
    options.isReadOnly = true
    let reader = try ObjectStore.open(options)
    do throws(StoreError) {
      try reader.backUp(to: "/b.tar", on: files, replacing: true)
      expectTrue(!isCut)
    } catch {
      guard isCut, case .keptFromDamage(_, let problems) = error else { throw error }
      try expectEqual(problems, reader.verify().filter(\.endangersBackups))
      try expectEqual(files.read("/b.tar"), before)
    }
  }

  @Test func `are none where their collection got another name, or was given up`() throws {
    let model = Fixture.modelText.replacing(
      "%rec: Recipe\n", with: "%rec: Dish\n%formerly: Recipe\n")
    try files.replace(
      "/store/model/1.rec", with: Array(model.replacing(" Recipe ", with: " Dish ").utf8))
    try expectEqual(found().filter { $0.contains("0000.rec") }, [])
    try ObjectStore.open(Fixture.options(files)).fold()
    try expectTrue(files.exists("/store/data/Dish/0000.rec"))
    try expectEqual(found().filter { $0.contains("0000.rec") }, [])
    try files.remove("/store/data/Dish/0000.rec")
    try expectTrue(found().contains { $0.contains("data/Dish/0000.rec: the file is missing") })
  }

  @Test func `are known as far as an older program noted them`() throws {
    let size = try text().utf8.count
    let note = "data/Recipe/0000.rec 3 \(size)\nfiles 1\n"
    try files.replace("/store/.local/0000/folded", with: Array(note.utf8))
    try write("%rec: Recipe\n\nId: p1\nName: Soup\n")
    try expectEqual(found(), [])
    try files.remove(shard)
    try expectEqual(found().count, 1)
  }

  // The note is of no use then, and does no harm.
  @Test(arguments: [
    "", "garbage\n", "data/Recipe/0000.rec 3 60\nfiles 2\n", "files 0",
    "data/Recipe/0000.rec 0 60 p1+99999999999999999999,,p\nfiles 1\n",
  ])
  func `are not known where the note of the files is damaged`(note: String) throws {
    try files.replace("/store/.local/0000/folded", with: Array(note.utf8))
    try files.remove(shard)
    try expectEqual(found(), [])
    try expectTrue(replacesBackup())
  }

  @Test func `are told after any fold that was interrupted, and never for none`() throws {
    for deleted in [nil, 1, 2] as [UInt64?] {
      for call in 1... {
        let files = MemoryFileSystem()
        let store = try Fixture.makeStore(files)
        for _ in 0..<(deleted ?? 1) { try store.addRecipe("Soup") }
        try store.fold()
        if let deleted {
          try store.delete(RecordKey(sequence: deleted))
        } else {
          try store.addRecipe("Pie")
        }
        let faulty = FaultyFileSystem(
          files, Fault(at: call, { FileError.device($0, path: $1) }, lasting: .forever))
        guard let interrupted = try? ObjectStore.open(Fixture.options(faulty)) else { continue }
        try? interrupted.fold()
        let again = try ObjectStore.open(Fixture.options(files))
        try again.fold()
        try expectEqual(again.verify(), [], "call \(call)")
        if faulty.failureCount == 0 { break }
      }
    }
  }
}
