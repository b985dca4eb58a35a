import Glibc
import TestSupport
import Testing

/// Commands, a shell and a pager that have the terminal for a while.
@Suite struct `The shell from a screen` {
  private let home: Home

  init() throws { home = try Home(sample: "recipes") }

  private func start(_ environment: [String: String] = [:]) throws -> TerminalSession {
    let session = try home.start(
      "recipes?where=lentil", environment: environment.merging(["SHELL": "/bin/sh"]) { $1 })
    try session.wait(forText: "? help")
    return session
  }

  /// Types a command where a key asks for one.
  private func run(
    _ command: String, by key: String = "!", in session: TerminalSession
  ) throws {
    try session.press(key, until: key == "!" ? "Run in the shell" : "as JSON Lines to")
    session.send(command + "\r")
  }

  /// Goes on after a command, whose words stay until then.
  private func goBack(_ session: TerminalSession) throws {
    try session.wait(forText: "Enter goes back]")
    try session.press("\r", until: "? help")
  }

  private func end(_ session: TerminalSession) throws {
    session.send("q")
    try expectEqual(session.waitForEnd(), 0)
  }

  @Test func `runs a command, whose words stay until Enter`() throws {
    let session = try start()
    let picture = session.picture
    try run("echo of $CAIRN_URL; exit 3", in: session)
    try session.wait(forText: "of cairn://recipes?where=lentil")
    try session.wait(forText: "ended with status 3")
    session.send("\r")
    try session.wait(forPicture: picture)
    try end(session)
  }

  @Test func `has the terminal where no command is given, in the store`() throws {
    let session = try start(["PS1": "ready> "])
    try session.press("!", until: "Run in the shell")
    try session.press("\r", until: "ready>")
    session.send("echo in $((6 * 7)) $CAIRN_STORE\r")
    try session.wait(forText: "in 42 /")
    session.send("exit\r")
    try session.wait(forText: "? help")
    try end(session)
  }

  @Test func `gives a command the marked records, or all that are shown`() throws {
    let session = try start()
    let shown = try home.output("list", "recipes", "lentil", "--count").filter(\.isNumber)
    expectTrue(Int(shown) ?? 0 > 1)
    try run("grep -c '\"Name\":'", by: "|", in: session)
    try session.wait(forText: "[Enter goes back]")
    expectTrue(session.screen.text.split(separator: "\n").contains { $0.hasPrefix(shown) })
    try session.press("\r", until: "? help")
    try session.press(" ", until: "1 marked")
    // What was typed last is there again.
    try session.press("|", until: "grep -c")
    session.send("\u{15}sed 's/.*/a record/'\r")
    try session.wait(forText: "a record")
    try goBack(session)
    let sent = String(decoding: session.terminal.received, as: UTF8.self)
    expectEqual(sent.split(separator: "a record", omittingEmptySubsequences: false).count, 2)
    expectTrue(home.names(in: ".cache/cairn/shell").isEmpty)
    try end(session)
  }

  @Test func `ends a command with Ctrl-C, and not the app`() throws {
    let session = try start()
    try run("echo begun; exec sleep 1000", by: "|", in: session)
    try session.wait(forText: "begun")
    session.send("\u{3}")
    try session.wait(forText: "ended with status 130")
    try goBack(session)
    try end(session)
  }

  @Test func `hears Enter whatever a command did to the terminal`() throws {
    let session = try start()
    try run("stty raw -echo; echo begun", in: session)
    try session.wait(forText: "begun")
    try goBack(session)
    try end(session)
  }

  @Test func `reads a list and a record in the person's pager`() throws {
    // It says so at the end, as a record's page may be longer than the terminal is high, and which
    // time it is, as what it wrote before stands below the app's screen.
    try home.writeScript(
      "cat; echo x >>paged; echo paged $1 $(wc -l <paged); read -r _ </dev/tty", to: "pager")
    let session = try start(["PAGER": "\(home.path)/pager with options"])
    session.send("\u{1B}OR")
    try session.wait(forText: "paged with 1")
    // Whole titles, without what a screen has around them.
    try session.wait(forText: "Name")
    expectTrue(!session.screen.text.contains("? help"))
    try session.press("\r", until: "? help")
    try session.press("\r", until: "INGREDIENTS")
    session.send("\u{1B}OR")
    try session.wait(forText: "paged with 2")
    session.send("\r")
    try session.wait(forText: "INGREDIENTS")
    try end(session)
  }

  @Test func `lets what a pager only prints be read, and removes what was left a day ago`() throws {
    try home.shell(
      "mkdir -p .cache/cairn/shell; touch -d 2026-11-01 .cache/cairn/shell/1.txt;"
        + "touch .cache/cairn/shell/2.txt")
    let session = try start(["PAGER": "cat -A"])
    session.send("\u{1B}OR")
    try session.wait(forText: "[Enter goes back]")
    expectTrue(session.screen.text.contains("Name"))
    try expectEqual(home.shell("ls .cache/cairn/shell | grep -c '^[12].txt'").output, "1\n")
    try session.press("\r", until: "? help")
    try end(session)
  }

  @Test func `says that a pager could not be run`() throws {
    let session = try start(["PAGER": "nopager"])
    try session.press("\u{1B}OR", until: "the pager ended with status 127")
    try end(session)
  }

  @Test func `takes a change back that a command made`() throws {
    let session = try start()
    let before = try home.output("list", "recipes", "lentil")
    try run("'\(Home.programs)/cairn' add recipes Name=Lentilade >/dev/null", in: session)
    try goBack(session)
    try session.wait(forText: "Lentilade")
    try session.press("u", until: "undone: add Lentilade")
    try expectEqual(home.output("list", "recipes", "lentil"), before)
    try end(session)
  }
}
