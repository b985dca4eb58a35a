import CairnFiles
import TestSupport
import Testing

@Suite struct `A loss of power` {
  private let files = MemoryFileSystem(isRecording: true)

  private func found(keeping survives: (Int) -> Bool = { _ in false }) -> MemoryFileSystem {
    files.afterLossOfPower(keeping: survives)
  }

  @Test func `takes what was not synchronized`() throws {
    let file = try files.open("/a", .create)
    try file.write([1, 2, 3], at: 0)
    expectEqual(files.unsettledCount, 2)
    try expectEqual(found().list("/"), [])
    try expectEqual(found { _ in true }.read("/a"), [1, 2, 3])
    try expectEqual(files.read("/a"), [1, 2, 3])
  }

  @Test func `keeps a name only if its folder was synchronized (D3)`() throws {
    let file = try files.open("/a", .create)
    try file.write([1], at: 0)
    try file.synchronize()
    try expectEqual(found().list("/"), [])
    try files.synchronizeFolder("/")
    try expectEqual(found().read("/a"), [1])
    expectEqual(files.unsettledCount, 0)
  }

  @Test func `keeps an empty file if only its folder was synchronized`() throws {
    try files.open("/a", .create).write([1], at: 0)
    try files.synchronizeFolder("/")
    try expectEqual(found().read("/a"), [])
  }

  @Test func `can tear a write into sectors (D1)`() throws {
    let file = try files.open("/a", .create)
    try files.synchronizeFolder("/")
    try file.write([UInt8](repeating: 7, count: 1024), at: 256)
    expectEqual(files.unsettledCount, 3)
    let torn = try found { $0 == 1 }.read("/a")
    expectEqual(torn, [UInt8](repeating: 0, count: 512) + [UInt8](repeating: 7, count: 512))
  }

  @Test func `leaves a renamed file with one of its names (D2)`() throws {
    try files.replace("/a", with: [1])
    try files.rename("/a", to: "/b")
    try expectEqual(found().list("/"), ["a"])
    try expectEqual(found { _ in true }.list("/"), ["b"])
  }

  @Test func `brings a removed file back`() throws {
    try files.replace("/a", with: [1])
    try files.remove("/a")
    try expectEqual(found().read("/a"), [1])
    try files.synchronizeFolder("/")
    try expectEqual(found().list("/"), [])
  }

  @Test func `settles both folders of a rename, and what came before (D4)`() throws {
    try files.makeFolder("/x")
    try files.makeFolder("/y")
    try files.synchronizeFolder("/")
    try files.open("/x/a", .create).synchronize()
    try files.rename("/x/a", to: "/y/a")
    try files.open("/x/later", .create).synchronize()
    try files.synchronizeFolder("/y")
    try expectEqual(found().list("/x"), [])
    try expectEqual(found().list("/y"), ["a"])
  }

  @Test func `keeps folders, links and swaps`() throws {
    try files.makeFolder("/x/y")
    try files.replace("/x/y/a", with: [1])
    try files.replace("/x/b", with: [2])
    try files.makeLink("/x/link", to: "y/a")
    _ = try files.exchange("/x/b", "/x/y/a")
    for folder in ["/", "/x", "/x/y"] { try files.synchronizeFolder(folder) }
    try expectEqual(found().read("/x/link"), [2])
    try expectEqual(found().read("/x/b"), [1])
  }

  @Test func `settles a new size with the bytes`() throws {
    try files.replace("/a", with: [1, 2, 3])
    let file = try files.open("/a", .readWrite)
    try file.truncate(to: 1)
    try expectEqual(found().read("/a"), [1, 2, 3])
    try file.synchronize()
    try expectEqual(found().read("/a"), [1])
  }

  @Test func `can be followed by another`() throws {
    try files.replace("/a", with: [1])
    let after = found()
    try after.open("/b", .create).synchronize()
    try expectEqual(after.afterLossOfPower { _ in false }.list("/"), ["a"])
  }

  @Test func `gives up all locks`() throws {
    let held = try files.lock("/lock", byte: 0, exclusive: true, wait: .zero)
    try files.synchronizeFolder("/")
    try found().lock("/lock", byte: 0, exclusive: true, wait: .zero).release()
    held.release()
  }
}
