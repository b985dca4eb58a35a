import CairnFiles
import TestSupport
import Testing

@Suite struct `A faulty file system` {
  private let memory = MemoryFileSystem()

  @Test func `does what the other does and counts the calls`() throws {
    let files = FaultyFileSystem(memory)
    try files.makeFolder("/x")
    let file = try files.open("/x/a", .create)
    try file.write([1, 2], at: 0)
    try file.synchronize()
    try file.truncate(to: 1)
    try file.setPermissions(0o640)
    try expectEqual(file.size(), 1)
    try expectEqual(file.status().linkCount, 1)
    try expectEqual(file.read(at: 0, count: 9), [1])
    try files.rename("/x/a", to: "/x/b")
    try files.makeLink("/x/c", to: "b")
    try expectEqual(files.target(ofLink: "/x/c"), "b")
    try expectTrue(files.exchange("/x/b", "/x/c"))
    try expectEqual(files.list("/x"), ["b", "c"])
    try expectEqual(files.status(of: "/x/c")?.size, 1)
    try expectEqual(files.status(of: "/x/c")?.permissions, 0o640)
    try expectEqual(files.read("/x/c"), [1])
    try expectEqual(files.stream("/x/c").next(), [1])
    try files.lock("/x/lock", byte: 0, exclusive: true, wait: .zero).release()
    try files.remove("/x/lock")
    try files.synchronizeFolder("/x")
    expectEqual(files.callCount, 22)
    expectEqual(files.failureCount, 0)
  }

  @Test func `fails the call that was named, once`() throws {
    let files = FaultyFileSystem(memory, Fault(at: 2, FileError.full))
    try files.makeFolder("/a")
    #expect(throws: FileError.full(.makeFolder, path: "/b")) { try files.makeFolder("/b") }
    try files.makeFolder("/b")
    try expectEqual(memory.list("/"), ["a", "b"])
  }

  @Test func `fails for ever if asked to`() throws {
    let files = FaultyFileSystem(memory, Fault(at: 2, FileError.readOnly, lasting: .forever))
    try files.makeFolder("/a")
    for _ in 0..<3 { #expect(throws: FileError.self) { try files.makeFolder("/b") } }
    expectEqual(files.failureCount, 3)
  }

  @Test func `counts only the actions that were named`() throws {
    let files = FaultyFileSystem(memory, Fault(at: 1, FileError.device, of: [.synchronize]))
    let file = try files.open("/a", .create)
    try file.write([1], at: 0)
    #expect(throws: FileError.device(.synchronize, path: "/a")) { try file.synchronize() }
    expectEqual(files.callCount, 1)
  }

  @Test(arguments: [(Fault.Effect.nothing, 0), (.part, 2), (.whole, 4)])
  func `can have done none, half or all of a write`(effect: Fault.Effect, size: Int) throws {
    let files = FaultyFileSystem(
      memory, Fault(at: 1, FileError.full, of: [.write], effect: effect))
    let file = try files.open("/a", .create)
    #expect(throws: FileError.full(.write, path: "/a")) { try file.write([1, 2, 3, 4], at: 0) }
    try expectEqual(memory.read("/a"), Array([1, 2, 3, 4].prefix(size)))
  }

  @Test func `fails streams too`() throws {
    try memory.replace("/a", with: [1])
    let files = FaultyFileSystem(memory, Fault(at: 1, FileError.device, of: [.read]))
    let source = try files.stream("/a")
    expectEqual(source.path, "/a")
    #expect(throws: FileError.device(.read, path: "/a")) { try source.next() }
  }
}
