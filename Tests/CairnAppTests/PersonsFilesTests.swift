import CairnFiles
import CairnRecords
import CairnScreens
import TestSupport
import Testing

@testable internal import CairnApp

@Suite struct `A file that a person names` {
  private let files = MemoryFileSystem()
  private let named: PersonsFiles

  init() throws {
    try files.makeFolder("/home/ann/pictures")
    try files.replace("/home/ann/pictures/ada.png", with: [1, 2, 3])
    named = PersonsFiles(
      environment: try .fixture([:], currentFolder: "/home/ann"), fileSystem: files)
  }

  @Test(arguments: ["pictures/ada.png", "~/pictures/ada.png", "/home/ann/pictures/ada.png"])
  func `is read from where the person is`(path: String) throws {
    try expectEqual(named.read(path, atMost: nil).content, [1, 2, 3])
    try expectEqual(named.read(path, atMost: nil).name, "ada.png")
    try expectEqual(named.look(at: path, atMost: nil).size, 3)
  }

  @Test(arguments: [
    ("nowhere.png", "names no existing file"), ("~/pictures", "is a folder; a file is needed"),
  ])
  func `is refused for a reason`(path: String, reason: String) {
    #expect(throws: FileRefusal(reason)) { try named.read(path, atMost: nil) }
    #expect(throws: FileRefusal(reason)) { try named.look(at: path, atMost: nil) }
  }

  @Test func `is refused where it is too large to be a part of a record`() throws {
    let bytes = [UInt8](repeating: 0, count: PersonsFiles.largest + 1)
    try files.replace("/home/ann/film", with: bytes)
    #expect(throws: FileRefusal("is too large: 16 MB of at most 16")) {
      try named.read("film", atMost: nil)
    }
    try expectEqual(named.read("film", atMost: 50_000_000).content.count, bytes.count)
  }

  @Test(arguments: [
    ("a.pdf", "%PDF-1.7", nil), ("a", "\u{7F}ELF", "is a program, so it is not opened"),
    ("a.txt", "#!/bin/sh", "is a program, so it is not opened"),
    ("a.Desktop", "x", "is a program, so it is not opened"),
    ("a.md", "[Desktop Entry]", "is a program, so it is not opened"),
    ("a.exe", "x", "is a program, so it is not opened"),
    ("a.sh ", "x", "is a program, so it is not opened"),
    ("inv", "#x\n[Desktop Entry]\nExec=x", "is a program, so it is not opened"),
    ("inv", "\n#!/bin/sh", "is a program, so it is not opened"),
    ("files/ba7816bf8f01cfea414140de5dae2223/a.pdf", "abc", nil),
    ("files/ba7816bf8f01cfea414140de5dae2223/a.pdf", "abd", "was changed outside of Cairn"),
  ])
  func `is opened only if the system shows it`(name: String, start: String, reason: String?) throws
  {
    let path = "/home/ann/\(name)"
    try files.makeFolder(path.parentFolder)
    try files.replace(path, with: Array(start.utf8))
    expectEqual(named.obstacle(toOpening: "/home/ann/\(name)"), reason)
    expectEqual(named.obstacle(toOpening: "/home/ann/gone.pdf"), "names no existing file")
  }

  static let known: [(path: String, known: [String], text: String, candidates: [String])] = [
    ("~/pic", [], "~/pictures/", []),
    ("scans/s", ["scans/soup.pdf"], "scans/soup.pdf", []),
    (
      "scans/s", ["scans/soup.pdf", "scans/stew.pdf"], "scans/s",
      ["scans/soup.pdf", "scans/stew.pdf"]
    ),
    ("p", ["pastry.png"], "p", ["pictures/", "pastry.png"]),
    ("pict", ["pictures/ada.png"], "pictures/", ["pictures/", "pictures/ada.png"]),
  ]

  @Test(arguments: known)
  func `goes on as the folder and other records have it`(
    path: String, known: [String], text: String, candidates: [String]
  ) {
    expectEqual(
      named.completion(of: path, among: known),
      TextPrompt.Completion(text: text, candidates: candidates))
  }
}
