import TestSupport
import Testing

@Suite struct `Opening a file of a record` {
  @Test func `starts the system's program after one question`() throws {
    let home = try Home()
    try home.write(
      "%rec: Bill\n%title: Name\n%attribute: Name string\n%attribute: Receipt file\n",
      to: "bills.rec")
    try home.write("abc", to: "bill.pdf")
    try home.write("#!/bin/sh\n", to: "run.pdf")
    try home.output("init", "--model", "bills.rec")
    try home.output("add", "bills", "Name=Power", "Receipt=bill.pdf")
    try home.output("add", "bills", "Name=Water", "Receipt=run.pdf")
    try home.writeScript("echo \"$1\" >> \"$HOME/opened\"", to: "xdg-open")
    let session = try home.start("bills/p1", environment: ["PATH": "\(home.path):/usr/bin:/bin"])
    try session.wait(forText: "Receipt  bill.pdf")
    try session.press("j\r", until: "Open bill.pdf in another program?")
    session.send("o")
    try session.terminal.wait(for: "the file", outside: { home.text(of: "opened") != "" })
    expectTrue(home.text(of: "opened").hasSuffix("/bill.pdf\n"))
    try session.wait(forText: "Receipt  bill.pdf")
    session.send("\r")
    try session.terminal.wait(
      for: "the file again", outside: { home.text(of: "opened").split(separator: "\n").count == 2 })
    try session.press("J", until: "run.pdf")
    try session.press("\r", until: "run.pdf is a program, so it is not opened")
    session.send("q")
    try expectEqual(session.waitForEnd(), 0)
  }
}
