import CairnFiles
import TestSupport
import Testing

@Suite struct `A symbolic link` {
  @Test(arguments: Kind.allCases)
  func `leads to a file or a folder (F1)`(kind: Kind) throws {
    let place = try Workplace(kind)
    try place.files.makeFolder(place.path("x"))
    try place.write("tea", to: "x/a")
    try place.files.makeLink(place.path("file"), to: "x/a")
    try place.files.makeLink(place.path("folder"), to: place.path("x"))
    try expectEqual(place.text("file"), "tea")
    try expectEqual(place.text("folder/a"), "tea")
    try expectEqual(place.files.status(of: place.path("file"))?.size, 3)
    try expectEqual(place.files.target(ofLink: place.path("file")), "x/a")
    try expectEqual(place.files.target(ofLink: place.path("x/a")), nil)
  }

  @Test(arguments: Kind.allCases)
  func `that leads nowhere is nothing, but has its name`(kind: Kind) throws {
    let place = try Workplace(kind)
    let link = place.path("link")
    try place.files.makeLink(link, to: "nowhere")
    try expectEqual(place.files.status(of: link), nil)
    try expectEqual(place.files.list(place.folder), ["link"])
    #expect(throws: FileError.notFound(.read, path: link)) { try place.files.read(link) }
    #expect(throws: FileError.alreadyExists(.create, path: link)) {
      try place.files.open(link, .create)
    }
    #expect(throws: FileError.alreadyExists(.makeLink, path: link)) {
      try place.files.makeLink(link, to: "elsewhere")
    }
  }

  @Test(arguments: Kind.allCases)
  func `is itself renamed and removed`(kind: Kind) throws {
    let place = try Workplace(kind)
    try place.write("tea", to: "a")
    try place.files.makeLink(place.path("link"), to: "a")
    try place.files.rename(place.path("link"), to: place.path("other"))
    try expectEqual(place.files.target(ofLink: place.path("other")), "a")
    try place.files.remove(place.path("other"))
    try expectEqual(place.text("a"), "tea")
  }

  @Test(arguments: Kind.allCases)
  func `in a circle is an error, not a hang`(kind: Kind) throws {
    let place = try Workplace(kind)
    try place.files.makeLink(place.path("a"), to: "b")
    try place.files.makeLink(place.path("b"), to: "a")
    try expectEqual(place.files.status(of: place.path("a")), nil)
    #expect(throws: FileError.linkLoop(.read, path: place.path("a"))) {
      try place.files.read(place.path("a"))
    }
    #expect(throws: FileError.linkLoop(.write, path: place.path("a"))) {
      try place.files.replace(place.path("a"), with: [])
    }
  }
}
