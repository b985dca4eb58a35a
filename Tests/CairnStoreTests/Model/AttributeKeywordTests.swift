import CairnFiles
import TestSupport
import Testing

@testable import CairnStore

@Suite struct `The keywords of an attribute` {
  static let text = """
    %rec: Person
    %title: Name
    %type: Name regexp /^[A-Z]/
    %length: Name 1 20
    %attribute: Phone phone multiple labeled
    %attribute: Year integer multiple labeled
    %attribute: Zip string
    %type: Zip regexp |^[0-9/]{5}$|

    """

  private func context(_ files: MemoryFileSystem = MemoryFileSystem()) throws -> ObjectContext {
    try ObjectStore.create(Fixture.options(files), modelText: Self.text).newContext()
  }

  @Test func `read back from canonical text`() throws {
    let model = try ObjectModel(parsing: Self.text)
    try expectEqual(ObjectModel(parsing: model.text), model)
    let person = try #require(model["Person"])
    expectEqual(person.attribute("Name")?.pattern, "^[A-Z]")
    expectEqual(person.attribute("Name")?.lengths, 1...20)
    expectEqual(person.attribute("Zip")?.pattern, "^[0-9/]{5}$")
    expectEqual(person.attribute("Phone")?.isLabeled, true)
    expectTrue(person.recutilsDescriptor.contains("%type: Zip regexp |^[0-9/]{5}$|"))
    expectTrue(!person.recutilsDescriptor.contains("%type: Phone"))
  }

  @Test func `are kept when a value is set, all of them`() throws {
    let context = try context()
    let person = try context.create("Person")
    person["Name"] = .text("ann with a name of many letters")
    person["Zip"] = .text("1234")
    person["Phone"] = .list([.text("none"), .labeled("a(b", .text("1"))])
    let issues = context.validate()
    expectEqual(issues.map(\.field), ["Name", "Phone", "Phone", "Zip"])
    expectEqual(
      issues[0].description,
      """
      Name needs text of 1 to 20 characters that matches /^[A-Z]/, not \
      "ann with a name of many letters"
      """)
  }

  @Test func `keep each label through text, journal, input and display`() throws {
    let files = MemoryFileSystem()
    let context = try context(files)
    let person = try context.create("Person")
    person["Name"] = .text("Ann")
    let phones = Value.list([
      .labeled("home", .text("+46 1")), .text("+46 2"), Value(.text("3 (three)"), label: nil),
    ])
    person["Phone"] = phones
    person["Year"] = .list([.labeled("born", .integer(1980))])
    try context.save()
    let reopened = try ObjectStore.open(Fixture.options(files))
    expectEqual(reopened.snapshot.row(person.id)?["Phone"], phones)
    try reopened.fold()
    let text = String(
      decoding: try files.read("/store/data/Person/0000.rec"), as: UTF8.self)
    expectTrue(text.contains("Phone: +46 1 (home)\nPhone: +46 2\nPhone: 3 (three) ()\n"))
    expectTrue(text.contains("Year: 1980 (born)\n"))
    let again = try ObjectStore.open(Fixture.options(files))
    expectEqual(again.snapshot.row(person.id)?["Phone"], phones)
    expectEqual(again.snapshot.row(person.id)?["Year"], .list([.labeled("born", .integer(1980))]))

    let attribute = try #require(again.snapshot.model["Person"]?.attribute("Phone"))
    let input = ValueInput(clock: Library.clock)
    try expectEqual(input.value(of: ValueText.export(phones), for: attribute), phones)
    expectEqual(ValueText.display(phones, at: Library.clock), "+46 1 (home), +46 2, 3 (three) ()")
    expectEqual(phones.elements.map(\.label), ["home", nil, nil])
  }

  @Test func `let a filter see the value without its label, and search see both`() throws {
    let context = try context()
    let person = try context.create("Person")
    person["Name"] = .text("Ann")
    person["Phone"] = .list([.labeled("home", .text("123"))])
    person["Year"] = .list([.labeled("born", .integer(1980))])
    let found = { (filter: String) in
      let request = FetchRequest(entity: "Person", predicate: try RecordPredicate.parse(filter))
      return try context.fetch(request, at: Library.clock).count
    }
    try expectEqual(found("phone=123"), 1)
    try expectEqual(found("year>1979"), 1)
    try expectEqual(found("phone:home"), 1)
    try expectEqual(found("phone=home"), 0)
    try expectEqual(found("123"), 1)
    try expectEqual(found("home"), 1)
    let sum = try context.contents.aggregate(
      [Aggregate(.sum, of: .parse("Year")), Aggregate(.average, of: .parse("Year"))],
      of: FetchRequest(entity: "Person"), at: Library.clock)
    expectEqual(sum.map(\.values), [[.integer(1980), .double(1980)]])
  }

  @Test(arguments: [
    "", "a", "a (b)", "(b)", "a ()", "a (b) (c)", "a (b", "a b)",
    "a (b)c", " (x)", "a (b (c))",
    "a (b) c)", "a ((b)", "a (b(c)) (d)",
  ])
  func `read back any text, with a label and without`(text: String) {
    for label in [nil, "home", "shop (main)"] {
      let value = Value(.text(text), label: label)
      let split = Label.split(value.storedTexts[0])
      expectEqual(Value(.text(split.text), label: split.label), value)
    }
  }
}
