import CairnNavigation
import TestSupport
import Testing

/// The map of a diner's ordering app, with everything that a map can have.
private final class Diner {
  private(set) var done: [String] = []
  private(set) var navigator: Navigator<TestScreen>

  init(at url: String? = nil) throws {
    var perform: (String) -> Void = { _ in }
    let map = try URLMap<TestScreen>(home: "tt://tabBar") {
      Route("*") { (unmatched: UnmatchedURL) in TestScreen("nothing at \(unmatched.url)") }
      Route("tt://tabBar", .root) { TestScreen("tabs") }
      Route("tt://menu/(menu:)", .shared) { (menu: Int) in TestScreen("menu \(menu)") }
      Route("tt://food/(food:)") { (food: String) in TestScreen("food \(food)") }
      Route("tt://food/(food:)/nutrition") { (food: String) in TestScreen("nutrition of \(food)") }
      Route("tt://about/(about:)", parent: "tt://menu/5") { (about: String) in
        TestScreen("about \(about)")
      }
      Route("tt://order?waitress=(waitress:)", .modal) { (waitress: String?, url: ScreenURL) in
        TestScreen("order by \(waitress ?? "nobody"), ref \(url.value("ref") ?? "none")")
      }
      Route.action("tt://order?waitress=()#(action:)") { (action: String) in perform(action) }
      Route("tt://order/food") { TestScreen("post") }
      Route("tt://order/confirm", .popover) { TestScreen("confirm") }
      Route.action("tt://order/send") { perform("send") }
    }
    navigator = Navigator(
      map: map, coding: ScreenCoding(title: { $0.name }), clock: { Timestamp(milliseconds: 0) },
      explain: { TestScreen("explains \($0.reason)") })
    perform = { [unowned self] in done.append($0) }
    if let url { navigator.open(url, origin: .user) }
  }

  var trail: String { navigator.state.trail }
}

@Suite struct `The diner's map` {
  @Test(arguments: [
    ("tt://menu/1", "menu 1"), ("tt://menu/1/", "menu 1"), ("tt://menu//1", "menu 1"),
    ("TT://menu/1", "menu 1"), ("tt:menu/1", "menu 1"), ("menu/1", "menu 1"),
    ("tt://menu/99999999999", "menu 99999999999"), ("tt://tabBar", "tabs"),
    ("tt://food/porridge", "food porridge"),
    ("tt://food/porridge/nutrition", "nutrition of porridge"),
    ("tt://food/Mac%20%26%20Cheese", "food Mac & Cheese"), ("tt://food/a%2Fb", "food a/b"),
    ("tt://order", "order by nobody, ref none"),
    ("tt://order?waitress=Betty&ref=toolbar", "order by Betty, ref toolbar"),
    ("tt://order/food", "post"), ("tt://about/story", "about story"),
    ("tt://nothing/here/at/all", "nothing at tt://nothing/here/at/all"),
    ("tt://menu", "nothing at tt://menu"), ("tt://menu/1/2", "nothing at tt://menu/1/2"),
    ("tt://menu/abc", "nothing at tt://menu/abc"),
    ("tt://menu/12abc", "nothing at tt://menu/12abc"),
    ("tt://menu/99999999999999999999", "nothing at tt://menu/99999999999999999999"),
    ("tt://menu/a%2Fb", "nothing at tt://menu/a%2Fb"), ("tt://Menu/1", "nothing at tt://Menu/1"),
  ])
  func `leads to the screen that is meant`(url: String, screen: String) throws {
    try expectEqual(Diner(at: url).navigator.top.name, screen)
  }

  @Test func `says where only upper and lower case differ`() throws {
    let outcome = try Diner().navigator.open("tt://Menu/1", origin: .user)
    guard case .unmatched(let unmatched) = outcome else {
      Issue.record("it opened: \(outcome)")
      return
    }
    expectEqual(unmatched.nearest.first?.description.contains("only upper and lower case"), true)
  }

  @Test func `has home below a modal screen that gets a tab of its own`() throws {
    let diner = try Diner(at: "tt://menu/1")
    diner.navigator.openTab("tt://order?waitress=Betty", origin: .commandLine)
    expectEqual(diner.navigator.top.name, "order by Betty, ref none")
    expectEqual(diner.navigator.state.tabs.count, 2)
    diner.navigator.back()
    expectEqual(diner.navigator.top.name, "tabs")
  }

  @Test func `puts a parent below a page that is opened from cold`() throws {
    let diner = try Diner()
    diner.navigator.open("tt://about/story", origin: .favorite)
    expectEqual(diner.trail, "tabBar menu/5 [about/story]")
    expectEqual(diner.navigator.buildCount, 0)
  }

  @Test func `comes back to a menu that is open, and presents an order over all`() throws {
    let diner = try Diner(at: "tt://menu/1")
    diner.navigator.open("tt://food/soup", origin: .link)
    diner.navigator.open("tt://menu/1", origin: .link)
    expectEqual(diner.trail, "tabBar [menu/1] food/soup")
    diner.navigator.open("tt://order?waitress=Betty", origin: .link)
    expectEqual(diner.trail, "tabBar menu/1 [^order]")
    diner.navigator.dismiss()
    expectEqual(diner.trail, "tabBar [menu/1]")
  }

  @Test func `opens an order before it does something with it`() throws {
    let diner = try Diner()
    let outcome = diner.navigator.open("tt://order?waitress=Betty#cancel", origin: .user)
    expectEqual(outcome, .handled)
    expectEqual(diner.done, ["cancel"])
    expectEqual(diner.navigator.state.current.url, "tt://order?waitress=Betty")
    let pay = try diner.navigator.state.current.url.resolving("#pay")
    expectEqual(diner.navigator.open(pay, origin: .link), .handled)
    expectEqual(diner.done, ["cancel", "pay"])
    expectEqual(diner.trail, "tabBar [^order]")
  }

  @Test func `does nothing with an order that can't be opened`() throws {
    let diner = try Diner()
    diner.navigator.guardHooks.append { request in
      request.url?.fragment == nil ? .veto("the kitchen is closed") : .allow
    }
    let outcome = diner.navigator.open("tt://order#cancel", origin: .user)
    expectEqual(outcome, .vetoed(reason: "the kitchen is closed"))
    expectTrue(diner.done.isEmpty)
  }

  @Test func `sends without presenting, and asks for confirmation over what is there`() throws {
    let diner = try Diner()
    expectEqual(diner.navigator.open("tt://order/send", origin: .link), .handled)
    expectEqual(diner.done, ["send"])
    expectTrue(diner.navigator.open("tt://order/confirm", origin: .link).isSuccess)
    expectEqual(diner.navigator.popover?.name, "confirm")
    expectEqual(diner.trail, "[tabBar]")
  }

  @Test(arguments: ["http://www.example.com", "tel:5555555"])
  func `leaves other programs' URLs to them, after asking`(text: String) throws {
    let diner = try Diner()
    let outcome = diner.navigator.open(text, origin: .link)
    expectEqual(outcome, ExternalURL(text).map(OpenOutcome.external))
    expectEqual(diner.trail, "[tabBar]")
  }
}
