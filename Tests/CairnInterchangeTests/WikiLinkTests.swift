import CairnStore
import TestSupport
import Testing

@testable import CairnInterchange

@Suite struct `Wiki links in a text` {
  private func links(_ text: String) -> [String] {
    var links = WikiLinks()
    links.add(text)
    return links.links.map(\.text)
  }

  @Test(arguments: [
    ("See [[Other note]].", ["[[Other note]]"]), ("[[Other|shown]]", ["[[Other]]"]),
    ("| [[Other\\|shown]] |", ["[[Other]]"]), ("[[Other#Part]] [[Other^block]]", ["[[Other]]"]),
    ("[[work/2026/Other]]", ["[[work/2026/Other]]"]), ("![[Other.md]]", ["[[Other]]"]),
    ("[[ A ]] [[B]] [[A]]", ["[[A]]", "[[B]]"]), ("[[#Part]] [[]] [[ ]] [[.md]]", []),
    ("[[a\nb]] [[open [[c]]", ["[[c]]"]), ("[x](y) [z] [ [d] ]", []),
    ("`[[code]]` ``a ` [[code]]`` [[no code]]", ["[[no code]]"]), ("a ` b [[c]]", ["[[c]]"]),
    ("```\n[[code]]\n```\n[[after]]", ["[[after]]"]),
    ("> ~~~ md\n> [[code]]\n> ```\n> [[code]]\n> ~~~\n[[after]]", ["[[after]]"]),
    ("``` not a fence ``` [[here]]", ["[[here]]"]), ("[[[Other]]]", ["[[Other]]"]),
  ])
  func `name notes, by folder if they say one`(text: String, names: [String]) {
    expectEqual(links(text), names)
  }

  @Test(arguments: [
    ("photo.png", true), ("a.mp4", true), ("v1.2", false), ("Dr. Who", false), ("plain", false),
  ])
  func `may name a file`(name: String, isFile: Bool) {
    var links = WikiLinks()
    links.add("[[\(name)]]")
    expectEqual(links.links.map(\.namesFile), [isFile])
  }
}

@Suite struct `Notes that name each other` {
  private let store: ObjectStore

  init() throws { store = try makeStore() }

  @discardableResult
  private func take(_ files: [String: String]) throws -> ImportReport {
    let files = files.sorted { $0.key < $1.key }
    let input = ImportInput(
      folder: "notes", at: "notes", of: files.map { source($0.value, name: "notes/\($0.key)") })
    return try Importer(store).run([input])
  }

  /// The names of the notes that each note links to.
  private func links(_ field: String = "Links") throws -> [String] {
    let table = try store.snapshot.load("Note")
    let name = try #require(store.snapshot.model["Note"]?.attribute(matching: "Name")?.name)
    let names = try store.texts(name, of: "Note")
    let keys = Dictionary(uniqueKeysWithValues: zip(table.rows.map(\.key), names))
    return try table.rows.map { row in
      let ends = try store.snapshot.linkedKeys(of: row, field).compactMap { keys[$0] }.sorted()
      return "\(keys[row.key] ?? ""): \(ends.joined(separator: " "))"
    }
  }

  @Test func `are linked both ways, and their texts stay`() throws {
    let report = try take([
      "A.md": "To [[B|the other]], [[work/C#Part]], ![[A]] and [[nowhere]]. ![[photo.png]]",
      "B.md": "---\nup: \"[[a]]\"\n---\nx", "work/C.md": "[[nobody]] ```[[B]]```",
    ])
    try expectEqual(links(), ["A: B C", "B: A", "C: "])
    try expectEqual(links("Linked_from"), ["A: B", "B: A", "C: A"])
    try expectEqual(
      store.texts("Body", of: "Note")[0],
      "To [[B|the other]], [[work/C#Part]], ![[A]] and [[nowhere]]. ![[photo.png]]")
    try expectEqual(store.texts("up", of: "Note"), ["-", "[[a]]", "-"])
    expectEqual(
      report.notices,
      [
        "notes.Links: wiki links between notes become links; the text stays",
        "2 wiki links name no note, the first in notes/A.md: [[nowhere]]",
      ])
    expectEqual(report.lostValueCount, 0)
  }

  @Test func `have no field for links if no link names a note`() throws {
    let report = try take(["A.md": "[[B]] `[[A]]`", "C.md": "x"])
    expectEqual(store.snapshot.model["Note"]?.relationships.count, 0)
    expectEqual(report.notices, [])
  }

  @Test(arguments: [
    ("[[todo]]", "a", "a/todo"), ("[[todo]]", "c", "todo"), ("[[b/todo]]", "a", "b/todo"),
    ("[[deep/note]]", "a", "b/deep/note"), ("[[./todo]]", "b", "b/todo"),
    ("[[../a/todo]]", "b", "a/todo"), ("[[NOTE]]", "a", "b/deep/note"),
    ("[[x/todo]]", "a", "x/todo"),
    ("[[same]]", "a", "none"),
  ])
  func `are found by name and folder`(link: String, folder: String, place: String) throws {
    let report = try take([
      "todo.md": "", "a/todo.md": "", "b/todo.md": "", "b/deep/note.md": "", "a/x/todo.md": "",
      "x/todo.md": "", "u/same.md": "", "v/same.md": "", "\(folder)/Start.md": link,
    ])
    let table = try store.snapshot.load("Note")
    let start = try #require(table.rows.first { $0["Name"] == .text("Start") })
    let ends = try store.snapshot.linkedKeys(of: start, "Links").compactMap { key in
      table.rows.first { $0.key == key }
    }
    let path = [ends.first?["Folder"], ends.first?["Name"]].compactMap { $0?.storedTexts[0] }
    expectEqual(ends.isEmpty ? "none" : path.joined(separator: "/"), place)
    expectEqual(
      report.notices.last?.hasPrefix("1 wiki link names several notes, the first in "),
      place == "none")
  }

  @Test func `keep the links of a person, and lose those that their texts no longer have`() throws {
    try take(["A.md": "[[B]] [[C]]", "B.md": "x", "C.md": "y", "D.md": "z"])
    let context = store.newContext()
    let notes = try (1...4).map { number in
      try context.existingObject(with: ObjectID(entity: "Note", key: RecordKey(sequence: number)))
    }
    notes[0].addLink("Links", notes[3])
    try context.save(title: "Link")
    try expectEqual(links()[0], "A: B C D")
    try expectTrue(!take(["A.md": "[[B]] [[C]]"]).changesAnything)
    try expectEqual(take(["A.md": "only [[B]]"]).collections.map(\.updated), [1])
    try expectEqual(links()[0], "A: B D")
    try take(["A.md": "none"])
    try expectEqual(links()[0], "A: D")
  }

  @Test func `are linked to notes of an earlier import, and by their file's name`() throws {
    try take(["Ann.md": "---\nname: Ann Smith\n---\n", "B.md": "x"])
    expectEqual(store.snapshot.model["Note"]?.relationships.count, 0)
    try take(["C.md": "[[B]]"])
    try expectEqual(links().last, "C: B")
    try take(["Eve.md": "---\nname: Eve Jones\n---\n", "F.md": "[[Eve]]"])
    try expectEqual(links().last, "F: Eve Jones")
  }

  @Test func `leave a field called Links alone`() throws {
    let notes = ["A.md": "---\nLinks: 3\n---\n[[B]]", "B.md": "---\nLinks: 4\n---\n"]
    try take(notes)
    try expectEqual(links("Links_2"), ["A: B", "B: "])
    try expectTrue(!take(notes).changesAnything)
    expectEqual(store.snapshot.model["Note"]?.relationships.count, 2)
  }
}
