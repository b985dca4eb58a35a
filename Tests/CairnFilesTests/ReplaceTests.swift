import CairnFiles
import TestSupport
import Testing

@Suite struct `A replacement` {
  @Test(arguments: Kind.allCases)
  func `makes the file or changes all of it`(kind: Kind) throws {
    let place = try Workplace(kind)
    try place.files.replace(place.path("a"), with: Array("porcelain".utf8))
    try expectEqual(place.text("a"), "porcelain")
    try place.files.replace(place.path("a"), with: Array("tea".utf8))
    try expectEqual(place.text("a"), "tea")
    try expectEqual(place.files.list(place.folder), ["a"])
    try expectEqual(place.files.status(of: place.path("a"))?.permissions, 0o600)
  }

  @Test(arguments: Kind.allCases)
  func `may be written in pieces`(kind: Kind) throws {
    let place = try Workplace(kind)
    try place.files.replace(place.path("a")) { file throws(FileError) in
      for line in 0..<100 { try file.write(Array("line\n".utf8), at: 5 * line) }
    }
    try expectEqual(place.text("a"), String(repeating: "line\n", count: 100))
  }

  @Test(arguments: Kind.allCases)
  func `ends with any error of the caller, and leaves the file as it was`(kind: Kind) throws {
    struct NoInk: Error {}
    let place = try Workplace(kind)
    try place.files.replace(place.path("a"), with: Array("tea".utf8))
    #expect(throws: NoInk.self) {
      try place.files.replace(place.path("a")) { file in
        try file.write([1], at: 0)
        throw NoInk()
      }
    }
    try expectEqual(place.text("a"), "tea")
    try expectEqual(place.files.list(place.folder), ["a"])
  }

  @Test(arguments: Kind.allCases)
  func `keeps the file's permissions`(kind: Kind) throws {
    let place = try Workplace(kind)
    try place.files.replace(place.path("a"), with: [1])
    try place.files.open(place.path("a"), .readWrite).setPermissions(0o644)
    try place.files.makeLink(place.path("link"), to: "a")
    for path in ["a", "link"] {
      try place.files.replace(place.path(path), with: [2])
      try expectEqual(place.files.status(of: place.path("a"))?.permissions, 0o644)
    }
  }

  @Test(arguments: Kind.allCases)
  func `that is discarded leaves the file as it was, and nothing else`(kind: Kind) throws {
    let place = try Workplace(kind)
    try place.write("old", to: "a")
    let draft = try place.files.beginReplacing(place.path("a"))
    try draft.file.write(Array("new".utf8), at: 0)
    draft.discard()
    try expectEqual(place.text("a"), "old")
    try expectEqual(place.files.list(place.folder), ["a"])
  }

  @Test(arguments: Kind.allCases)
  func `keeps a link and changes what it leads to`(kind: Kind) throws {
    let place = try Workplace(kind)
    try place.files.makeFolder(place.path("x"))
    try place.write("old", to: "x/real")
    try place.files.makeLink(place.path("x/middle"), to: "real")
    try place.files.makeLink(place.path("link"), to: "x/middle")
    try place.files.replace(place.path("link"), with: Array("new".utf8))
    try expectEqual(place.files.target(ofLink: place.path("link")), "x/middle")
    try expectEqual(place.text("x/real"), "new")
    try expectEqual(place.files.list(place.path("x")), ["middle", "real"])
  }

  @Test(arguments: Kind.allCases)
  func `makes what a link leads to in vain`(kind: Kind) throws {
    let place = try Workplace(kind)
    try place.files.makeLink(place.path("link"), to: "new")
    try place.files.replace(place.path("link"), with: [1])
    try expectEqual(place.files.read(place.path("new")), [1])
  }

  @Test(arguments: Kind.allCases)
  func `leaves the drafts of others alone`(kind: Kind) throws {
    let place = try Workplace(kind)
    try place.write("another's", to: ".a.0.draft")
    try place.files.replace(place.path("a"), with: Array("tea".utf8))
    try expectEqual(place.files.list(place.folder), [".a.0.draft", "a"])
    try expectEqual(place.text(".a.0.draft"), "another's")
  }

  @Test(arguments: Kind.allCases)
  func `of a folder is refused and leaves nothing behind`(kind: Kind) throws {
    let place = try Workplace(kind)
    try place.files.makeFolder(place.path("x"))
    #expect(throws: FileError.self) { try place.files.replace(place.path("x"), with: [1]) }
    try expectEqual(place.files.list(place.folder), ["x"])
  }

  @Test(arguments: Kind.allCases)
  func `in a folder that is not there names the file that was asked for`(kind: Kind) throws {
    let place = try Workplace(kind)
    let path = place.path("x/a")
    #expect(throws: FileError.notFound(.create, path: path)) {
      try place.files.replace(path, with: [1])
    }
  }

  @Test(arguments: Kind.allCases)
  func `works in the working folder`(kind: Kind) throws {
    let files: any FileSystem = kind == .memory ? MemoryFileSystem() : RealFileSystem()
    let name = "cairn-replace-\(UInt64.random(in: 0 ... .max))"
    defer { try? files.remove(name) }
    try files.replace(name, with: [1])
    try expectEqual(files.read("./" + name), [1])
  }

  @Test(
    arguments: [FileError.full, FileError.device] as [@Sendable (FileAction, String) -> FileError],
    [Fault.Effect.nothing, .part, .whole])
  func `that fails at any step leaves the old contents or the new`(
    error: @escaping @Sendable (FileAction, String) -> FileError, effect: Fault.Effect
  ) throws {
    var call = 0
    while true {
      call += 1
      let memory = MemoryFileSystem()
      try memory.replace("/a", with: Array("old".utf8))
      try memory.open("/a", .readWrite).setPermissions(0o644)
      let files = FaultyFileSystem(memory, Fault(at: call, error, effect: effect))
      do {
        try files.replace("/a", with: Array("new".utf8))
        expectEqual(files.failureCount, 0)
        break
      } catch let failure {
        expectEqual(files.failureCount, 1)
        expectEqual(failure, error(failure.action, failure.path))
        expectTrue(["/a", "/"].contains(failure.path), "no name that nobody gave")
      }
      let text = String(decoding: try memory.read("/a"), as: UTF8.self)
      expectTrue(text == "old" || text == "new" && call >= 8)
    }
    expectEqual(call, 10)
  }

  @Test func `survives a loss of power at any moment, whole`() throws {
    let (old, new) = (
      [UInt8](repeating: 1, count: 1500), [UInt8](repeating: 2, count: 1200)
    )
    var states = 0
    for calls in 0... {
      let memory = MemoryFileSystem(isRecording: true)
      try memory.replace("/a", with: old)
      let files = FaultyFileSystem(
        memory, Fault(at: calls + 1, FileError.device, lasting: .forever))
      let isDone = (try? files.replace("/a", with: new)) != nil
      try #require(memory.unsettledCount < 10)
      for choice in 0..<(1 << memory.unsettledCount) {
        let found = try memory.afterLossOfPower { choice >> $0 & 1 == 1 }.read("/a")
        expectTrue(isDone ? found == new : found == old || found == new)
        states += 1
      }
      if isDone { break }
    }
    expectTrue(states > 20)
  }
}
