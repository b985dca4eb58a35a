import CairnFiles
import TestSupport
import Testing

@testable import CairnStore

/// A link can arrive with files of other people, and lead to any file.
@Suite struct `A link in a store's folder` {
  private let folder: TemporaryFolder
  private let files = RealFileSystem()
  private var store: String { folder.path("store") }

  init() throws {
    folder = try TemporaryFolder()
    let made = try ObjectStore.create(options, modelText: Fixture.modelText)
    try made.addRecipe("Soup")
    try made.close()
    try files.rename("\(store)/data/Recipe", to: folder.path("elsewhere"))
    try files.makeLink("\(store)/data/Recipe", to: folder.path("elsewhere"))
  }

  private var options: ObjectStore.Options {
    ObjectStore.Options(
      folder: store, random: SeededGenerator(seed: 7), clock: { Timestamp(microseconds: 1) })
  }

  private func git(_ arguments: String...) throws {
    let end = try ProgramRun(
      ["git", "-c", "user.name=a", "-c", "user.email=a@b"] + arguments, in: store,
      variables: ["PATH": "/usr/bin:/bin", "HOME": folder.path, "GIT_CONFIG_NOSYSTEM": "1"]
    ).end()
    try #require(end.status == 0, "\(String(decoding: end.errors, as: UTF8.self))")
  }

  private func count() throws -> Int {
    try ObjectStore.open(options).snapshot.load("Recipe").count
  }

  @Test func `that was made after the store was opened here is not followed until it is allowed`()
    throws
  {
    #expect(throws: StoreError.self) { try count() }
    expectEqual(
      ObjectStore.links(in: store),
      [
        StoreLink(path: "data/Recipe", target: folder.path("elsewhere"), isAllowed: false)
      ])
    try ObjectStore.allowLink("data/Recipe", in: store)
    try expectEqual(count(), 1)
    let opened = try ObjectStore.open(options)
    try opened.addRecipe("Cake")
    try opened.fold()
    try expectEqual(files.list(folder.path("elsewhere")), ["0000.rec"])
    try expectEqual(files.target(ofLink: "\(store)/data/Recipe"), folder.path("elsewhere"))
    try expectEqual(count(), 2)
    // The permission is for the target. A new target needs a new permission.
    try files.remove("\(store)/data/Recipe")
    try files.makeLink("\(store)/data/Recipe", to: folder.path("other"))
    try files.makeFolder(folder.path("other"))
    #expect(throws: StoreError.self) { try count() }
    try expectEqual(files.list(folder.path("other")), [])
  }

  @Test func `is neither read nor written through as long as it is not allowed`() throws {
    let before = try files.read(folder.path("elsewhere/0000.rec"))
    let opened = try ObjectStore.open(options)
    let error = #expect(throws: StoreError.self) { try opened.addRecipe("Cake") }
    expectEqual(error?.description.hasSuffix("; cairn store links shows it"), true)
    try opened.close()
    try expectEqual(files.read(folder.path("elsewhere/0000.rec")), before)
    try expectEqual(files.list(folder.path("elsewhere")), ["0000.rec"])
    try ObjectStore.allowLink("data/Recipe", in: store)
    try ObjectStore.open(options).addRecipe("Cake")
    try expectEqual(count(), 2)
  }

  @Test func `that is there when the store is opened here for the first time is followed and told`()
    throws
  {
    try files.remove("\(store)/.local/links")
    var reading = options
    reading.isReadOnly = true
    try expectEqual(ObjectStore.open(reading).snapshot.load("Recipe").count, 1)
    try expectTrue(!files.exists("\(store)/.local/links"))
    let opened = try ObjectStore.open(options)
    expectEqual(
      opened.problems.map(\.description),
      [
        "data/Recipe: this link to \(folder.path("elsewhere")) is now followed on this machine"
      ])
    try expectEqual(ObjectStore.open(options).problems, [])
    try expectEqual(count(), 1)
  }

  @Test func `of a store that came from another place is told again`() throws {
    try ObjectStore.allowLink("data/Recipe", in: store)
    try expectEqual(ObjectStore.open(options).problems, [])
    let moved = folder.path("moved")
    try files.rename(store, to: moved)
    var there = options
    there.folder = moved
    try expectEqual(ObjectStore.open(there).problems.map(\.isNewLink), [true])
    try expectEqual(ObjectStore.open(there).problems, [])
    // An earlier version named no place.
    let list = try files.read("\(moved)/.local/links")
    try files.replace("\(moved)/.local/links", with: Array(list.drop { $0 != 10 }.dropFirst()))
    try expectEqual(ObjectStore.open(there).problems, [])
    try expectEqual(ObjectStore.open(there).snapshot.load("Recipe").count, 1)
  }

  @Test(arguments: [2, 3, 4])
  func `that git tracks is not followed when the store is opened here for the first time`(
    version: Int
  ) throws {
    try files.remove("\(store)/.local/links")
    try git("init", "-q")
    try git("config", "index.version", "\(version)")
    try expectEqual(count(), 1)
    try files.remove("\(store)/.local/links")
    try git("add", "-A")
    if version == 3 {
      try git("rm", "-q", "--cached", "STORE")
      try git("add", "-N", "STORE")
    }
    #expect(throws: StoreError.self) { try count() }
    try expectEqual(files.read("\(store)/.local/links"), [])
  }

  @Test func `to what is private may be a person's own, and not one of git's`() throws {
    try files.remove("\(store)/data/Recipe")
    try files.rename(folder.path("elsewhere"), to: "\(store)/data/Recipe")
    try files.rename("\(store)/.local", to: folder.path("private"))
    try files.makeLink("\(store)/.local", to: folder.path("private"))
    try expectEqual(count(), 1)
    try git("init", "-q")
    try git("add", "-A", "-f")
    #expect(throws: StoreError.self) { try ObjectStore.open(options) }
  }

  @Test func `is not followed for a list that came along with it`() throws {
    try ObjectStore.allowLink("data/Recipe", in: store)
    try git("init", "-q")
    try expectEqual(count(), 1)
    try git("add", "-A", "-f")
    #expect(throws: StoreError.self) { try count() }
  }

  @Test(arguments: ["store/", "store/.", "store//", "here/../store", "named"])
  func `is git's however the store is named`(name: String) throws {
    try files.remove("\(store)/.local/links")
    try files.makeFolder(folder.path("here"))
    try files.makeLink(folder.path("named"), to: "store")
    try git("init", "-q", "..")
    try git("add", "-A")
    var named = options
    named.folder = folder.path(name)
    named.isReadOnly = true
    #expect(throws: StoreError.self) {
      try ObjectStore.open(named).snapshot.load("Recipe").count
    }
  }

  @Test func `in a submodule is git's`() throws {
    try files.remove("\(store)/.local/links")
    try git("init", "-q")
    try git("commit", "-q", "--allow-empty", "-m", "x")
    try git(
      "update-index", "--add", "--cacheinfo", "160000,\(String(repeating: "1", count: 40)),data")
    #expect(throws: StoreError.self) { try count() }
  }

  @Test func `of an index that can't be read counts as git's`() throws {
    try files.remove("\(store)/.local/links")
    try git("init", "-q")
    try files.replace("\(store)/.git/index", with: Array("DIRC\0\0\0\u{9}garbage".utf8))
    #expect(throws: StoreError.self) { try count() }
  }

  // A hostile index must not crash the reader.
  @Test func `is looked for in any bytes without a trap`() {
    var random = SeededGenerator(seed: 11)
    for _ in 0..<2_000 {
      var bytes = Array("DIRC\0\0\0".utf8) + [UInt8.random(in: 2...4, using: &random), 0, 0, 0, 9]
      for _ in 0..<Int.random(in: 0...300, using: &random) {
        bytes.append(UInt8.random(in: 0...255, using: &random))
      }
      for length in [20, 32] { _ = GitIndex(bytes, idLength: length, below: "") }
    }
  }
}
