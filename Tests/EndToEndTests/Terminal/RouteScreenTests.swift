import TestSupport
import Testing

@Suite struct `The screen of routes` {
  @Test func `shows them in matching order, and opens one once it has values`() throws {
    let home = try Home(sample: "contacts")
    let session = try home.start(columns: 100, rows: 40)
    try session.wait(forText: "? help")
    let patterns = try home.cairn("routes").output.split(separator: "\n").dropFirst().map { line in
      line.split(separator: " ").last.map(String.init) ?? ""
    }
    expectTrue(patterns.count > 10)
    session.send("oroutes\r")
    try session.wait(for: "every pattern in its order") { screen in
      let rows = screen.text.split(separator: "\n").dropFirst()
      let shown = rows.compactMap { row in row.split(separator: " ").last.map(String.init) }
      return shown.filter(patterns.contains) == patterns
    }
    try session.press("/record)/~edit\r", until: "1 of 1")
    try session.press("\r", until: "Enter opens")
    try session.press("\u{15}contacts/agathe/~edit\r", until: "field 1 of")
  }

  @Test func `is a step away from an address where nothing is`() throws {
    let home = try Home(sample: "contacts")
    let session = try home.start("contacts/p39/nothing", columns: 160, rows: 40)
    try session.wait(forText: "Nothing at this address")
    try session.press("G\r", until: "Routes for cairn://contacts/p39/nothing")
    try session.wait(forText: "contacts have no link nothing")
    try session.press("H", until: "Nothing at this address")
  }

  @Test func `says what the shell says, each pattern with its reason`() throws {
    let home = try Home(sample: "contacts")
    let printed = try home.cairn("routes", "--explain", "contacts/agathe").output
    let drawn = try home.cairn(
      "render", "cairn://~routes?explain=contacts/agathe", "--size", "240x40"
    ).output
    let rows = drawn.split(separator: "\n").map(String.init)
    var place = rows.startIndex
    for line in printed.split(separator: "\n").dropFirst() {
      let end = line.firstIndex(of: " ") ?? line.endIndex
      let (pattern, reason) = (line[..<end] + " ", line[end...].drop { $0 == " " })
      let next = rows[place...].firstIndex { $0.contains(pattern) && $0.contains(reason) }
      place = try #require(next, "\(line) in its place of\n\(drawn)") + 1
    }
    let wrong = try home.cairn("render", "cairn://~routes?explain=%25zz").output
    expectTrue(wrong.contains("No route matches this URL"))
  }
}
