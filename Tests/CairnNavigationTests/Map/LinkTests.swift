import CairnNavigation
import TestSupport
import Testing

@Suite struct `An object's URL` {
  private func map() throws -> URLMap<String> {
    try textMap {
      Route("cairn://people/(uid)") { (uid: Int) in "\(uid)" }
      Route("cairn://cities/(city)/(uid)") { (city: String, uid: Int) in "\(city) \(uid)" }
      Link(from: Person.self, to: "cairn://people/(uid)", \.uid)
      Link(from: Person.self, named: "city", to: "cairn://cities/(city)/(uid)", \.city, \.uid)
      Link(from: Person.self, named: "boss", to: "cairn://people/(uid)", \.boss?.uid)
      Link(from: Cook.self, named: "city", to: "cairn://cities/kitchen/(uid)", \.uid)
    }
  }

  @Test func `has its properties, by name of the link`() throws {
    let person = Person()
    person.city = "Lyon / 3%"
    let url = try map().url(for: person, named: "city")
    expectEqual(url.text, "cairn://cities/Lyon%20%2F%203%25/7")
    try expectEqual(map().screen(url.text), "Lyon / 3% 7")
  }

  @Test func `comes from the object's own type first, then from what it inherits`() throws {
    try expectEqual(map().url(for: Cook()).text, "cairn://people/7")
    try expectEqual(map().url(for: Cook(), named: "city").text, "cairn://cities/kitchen/7")
  }

  @Test func `is an error if a property is missing, never a word for nothing`() throws {
    let map = try map()
    let missing = try #require(throws: NavigationError.self) {
      try map.url(for: Person(), named: "boss")
    }
    expectEqual(
      missing.description, "the pattern cairn://people/(uid) gives no URL: uid has no value")
    let unknown = try #require(throws: NavigationError.self) { try map.url(for: 3) }
    expectEqual(unknown.description, "no link leads from a Int")
  }
}

@Suite struct `A redirect` {
  /// A map in which every target has a screen.
  private func map(with redirect: Redirect) throws -> URLMap<String> {
    try textMap {
      redirect
      Route("cairn://(place:path)") { (place: [String]) in place.joined() }
    }
  }

  private func target(_ redirect: Redirect, _ url: ScreenURL) throws -> String? {
    let map = try map(with: redirect)
    guard case .redirected(let target) = map.match(url) else { return nil }
    return target.text
  }

  @Test func `puts captures into its target`() throws {
    let quick = Redirect(
      "cairn://quick/(minutes:int)", to: "cairn://recipes?where=minutes<=(minutes)&sort=name")
    try expectEqual(
      target(quick, "cairn://quick/30"), "cairn://recipes?where=minutes<=30&sort=name")
    let folder = Redirect("cairn://f/(p:path)?q=(q)", to: "cairn://files/(p)?find=(q)#x")
    try expectEqual(target(folder, "cairn://f/a/b%2Fc"), "cairn://files/a/b%2Fc#x")
    try expectEqual(target(folder, "cairn://f/a?q=%26"), "cairn://files/a?find=%26#x")
  }

  @Test func `keeps what its pattern doesn't name of the query, behind the target's own`() throws {
    let form = Redirect("cairn://(c)/new", to: "cairn://(c)/~new")
    try expectEqual(
      target(form, "cairn://recipes/new?Name=Soup&tag=a&tag=b%26c"),
      "cairn://recipes/~new?Name=Soup&tag=a&tag=b%26c")
    let found = Redirect("cairn://found?q=(q)&exact=1", to: "cairn://list?where=(q)&sort=name")
    try expectEqual(
      target(found, "cairn://found?sort=-age&exact=1&q=x&where=y"),
      "cairn://list?where=%22x%22&sort=name&sort=-age&where=y")
  }

  @Test(arguments: [
    ("rating>=(x)", "4", "rating>=4"), ("day:(x)", "2026-11-05", "day:2026-11-05"),
    ("city=(x)", "Orléans", "city=Orléans"), ("a:(x)..(x) b", "7", "a:7..7 b"),
    ("a=b,(x)", "c", "a=b,c"), ("(a=(x))", "c", "(a=c)"),
    ("city=(x)", "New York", #"city="New York""#),
    ("a=(x)", "..", #"a="..""#), ("a=(x)", "1.", #"a="1.""#), ("a=(x)", "-", "a=-"),
    ("(x)", "lyon", #""lyon""#), ("(x)=1", "a", #""a"=1"#), ("a=(x)(x)", "1", #"a="1""1""#),
    ("a=(x)b", "1", #"a="1"b"#), ("a", "1", "a"),
  ])
  func `quotes a value unless it can be nothing else`(
    filter: String, value: String, filled: String
  ) throws {
    let redirect = Redirect("cairn://n/(x)", to: "cairn://r?where=\(filter)")
    try expectEqual(
      target(redirect, ScreenURL(["n", value])),
      ScreenURL(["r"], query: [QueryItem("where", filled)]).text)
  }

  @Test func `fills a quoted hole without quoting it twice`() throws {
    let named = Redirect("cairn://n/(x)", to: "cairn://recipes?where=name=\"(x)\"")
    try expectEqual(
      target(named, ScreenURL(["n", "a\"b"])), "cairn://recipes?where=name=%22a%5C%22b%22")
  }

  @Test(arguments: SeededGenerator.seeds(200))
  func `lets no value change the query around it`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let value = generator.hostileName() + generator.element(of: ["", "\"", "\\", "\\\"", " OR x"])
    let redirect = Redirect("cairn://n/(x)", to: "cairn://r/(x)?where=a:1 name=(x) b:2&sort=s")
    let map = try map(with: redirect)
    guard case .redirected(let url) = map.match(ScreenURL(["n", value])) else {
      Issue.record("it didn't redirect")
      return
    }
    expectEqual(url.segments, ["r", value])
    expectEqual(url.query.map(\.name), ["where", "sort"])
    let text = try #require(url.value("where"))
    let scalars = Array(text.unicodeScalars)
    if text == "a:1 name=\(value) b:2" {
      expectTrue(
        value.unicodeScalars.allSatisfy {
          $0.properties.isAlphabetic || "0123456789-_.".unicodeScalars.contains($0)
        })
      return
    }
    let before = Array("a:1 name=\"".unicodeScalars)
    let after = Array("\" b:2".unicodeScalars)
    expectTrue(scalars.starts(with: before) && scalars.suffix(after.count).elementsEqual(after))
    let quoted = scalars.dropFirst(before.count).dropLast(after.count)
    expectEqual(unescape(quoted), value)
  }

  /// The text between quotes; nil if a quote ends it early.
  private func unescape(_ text: some Sequence<Unicode.Scalar>) -> String? {
    var plain = String.UnicodeScalarView()
    var isEscaped = false
    for scalar in text {
      if !isEscaped, scalar == "\"" { return nil }
      if !isEscaped, scalar == "\\" {
        isEscaped = true
        continue
      }
      plain.append(scalar)
      isEscaped = false
    }
    return isEscaped ? nil : String(plain)
  }
}
