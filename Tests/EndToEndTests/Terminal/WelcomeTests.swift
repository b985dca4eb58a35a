import TestSupport
import Testing

@Suite struct `The very first start` {
  @Test func `offers the demo, the files of the folder and an empty store`() throws {
    let home = try Home()
    try home.write("name,city\nAda,London\n", to: "people.csv")
    let session = try home.start()
    try session.wait(forText: "? help")
    expectTrue(session.screen.text.contains("d  Look around in the demo"))
    expectTrue(session.screen.text.contains("e  Start with an empty store"))
    expectTrue(session.screen.text.contains("1  people.csv"))
    session.send("q")
    try expectEqual(session.waitForEnd(), 0)
    expectEqual(home.names(in: "."), ["people.csv"])
  }

  @Test func `leads to any of the samples, and back to one that was begun`() throws {
    let home = try Home()
    for isNew in [true, false] {
      let session = try home.start()
      try session.wait(forText: "Welcome to Cairn")
      try session.press("s", until: "Samples")
      // A frame comes in parts.
      if !isNew { try session.wait(forText: "where you left it") }
      try session.press("s", until: "sites")
      session.send("q")
      try expectEqual(session.waitForEnd(), 0)
    }
  }

  @Test func `shows what would come of a file, imports it, and shows what did`() throws {
    let home = try Home()
    try home.write("name,city\nAda,London\nBob,Lyon\n", to: "people.csv")
    let session = try home.start()
    try session.wait(forText: "Welcome to Cairn")
    try session.press("1", until: "people, a new collection")
    try session.wait(forText: "2 new")
    try session.press("I", until: "imported people: 2 new")
    try session.wait(forText: "1 of 2")
    try session.wait(forText: "London")
  }

  @Test func `leaves no store behind where a file was only looked at`() throws {
    let home = try Home()
    try home.write("name\nAda\n", to: "people.csv")
    let session = try home.start()
    try session.wait(forText: "Welcome to Cairn")
    try session.press("1", until: "1 new")
    session.send("q")
    try expectEqual(session.waitForEnd(), 0)
    try expectEqual(home.cairn("store", "info").status, 1)
  }

  @Test func `leads to any file`() throws {
    let home = try Home()
    for number in 1...12 { try home.write("name\nAda\n", to: "list\(number).csv") }
    let session = try home.start()
    try session.wait(forText: "Welcome to Cairn")
    try session.press("f", until: "1 of 12")
    try session.press("\r", until: "1 new")
    try session.press("I", until: "imported")
  }

  @Test func `can begin with nothing`() throws {
    let home = try Home()
    let session = try home.start()
    try session.wait(forText: "Welcome to Cairn")
    try session.press("e", until: "0 records")
    session.send("q")
    try expectEqual(session.waitForEnd(), 0)
    try expectEqual(home.cairn("store", "info").status, 0)
  }

  @Test func `says where an empty store would be made, and makes it there`() throws {
    let home = try Home()
    let session = try home.start(environment: ["CAIRN_STORE": home.path + "/elsewhere"])
    try session.wait(forText: "Welcome to Cairn")
    try session.wait(forText: "~/elsewhere")
    expectTrue(!session.screen.text.contains(".local/share"))
    try session.press("e", until: "0 records")
    expectTrue(home.names(in: ".").contains("elsewhere"))
  }

  @Test func `opens the demo in a store of its own`() throws {
    let demo = ".local/share/cairn-demo/recipes"
    let home = try Home()
    let session = try home.start()
    try session.wait(forText: "Welcome to Cairn")
    try session.press("d", until: "Recipes")
    session.send("q")
    try expectEqual(session.waitForEnd(), 0)
    let answer = try home.cairn("store", "info")
    expectEqual(answer.status, 1)
    expectTrue(answer.errors.hasSuffix("--store ~/\(demo) opens the demo's store\n"))
    expectEqual(home.names(in: ".local/share"), ["cairn-demo"])
    try expectEqual(home.cairn("store", "info", "--store", home.path(demo)).status, 0)
  }

  @Test(arguments: ["recipes", "contacts", "books", "servers", "tasks"])
  func `has demos of several kinds`(name: String) throws {
    let home = try Home()
    let session = try home.start("demo", name)
    try session.wait(forText: "cairn://\(name)")
    session.send("q")
    try expectEqual(session.waitForEnd(), 0)
  }
}
