import TestSupport
import Testing

/// Drafts that are typed without a terminal, each in a program that then ends.
@Suite struct `Drafts and the shell` {
  private let home: Home

  init() throws { home = try Home(sample: "recipes") }

  @discardableResult
  private func render(_ url: String?, _ keys: String, session: String = "main") throws -> String {
    let place = url.map { [$0] } ?? []
    return try home.output(
      ["render"] + place + ["--state", "--session", session, "--size", "100x40", "--keys", keys])
  }

  @Test func `show a draft where its URL is opened`() throws {
    try render("recipes", "e x y z Escape")
    let url = try #require(
      home.output("state").split(separator: " ").first { $0.contains("~edit") }
    ).dropLast()
    expectTrue(try render(String(url), "").contains("xyz"))
    expectTrue(try render(String(url), "", session: "other").contains("xyz"))
    // The draft was moved. There is one still.
    try expectEqual(home.output("state").split(separator: "~edit").count, 2)
    try render("recipes/~new", "q w e", session: "other")
    expectTrue(try render("recipes/~new", "", session: "main").contains("qwe"))
  }

  @Test func `show a draft of a collection that has another name since`() throws {
    try render("recipes", "j j e x y Escape")
    try render("~model", "e C-u Dishes Enter")
    expectTrue(try render("dishes", "j j e").contains("xy"))
    let old = try #require(
      home.output("state").split(whereSeparator: \.isWhitespace).last { $0.contains("~edit") })
    let url = old.replacing("recipes/", with: "dishes/")
    try expectEqual(home.cairn("state", "discard", String(url)).status, 0)
  }

  @Test func `open the record of a draft in a new tab, and no second form`() throws {
    let screen = try render("recipes/p1/~edit", "X X C-x n")
    expectTrue(!screen.contains("field 1 of") && screen.contains("2/2"), screen)
    try expectEqual(home.output("state").split(separator: "~edit").count, 2)
  }

  @Test func `delete a draft, or all of a URL, and say which`() throws {
    try render("recipes/~new", "F i r s t", session: "one")
    try render("recipes", "a S e c o n d", session: "two")
    let several = try home.cairn("state", "discard", "recipes/~new")
    if several.status != 0 {
      expectTrue(several.errors.contains("add --session NAME or --all"), several.errors)
    }
    let all = try home.cairn("state", "discard", "recipes/~new", "--all")
    expectTrue(all.errors.contains("deleted the draft New recipe") || several.status == 0)
    try expectTrue(!home.output("state").contains("~new"))
    try render("recipes/p1/~edit", "X")
    let near = try home.cairn("state", "discard", "recipes/p1")
    expectTrue(near.errors.contains("did you mean"), near.errors)
  }

  @Test func `clear all sessions, and keep their drafts`() throws {
    try render("recipes/p1/~edit", "X", session: "one")
    try render("recipes", "j j Enter", session: "two")
    let answer = try home.cairn("state", "clear")
    expectTrue(answer.errors.contains("1 draft kept"), answer.errors)
    let start = try home.output("render", "--state", "--size", "80x24")
    expectTrue(start.contains("CONTINUE") && start.contains("cairn://~launcher"), start)
  }

  @Test func `say so if the session can't be saved`() throws {
    let name = String(repeating: "a", count: 300)
    let screen = try render("recipes/p1/~edit", "X", session: name)
    expectTrue(screen.contains("Drafts can't be saved"), screen)
  }

  @Test func `keep a session of a clock that was never set`() throws {
    try home.shell(
      """
      CAIRN_NOW=1969-12-31T23:59:59Z cairn render recipes --state --session main \\
        --keys 'j j e x Escape'
      """)
    expectTrue(try render(nil, "").contains("recipes"))
    try expectTrue(home.output("state").contains("~edit"))
  }

  /// Two sides change the lines of one recipe, and one line in two ways.
  @Test func `replace only the line that both sides changed`() throws {
    try home.shell(
      """
      set -e
      cairn render recipes/p1/~edit --state --session main \\
        --keys 'C-End BTab End X X Escape' >/dev/null
      set -- $(cairn show recipes/p1 --format json | grep -o 'cairn://ingredients/p[0-9]*')
      echo "$1 $3 $8" > urls
      cairn set "$8" Note=other
      cairn set "$1" Quantity=777
      cairn remove "$3"
      cairn add ingredients Item=elsewhere Recipe=recipes/p1
      """)
    let asked = try render("recipes/p1", "e C-s")
    expectTrue(asked.contains("elsewhere; save again to replace that"), asked)
    try render(nil, "C-s")
    let urls = try home.shell("cat urls").output.split(whereSeparator: \.isWhitespace)
      .map(String.init)
    try expectTrue(home.output("show", urls[0]).contains("777"))
    try expectEqual(home.cairn("show", urls[1]).status, 1)
    try expectTrue(home.output("list", "recipes/p1/ingredients").contains("elsewhere"))
  }
}
