import CairnFiles
import Glibc
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
    try expectEqual(files.target(ofLink: place), "../../../elsewhere/recipes.rec")
    try expectEqual(files.list("/elsewhere"), ["recipes.rec"])
    try expectEqual(text(target), store.recipesAsText)
    try expectEqual(files.list("/store/data/Recipe"), ["0000.rec"])
  }

  // F7: also the target's name is on the disk before the journal goes.
  @Test func `keeps every save when the power fails`() throws {
    try store.addRecipe("Cake")
    try store.fold()
    for change in 0..<files.unsettledCount {
      let left = files.afterLossOfPower { $0 != change }
      let again = try ObjectStore.open(Fixture.options(left))
      expectEqual(again.recipesAsText, store.recipesAsText, "without change \(change)")
    }
  }

  @Test func `takes in what an editor wrote meanwhile`() throws {
    try store.addRecipe("Cake")
    try files.replace(target, with: Array(try text(target).replacing("Soup", with: "Stew").utf8))
    try store.fold()
    try expectTrue(text(target).contains("Stew"))
    try expectTrue(text(target).contains("Cake"))
  }

  @Test func `leaves saves in the journal while its target cannot be written`() throws {
    let locked = FaultyFileSystem(
      files,
      Fault(at: 1, FileError.notAllowed, lasting: .forever, of: [.create]))
    let other = try ObjectStore.open(Fixture.options(locked))
    try other.addRecipe("Cake")
    let error = #expect(throws: StoreError.self) { try other.fold() }
    expectEqual(error?.description.contains("/elsewhere/"), true)
    try expectTrue(files.target(ofLink: place) != nil)
    let again = try ObjectStore.open(Fixture.options(files))
    expectEqual(again.snapshot.table("Recipe")?.count, 2)
  }

  // E1: the stick may be back tomorrow.
  @Test func `leaves saves in the journal while its target is away`() throws {
    let text = try files.read(target)
    try files.remove(target)
    try store.addRecipe("Cake")
    let error = #expect(throws: StoreError.self) { try store.fold() }
    expectEqual(
      error?.description,
      "/store/data/Recipe/0000.rec: this link leads to ../../../elsewhere/recipes.rec, which is missing; restore that file, or remove the link"
    )
    try expectEqual(files.list("/elsewhere"), [])
    try files.write(text, to: target)
    try store.fold()
    try expectTrue(self.text(target).contains("Soup") && self.text(target).contains("Cake"))
  }

  @Test func `is damaged where it leads in a circle, and takes nothing else along`() throws {
    let path = "/store/data/Recipe/0000.rec"
    try files.remove(path)
    try files.makeLink(path, to: "0000.rec")
    let fresh = try ObjectStore.open(Fixture.options(files))
    expectEqual(fresh.recipesAsText, "")
    expectEqual(fresh.problems.map(\.message).first?.contains("this link leads to 0000.rec"), true)
    try fresh.addRecipe("Cake")
    try expectEqual(files.target(ofLink: path), "0000.rec")
    expectTrue(fresh.recipesAsText.contains("Cake"))
  }

  @Test func `is damaged when it is read while its target is away, and not empty`() throws {
    let expected =
      "data/Recipe/0000.rec: this link leads to ../../../elsewhere/recipes.rec, which is missing; restore that file, or remove the link"
    let text = try files.read(target)
    _ = store.recipesAsText
    try files.remove(target)
    let fresh = try ObjectStore.open(Fixture.options(files))
    expectEqual(fresh.recipesAsText, "")
    expectEqual(fresh.problems.map(\.description), [expected])
    // What was read already is not gone.
    try expectTrue(store.refresh() == nil)
    expectTrue(store.recipesAsText.contains("Soup"))
    expectEqual(store.problems.map(\.description), [expected])
    try files.write(text, to: target)
    try fresh.refresh()
    expectEqual(fresh.recipesAsText, store.recipesAsText)
  }

  @Test func `is named by a check wherever a backup stops at it`() throws {
    try files.makeFolder("/store/blobs")
    try files.makeLink("/store/blobs/cover.png", to: "/gone/cover.png")
    #expect(throws: StoreError.self) { try store.backUp(to: "/all.tar", on: files) }
    let damage = try store.verify().filter { $0.severity == .damage }
    expectEqual(damage.map(\.file), ["blobs/cover.png"])
    expectEqual(damage.first?.message.contains("this link leads to /gone/cover.png"), true)
  }

  @Test func `keeps its target when its last record is gone`() throws {
    try store.delete(RecordKey(sequence: 1))
    try store.fold()
    try expectTrue(files.read(target).isEmpty)
    try expectEqual(files.list("/elsewhere"), ["recipes.rec"])
    try expectEqual(store.verify().map(\.severity), [.note])
    let again = try ObjectStore.open(Fixture.options(files))
    expectEqual(again.recipesAsText, "")
    try again.addRecipe("Cake")
    try again.fold()
    try expectEqual(text(target), again.recipesAsText)
    try expectTrue(text(target).contains("Cake"))
    try again.compact()
    try expectTrue(files.target(ofLink: place) != nil)
  }

  @Test func `keeps the permissions of its target`() throws {
    try files.open(target, .readWrite).setPermissions(0o644)
    try store.addRecipe("Cake")
    try store.fold()
    try expectEqual(files.status(of: target)?.permissions, 0o644)
    try expectTrue(text(target).contains("Cake"))
  }

  @Test func `in the model's place stays one, and is named by a check`() throws {
    try files.rename("/store/model/1.rec", to: "/elsewhere/model.rec")
    try files.makeLink("/store/model/1.rec", to: "/elsewhere/model.rec")
    try files.open("/elsewhere/model.rec", .readWrite).setPermissions(0o640)
    try store.updateModel { (model) throws(StoreError) in
      try ObjectModel(
        parsing: model.text.replacing("%rec: Author\n", with: "%rec: Author\n%doc: Cooks\n"))
    }
    try store.fold()
    try expectEqual(files.target(ofLink: "/store/model/1.rec"), "/elsewhere/model.rec")
    try expectTrue(text("/elsewhere/model.rec").contains("%doc: Cooks"))
    try expectEqual(files.status(of: "/elsewhere/model.rec")?.permissions, 0o640)
    try expectEqual(files.list("/elsewhere"), ["model.rec", "recipes.rec"])
    try expectEqual(
      store.verify().map(\.description).prefix(1),
      [
        "model/1.rec: this is a link to /elsewhere/model.rec, and the model is written there"
      ])
  }

  /// What a fold that died left beside the file before a person moved that and linked it.
  @Test func `takes in what an interrupted fold left beside its place`() throws {
    let left = "/store/data/Recipe/.0000.rec.swap"
    let edited = try text(target).replacing("Soup", with: "Stew")
    try files.write(Array(edited.utf8), to: left)
    try files.write([1], to: "/store/data/Recipe/.0000.rec.new")
    try store.addRecipe("Cake")
    try store.fold()
    try expectEqual(files.list("/store/data/Recipe"), ["0000.rec"])
    try expectEqual(text("/store/conflicts/Recipe-0000.rec"), edited)
    try expectEqual(text(target), store.recipesAsText)
  }

  /// Beside the target, and another program wrote it.
  private func leaveSwap(refusing code: Int32) throws -> (text: String, store: ObjectStore) {
    let edited = try text(target).replacing("Soup", with: "Stew")
    try files.write(Array(edited.utf8), to: "/elsewhere/.recipes.rec.swap")
    let other = try ObjectStore.open(Fixture.options(DividedFileSystem(files, code)))
    try other.addRecipe("Cake")
    return (edited, other)
  }

  @Test func `has what was left beside its target copied from another disk`() throws {
    let (edited, other) = try leaveSwap(refusing: EXDEV)
    try other.fold()
    try expectEqual(text("/store/conflicts/Recipe-0000.rec"), edited)
    try expectEqual(files.list("/elsewhere"), ["recipes.rec"])
  }

  @Test func `leaves alone what cannot be moved for another reason`() throws {
    let (edited, other) = try leaveSwap(refusing: EINVAL)
    #expect(throws: StoreError.self) { try other.fold() }
    try expectEqual(text("/elsewhere/.recipes.rec.swap"), edited)
    try expectTrue(!files.exists("/store/conflicts/Recipe-0000.rec"))
  }

  @Test func `is named by a check, and so is one that leads nowhere`() throws {
    try expectEqual(
      store.verify().map(\.description),
      [
        "data/Recipe/0000.rec: this is a link to ../../../elsewhere/recipes.rec, and its records "
          + "are written there"
      ])
    try files.remove(target)
    let found = try store.verify()
    expectEqual(found.map(\.severity), [.damage])
    expectEqual(
      found.first?.message,
      "this link leads to ../../../elsewhere/recipes.rec, which is missing; restore that file, or remove the link"
    )
  }
}

/// A folder of records may lie on a disk that comes and goes, too.
@Suite struct `A folder of records that is a symbolic link` {
  private let files = MemoryFileSystem()
  private let store: ObjectStore

  init() throws {
    store = try Fixture.makeStore(files)
    try store.addRecipe("Soup")
    try store.fold()
  }

  /// Moves a folder to a stick, and links it from where it was.
  private func link(_ folder: String) throws {
    try files.makeFolder("/stick")
    try files.rename("/store/\(folder)", to: "/stick/there")
    try files.makeLink("/store/\(folder)", to: "/stick/there")
  }

  private func problem(_ folder: String) -> String {
    "\(folder): this link leads to /stick/there, which is missing; restore that folder, or remove "
      + "the link"
  }

  @Test(arguments: ["data/Recipe", "data"])
  func `is damaged while its target is away, and not empty`(folder: String) throws {
    try link(folder)
    expectTrue(store.recipesAsText.contains("Soup"))
    try files.rename("/stick/there", to: "/stick/away")
    let fresh = try ObjectStore.open(Fixture.options(files))
    expectEqual(fresh.recipesAsText, "")
    expectEqual(fresh.problems.map(\.description), [problem(folder)])
    let found = try fresh.verify().filter { $0.severity == .damage }
    expectEqual(found.map(\.description), [problem(folder)])
    // What was read already is not gone.
    try expectTrue(store.refresh() == nil)
    expectTrue(store.recipesAsText.contains("Soup"))
    expectEqual(store.problems.map(\.description), [problem(folder)])
    try files.rename("/stick/away", to: "/stick/there")
    try fresh.refresh()
    expectEqual(fresh.recipesAsText, store.recipesAsText)
    expectEqual(fresh.damageCount, 0)
    try store.refresh()
    expectEqual(store.damageCount, 0)
  }

  @Test(arguments: ["data/Recipe", "data"])
  func `leaves saves in the journal while its target is away`(folder: String) throws {
    try link(folder)
    try files.rename("/stick/there", to: "/stick/away")
    try store.addRecipe("Cake")
    let error = #expect(throws: StoreError.self) { try store.fold() }
    expectEqual(error?.description, "/store/" + problem(folder))
    try expectEqual(files.list("/stick"), ["away"])
    let backup = #expect(throws: StoreError.self) { try store.backUp(to: "/b.tar", on: files) }
    expectEqual(backup?.description, "/store/" + problem(folder))
    try files.rename("/stick/away", to: "/stick/there")
    try store.fold()
    let again = try ObjectStore.open(Fixture.options(files))
    expectTrue(again.recipesAsText.contains("Soup") && again.recipesAsText.contains("Cake"))
  }

  @Test func `may be one that holds a part of the records`() throws {
    try files.makeLink("/store/data/Recipe/0", to: "/stick/there")
    let fresh = try ObjectStore.open(Fixture.options(files))
    expectTrue(fresh.recipesAsText.contains("Soup"))
    expectEqual(fresh.problems.map(\.description), [problem("data/Recipe/0")])
    expectEqual(fresh.problems.map(\.severity), [.damage])
  }
}

/// A file system on which a link's targets are on another disk than the store.
private final class DividedFileSystem: ForwardingFileSystem {
  let inner: any FileSystem
  private let code: Int32

  init(_ inner: any FileSystem, _ code: Int32) {
    self.inner = inner
    self.code = code
  }

  func rename(_ from: String, to: String) throws(FileError) {
    guard from.contains("/elsewhere/") == to.contains("/elsewhere/") else {
      throw .system(.rename, path: from, code: code)
    }
    try inner.rename(from, to: to)
  }
}
