import TestSupport
import Testing

@Suite struct `Settings that change while the app runs` {
  private static let file = ".config/cairn/config.toml"

  @Test func `hold from then on, and a mistake costs only itself`() throws {
    let home = try Home(sample: "contacts")
    try home.write("", to: Self.file)
    let session = try home.start("contacts")
    try session.wait(forText: "1 of 64")
    try home.write(
      "[routes]\n\"cairn://at/(town)\" = \"cairn://contacts?where=(town)\"\n", to: Self.file)
    try session.wait(forText: "your changed settings")
    try session.press("oat/lyon\r", until: "of 22")

    try home.write("[routes]\nx = 1\n", to: Self.file)
    try session.wait(forText: "~/.config/cairn/config.toml, line 2")
    try session.press("oat/lyon\r", until: "Nothing at this address")

    try home.write("[navigation]\nrestore = \"none\"\n", to: Self.file)
    try session.wait(forText: "your changed settings")
    session.send("q")
    try expectEqual(session.waitForEnd(), 0)
    expectTrue(home.stateFiles.isEmpty)
  }

  @Test func `make Greek letters two columns wide, in lists that are open, too`() throws {
    let home = try Home()
    try home.write("Name,City\nΩΩΩΩΩΩΩΩ,Δ\n", to: "letters.csv")
    try home.output("init")
    try home.output("import", "letters.csv")
    try home.write("", to: Self.file)
    let url = "letters"
    func columnOfCity(_ text: String) -> Int? {
      text.split(separator: "\n").first { $0.contains("CITY") }.map {
        $0.prefix { $0 != "C" }.count
      }
    }
    func columnInPrint() throws -> Int? { try columnOfCity(home.output("render", url)) }
    let narrow = try #require(try columnInPrint())
    let session = try home.start(url)
    try session.wait(forText: "1 of 1")
    expectEqual(columnOfCity(session.screen.text), narrow)
    try home.write("[look]\nambiguous-width = \"wide\"\n", to: Self.file)
    try session.wait(forText: "your changed settings")
    let wide = try #require(try columnInPrint())
    expectTrue(wide > narrow, "\(narrow) and \(wide)")
    try session.wait(for: "the wide columns") { columnOfCity($0.text) == wide }
    session.send("q")
    try expectEqual(session.waitForEnd(), 0)
  }

  @Test func `keep nobody out by a mistake, and can be mended from within`() throws {
    let home = try Home(sample: "contacts")
    try home.write("[keys]\n\"row.dwn\" = \"S\"\n", to: Self.file)
    let keys = try home.cairn("keys")
    expectTrue(keys.status == 0 && keys.output.contains("row.down"))
    expectTrue(keys.errors.contains("no action is called 'row.dwn'"))
    expectTrue(keys.errors.contains("all other settings are in use"))
    try home.writeScript("echo x >>runs", to: "ed")
    let session = try home.start(
      "contacts", environment: ["EDITOR": "\(home.path)/ed"], columns: 160)
    try session.wait(forText: "~/.config/cairn/config.toml, line 2, column 1: no action")
    try session.press("j", until: "2 of 64")
    try session.press(":settings", until: "Settings")
    try session.press("\r", until: "no action is called 'row.dwn'")
    try session.press("E", until: "The settings have a mistake")
    try home.write("#!/bin/sh\nsed -i s/dwn/down/ \"$1\"\n", to: "ed")
    try session.press("\r", until: "your changed settings")
    session.send("q")
    try expectEqual(session.waitForEnd(), 0)
    expectTrue(home.text(of: Self.file).contains("row.down"))
  }

  @Test func `hold once a person is back where not even their folder's folder was there`() throws {
    let home = try Home(sample: "contacts")
    expectTrue(!home.names(in: "").contains(".config"))
    let session = try home.start("contacts")
    try session.wait(forText: "1 of 64")
    try home.write("[aliases]\nlyon = \"contacts?city=Lyon\"\n", to: Self.file)
    // What a terminal sends when its window gets the focus.
    try session.press("\u{1B}[I", until: "your changed settings")
    try session.press("o@lyon\r", until: "city=Lyon")
    try home.write("", to: Self.file)
    try session.wait(forText: "your changed settings")
  }

  @Test func `give the prompt for a URL its names`() throws {
    let home = try Home(sample: "contacts")
    _ = try home.cairn("favorites", "add", "contacts/agathe", "--name", "boss")
    try home.write("[aliases]\nlyon = \"contacts?where=lyon\"\n", to: Self.file)
    let session = try home.start("contacts")
    try session.wait(forText: "1 of 64")
    try session.press("o@lyon\r", until: "of 22")
    try session.press("o@boss\r", until: "MENTEES")
    try session.press("o@lyn\r", until: "did you mean @lyon?")
    try home.write("[aliases]\nlyn = \"contacts\"\n", to: Self.file)
    try session.press(" ", until: "your changed settings")
    session.send("o@lyn\r")
    try session.wait(for: "the list of @lyn") {
      $0.text.contains("of 64") && !$0.text.contains("did you mean")
    }
  }

  @Test func `forget what is older than they say from then on`() throws {
    let home = try Home(sample: "contacts")
    let session = try home.start(
      "contacts/agathe", environment: ["CAIRN_NOW": "2026-10-01T10:30:00Z"])
    try session.wait(forText: "MENTEES")
    session.send("q")
    try expectEqual(session.waitForEnd(), 0)
    let again = try home.start("contacts?city=Lyon")
    try again.wait(forText: "of 22")
    try again.wait(untilStateOf: home, holds: "city=Lyon")
    expectTrue(home.state.contains("contacts/p39"))
    try home.write("[navigation]\nforget-after-days = 30\n", to: Self.file)
    try again.press("\u{1B}[I", until: "your changed settings")
    try again.terminal.wait(
      for: "a history without the old", outside: { !home.state.contains("contacts/p39") })
    try again.press("H", until: "no screen before")
  }

  @Test func `bring nothing back once they say so`() throws {
    let home = try Home(sample: "contacts")
    let session = try home.start("contacts/agathe")
    try session.wait(forText: "MENTEES")
    session.send("q")
    try expectEqual(session.waitForEnd(), 0)
    try home.write("[navigation]\nrestore = \"none\"\n", to: Self.file)
    let again = try home.start()
    try again.wait(forText: "ALL RECORDS")
    try again.press("H", until: "no screen before")
  }

  @Test(arguments: [("root", "ALL RECORDS"), ("top", "MENTEES"), ("all", "MENTEES")])
  func `decide how much of the way comes back`(mode: String, text: String) throws {
    let home = try Home(sample: "contacts")
    try home.write("[navigation]\nrestore = \"\(mode)\"\n", to: Self.file)
    let session = try home.start("contacts/agathe")
    try session.wait(forText: "MENTEES")
    session.send("q")
    try expectEqual(session.waitForEnd(), 0)
    let again = try home.start()
    try again.wait(forText: text)
    try again.press("H", until: mode == "all" ? "2 of 64 · by" : "no screen before")
  }
}
