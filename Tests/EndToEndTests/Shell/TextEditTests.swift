import CairnFiles
import TestSupport
import Testing

@Suite struct `cairn edit` {
  private let home: Home

  init() throws {
    home = try Home(
      model: """
        %rec: Place
        %mandatory: Name
        %attribute: Rating integer
        %attribute: Tags tags
        %attribute: Note text
        %relationship: Near to-one Place

        """,
      [
        ["places", "Name=Harbor", "Rating=3", "Tags=old,blue", "Note=one\ntwo"],
        ["places", "Name=Tower", "Near=p1"],
      ])
  }

  /// Runs the command with an editor that does `script` to the file `$1`.
  private func edit(_ url: String, _ script: String) throws -> Answer {
    try home.write("#!/bin/sh\n\(script)\n", to: "editor")
    return try home.shell("chmod +x editor; EDITOR=\"$PWD/editor\" cairn edit '\(url)'")
  }

  /// Fields of the first record.
  private func field(_ names: String) throws -> String {
    try home.output("list", "places", "--limit", "1", "--format", "csv", "--columns", names)
  }

  private var kept: [String] { home.names(in: ".local/state/cairn/edit") }

  @Test func `shows the records with keys and fields, under what there is to know`() throws {
    let answer = try edit("places", "cp \"$1\" shown; stat -c %a \"$1\" >&2")
    expectEqual(answer.status, 0)
    expectEqual(answer.errorLines, ["600", "cairn: nothing was changed"])
    let shown = home.text(of: "shown")
    expectTrue(
      shown.hasSuffix(
        """
        # Fields of places: Name (text, required), Rating (whole number), Tags (tags),
        #   Note (long text), Near (of places)

        Id: p1
        Name: Harbor
        Rating: 3
        Tags: old
        Tags: blue
        Note: one
        + two

        Id: p2
        Name: Tower
        Near: p1

        """), "\(shown)")
    expectEqual(kept, [])
  }

  @Test func `saves what was changed, added and marked to be deleted, as one change`() throws {
    let script = """
      sed -i -e 's/^Rating: 3/Rating: 5/' -e '/^Tags: old/d' -e 's/^Id: p2/Id: -p2/' "$1"
      printf '\\nName: Mill\\nNear: p1\\n' >>"$1"
      """
    let answer = try edit("places", script)
    expectEqual(answer.errorLines, ["cairn: places: 1 changed, 1 added, 1 deleted"])
    try expectEqual(field("Rating,Tags,Note"), "Rating,Tags,Note\n5,blue,\"one\ntwo\"\n")
    try expectTrue(
      home.output("list", "places", "--format", "csv", "--columns", "Name,Near").contains(
        "Mill,Harbor"))
    try home.output("undo")
    try expectEqual(home.output("list", "places", "--count"), "2\n")
    try expectEqual(field("Rating"), "Rating\n3\n")
    expectEqual(kept, [])
  }

  @Test func `leaves a record that was taken out of the text`() throws {
    let answer = try edit("places", "sed -i -e '/^Id: p2/,$d' -e 's/Harbor/Port/' \"$1\"")
    expectEqual(
      answer.errorLines,
      [
        "cairn: places: 1 changed; 1 removed from the text but kept in the store"
      ])
    try expectEqual(home.output("list", "places", "--count"), "2\n")
  }

  @Test(arguments: [
    "true", ": >\"$1\"", "sed -i '/^[^#]/d' \"$1\"", "rm \"$1\"", "sed -i '1i # x' \"$1\"",
  ])
  func `changes nothing where nothing was said`(script: String) throws {
    let answer = try edit("places", script)
    expectEqual(answer.status, 0)
    expectEqual(answer.errorLines, ["cairn: nothing was changed"])
    try expectEqual(home.output("list", "places", "--count"), "2\n")
    expectEqual(kept, [])
  }

  @Test(arguments: [
    ("s/^Rating: 3/Rating: many/", "line 10: Rating needs a whole number, not \"many\""),
    ("s/^Rating: 3/Ratin: 3/", "line 10: places have no field Ratin; did you mean Rating?"),
    (
      "s/^Rating: 3/no field/", "line 10: expected a field (Name: value) or a comment"
    ),
    ("s/^Id: p2/Id: p1/", "line 16: p1 is repeated, first at line 8"),
    (
      "s/^Id: p2/Id: p9/",
      "line 16: p9 is not among the edited records; leave out Id"
    ),
    ("s/^Id: p2/Id: two/", "line 16: two is not a key; leave out Id"),
    ("s/^Name: Tower/Name: a\\nName: b/", "line 18: Name has one value, and this is a second one"),
    ("/^Name: Tower/d", "line 16: Name is required"),
    ("s/^Near: p1/Near: p7/", "line 18: no record p7 in places"),
  ])
  func `names a mistake by its line, changes nothing and keeps the text`(
    script: String, reason: String
  ) throws {
    let answer = try edit("places", "sed -i -e 's/Harbor/Port/' -e '\(script)' \"$1\"")
    expectEqual(answer.status, 1)
    expectTrue(answer.errors.hasPrefix("cairn: nothing was changed: \(reason)"), "\(answer.errors)")
    expectTrue(
      answer.errors.hasSuffix("; the text is kept in ~/.local/state/cairn/edit/places.rec\n"))
    try expectEqual(field("Name"), "Name\nHarbor\n")
    expectTrue(home.text(of: ".local/state/cairn/edit/places.rec").contains("Name: Port"))
    // A second one gets a name of its own.
    _ = try edit("places", "sed -i 's/^Rating: 3/Rating: x/' \"$1\"")
    expectEqual(kept, ["places-2.rec", "places.rec"])
  }

  @Test func `is given up by an editor that fails`() throws {
    let answer = try edit("places/p1", "exit 3")
    expectEqual(answer.status, 1)
    expectTrue(answer.errors.contains("ended with status 3; nothing was changed"))
    expectEqual(kept, [])
    let second = try edit("places/p1", "echo >>\"$1\"; exit 1")
    expectTrue(second.errors.contains("the text is kept in"))
    // What isn't there is kept nowhere.
    let third = try edit("places/p2", "rm \"$1\"; mkdir \"$1\"")
    expectEqual(third.status, 1)
    expectTrue(!third.errors.contains("kept"))
  }

  @Test func `brings in what others saved meanwhile, field by field`() throws {
    let answer = try edit(
      "places/p1",
      "\"\(Home.program)\" set places/p1 Name=Port; sed -i 's/^Rating: 3/Rating: 4/' \"$1\"")
    expectEqual(answer.errorLines, ["cairn: places: 1 changed"])
    try expectEqual(field("Name,Rating"), "Name,Rating\nPort,4\n")
  }

  @Test func `refuses what both gave other values, where nobody is there to decide`() throws {
    let answer = try edit(
      "places/p1",
      "\"\(Home.program)\" set places/p1 Rating=9; sed -i 's/^Rating: 3/Rating: 4/' \"$1\"")
    expectEqual(answer.status, 1)
    expectTrue(
      answer.errors.contains("Rating of places/p1 became 9 elsewhere; this text has your value"))
    try expectEqual(field("Rating"), "Rating\n9\n")
  }

  @Test func `wants an editor, a record or a list, and a store that takes changes`() throws {
    let none = try home.cairn("edit", "places")
    expectEqual(
      none.errors, "cairn: no terminal to edit on; set EDITOR to a program that edits the file\n")
    try expectEqual(edit("places/p9", "true").status, 1)
    try expectEqual(edit("places?wher=x", "true").status, 1)
    try expectEqual(home.shell("EDITOR=true cairn edit places --read-only").status, 1)
    try expectEqual(home.cairn("edit", "%zz").status, 64)
  }

  @Test func `takes several records of one collection`() throws {
    let script = "sed -i 's/^Name: .*/&!/' \"$1\"; grep -c ^Id: \"$1\" >&2"
    let answer = try edit("places/p1' 'places/p2' 'places/p1", script)
    expectEqual(answer.status, 0)
    expectEqual(answer.errorLines, ["2", "cairn: places: 2 changed"])
    try expectEqual(home.output("list", "places", "Name~!", "--count"), "2\n")
    try home.write("\n%rec: Note\n%attribute: Text string\n", to: "note.rec")
    try home.shell("cat note.rec >> .local/share/cairn/model/1.rec")
    try home.output("add", "notes", "Text=x")
    let mixed = try edit("places/p1' 'notes/p1", script)
    expectTrue(mixed.errors.hasSuffix("records of one collection can be edited together\n"))
    try expectEqual(edit("places' 'places/p1", script).status, 1)
  }

  @Test func `opens the editor again after a mistake, with the reason at the top`() throws {
    try home.write(
      """
      #!/bin/sh
      if grep -q '^#! ' "$1"; then
        cp "$1" second; sed -i 's/^Rating: x/Rating: 5/' "$1"
      else
        sed -i 's/^Rating: 3/Rating: x/' "$1"
      fi

      """, to: "editor")
    let session = try home.startShell(
      "chmod +x editor; EDITOR=\"$PWD/editor\" \"$0\" edit places; echo done")
    try session.wait(forText: "done")
    expectTrue(
      home.text(of: "second").hasPrefix("#! line 11: Rating needs a whole number, not \"x\"\n#"))
    try expectEqual(field("Rating"), "Rating\n5\n")
    expectEqual(kept, [])
  }

  @Test func `shows both sides of a conflict, and then takes what the text says`() throws {
    try home.write(
      """
      #!/bin/sh
      if grep -q '^#! ' "$1"; then
        cp "$1" second; sed -i '/^#!/d' "$1"
      else
        "\(Home.program)" set places/p1 Rating=9 Name=Port
        sed -i 's/^Rating: 3/Rating: 4/' "$1"
        printf '\\nName: Mill\\n' >>"$1"
      fi

      """, to: "editor")
    let session = try home.startShell(
      "chmod +x editor; EDITOR=\"$PWD/editor\" \"$0\" edit places; echo done")
    try session.wait(forText: "done")
    let second = home.text(of: "second")
    expectTrue(
      second.hasPrefix("#! Rating of places/p1 became 9 elsewhere; this text has your value\n"))
    expectTrue(second.contains("Id: p1\nName: Port\nRating: 4\n"))
    expectTrue(second.hasSuffix("\nName: Mill\n"))
    try expectEqual(field("Name,Rating"), "Name,Rating\nPort,4\n")
    try expectEqual(home.output("list", "places", "--count"), "3\n")
  }
}
