import TestSupport
import Testing

/// The screens as they look with the bundled samples.
@Suite struct `A screen of 80x24` {
  @Test(arguments: [
    ("launcher", "~launcher", ""),
    ("launcher-favorites", "contacts", "/ lyon Enter b l g h"),
    ("list", "contacts", "j j"),
    ("list-preview", "contacts", "p j"),
    ("list-filtered", "contacts", "/ group=work"),
    ("list-filter-wrong", "contacts", "/ grup=work"),
    ("detail", "contacts/agathe", "j j"),
    ("form", "contacts/agathe/~edit", "Tab Tab Tab BSpace BSpace"),
    ("form-wrong", "contacts/agathe/~edit", "C-u C-s"),
    ("form-new", "contacts/~new?City=Lyon", ""),
    ("help", "contacts", "?"),
    ("palette", "contacts/agathe", ": agri"),
    ("palette-url", "contacts", ": contacts?where=Ci"),
    ("not-found", "contcats", ""),
    ("record-gone", "contacts/p9999", ""),
    ("routes", "~routes", ""),
    ("routes-explained", "~routes?explain=contacts/agathe", ""),
  ])
  func `looks as it did, over contacts`(name: String, url: String, keys: String) throws {
    try expectScreen("contacts-\(name)", of: url, keys: keys, in: Home(sample: "contacts"))
  }

  @Test(arguments: [
    ("launcher", "~launcher", ""), ("list", "recipes", ""), ("detail", "recipes/cullen-skink", ""),
    ("detail-links", "recipes/adas-polo", "G"), ("form", "recipes/adas-polo/~edit", ""),
    ("linked", "recipes/adas-polo/ingredients", ""), ("found", "~find?q=lemon%20peel", ""),
    ("list-grouped", "recipes?group=Kind", "z t a { z a j j j"),
    ("list-columns", "recipes", "z c j Space J"),
    ("form-lines", "recipes/adas-polo/~edit", "PageDown BTab M-Up"),
  ])
  func `looks as it did, over recipes`(name: String, url: String, keys: String) throws {
    try expectScreen("recipes-\(name)", of: url, keys: keys, in: Home(sample: "recipes"))
  }

  @Test func `looks as it did, before there is a store`() throws {
    let home = try Home()
    try home.write("name\nAda\n", to: "people.csv")
    let session = try home.start()
    try session.wait(forText: "? help")
    expectSnapshot(session.screen.text, named: "welcome")
  }

  private func expectScreen(
    _ name: String, of url: String, keys: String, in home: Home
  ) throws {
    let drawn = try home.cairn("render", url, "--size", "80x24", "--keys", keys)
    #expect(drawn.status == 0, "\(drawn.errors)")
    let rows = drawn.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    #expect(rows.count == 24)
    expectSnapshot(rows.joined(separator: "\n"), named: name)
  }
}
