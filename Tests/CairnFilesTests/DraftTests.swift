import CairnFiles
import TestSupport
import Testing

@Suite struct `A tidy replacement` {
  @Test(arguments: Kind.allCases)
  func `makes the file or changes all of it`(kind: Kind) throws {
    let place = try Workplace(kind)
    for text in ["porcelain", "tea"] {
      let draft = try place.files.beginReplacing(place.path("a"))
      try draft.file.write(Array(text.utf8), at: 0)
      try draft.takePlace()
      try expectEqual(place.text("a"), text)
      try expectEqual(place.files.list(place.folder), ["a"])
    }
  }

  @Test(arguments: Kind.allCases)
  func `removes what killed programs left in the folder`(kind: Kind) throws {
    let place = try Workplace(kind)
    try place.write("half", to: ".a.cairn-0.draft")
    try place.write("half", to: ".other.json.cairn-12.draft")
    try place.files.beginReplacing(place.path("a")).takePlace()
    try expectEqual(place.files.list(place.folder), ["a"])
  }

  @Test(arguments: Kind.allCases)
  func `leaves what others are writing`(kind: Kind) throws {
    let place = try Workplace(kind)
    let first = try place.files.beginReplacing(place.path("a"))
    try first.file.write(Array("first".utf8), at: 0)
    let second = try place.files.beginReplacing(place.path("a"))
    try second.file.write(Array("second".utf8), at: 0)
    try place.files.beginReplacing(place.path("b")).discard()
    try expectEqual(place.files.list(place.folder), [".a.cairn-0.draft", ".a.cairn-1.draft"])
    try first.takePlace()
    try expectEqual(place.text("a"), "first")
    try second.takePlace()
    try expectEqual(place.text("a"), "second")
    try expectEqual(place.files.list(place.folder), ["a"])
  }

  @Test(arguments: Kind.allCases)
  func `leaves all that is no such draft`(kind: Kind) throws {
    let place = try Workplace(kind)
    let names = [
      ".a.0.draft", ".a.cairn-.draft", ".a.cairn-1x.draft", ".a.cairn-1.draft.txt",
      ".cairn-1.draft", "a.cairn-1.draft",
    ]
    for name in names { try place.write("mine", to: name) }
    try place.files.makeFolder(place.path(".folder.cairn-1.draft"))
    try place.files.makeLink(place.path(".link.cairn-1.draft"), to: "a.cairn-1.draft")
    try place.files.makeLink(place.path(".vain.cairn-1.draft"), to: "nowhere")
    let before = try place.files.list(place.folder)
    try place.files.beginReplacing(place.path("b")).discard()
    try expectEqual(place.files.list(place.folder), before)
    for name in names { try expectEqual(place.text(name), "mine") }
  }

  @Test(arguments: Kind.allCases)
  func `takes a name of any length`(kind: Kind) throws {
    let place = try Workplace(kind)
    let name = String(repeating: "é", count: 127)
    try place.files.beginReplacing(place.path(name)).takePlace()
    try expectEqual(place.files.list(place.folder), [name])
  }

  @Test(arguments: Kind.allCases)
  func `names the file that was asked for where it fails`(kind: Kind) throws {
    let place = try Workplace(kind)
    let path = place.path("x/a")
    #expect(throws: FileError.notFound(.create, path: path)) {
      try place.files.beginReplacing(path).discard()
    }
  }
}
