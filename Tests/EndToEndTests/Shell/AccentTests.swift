import TestSupport
import Testing

/// Two spellings of a letter with an accent: one character, or a letter and a combining accent.
///
/// They look alike, but their bytes differ. An edit from one to the other is an edit.
@Suite struct `Another spelling of an accent` {
  private static let (one, other) = ("Caf\u{E9}", "Cafe\u{301}")

  private func home() throws -> Home {
    try Home(
      model: """
        %rec: Place
        %singular: Name
        %handle: Name
        %attribute: Tags tags
        %attribute: Kind choice
        %choices: Kind caf\u{E9} | bar
        %relationship: Near to-one Place

        """,
      [["places", "Name=\(Self.one)", "Tags=\(Self.one)"]])
  }

  private func names(_ home: Home) throws -> [[UInt8]] {
    try home.output("list", "places", "--columns", "Name", "--format", "csv")
      .split(separator: "\n").dropFirst().map { Array($0.utf8) }
  }

  @Test func `is saved by set`() throws {
    let home = try home()
    try home.output("set", "places/p1", "Name=\(Self.other)", "Tags+=\(Self.other)")
    try expectEqual(names(home), [Array(Self.other.utf8)])
    let tags = try home.output("list", "places", "--columns", "Tags", "--format", "csv")
    expectTrue(tags.utf8.contains(0xCC) && tags.utf8.contains(0xC3), tags)
    try home.output("undo")
    try expectEqual(names(home), [Array(Self.one.utf8)])
  }

  @Test func `is saved by a form`() throws {
    let home = try home()
    try home.output(
      "render", "places/p1/~edit", "--size", "80x24", "--keys",
      "C-a C-k \(Self.other) C-s")
    try expectEqual(names(home), [Array(Self.other.utf8)])
  }

  @Test func `is saved by an edit as text`() throws {
    let home = try home()
    try home.write(
      "#!/bin/sh\nsed -i \"s/^Name: .*/Name: \(Self.other)/\" \"$1\"\n", to: "editor")
    try expectEqual(
      home.shell("chmod +x editor; EDITOR=\"$PWD/editor\" cairn edit places").status, 0)
    try expectEqual(names(home), [Array(Self.other.utf8)])
  }

  @Test func `is saved by an edited export, and is another value for an import`() throws {
    let home = try home()
    try home.output("export", "--format", "json", "-o", "all/")
    let edited = home.text(of: "all/places.json")
      .replacing("\"Name\":\"\(Self.one)\"", with: "\"Name\":\"\(Self.other)\"")
      .replacing("\"Name\": \"\(Self.one)\"", with: "\"Name\": \"\(Self.other)\"")
    try home.write(edited, to: "all/places.json")
    try home.output("import", "all")
    try expectEqual(names(home), [Array(Self.other.utf8)])
    try home.write("Name,Near\n\(Self.one),\(Self.other)\nBar,\(Self.one)\n", to: "more.csv")
    try home.output("import", "more.csv", "--into", "places", "--link", "Near=places.Name")
    try expectEqual(names(home).count, 3)
    let goals = try home.json("list", "places", "--format", "json").array?.map { $0["Near"] }
    expectEqual(
      goals, [.null, .string("cairn://places/p1"), .string("cairn://places/p2")])
  }

  @Test func `is a value of its own for add and for links`() throws {
    let home = try home()
    try home.output("add", "places", "Name=\(Self.other)", "Near=\(Self.one)")
    try expectEqual(names(home), [Array(Self.one.utf8), Array(Self.other.utf8)])
    try expectEqual(home.cairn("add", "places", "Name=\(Self.other)").status, 1)
  }

  @Test func `of a choice is the model's spelling`() throws {
    let home = try home()
    try home.output("set", "places/p1", "Kind=\(Self.other.lowercased())")
    try home.write("Name,Kind\nBar,\(Self.other.lowercased())\n", to: "more.csv")
    try home.output("import", "more.csv", "--into", "places")
    try expectEqual(
      home.output("list", "places", "Kind=\(Self.one.lowercased())", "--count"), "2\n")
  }
}
