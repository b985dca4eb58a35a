import CairnNavigation
import TestSupport
import Testing

private class Contact {
  var uid = 1
  var firstName: String?
  var ratio = 0.5
  var tab = "info"
  var user = Owner()
}

private final class ColleagueContact: Contact {}

private struct Owner { var id = 7 }

/// Links of every kind, each to a route of its own.
@Suite struct `A contact's URL` {
  private func map() throws -> URLMap<String> {
    try URLMap(home: "tt://home") {
      Route("tt://home") { "home" }
      Route("tt://contact/view/(what)") { (what: String) in what }
      Route("tt://contact/(what)") { (what: String) in what }
      Route("tt://contact/(what)#top") { (what: String) in what }
      Link(from: Contact.self, named: "view", to: "tt://contact/view/(uid)", \.uid)
      Link(from: Contact.self, to: "tt://contact/(user)?tab=(tab)", \.user.id, \.tab)
      Link(from: Contact.self, named: "name", to: "tt://contact/view/(firstName)", \.firstName)
      Link(from: Contact.self, named: "ratio", to: "tt://contact/(ratio)", \.ratio)
      Link(from: Contact.self, named: "top", to: "tt://contact/(uid)#top", \.uid)
    }
  }

  @Test(arguments: [
    ("view", "tt://contact/view/1"), (nil, "tt://contact/7?tab=info"),
    ("ratio", "tt://contact/0.5"), ("top", "tt://contact/1#top"),
    ("name", "tt://contact/view/a%2Fb%20c%3F"),
  ])
  func `has its properties, through others too`(name: String?, url: String) throws {
    let contact = Contact()
    contact.firstName = "a/b c?"
    try expectEqual(map().url(for: contact, named: name).text, url)
    try expectTrue(map().canOpen(ScreenURL(parsing: url)))
  }

  @Test func `is inherited`() throws {
    let colleague = ColleagueContact()
    colleague.uid = 2
    try expectEqual(map().url(for: colleague, named: "view").text, "tt://contact/view/2")
  }

  @Test func `is an error where a property has no value or nothing links the type`() throws {
    let map = try map()
    #expect(throws: NavigationError.self) { try map.url(for: Contact(), named: "name") }
    #expect(throws: NavigationError.noLink(type: "Owner", name: "view")) {
      try map.url(for: Owner(), named: "view")
    }
  }
}
