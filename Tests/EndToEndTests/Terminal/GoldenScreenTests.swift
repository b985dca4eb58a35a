import TestSupport
import Testing

/// How every screen looks is pictured where the app is tested; here the program shows them.
@Suite struct `A screen of 80x24` {
  @Test func `looks as it did, before there is a store`() throws {
    let home = try Home()
    try home.write("name\nAda\n", to: "people.csv")
    let session = try home.start()
    try session.wait(forText: "? help")
    expectSnapshot(session.screen.text, named: "welcome")
  }

  @Test(arguments: [("contacts", "j j"), ("contacts/agathe", "e Tab x"), ("~routes", "/ edit")])
  func `is on a terminal what it is without one`(url: String, keys: String) throws {
    let home = try Home(sample: "contacts")
    let drawn = try home.cairn("render", url, "--size", "80x24", "--keys", keys, "--read-only")
    #expect(drawn.status == 0, "\(drawn.errors)")
    let session = try home.start(url, "--read-only")
    try session.wait(forText: "? help")
    session.send(keys.replacing(" ", with: "").replacing("Tab", with: "\t"))
    try session.wait(for: "screen like\n\(drawn.output)") { $0.text + "\n" == drawn.output }
  }
}
