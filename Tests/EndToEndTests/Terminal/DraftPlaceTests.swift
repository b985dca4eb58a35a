import Glibc
import TestSupport
import Testing

@Suite struct `A draft` {
  /// Types into the form of a record, and is killed.
  private func leaveDraft(
    _ home: Home, of url: String, _ text: String, session name: String, store: String? = nil
  ) throws {
    let place = store.map { ["--store", $0] } ?? []
    let session = try home.start(["\(url)/~edit", "--session", name] + place)
    try session.wait(forText: "field 1 of")
    try session.press("\u{05} \(text)", until: text)
    try session.wait(untilStateOf: home, holds: text)
    session.signal(SIGKILL)
    try expectEqual(session.waitForEnd(), 128 + SIGKILL)
  }

  @Test func `of a session that nobody has is listed, opened by its URL and saved in any other`()
    throws
  {
    let home = try Home(sample: "contacts")
    try leaveDraft(home, of: "contacts/agathe", "First", session: "one")
    try leaveDraft(home, of: "contacts/p7", "Second", session: "two")
    let session = try home.start("--session", "three")
    try session.wait(for: "both drafts") {
      $0.text.split(separator: "\n").count { $0.contains("draft, not saved") } == 2
    }
    try session.press("ocontacts/agathe/~edit\r", until: "Rivoire First")
    try session.wait(for: "the draft in session three") { _ in
      (try? home.cairn("state", "list").output.contains("three")) == true
        && (try? home.cairn("state", "show", "--session", "one").output.contains("First")) == false
    }
    session.send("\u{13}")
    try session.wait(for: "the saved record") { _ in
      (try? home.cairn("show", "contacts/agathe").output.contains("Rivoire First")) == true
    }
    // The palette has the other one.
    try session.press(":margit", until: "draft now")
    try session.press("\r", until: "Second")
    session.signal(SIGKILL)
    try expectEqual(session.waitForEnd(), 128 + SIGKILL)
    expectTrue(try home.cairn("state").output.contains("contacts/p7/~edit"))
  }

  @Test func `of a session that another program has stays there`() throws {
    let home = try Home(sample: "contacts")
    let first = try home.start("contacts/agathe/~edit", "--session", "one")
    try first.wait(forText: "field 1 of")
    try first.press("\u{05} First", until: "First")
    try first.wait(untilStateOf: home, holds: "First")
    let second = try home.start("contacts/agathe/~edit", "--session", "two")
    try second.wait(forText: "field 1 of")
    expectTrue(!second.screen.text.contains("First"))
    let listed = try home.cairn("state").output
    expectTrue(listed.contains("open") && listed.contains("contacts/p39/~edit"))
    let refused = try home.cairn("state", "discard", "contacts/agathe/~edit")
    expectEqual(refused.status, 1)
    expectTrue(refused.errors.contains("in use by another process"))
  }

  @Test func `is deleted by the command that names it, and by no other`() throws {
    let home = try Home(sample: "contacts")
    let names = ["one", "two"]
    let sessions = try names.map { try home.start("contacts/~new", "--session", $0) }
    for (session, name) in zip(sessions, names) {
      try session.wait(forText: "field 1 of")
      try session.press("Draft \(name)", until: "Draft \(name)")
      try session.wait(untilStateOf: home, holds: "Draft \(name)")
    }
    for session in sessions {
      session.signal(SIGKILL)
      try expectEqual(session.waitForEnd(), 128 + SIGKILL)
    }
    let both = try home.cairn("state", "discard", "contacts/~new")
    expectEqual(both.status, 1)
    expectTrue(both.errors.contains("2 drafts"))
    try expectEqual(home.cairn("state", "discard", "contacts/~new", "--session", "one").status, 0)
    let left = try home.cairn("state", "list", "--format", "json").output
    expectTrue(!left.contains("Draft one") && left.contains("contacts/~new"))
    let none = try home.cairn("state", "discard", "contacts/p7/~edit")
    expectEqual(none.status, 1)
    expectTrue(none.errors.contains("no draft of cairn://contacts/p7/~edit"))
    // Both drafts of one form are told apart on the launcher.
    let session = try home.start("--session", "three")
    try session.wait(forText: "draft, not saved")
    try session.press("0", until: "Draft two")
  }

  @Test func `of a record that was deleted shows what was typed, and is restored with the record`()
    throws
  {
    let home = try Home(sample: "contacts")
    try leaveDraft(home, of: "contacts/agathe", "Typed", session: "one")
    try expectEqual(home.cairn("remove", "contacts/agathe").status, 0)
    let session = try home.start("--session", "one")
    try session.wait(forText: "The record of this draft was deleted")
    expectTrue(session.screen.text.contains("Agathe Rivoire Typed"))
    try session.press("x", until: "Discard the draft of Edit Agathe Rivoire?")
    session.send("k")
    try session.wait(for: "the page") { !$0.text.contains("Discard it") }
    try session.press("b", until: "field 1 of")
    expectTrue(session.screen.text.contains("Agathe Rivoire Typed"))
    session.send("\u{13}")
    try session.wait(for: "the saved record") { _ in
      (try? home.cairn("show", "contacts/agathe").output.contains("Rivoire Typed")) == true
    }
  }

  @Test func `of a record that was deleted becomes a new one, or is deleted after a question`()
    throws
  {
    let home = try Home(sample: "contacts")
    let session = try home.start("contacts/agathe/~edit", "--session", "one")
    try session.wait(forText: "field 1 of")
    try session.press("\u{05} Typed", until: "Rivoire Typed")
    try expectEqual(home.cairn("remove", "contacts/agathe").status, 0)
    try session.wait(forText: "the record was deleted; ^S shows what to do")
    expectTrue(session.screen.text.contains("Edit Agathe Rivoire"))
    try session.press("\u{13}", until: "The record of this draft was deleted")
    try session.press("n", until: "New contact")
    expectTrue(session.screen.text.contains("agathe@rivoire.example"))
    expectTrue(session.screen.text.contains("Agathe Rivoire Typed"))
    try session.wait(untilStateOf: home, holds: "contacts/~new")
    session.signal(SIGKILL)
    try expectEqual(session.waitForEnd(), 128 + SIGKILL)
    let again = try home.start("--session", "one")
    try again.wait(forText: "Agathe Rivoire Typed")
    again.send("\u{13}")
    try again.wait(for: "the saved record") { _ in
      (try? home.cairn("show", "contacts/agathe").output.contains("Rivoire Typed")) == true
    }
    let typed = try home.start("contacts/agathe/~edit", "--session", "two")
    try typed.wait(forText: "field 1 of")
    try typed.press("\u{05} Twice", until: "Typed Twice")
    try expectEqual(home.cairn("remove", "contacts/agathe").status, 0)
    try typed.press("\u{13}", until: "The record of this draft was deleted")
    try typed.press("x", until: "Discard it")
    typed.send("d")
    try typed.wait(for: "no draft") { _ in
      (try? home.cairn("state").output.contains("~edit")) == false
    }
  }

  @Test func `of a store is not one of its copy, and goes where the store goes`() throws {
    let home = try Home(sample: "contacts")
    try leaveDraft(home, of: "contacts/agathe", "Original", session: "one")
    try expectEqual(home.cairn("store", "backup", "b.tar").status, 0)
    try expectEqual(home.cairn("store", "restore", "b.tar", "--store", "copy").status, 0)
    expectTrue(try !home.cairn("state", "--store", "copy").output.contains("contacts/p39"))
    try leaveDraft(home, of: "contacts/p7", "Copied", session: "one", store: "copy")
    expectTrue(try home.cairn("state").output.contains("contacts/p39/~edit"))
    expectTrue(try !home.cairn("state").output.contains("contacts/p7/~edit"))
    try home.shell("mv copy moved")
    let moved = try home.cairn("state", "--store", "moved").output
    expectTrue(moved.contains("contacts/p7/~edit") && !moved.contains("contacts/p39"))
    // On another disk, only the path identifies the store.
    try home.shell("cp -r moved far; rm -rf moved")
    let far = try home.cairn("state", "--store", "far").output
    expectTrue(far.contains("contacts/p7/~edit") && !far.contains("contacts/p39"))
    expectTrue(try home.cairn("state").output.contains("contacts/p39/~edit"))
    // In a copy of the whole home, each store has the drafts that it had.
    try home.shell("mkdir other; cp -r .local far other")
    let there = try home.shell("export HOME=$PWD/other; cairn state --store other/far; cairn state")
    expectTrue(there.output.contains("contacts/p7/~edit"))
    expectTrue(there.output.contains("contacts/p39/~edit"))
  }

  @Test func `stays with its store if a copy takes the place of the original`() throws {
    let home = try Home(sample: "contacts")
    let place = ".local/share/cairn"
    try home.shell("cp -r \(place) copy")
    try leaveDraft(home, of: "contacts/agathe", "Original", session: "one")
    try leaveDraft(home, of: "contacts/p7", "Copied", session: "one", store: "copy")
    try home.shell("mv \(place) old; mv copy \(place)")
    expectTrue(try home.output("state").contains("contacts/p7/~edit"))
    expectTrue(try home.output("state", "--store", "old").contains("contacts/p39/~edit"))
    // A restore gives the folder another identity; the copy at its own place takes nothing.
    try home.shell("mv \(place) x; cp -r x \(place); rm -r x; cp -r \(place) third")
    expectTrue(try !home.output("state", "--store", "third").contains("~edit"))
    expectTrue(try home.output("state").contains("contacts/p7/~edit"))
  }

  @Test func `is not taken by an original that never had one, while its copy is moved`() throws {
    let home = try Home(sample: "contacts")
    try home.shell("cp -r .local/share/cairn copy")
    try leaveDraft(home, of: "contacts/p7", "Copied", session: "one", store: "copy")
    try home.shell("mv copy moved")
    expectTrue(try !home.output("state").contains("contacts/p7/~edit"))
    try leaveDraft(home, of: "contacts/agathe", "Original", session: "one")
    expectTrue(try home.output("state").contains("contacts/p39/~edit"))
    let moved = try home.output("state", "--store", "moved")
    expectTrue(moved.contains("contacts/p7/~edit") && !moved.contains("contacts/p39"))
  }

  @Test func `is not deleted with a session that can't be read`() throws {
    let home = try Home(sample: "contacts")
    try leaveDraft(home, of: "contacts/agathe", "Typed", session: "one")
    let file = try #require(home.stateFiles.first)
    try home.shell("for f in $(dirname '\(file)')/one*.jsonl; do echo garbage > $f; done")
    let refused = try home.cairn("state", "clear", "--session", "one")
    expectEqual(refused.status, 1)
    expectTrue(refused.errors.contains("the session one can't be read"), refused.errors)
    try expectEqual(home.cairn("state", "clear", "--session", "one", "--drafts").status, 0)
  }
}
