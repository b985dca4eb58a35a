import CairnFiles
import Glibc
import TestSupport
import Testing

@Suite struct `The example apps` {
  private func kill(
    _ session: TerminalSession, of name: String, in home: Home, onceSaved text: String
  ) throws {
    try session.terminal.wait(
      for: "\(text) in the saved state",
      outside: { home.state(ofExample: name).contains(text) })
    session.signal(SIGKILL)
    _ = try session.waitForEnd()
  }

  @Test func `keep timestamps, take a deletion back, and resume after a kill`() throws {
    let home = try Home()
    let session = try home.startExample("timestamps")
    try session.wait(forText: "Nothing here")
    try session.press("a", until: "added")
    let file = ".local/share/timestamps/events.jsonl"
    let kept = home.text(of: file)
    expectEqual(kept.split(separator: "\n").count, 1)
    try session.press("d", until: "Nothing here")
    expectTrue(home.text(of: file).isEmpty)
    try session.press("u", until: "taken back")
    expectEqual(home.text(of: file), kept)
    let number = kept.filter(\.isNumber)
    try session.press("\r", until: "Milliseconds since 1970")
    try kill(session, of: "timestamps", in: home, onceSaved: "events/\(number)")

    let resumed = try home.startExample("timestamps")
    try resumed.wait(forText: number)
    resumed.send("q")
    try expectEqual(resumed.waitForEnd(), 0)
  }

  @Test func `show the processes of this machine, the test's own among them`() throws {
    let session = try Home().startExample("procs")
    try session.wait(forText: "COMMAND")
    try session.press("/\(getpid())", until: "/ \(getpid())")
    session.send("\r\r")
    try session.wait(forText: "Threads")
    try session.press("omanual\r", until: "https://docs.kernel.org")
    session.send("cq")
    try expectEqual(session.waitForEnd(), 0)
  }

  @Test func `come back to a process after a kill, and end it after asking`() throws {
    let home = try Home()
    let victim = try TerminalSession(["/bin/sleep", "1000"])
    let session = try home.startExample("procs")
    try session.wait(forText: "COMMAND")
    try session.press("oall/\(victim.processNumber)\r", until: "Threads")
    try kill(session, of: "procs", in: home, onceSaved: "all/\(victim.processNumber)")

    let resumed = try home.startExample("procs")
    try resumed.wait(forText: "Threads")
    try resumed.press("d", until: "End sleep?")
    try resumed.press("t", until: "told sleep")
    try expectEqual(victim.waitForEnd(), 128 + SIGTERM)
    resumed.send("q")
    try expectEqual(resumed.waitForEnd(), 0)
  }

  @Test func `import recipes, list the quick ones, and send them away after asking`() throws {
    let home = try Home()
    try home.write(
      """
      Name,Minutes,Kind
      Leek soup,15,soup
      Omelette,10,main dish
      Pancakes,20,dessert
      Fruit salad,10,dessert
      Tart,60,dessert

      """, to: "new.csv")
    let session = try home.startExample("kitchen")
    try session.wait(forText: "Quick tonight")
    try session.press(":kitchen://import\r", until: "Import the file")
    try session.press("new.csv\r", until: "recipes: 5 new")
    try session.press("\r", until: "Leek soup")
    expectTrue(!session.screen.text.contains("Tart"))
    try session.press(":kitchen://export\r", until: "Send an email")
    // The README shows this screen.
    let readme = String(
      decoding: try RealFileSystem().read("\(GuidePage.top)/README.md"), as: UTF8.self)
    let picture = readme.split(separator: "```text\n")[1].split(separator: "```")[0]
    expectTrue(picture.contains("kitchen://quick/20"))
    let rows = session.screen.text.split(separator: "\n")
    for row in picture.split(separator: "\n") { expectTrue(rows.contains(row), "\(row)") }
    try session.press("c", until: "wrote recipes.csv")
    expectTrue(home.text(of: "recipes.csv").contains("Leek soup,15,soup"))
    try session.press(":kitchen://export\r", until: "Send an email")
    try session.press("e", until: "mailto:?subject=Recipes")
    session.send("cq")
    try expectEqual(session.waitForEnd(), 0)
  }

  @Test(arguments: ["timestamps", "procs", "kitchen"])
  func `say on standard error why they can't start, and fail`(name: String) throws {
    let home = try Home()
    // A file stands where the folder of the app's state, or of its data, would be made.
    try home.write("", to: ".local")
    let outcome = try home.runExample(name)
    expectEqual(outcome.status, 1)
    expectTrue(outcome.output.isEmpty)
    expectTrue(outcome.errors.hasPrefix("\(name): "))
    // The processes need no folder, and are shown without a kept state.
    let reason = name == "procs" ? "no terminal" : ".local"
    expectTrue(outcome.errors.contains(reason), outcome.errors)
  }
}
