import CPlatform
import Glibc
import TestSupport
import Testing

@testable import CairnFiles

/// A process that can write in the folder must not gain access to files outside it.
@Suite struct `Files in a folder that no link leads out of` {
  private let folder: TemporaryFolder
  private let all = RealFileSystem()

  init() throws {
    folder = try TemporaryFolder()
    try all.makeFolder(folder.path("store/data"))
    try all.makeFolder(folder.path("outside"))
    try all.replace(folder.path("outside/f"), with: Array("secret".utf8))
    try all.replace(folder.path("store/f"), with: Array("own".utf8))
    for (name, target) in [
      ("link", "../outside/f"), ("away", folder.path("outside")), ("up", ".."), ("loop", "loop"),
      ("gone", "/nowhere/f"), ("inside", "f"),
    ] {
      try all.makeLink(folder.path("store/\(name)"), to: target)
    }
  }

  private func confined(_ links: [String: String] = [:]) throws -> any FileSystem {
    try #require(all.confined(to: folder.path("store"), following: links))
  }

  /// Every call of a file system on a path.
  private static let calls:
    [(String, @Sendable (any FileSystem, String) throws(FileError) -> Void)] = [
      ("read", { (files, path) throws(FileError) in _ = try files.read(path) }),
      ("status", { (files, path) throws(FileError) in _ = try files.status(of: path) }),
      ("exists", { (files, path) throws(FileError) in _ = try files.exists(path) }),
      ("open", { (files, path) throws(FileError) in _ = try files.open(path, .read) }),
      ("change", { (files, path) throws(FileError) in _ = try files.open(path, .readWrite) }),
      ("stream", { (files, path) throws(FileError) in _ = try files.stream(path) }),
      (
        "lock",
        { (files, path) throws(FileError) in
          _ = try files.lock(path, byte: 0, exclusive: true, wait: .zero)
        }
      ),
      ("identity", { (files, path) throws(FileError) in _ = try files.identity(of: path) }),
      ("isRemote", { (files, path) throws(FileError) in _ = try files.isRemote(path) }),
      ("replace", { (files, path) throws(FileError) in try files.replace(path, with: [1]) }),
    ]

  @Test func `are as usual`() throws {
    let files = try confined()
    let path = folder.path("store/data/new")
    try files.replace(path, with: [1, 2])
    try expectEqual(files.read(path), [1, 2])
    try expectEqual(files.status(of: path)?.size, 2)
    try expectEqual(files.list(folder.path("store/data")), ["new"])
    try files.makeFolder(folder.path("store/data/a/b"))
    try files.rename(path, to: folder.path("store/data/a/b/c"))
    try expectEqual(files.exchange(folder.path("store/f"), folder.path("store/data/a/b/c")), true)
    try expectEqual(files.read(folder.path("store/f")), [1, 2])
    try files.remove(folder.path("store/data/a/b/c"))
    try files.remove(folder.path("store/data/a/b"))
    try files.synchronizeFolder(folder.path("store"))
    try files.synchronizeFolder(folder.path)
    try expectEqual(files.status(of: folder.path("store/none/f")), nil)
    try expectEqual(files.target(ofLink: folder.path("store/link")), "../outside/f")
  }

  @Test(arguments: ["link", "away/f", "up/outside/f", "loop", "gone", "inside", "../outside/f"])
  func `refuse what is behind a link`(name: String) throws {
    let files = try confined()
    let path = folder.path("store/\(name)")
    for (call, body) in Self.calls {
      do throws(FileError) {
        try body(files, path)
        Issue.record("\(call) of \(name)")
      } catch {
        expectTrue(error.leadsOutside, "\(call): \(error)")
      }
    }
    try expectEqual(all.read(folder.path("outside/f")), Array("secret".utf8))
    try expectEqual(all.list(folder.path("outside")), ["f"])
    try expectEqual(all.read(folder.path("store/f")), Array("own".utf8))
  }

  @Test func `are refused when a known folder or file becomes a link`() throws {
    let files = try confined()
    let path = folder.path("store/data/f")
    try files.replace(path, with: [1, 2])
    for _ in 0..<2 {
      try expectEqual(files.status(of: path)?.size, 2)
      try expectEqual(files.status(of: folder.path("store/data/g")), nil)
    }
    try all.remove(path)
    try expectEqual(files.status(of: path), nil)
    try all.makeLink(path, to: "../../outside/f")
    #expect(throws: FileError.self) { try files.status(of: path) }
    try all.rename(folder.path("store/data"), to: folder.path("store/moved"))
    try expectEqual(files.status(of: path), nil)
    try all.makeLink(folder.path("store/data"), to: folder.path("outside"))
    #expect(throws: FileError.self) { try files.status(of: path) }
    try all.remove(folder.path("store/data"))
    try all.makeFolder(folder.path("store/data"))
    try all.replace(path, with: [1, 2, 3])
    for _ in 0..<2 { try expectEqual(files.status(of: path)?.size, 3) }
    // The file is known now, and another one lies behind the same path.
    try all.rename(folder.path("store/data"), to: folder.path("store/older"))
    try all.makeLink(folder.path("store/data"), to: folder.path("outside"))
    for _ in 0..<2 { #expect(throws: FileError.self) { try files.status(of: path) } }
    #expect(throws: FileError.self) { try files.read(path) }
    // The same file behind a link: its status is known, but it cannot be read or written there.
    try all.remove(folder.path("store/data"))
    try all.makeLink(folder.path("store/data"), to: "older")
    #expect(throws: FileError.self) { try files.read(path) }
    #expect(throws: FileError.self) { try files.replace(path, with: [4]) }
    try expectEqual(all.read(folder.path("store/older/f")), [1, 2, 3])
  }

  @Test func `refuse to make, move or remove anything behind a link`() throws {
    let files = try confined()
    let path = folder.path("store/away/g")
    let own = folder.path("store/f")
    #expect(throws: FileError.self) { try files.makeFolder(path) }
    #expect(throws: FileError.self) { try files.makeLink(path, to: "x") }
    #expect(throws: FileError.self) { try files.open(path, .create) }
    #expect(throws: FileError.self) { try files.rename(own, to: path) }
    #expect(throws: FileError.self) { try files.rename(folder.path("store/away/f"), to: own) }
    #expect(throws: FileError.self) { try files.exchange(own, folder.path("store/away/f")) }
    #expect(throws: FileError.self) { try files.remove(folder.path("store/away/f")) }
    #expect(throws: FileError.self) { try files.list(folder.path("store/away")) }
    #expect(throws: FileError.self) { try files.synchronizeFolder(folder.path("store/away")) }
    #expect(throws: FileError.self) { try files.read(folder.path("outside/f")) }
    #expect(throws: FileError.self) { try files.read("/etc/passwd") }
    try expectEqual(all.list(folder.path("outside")), ["f"])
    try files.remove(folder.path("store/link"))
    try expectEqual(all.read(folder.path("outside/f")), Array("secret".utf8))
  }

  @Test func `follow the links that are named, as long as they hold the same`() throws {
    let files = try confined(["link": "../outside/f", "away": folder.path("outside")])
    try expectEqual(files.read(folder.path("store/link")), Array("secret".utf8))
    try files.replace(folder.path("store/link"), with: [7])
    try expectEqual(all.read(folder.path("outside/f")), [7])
    try expectEqual(all.list(folder.path("outside")), ["f"])
    try expectEqual(files.read(folder.path("store/away/f")), [7])
    try expectEqual(files.list(folder.path("store/away")), ["f"])
    try all.remove(folder.path("store/away"))
    try all.makeLink(folder.path("store/away"), to: "/etc")
    #expect(throws: FileError.self) { try files.read(folder.path("store/away/passwd")) }
    #expect(throws: FileError.self) { try files.read(folder.path("store/gone")) }
  }

  @Test func `follow a link to a neighbor, and no other link beside that`() throws {
    let files = try confined(["inside": "f"])
    try expectEqual(files.read(folder.path("store/inside")), Array("own".utf8))
    try files.replace(folder.path("store/inside"), with: [9])
    try expectEqual(files.read(folder.path("store/f")), [9])
    #expect(throws: FileError.self) { try files.read(folder.path("store/link")) }
    #expect(throws: FileError.self) { try files.replace(folder.path("store/link"), with: [1]) }
    try expectEqual(all.read(folder.path("outside/f")), Array("secret".utf8))
  }

  // The fallback for kernels without `openat2` must give the same results.
  @Test func `are opened step by step as at once`() throws {
    let root = folder.path("store")
    try all.makeFolder(folder.path("store/data/deep"))
    try all.replace(folder.path("store/data/deep/f"), with: [1])
    let ways = [
      "f", "data", "data/deep/f", "data//deep/./f", ".", "none", "none/f", "f/g", "link", "away/f",
      "up", "up/outside/f", "loop", "inside", "../outside/f", "data/../f", "data/deep/../../../x",
      String(repeating: "a", count: 300), "data/",
    ]
    for way in ways {
      for flags in [O_RDONLY, O_RDWR, O_RDONLY | O_DIRECTORY, platform_path_only()] {
        let (atOnce, first) = unsafe code(platform_open_beneath(root, way, flags, 0))
        let (byStep, second) = unsafe code(platform_walk_beneath(root, way, flags, 0))
        // The fallback refuses every `..`. No caller uses one.
        if way.contains("..") {
          expectEqual(second, EXDEV, way)
        } else {
          expectEqual(atOnce, byStep, "\(way) \(flags)")
          expectEqual(first, second, "\(way) \(flags)")
        }
      }
    }
  }

  private func code(_ descriptor: Int32) -> (isOpen: Bool, code: Int32) {
    guard descriptor >= 0 else { return (false, errno) }
    close(descriptor)
    return (true, 0)
  }
}
