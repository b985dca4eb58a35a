import CairnFiles
import TestSupport
import Testing

@Suite struct `A folder` {
  @Test(arguments: Kind.allCases)
  func `lists names by their bytes`(kind: Kind) throws {
    let place = try Workplace(kind)
    for name in ["b", "a", "é", "B", "10", "9", ".c"] { try place.write("", to: name) }
    try expectEqual(place.files.list(place.folder), [".c", "10", "9", "B", "a", "b", "é"])
  }

  @Test(arguments: Kind.allCases)
  func `is made with those above it, and again without complaint`(kind: Kind) throws {
    let place = try Workplace(kind)
    try place.files.makeFolder(place.path("x/y/z"))
    try place.files.makeFolder(place.path("x/y/z/"))
    try expectEqual(place.files.list(place.path("x/y")), ["z"])
  }

  @Test(arguments: Kind.allCases)
  func `is not made under a file`(kind: Kind) throws {
    let place = try Workplace(kind)
    try place.write("tea", to: "a")
    #expect(throws: FileError.notFolder(.makeFolder, path: place.path("a/b"))) {
      try place.files.makeFolder(place.path("a/b"))
    }
  }

  @Test(arguments: Kind.allCases)
  func `is removed only when it is empty`(kind: Kind) throws {
    let place = try Workplace(kind)
    try place.files.makeFolder(place.path("x"))
    try place.write("tea", to: "x/a")
    #expect(throws: FileError.notEmpty(.remove, path: place.path("x"))) {
      try place.files.remove(place.path("x"))
    }
    try place.files.remove(place.path("x/a"))
    try place.files.remove(place.path("x"))
    try expectEqual(place.files.list(place.folder), [])
  }

  @Test(arguments: Kind.allCases)
  func `goes with everything in it, but not with what its links lead to`(kind: Kind) throws {
    let place = try Workplace(kind)
    try place.files.makeFolder(place.path("kept"))
    try place.write("tea", to: "kept/a")
    try place.files.makeFolder(place.path("x/y"))
    try place.write("milk", to: "x/y/b")
    try place.files.makeLink(place.path("x/link"), to: "../kept")
    try place.files.removeTree(place.path("x"))
    try place.files.removeTree(place.path("x"))
    try expectEqual(place.files.list(place.folder), ["kept"])
    try expectEqual(place.text("kept/a"), "tea")
  }

  @Test(arguments: Kind.allCases)
  func `is not removed or listed if it is not there`(kind: Kind) throws {
    let place = try Workplace(kind)
    #expect(throws: FileError.notFound(.remove, path: place.path("x"))) {
      try place.files.remove(place.path("x"))
    }
    #expect(throws: FileError.notFound(.list, path: place.path("x"))) {
      try place.files.list(place.path("x"))
    }
  }
}
