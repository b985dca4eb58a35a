import CairnKit
import CairnScreens
import TestSupport
import Testing

/// The settings that an author gives an app before it runs, and that its screens read.
@Suite struct `Opening URLs` {
  /// A page that says its text, and opens something when `a` is pressed.
  private final class Page: Screen {
    let title: String
    let effects: [Effect]
    private(set) var note = ""

    init(_ title: String, _ effects: [Effect] = []) {
      (self.title, self.effects) = (title, effects)
    }

    var contexts: [ActionContext] { [.list, .rows, .browsing] }
    var status: ScreenStatus { ScreenStatus(title) }
    func draw(on canvas: inout Canvas, theme: Theme) {
      canvas.write("this is \(title) \(note)", at: Position(column: 1, row: 0))
    }
    func perform(_ action: ActionName) -> [Effect]? { action == .add ? effects : nil }
    func encodeState(to encoder: inout StateEncoder) { encoder.encode(note, as: "note") }
    func decodeState(from decoder: StateDecoder) { note = decoder.decode("note") ?? "" }
  }

  private func app(_ effects: [Effect] = []) throws -> Application {
    Application(
      try URLMap(home: "zones://home") {
        Route("zones://home") { (_: ScreenURL) in Page("home", effects) }
        Route("zones://a") { (_: ScreenURL) in Page("a", effects) }
        Route("zones://b", parent: "zones://a") { (_: ScreenURL) in Page("b") }
        Route("zones://sheet", .popover) { (_: ScreenURL) in
          Page("sheet", [.close, .say(Message("closed it"))])
        }
        Redirect("zones://site", to: "https://example.org/a")
      })
  }

  private func screen(_ app: Application, keys: String) throws -> String {
    try app.render(size: Size(columns: 70, rows: 14), keys: keys)
  }

  @Test func `opens several as one change, each on top of the one before`() throws {
    let app = try app([.open(["zones://a", "zones://b"])])
    expectTrue(try screen(app, keys: "a").contains("this is b"))
    expectTrue(try screen(app, keys: "a H").contains("this is a"))
    expectTrue(try screen(app, keys: "a H H").contains("this is home"))
  }

  @Test func `opens with an opener's arguments and mode`() throws {
    let app = try app([
      .open("zones://a", mode: .root) { $0.encode("from home", as: "note") }
    ])
    expectTrue(try screen(app, keys: "a").contains("this is a from home"))
    // A root has no parent.
    expectTrue(try screen(app, keys: "a H").contains("this is a from home"))
  }

  @Test func `opens a tab`() throws {
    let text = try screen(app([.openTab("zones://b")]), keys: "a")
    expectTrue(text.contains("this is b") && text.contains("2/2"), text)
  }

  @Test func `shows any screen as a popover, which is no entry of the history`() throws {
    let app = try app([.open("zones://sheet")])
    let text = try screen(app, keys: "a")
    expectTrue(text.contains("this is sheet") && text.contains("┌─ sheet"), text)
    expectTrue(try screen(app, keys: "a Escape").contains("this is home"))
    // Its `close` removes the box alone.
    let closed = try screen(app, keys: "a a")
    expectTrue(closed.contains("this is home") && closed.contains("closed it"), closed)
  }

  @Test func `asks before another program opens an address, also after a redirect`() throws {
    for address in ["https://example.org/a", "zones://site"] {
      let text = try screen(app([.openText(address, .link)]), keys: "a")
      expectTrue(text.contains("Open in another program?"), text)
      expectTrue(text.contains("https://example.org/a"), text)
    }
    let text = try screen(app([.open(try ScreenURL(parsing: "https://example.org/"))]), keys: "a")
    expectTrue(text.contains("Open in another program?"), text)
  }

  @Test func `asks nothing about addresses that the app opens at once`() throws {
    for (address, asks) in [("https://example.org/a", false), ("mailto:a@example.org", true)] {
      var app = try app([.external(address), .openText("zones://site", .link)])
      app.opensAtOnce = { $0.scheme == "https" }
      let text = try screen(app, keys: "a")
      expectEqual(text.contains("Open in another program?"), asks, text)
    }
  }

  @Test func `writes a file in the background, or says why it can't`() throws {
    struct NoInk: Error, CustomStringConvertible { let description = "no ink" }
    let files = MemoryFileSystem()
    try files.makeFolder("/out")
    let write = Effect.write("/out/a.txt", on: files) { Array("tea".utf8) }
    expectTrue(try screen(app([write]), keys: "a").contains("wrote /out/a.txt"))
    try expectEqual(files.read("/out/a.txt"), Array("tea".utf8))
    let fail = Effect.write("/out/a.txt", on: files) { throw NoInk() }
    expectTrue(try screen(app([fail]), keys: "a").contains("no ink"))
    try expectEqual(files.read("/out/a.txt"), Array("tea".utf8))
  }

  @Test func `tells an author the tabs and the history of the running app`() throws {
    final class Seen { var urls: [String?] = [] }
    let seen = Seen()
    var app = try app([.open("zones://a"), .perform("zones.look")])
    expectTrue(app.navigator == nil)
    app.perform = { [app] action, _ in
      guard action == "zones.look" else { return nil }
      seen.urls = app.navigator?.tab.entries.map(\.url.text) ?? []
      return []
    }
    _ = try screen(app, keys: "a")
    expectEqual(seen.urls, ["zones://home", "zones://a"])
  }

  @Test func `lists screens of the app in the palette`() throws {
    let map = try URLMap<any Screen>(home: "zones://home") {
      Route("zones://home") { (_: ScreenURL) in Page("home") }.listed("All zones")
      Route("zones://of/(hour)") { (hour: Int) in Page("hour \(hour)") }
        .listed("Around noon", at: "zones://of/12").listed("Around midnight", at: "zones://of/0")
    }
    let text = try screen(Application(map), keys: ": around")
    expectTrue(text.contains("Around noon") && text.contains("Around midnight"), text)
    expectTrue(try screen(Application(map), keys: ": noon Enter").contains("this is hour 12"))
    expectTrue(try screen(Application(map), keys: ": zones").contains("All zones"))
  }

  @Test func `lets guards refuse, rewrites redirect, and observers see all`() throws {
    var app = try app([.open("zones://a")])
    app.guards = [{ $0.url == "zones://a" ? .veto("a is closed today") : .allow }]
    expectTrue(try screen(app, keys: "a").contains("a is closed today"))
    app.guards = []
    app.rewrites = [{ $0.url == "zones://a" ? "zones://b" : nil }]
    final class Seen { var urls: [String] = [] }
    let seen = Seen()
    app.observers = [{ request, _ in seen.urls.append(request.text) }]
    expectTrue(try screen(app, keys: "a").contains("this is b"))
    expectEqual(seen.urls, ["zones://a"])
  }

  @Test func `parks a request until the app opens it`() throws {
    final class Door { var isOpen = false }
    let door = Door()
    var app = try app([.open("zones://a"), .openParked])
    app.guards = [{ $0.url == "zones://a" && !door.isOpen ? .park("the door is shut") : .allow }]
    app.observers = [{ _, outcome in if case .parked = outcome { door.isOpen = true } }]
    expectTrue(try screen(app, keys: "a").contains("this is a"))
    door.isOpen = false
    app.observers = []
    let waiting = try screen(app, keys: "a")
    expectTrue(waiting.contains("opened later: the door is shut"), waiting)
  }

  @Test func `writes a mail for the person's own program`() throws {
    let mail = Effect.mail(to: "ada@example.org", subject: "Soup & bread", body: "é\nend")
    guard case .external(let address) = mail else { return #expect(Bool(false)) }
    expectEqual(
      address, "mailto:ada@example.org?subject=Soup%20%26%20bread&body=%C3%A9%0D%0Aend")
    let text = try screen(app([mail]), keys: "a")
    expectTrue(text.contains("Open in another program?"), text)
  }

  @Test func `opens what another thread asks for`() throws {
    let app = try app()
    app.inbox.open("zones://b")
    let text = try screen(app, keys: "")
    expectTrue(text.contains("this is b"), text)
    // It came from outside, so its parent is below it.
    app.inbox.open("zones://b")
    expectTrue(try screen(app, keys: "H").contains("this is a"))
  }

  @Test func `names no action that only some apps perform`() throws {
    var app = try app()
    app.offers = { action, _ in action == .recents || Application.offersByDefault(action) }
    expectTrue(Application.offersByDefault(.goBack))
    expectTrue(!Application.offersByDefault(.importFile))
    expectTrue(try screen(app, keys: "? recents").contains("Show recents"))
  }
}
