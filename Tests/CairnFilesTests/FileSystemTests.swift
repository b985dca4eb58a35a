import CairnFiles
import TestSupport
import Testing

@Suite struct `A file system` {
  @Test(arguments: Kind.allCases)
  func `reads what was written`(kind: Kind) throws {
    let place = try Workplace(kind)
    try place.write("tea", to: "a")
    try expectEqual(place.text("a"), "tea")
    try place.write("", to: "empty")
    try expectEqual(place.files.read(place.path("empty")), [])
  }

  @Test(arguments: Kind.allCases)
  func `follows dots and double slashes in a path (F1)`(kind: Kind) throws {
    let place = try Workplace(kind)
    try place.files.makeFolder(place.path("x/y"))
    try place.write("tea", to: "a")
    try expectEqual(place.text("x/.//y/../../a"), "tea")
  }

  @Test(arguments: Kind.allCases)
  func `gives what is not there no status (F2)`(kind: Kind) throws {
    let place = try Workplace(kind)
    try expectEqual(place.files.status(of: place.path("a")), nil)
    try expectEqual(place.files.status(of: place.path("a/b")), nil)
    try expectTrue(!place.files.exists(place.path("a")))
    try place.write("tea", to: "a")
    try expectTrue(place.files.exists(place.path("a")))
    #expect(throws: FileError.notFolder(.examine, path: place.path("a/b"))) {
      try place.files.status(of: place.path("a/b"))
    }
  }

  @Test(arguments: Kind.allCases)
  func `knows kind, size, names and permissions (F3)`(kind: Kind) throws {
    let place = try Workplace(kind)
    try place.write("tea", to: "a")
    let file = try #require(try place.files.status(of: place.path("a")))
    expectEqual(file.kind, .file)
    expectEqual(file.size, 3)
    expectEqual(file.linkCount, 1)
    expectEqual(file.permissions, 0o600)
    let folder = try #require(try place.files.status(of: place.folder))
    expectEqual(folder.kind, .folder)
    expectEqual(folder.permissions, 0o700)
    expectTrue(folder.inode != file.inode)
    expectEqual(folder.device, file.device)
  }

  @Test(arguments: Kind.allCases)
  func `keeps the inode over a rename and changes it over a replacement`(kind: Kind) throws {
    let place = try Workplace(kind)
    try place.write("tea", to: "a")
    let before = try place.files.status(of: place.path("a"))
    try place.files.rename(place.path("a"), to: place.path("b"))
    try expectEqual(place.files.status(of: place.path("b"))?.inode, before?.inode)
    try place.write("milk", to: "c")
    try place.files.rename(place.path("c"), to: place.path("b"))
    try expectTrue(place.files.status(of: place.path("b"))?.inode != before?.inode)
  }

  @Test(arguments: Kind.allCases)
  func `never lets the time of a change run backwards`(kind: Kind) throws {
    let place = try Workplace(kind)
    try place.write("tea", to: "a")
    let before = try #require(try place.files.status(of: place.path("a"))?.modified)
    try place.files.open(place.path("a"), .readWrite).write([1], at: 0)
    let after = try #require(try place.files.status(of: place.path("a"))?.modified)
    expectTrue(after >= before)
  }

  @Test(arguments: Kind.allCases)
  func `creates only what does not exist (F3)`(kind: Kind) throws {
    let place = try Workplace(kind)
    let path = try place.write("tea", to: "a")
    #expect(throws: FileError.alreadyExists(.create, path: path)) {
      try place.files.open(path, .create)
    }
    try expectEqual(place.text("a"), "tea")
  }

  @Test(arguments: Kind.allCases, [OpenMode.read, .readWrite])
  func `opens only what exists`(kind: Kind, mode: OpenMode) throws {
    let place = try Workplace(kind)
    #expect(throws: FileError.notFound(.open, path: place.path("a"))) {
      try place.files.open(place.path("a"), mode)
    }
  }

  @Test(arguments: Kind.allCases)
  func `takes no folder for a file, and no file for a folder`(kind: Kind) throws {
    let place = try Workplace(kind)
    let file = try place.write("tea", to: "a")
    let files = place.files
    #expect(throws: FileError.isFolder(.read, path: place.folder)) {
      try files.read(place.folder)
    }
    #expect(throws: FileError.isFolder(.open, path: place.folder)) {
      try files.open(place.folder, .read)
    }
    #expect(throws: FileError.isFolder(.open, path: place.folder)) {
      try files.open(place.folder, .readWrite)
    }
    #expect(throws: FileError.notFolder(.list, path: file)) { try files.list(file) }
    #expect(throws: FileError.notFolder(.synchronize, path: file)) {
      try files.synchronizeFolder(file)
    }
    #expect(throws: FileError.alreadyExists(.makeFolder, path: file)) {
      try files.makeFolder(file)
    }
  }

  @Test(arguments: Kind.allCases)
  func `streams a file to its end`(kind: Kind) throws {
    let place = try Workplace(kind)
    let text = String(repeating: "0123456789", count: 70_000)
    let source = try place.files.stream(try place.write(text, to: "a"))
    expectEqual(source.path, place.path("a"))
    var bytes: [UInt8] = []
    while case let chunk = try source.next(), !chunk.isEmpty { bytes += chunk }
    expectTrue(bytes.elementsEqual(text.utf8))
    try expectEqual(source.next(), [])
  }
}
