import CairnFiles
import TestSupport
import Testing

@Suite struct `What tells a file from its copies` {
  @Test(arguments: Kind.allCases)
  func `stays under another name, and is no other file's`(kind: Kind) throws {
    let place = try Workplace(kind)
    let path = try place.write("a", to: "a")
    let identity = try #require(try place.files.identity(of: path))
    let copy = try place.write("a", to: "b")
    try expectTrue(place.files.identity(of: copy) != identity)
    try place.files.rename(path, to: place.path("c"))
    try place.files.replace(place.path("b"), with: [1])
    try expectEqual(place.files.identity(of: place.path("c")), identity)
    let folder = try #require(try place.files.identity(of: place.folder))
    try place.files.remove(place.path("c"))
    try expectEqual(place.files.identity(of: place.folder), folder)
  }

  @Test(arguments: Kind.allCases)
  func `is not told of what is not there`(kind: Kind) throws {
    let place = try Workplace(kind)
    let path = place.path("none")
    #expect(throws: FileError.notFound(.examine, path: path)) {
      try place.files.identity(of: path)
    }
  }
}
