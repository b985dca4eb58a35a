import Glibc
import TestSupport
import Testing

@Suite struct `The terminal` {
  @Test(arguments: ["quit", "TERM", "HUP", "INT"])
  func `is as it was found after each end`(end: String) throws {
    let home = try Home(sample: "contacts")
    // The shell keeps the terminal open, so that its modes can be compared afterwards.
    let session = try home.startShell(
      #"trap : TERM HUP INT; sh -c 'echo $$ >process; exec "$0" contacts' "$0"; echo "left $?"; read x"#
    )
    let modes = session.terminal.modes
    try session.wait(forText: "1 of 64")
    expectTrue(session.terminal.modes != modes)
    if end == "quit" {
      session.send("q")
    } else {
      try expectTrue(home.signal(end))
    }
    try session.wait(forText: "left")
    expectEqual(session.terminal.modes, modes)
    expectTrue(!session.screen.isAlternate)
    expectTrue(session.screen.isCursorVisible)
    expectTrue(session.screen.ownKeys.isEmpty)
    expectTrue(session.screen.modes.isDisjoint(with: [1, 1000, 1002, 1003, 1004, 1006, 2004]))
  }

  @Test func `has an empty row for the shell where it has no screen aside`() throws {
    let home = try Home(sample: "contacts")
    let session = try home.startShell(#"TERM=xterm-r5 "$0" contacts; echo "left $?"; read x"#)
    try session.wait(forText: "1 of 64")
    expectTrue(!session.screen.isAlternate)
    session.send("q")
    try session.wait(forText: "left")
    let rows = session.screen.text.split(separator: "\n")
    expectEqual(rows.last { $0.contains("left") }, "left 0")
  }

  @Test func `shows why the program stays where much is to be written still`() throws {
    let home = try Home(environment: [:])
    let rows = (0..<60_000).map { "Item \($0),1\n" }.joined()
    try home.output("import", "-", "--into", "Item", "--format", "csv", input: "Name,Size\n" + rows)
    let session = try home.startShell(#""$0" items; echo "left $?"; read x"#)
    try session.wait(forText: "1 of 60 000")
    try session.press("ga", until: "60 000 marks are too many")
    try session.press("c", until: "Change of")
    session.send("s")
    try session.press("\u{15}2\r", until: "saved Size of 60 000")
    session.send("q")
    try session.wait(forText: "left 0")
    expectTrue(
      session.screen.text.contains(
        "cairn: the files of text are being brought up to date; to end that loses nothing"))
    try expectEqual(home.output("list", "items", "Size=2", "--count"), "60000\n")
  }

  @Test(arguments: [SIGTERM, SIGHUP])
  func `is left where a program is in front and the end is asked for`(signal: Int32) throws {
    let home = try Home(sample: "contacts")
    // It leads its session, as in a window of its own: nobody else tells the program of the end.
    let session = try home.start("contacts")
    try session.wait(forText: "1 of 64")
    try session.press("!", until: "Run")
    try session.press("echo begun; exec sleep 1000\r", until: "begun")
    session.signal(signal)
    try expectEqual(session.waitForEnd(), 128 + signal)
  }

  @Test func `is the shell's while the program is stopped`() throws {
    let home = try Home(sample: "contacts")
    let session = try home.startShell(
      #"program=$0; set -m; "$program" contacts; echo stopped; read x; fg"#)
    let modes = session.terminal.modes
    try session.wait(forText: "1 of 64")
    try session.press("j", until: "2 of 64")
    let picture = session.picture
    session.send("\u{1A}")
    try session.wait(forText: "stopped")
    expectEqual(session.terminal.modes, modes)
    expectTrue(!session.screen.isAlternate)
    session.send("\r")
    try session.wait(forPicture: picture)
    try session.press("k", until: "1 of 64")
    session.send("q")
    try expectEqual(session.waitForEnd(), 0)
  }
}

extension Home {
  /// Sends a signal to the process that a script noted.
  func signal(_ name: String) throws -> Bool {
    let numbers = ["TERM": SIGTERM, "HUP": SIGHUP, "INT": SIGINT]
    guard let number = numbers[name],
      let process = pid_t(text(of: "process").filter(\.isNumber))
    else { return false }
    return kill(process, number) == 0
  }
}
