import CairnFiles
import TestSupport
import Testing

@Suite struct `A rename` {
  @Test(arguments: Kind.allCases)
  func `replaces a file (F6)`(kind: Kind) throws {
    let place = try Workplace(kind)
    try place.write("tea", to: "a")
    try place.write("milk", to: "b")
    try place.files.rename(place.path("a"), to: place.path("b"))
    try expectEqual(place.files.list(place.folder), ["b"])
    try expectEqual(place.text("b"), "tea")
  }

  @Test(arguments: Kind.allCases)
  func `moves a folder with what is in it`(kind: Kind) throws {
    let place = try Workplace(kind)
    try place.files.makeFolder(place.path("x/y"))
    try place.files.makeFolder(place.path("empty"))
    try place.write("tea", to: "x/y/a")
    try place.files.rename(place.path("x"), to: place.path("empty"))
    try expectEqual(place.text("empty/y/a"), "tea")
  }

  @Test(arguments: Kind.allCases)
  func `to the same name changes nothing`(kind: Kind) throws {
    let place = try Workplace(kind)
    let path = try place.write("tea", to: "a")
    try place.files.rename(path, to: path)
    try expectEqual(place.text("a"), "tea")
    try expectEqual(place.files.status(of: path)?.linkCount, 1)
  }

  @Test(arguments: Kind.allCases)
  func `refuses what would lose something`(kind: Kind) throws {
    let place = try Workplace(kind)
    let file = try place.write("tea", to: "a")
    try place.files.makeFolder(place.path("x/y"))
    try place.files.makeFolder(place.path("z"))
    let (x, z) = (place.path("x"), place.path("z"))
    #expect(throws: FileError.isFolder(.rename, path: file)) {
      try place.files.rename(file, to: x)
    }
    #expect(throws: FileError.notFolder(.rename, path: x)) {
      try place.files.rename(x, to: file)
    }
    #expect(throws: FileError.notEmpty(.rename, path: z)) {
      try place.files.rename(z, to: x)
    }
    #expect(throws: FileError.self) { try place.files.rename(x, to: place.path("x/y/x")) }
    #expect(throws: FileError.notFound(.rename, path: place.path("no"))) {
      try place.files.rename(place.path("no"), to: file)
    }
    try expectEqual(place.files.list(place.folder), ["a", "x", "z"])
  }

  @Test(arguments: Kind.allCases)
  func `can swap two files, even a file and a folder`(kind: Kind) throws {
    let place = try Workplace(kind)
    try place.write("tea", to: "a")
    try place.write("milk", to: "b")
    try #require(try place.files.exchange(place.path("a"), place.path("b")))
    try expectEqual(place.text("a"), "milk")
    try expectEqual(place.text("b"), "tea")
    try place.files.makeFolder(place.path("x"))
    try #require(try place.files.exchange(place.path("a"), place.path("x")))
    try expectEqual(place.text("x"), "milk")
    try expectEqual(place.files.list(place.path("a")), [])
  }

  @Test(arguments: Kind.allCases)
  func `swaps nothing with what is not there`(kind: Kind) throws {
    let place = try Workplace(kind)
    let path = try place.write("tea", to: "a")
    #expect(throws: FileError.notFound(.exchange, path: path)) {
      _ = try place.files.exchange(path, place.path("b"))
    }
  }
}
