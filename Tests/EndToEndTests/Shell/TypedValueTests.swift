import TestSupport
import Testing

/// Typed and imported values in several time zones.
@Suite struct `A value from the shell` {
  private static let zones = ["UTC", "America/New_York", "Asia/Kolkata", "Pacific/Apia"]

  private func home(in zone: String, now: String = "2026-11-27T12:00:00Z") throws -> Home {
    try Home(environment: ["TZ": zone, "CAIRN_NOW": now])
  }

  @Test(arguments: zones)
  func `without a zone is shown as it was written`(zone: String) throws {
    let home = try home(in: zone)
    try home.write(
      "what,when\nCall,2024-05-01 10:00\nLate,2024-05-01 23:30\nEarly,2024-05-01 00:30\n",
      to: "calls.csv")
    try home.output("import", "calls.csv")
    let all = ["Call,2024-05-01 10:00", "Late,2024-05-01 23:30", "Early,2024-05-01 00:30"]
    try expectEqual(
      home.output("list", "calls", "--format", "csv").split(separator: "\n").dropFirst().map(
        String.init), all)
    try home.output("add", "calls", "what=Typed", "when=2024-06-01 10:00")
    expectTrue(try home.output("show", "calls/p4").contains("2024-06-01 10:00"))
    try home.output("set", "calls/p4", "when=2024-06-01 10:00")
    expectTrue(try home.output("show", "calls/p4").contains("2024-06-01 10:00"))
    for (day, count) in [("2024-05-01", "3"), ("2024-04-30", "0"), ("2024-05-02", "0")] {
      try expectEqual(home.output("list", "calls", "when:\(day)", "--count"), count + "\n", day)
    }
    let groups = try home.output("list", "calls?group=when", "--plain")
    expectTrue(groups.contains("2024-05-01") && !groups.contains("2024-04-30"), groups)
  }

  @Test(arguments: zones)
  func `of a moment is the same when what is shown is typed again`(zone: String) throws {
    let home = try home(in: zone)
    try home.write("what,when\nCall,2024-05-01T10:00:00Z\n", to: "calls.csv")
    try home.output("import", "calls.csv")
    let stored = try home.output("list", "calls", "--format", "json")
    let shown = try home.output("list", "calls", "--columns", "when").split(separator: "\n")[1]
    try home.output("set", "calls/p1", "when=\(shown)")
    try expectEqual(home.output("list", "calls", "--format", "json"), stored)
  }

  @Test func `of today is the one of the local day`() throws {
    // 23:06 on 26 November in New York.
    let home = try home(in: "America/New_York", now: "2026-11-27T04:06:00Z")
    try home.write("what,when\na,2026-11-27T04:00:00Z\nb,2026-11-27T05:30:00Z\n", to: "calls.csv")
    try home.output("import", "calls.csv")
    for filter in ["when:today", "when:2026-11-26", "when:26.11.2026"] {
      try expectEqual(
        home.output("list", "calls", filter, "--columns", "what"), "what\na\n", filter)
    }
  }

  @Test func `with a zone in one field and without in another has two types`() throws {
    let home = try home(in: "America/New_York")
    try home.write(
      #"[{"description":"foo","wait":"20141226T203354Z","entry":"2014-12-26T20:33:54"}]"#,
      to: "tasks.json")
    try home.output("import", "tasks.json")
    let model = try home.output("model", "show")
    expectTrue(model.contains("wait datetime\n") && model.contains("entry localtime\n"), model)
    let shown = try home.output("list", "tasks", "--format", "json")
    for time in ["\"2014-12-26T20:33:54Z\"", "\"2014-12-26T20:33:54\""] {
      expectTrue(shown.contains(time), shown)
    }
  }

  @Test func `without a zone is local time in an edited text, too`() throws {
    let home = try home(in: "America/New_York")
    try home.write(
      #"[{"n":"a","at":"2024-06-01T10:00:00Z","on":"2024-06-01T10:00:00"}]"#, to: "things.json")
    try home.output("import", "things.json")
    func edit(_ script: String) throws -> Answer {
      try home.write("#!/bin/sh\nsed -i -e '\(script)' \"$1\"\n", to: "editor")
      return try home.shell("chmod +x editor; EDITOR=\"$PWD/editor\" cairn edit things")
    }
    try expectEqual(edit("s/^at: .*/at: 2024-06-02 09:30/").errors, "cairn: things: 1 changed\n")
    let changed = try home.output("list", "things", "--format", "json")
    expectTrue(changed.contains("\"at\": \"2024-06-02T13:30:00Z\""), changed)
    let refused = try edit("s/^on: .*/on: 2024-06-02T09:30:00Z/")
    expectEqual(refused.status, 1)
    expectTrue(refused.errors.contains("drop the zone"), refused.errors)
    try expectEqual(home.output("list", "things", "--format", "json"), changed)
  }

  @Test func `is shown to a person as it was read, and not to a script`() throws {
    let home = try home(in: "UTC")
    try home.write("what,day,n\nCall,2024-05-01,1\n", to: "calls.csv")
    try home.output("import", "calls.csv")
    let words = ["day=friday", "n=1.2k"]
    try expectEqual(home.cairn(["set", "calls/p1"] + words).errors, "")
    let session = try home.startShell(
      #""$0" set calls/p1 day=friday n=1.2k; "$0" add calls what=x day=2026-11-30; exec cat"#)
    try session.wait(forText: "day = Friday 2026-11-27")
    try session.wait(forText: "n = 1200")
    try session.wait(forText: "cairn://calls/p2")
    expectTrue(!session.screen.text.contains("2026-11-30"))
  }

  @Test func `keeps all digits`() throws {
    let home = try home(in: "UTC")
    try home.write("{\"n\":9007199254740993}\n{\"n\":1e3}\n", to: "numbers.jsonl")
    try home.output("import", "numbers.jsonl")
    try expectEqual(
      home.output("list", "numbers", "--format", "csv"), "n\n9007199254740993\n1000\n")
    try home.write("x\n1E5\n2E10\n12345E678\n", to: "codes.csv")
    try home.output("import", "codes.csv")
    try expectEqual(home.output("list", "codes", "--format", "csv"), "x\n1E5\n2E10\n12345E678\n")
  }

  @Test func `is a new choice of a field whose choices were inferred`() throws {
    let home = try home(in: "UTC")
    let rows = (0..<29).map { "P\($0),\(["work", "friends", "neighbors"][$0 % 3])\n" }.joined()
    try home.write("Name,Group\n" + rows, to: "people.csv")
    try home.output("import", "people.csv")
    let answer = try home.cairn("set", "people/p1", "Group=family")
    expectEqual(answer.status, 0)
    expectTrue(answer.errors.contains("new choice"), answer.errors)
    expectTrue(try home.output("show", "people/p1").contains("family"))
  }

  @Test(arguments: [
    ("!kind:d", "-kind:d"), ("not kind:d", "NOT kind:d"), ("kind:a or kind:b", "OR"),
  ])
  func `has a hint where a filter is spelled as elsewhere`(filter: String, hint: String) throws {
    let home = try home(in: "UTC")
    try home.write("title,kind\nfoo,a\nbar,b\nbaz,d\n", to: "things.csv")
    try home.output("import", "things.csv")
    let answer = try home.cairn("list", "things", filter)
    expectTrue(answer.errors.contains(hint), "\(filter): \(answer.errors)")
    try expectEqual(home.cairn("list", "things", "http://x.org").errors, "")
  }

  @Test(arguments: ["Europe/Nowhere", "../../etc/passwd", "/etc/passwd"])
  func `is refused in a zone that is not there`(zone: String) throws {
    let home = try home(in: zone)
    let answer = try home.cairn("init")
    expectEqual(answer.status, 64)
    expectTrue(answer.errors.hasPrefix("cairn: TZ: "), answer.errors)
    expectEqual(home.names(in: ".local/share"), [])
  }
}
