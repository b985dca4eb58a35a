import TestSupport
import Testing

@Suite("Each rule of a model") struct RuleTests {
  private static let model = """
    %rec: Thing
    %attribute: Name string
    %title: Name
    %handle: Slug
    %attribute: Slug string
    %attribute: Size integer
    %type: Size range 1 9
    %attribute: Kind choice
    %choices: Kind soup | bread
    %attribute: Code string
    %type: Code regexp /^[A-Z]+$/
    %attribute: Nick string
    %length: Nick 2 4
    %attribute: Day date
    %attribute: Mail email
    %attribute: Serial integer
    %attribute: Marks string multiple
    %singular: Serial Marks
    %attribute: Color string
    %mandatory: Color
    %relationship: Part to-one Part inverse=Wholes

    %rec: Part
    %attribute: Name string
    %title: Name
    %relationship: Wholes to-many Thing inverse=Part delete=deny

    """

  /// A way in which a person writes a value into a field of the second record or of a new one.
  enum Way: String, CaseIterable {
    case add, set, edit, csv, csvMatch, json, jsonMatch, rec, recMatch
  }

  private let home: Home

  init() throws {
    home = try Home(
      model: Self.model,
      [
        ["parts", "Name=Wheel"],
        [
          "things", "Name=One", "Slug=one", "Serial=1", "Marks+=a", "Marks+=b", "Color=red",
          "Part=p1",
        ],
        ["things", "Name=Two", "Slug=two", "Serial=2", "Marks+=c", "Color=red"],
      ])
  }

  /// Writes a value in a way.
  private func write(_ value: String, to field: String, by way: Way) throws -> Answer {
    let isNew = way == .csv || way == .json || way == .rec
    let name = isNew ? "New" : "Two"
    let color = isNew && field != "Color" ? "red" : nil
    switch way {
    case .add:
      let others = field == "Color" ? [] : ["Color=red"]
      return try home.cairn(["add", "things", "Name=New", "\(field)=\(value)"] + others)
    case .set: return try home.cairn(["set", "things/p2", "\(field)=\(value)"])
    case .edit:
      let line = value.isEmpty ? "" : "\\n\(field): \(value)"
      try home.writeScript(
        "sed -i -e '/^\(field):/d' -e 's/^Name: Two/&\(line)/' \"$1\"", to: "editor")
      return try home.shell("EDITOR=\"$PWD/editor\" cairn edit things/p2")
    case .csv, .csvMatch:
      let columns = [("Name", name), (field, value)] + (color.map { [("Color", $0)] } ?? [])
      let rows = [columns.map(\.0), columns.map(\.1)].map { $0.joined(separator: ",") + "\n" }
      return try importing(rows.joined(), as: "rows.csv", isNew)
    case .json, .jsonMatch:
      let text = value.isEmpty ? "null" : "\"\(value)\""
      let more = color.map { ", \"Color\": \"\($0)\"" } ?? ""
      let row = "{\"Name\": \"\(name)\", \"\(field)\": \(text)\(more)}"
      return try importing("[\(row)]\n", as: "rows.json", isNew)
    case .rec, .recMatch:
      let line = value.isEmpty ? "" : "\(field): \(value)\n"
      let more = color.map { "Color: \($0)\n" } ?? ""
      return try importing("Name: \(name)\n\(line)\(more)", as: "rows.rec", isNew)
    }
  }

  private func importing(_ text: String, as file: String, _ isNew: Bool) throws -> Answer {
    try home.write(text, to: file)
    return try home.cairn(
      ["import", file, "--into", "things"] + (isNew ? [] : ["--match", "Name"]))
  }

  @Test(arguments: [
    ("Color", ""), ("Size", "12"), ("Size", "x"), ("Kind", "stew"), ("Code", "ab"),
    ("Nick", "toolong"), ("Day", "soon"), ("Mail", "nobody"), ("Serial", "1"), ("Slug", "one"),
    ("Marks", "b"),
  ])
  func `refuses a value, in whatever way a person writes it`(
    field: String, value: String
  ) throws {
    let before = try home.output("list", "things", "--format", "json")
    // A record of a rec file says nothing of a field that it doesn't have, so that it keeps it.
    for way in Way.allCases where !(value.isEmpty && way == .recMatch) {
      let answer = try write(value, to: field, by: way)
      expectEqual(answer.status, 1, "\(way): \(answer.errorLines)")
      expectTrue(answer.errorLines.joined().contains(field), "\(way): \(answer.errorLines)")
      try expectEqual(home.output("list", "things", "--format", "json"), before, "\(way)")
    }
    try expectEqual(home.output("store", "verify").contains("note:"), false)
  }

  @Test(arguments: Way.allCases)
  func `lets no link lead to a record that is gone`(way: Way) throws {
    let answer = try write("p9", to: "Part", by: way)
    expectTrue(answer.errorLines.joined().contains("Part") || answer.status == 1, "\(answer)")
    try expectEqual(home.output("store", "verify").contains("note:"), false)
    try expectTrue(!home.output("list", "things", "--format", "json").contains("p9"))
  }

  @Test func `shows a link to a record that is gone, which another program wrote`() throws {
    try home.output("store", "fold")
    try home.shell("sed -i 's/^Name: Two/&\\nPart: p9/' .local/share/cairn/data/Thing/*.rec")
    let words = "p9 (no record of parts has this Id)"
    for format in ["text", "markdown"] {
      try expectTrue(home.output("show", "things/p2", "--format", format).contains(words))
    }
    let page = try home.output("render", "things/p2", "--size", "80x30")
    expectTrue(page.contains("ONLY IN THE FILE") && page.contains(words), page)
    try expectTrue(!home.output("show", "things/p1").contains("no record"))
    try expectEqual(home.output("store", "verify").contains("p9"), true)
  }

  @Test(arguments: ["Serial", "Slug", "Marks"])
  func `holds when an undo would bring a value back that another record has by now`(
    field: String
  ) throws {
    let value = field == "Serial" ? "1" : field == "Slug" ? "one" : "b"
    try home.output("remove", "things/p1")
    let deletion = try home.output("log").split(separator: "\t").first.map(String.init) ?? ""
    try home.output("set", "things/p2", "\(field)=\(value)")
    let answer = try home.cairn(["undo", deletion])
    expectEqual(answer.status, 1)
    expectTrue(answer.errorLines.joined().contains(field), "\(answer.errorLines)")
    try expectEqual(home.output("store", "verify").contains("note:"), false)
  }

  @Test(arguments: [
    ("Size", "12"), ("Kind", "stew"), ("Code", "ab"), ("Nick", "toolong"), ("Day", "soon"),
    ("Mail", "nobody"), ("Serial", "1"), ("Slug", "one"), ("Marks", "b"),
  ])
  func `is told where another program broke it`(field: String, value: String) throws {
    try home.output("store", "fold")
    try home.shell(
      """
      file=$(grep -l 'Name: Two' .local/share/cairn/data/Thing/*.rec)
      sed -i -e '/^Name: Two/,/^$/{/^\(field):/d}' "$file"
      sed -i -e 's/^Name: Two/&\\n\(field): \(value)/' "$file"
      """)
    let notes = try home.cairn("store", "verify").lines.filter { $0.hasPrefix("note:") }
    expectEqual(notes.count, 1, "\(notes)")
    let words =
      switch field {
      case "Serial", "Slug", "Marks": "p2: \(field) must be unique, but p1 also has"
      case "Day": "Day of p2 cannot be"
      default: "p2: \(field) needs"
      }
    expectTrue(notes.first?.contains(words) == true, "\(notes)")
    expectTrue(notes.first?.hasSuffix("\"\(value)\"") == true, "\(notes)")
  }
}
