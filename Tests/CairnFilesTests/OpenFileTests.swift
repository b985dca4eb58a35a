import CairnFiles
import Glibc
import TestSupport
import Testing

@Suite struct `An open file` {
  @Test(arguments: Kind.allCases)
  func `reads less at its end and nothing after it (F4)`(kind: Kind) throws {
    let place = try Workplace(kind)
    let file = try place.files.open(try place.write("saucer", to: "a"), .read)
    try expectEqual(file.size(), 6)
    try expectEqual(file.read(at: 1, count: 3), Array("auc".utf8))
    try expectEqual(file.read(at: 4, count: 100), Array("er".utf8))
    try expectEqual(file.read(at: 6, count: 1), [])
    try expectEqual(file.read(at: 900, count: 1), [])
    try expectEqual(file.read(at: 0, count: 0), [])
  }

  @Test func `is not read whole where it may never end`() throws {
    let place = try Workplace(.machine)
    let pipe = place.path("pipe")
    try #require(unsafe mkfifo(pipe, 0o600) == 0)
    for path in [pipe, "/dev/zero"] {
      #expect(throws: FileError.notFile(.read, path: path)) { try place.files.read(path) }
    }
    #expect(throws: FileError.notFile(.read, path: "/dev/zero")) {
      try place.files.stream("/dev/zero")
    }
    try expectEqual(place.files.stream("/dev/null").next(), [])
  }

  @Test func `never takes the place of a standard stream that was closed`() async {
    await #expect(processExitsWith: .success) {
      let place = try Workplace(.machine)
      let path = try place.write("kept", to: "a")
      close(STDIN_FILENO)
      let file = try place.files.open(path, .read)
      try #require(fcntl(STDIN_FILENO, F_GETFD) == -1)
      try #require(try file.size() == 4)
    }
  }

  @Test(arguments: Kind.allCases)
  func `fills a gap with zeros (F4)`(kind: Kind) throws {
    let place = try Workplace(kind)
    let file = try place.files.open(place.path("a"), .create)
    try file.write([1], at: 3)
    try file.write([], at: 9)
    try expectEqual(file.read(at: 0, count: 9), [0, 0, 0, 1])
    try file.truncate(to: 6)
    try expectEqual(file.read(at: 0, count: 9), [0, 0, 0, 1, 0, 0])
    try file.truncate(to: 2)
    try file.truncate(to: 4)
    try expectEqual(file.read(at: 0, count: 9), [0, 0, 0, 0])
  }

  @Test(arguments: Kind.allCases)
  func `overwrites in place`(kind: Kind) throws {
    let place = try Workplace(kind)
    try place.write("saucer", to: "a")
    let file = try place.files.open(place.path("a"), .readWrite)
    try file.write(Array("icy".utf8), at: 1)
    try file.synchronize()
    try expectEqual(place.text("a"), "sicyer")
  }

  @Test(arguments: Kind.allCases)
  func `outlives its name (F5)`(kind: Kind) throws {
    let place = try Workplace(kind)
    let path = try place.write("tea", to: "a")
    let file = try place.files.open(path, .readWrite)
    try expectEqual(file.status().linkCount, 1)
    try place.files.remove(path)
    try expectEqual(file.status().linkCount, 0)
    try place.write("milk", to: "a")
    try file.write([UInt8(ascii: "s")], at: 0)
    try expectEqual(file.read(at: 0, count: 9), Array("sea".utf8))
    try expectEqual(place.text("a"), "milk")
  }

  @Test(arguments: Kind.allCases)
  func `outlives its replacement (F5)`(kind: Kind) throws {
    let place = try Workplace(kind)
    let path = try place.write("tea", to: "a")
    let file = try place.files.open(path, .read)
    try place.files.replace(path, with: Array("milk".utf8))
    try expectEqual(file.read(at: 0, count: 9), Array("tea".utf8))
    try expectEqual(file.status().linkCount, 0)
  }

  @Test(arguments: Kind.allCases)
  func `opened to be read takes no changes`(kind: Kind) throws {
    let place = try Workplace(kind)
    let file = try place.files.open(try place.write("tea", to: "a"), .read)
    #expect(throws: FileError.self) { try file.write([1], at: 0) }
    #expect(throws: FileError.self) { try file.truncate(to: 0) }
    try expectEqual(place.text("a"), "tea")
  }

  @Test(arguments: Kind.allCases)
  func `serves several threads at once`(kind: Kind) async throws {
    let place = try Workplace(kind)
    let file = try place.files.open(place.path("a"), .create)
    try await withThrowingTaskGroup { group in
      for part in 0..<8 {
        group.addTask {
          try file.write([UInt8](repeating: UInt8(part), count: 1000), at: part * 1000)
        }
      }
      try await group.waitForAll()
    }
    for part in 0..<8 {
      let bytes = try file.read(at: part * 1000, count: 1000)
      expectEqual(bytes, [UInt8](repeating: UInt8(part), count: 1000))
    }
  }
}
