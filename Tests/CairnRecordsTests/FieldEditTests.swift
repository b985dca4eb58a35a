import CairnInterface
import CairnNavigation
import CairnRecords
import CairnScreens
import CairnStore
import ScreenTestSupport
import TestSupport
import Testing

@Suite struct `One field changed in place` {
  private let kitchen: Kitchen
  private let source: RecordListSource

  init() throws {
    kitchen = try Kitchen()
    let author = try kitchen.add("Author", ["Name": .text("Ana")])
    try kitchen.add(
      "Recipe", ["Name": .text("Soup"), "Rating": .integer(4), "Slug": .text("soup")])
    try kitchen.add("Recipe", ["Name": .text("Bread"), "Rating": .integer(4)])
    try kitchen.add("Recipe", ["Name": .text("Tart"), "Rating": .integer(2)])
    _ = author
    source = try kitchen.list("recipes?sort=Name")
  }

  /// Chooses a field by its letter and types a text; what is said in the end.
  private func change(_ ids: [String], _ letter: String, to text: String) throws -> [String] {
    let menu = try presented(source.changeField(nil, of: ids))
    let prompt = try presented(menu.insert(letter))
    _ = prompt.perform(.textCutToStart)
    if !text.isEmpty { _ = prompt.insert(text) }
    var log = EffectLog()
    log.carryOut(prompt.perform(.accept) ?? [])
    return log.messages
  }

  private func ratings() -> [Int64?] {
    ["p1", "p2", "p3"].map { key in
      guard let key = RecordKey(key),
        case .integer(let rating)? = kitchen.client.snapshot.row(
          ObjectID(entity: "Recipe", key: key))?["Rating"]
      else { return nil }
      return rating
    }
  }

  @Test func `goes to all records as one change, which undo takes back`() throws {
    let messages = try change(["p1", "p2", "p3"], "r", to: "5")
    expectEqual(messages, ["saved Rating of 3 recipes · u undoes it"])
    expectEqual(ratings(), [5, 5, 5])
    var log = EffectLog()
    log.carryOut(kitchen.client.undo())
    expectEqual(ratings(), [4, 4, 2])
  }

  /// A filter such as `paid=no` finds all open records, or none.
  @Test(
    arguments: [
      (["no", nil, nil], nil), ([nil, "no", nil], "no"), ([nil, nil, nil], nil),
      (["yes", nil, "yes"], nil), (["no", "no", "no"], "no"), ([nil, "yes", "yes"], "no"),
    ] as [([String?], String?)])
  func `opens a record again as the others are open`(values: [String?], after: String?) throws {
    try kitchen.changeModel(Kitchen.modelText + "\n%type: Paid bool\n")
    let ids = (1...3).map { ObjectID(entity: "Recipe", key: RecordKey(sequence: $0)) }
    let context = kitchen.store.newContext()
    for (id, value) in zip(ids, values) {
      try context.existingObject(with: id)["Paid"] = value.map { .boolean($0 == "yes") }
    }
    try context.save(title: "pay")
    func paid() -> Value? { kitchen.client.snapshot.row(ids[0])?["Paid"] }
    var log = EffectLog()
    if paid() != .boolean(true) {
      log.carryOut(try RecordDetailSource(ids[0], client: kitchen.client).complete() ?? [])
    }
    expectEqual(paid(), .boolean(true))
    log.carryOut(try RecordDetailSource(ids[0], client: kitchen.client).complete() ?? [])
    expectEqual(paid(), after.map { .boolean($0 == "yes") })
  }

  @Test func `finds the word of a choice without its accents`() throws {
    try kitchen.changeModel(Kitchen.modelText + "\n%choices: Kind soup | main dish | dessert\n")
    let menu = try presented(kitchen.list("recipes").changeField(nil, of: ["p1"]))
    let picker = try presented(presented(menu.insert("k")).insert("/"))
    _ = picker.insert("Dëss")
    var log = EffectLog()
    log.carryOut(picker.perform(.accept) ?? [])
    let key = try #require(RecordKey("p1"))
    let row = kitchen.client.snapshot.row(ObjectID(entity: "Recipe", key: key))
    expectEqual(row?["Kind"]?.storedTexts, ["dessert"])
  }

  /// The picker of the kind of two recipes; the choices are those that a person wrote.
  private func kindPicker() throws -> ChoicePicker {
    try kitchen.changeModel(Kitchen.modelText + "\n%choices: Kind soup | main dish | dessert\n")
    let menu = try presented(kitchen.list("recipes").changeField(nil, of: ["p1", "p2"]))
    return try #require(try presented(presented(menu.insert("k")).insert("/")) as? ChoicePicker)
  }

  private func kinds() -> [Value?] {
    kitchen.client.snapshot.table("Recipe")?.rows.map { $0["Kind"] } ?? []
  }

  private var choices: [String]? {
    kitchen.client.snapshot.model["Recipe"]?.attribute("Kind")?.choices
  }

  @Test func `can be a new word of a choice, which is added in the same change`() throws {
    let picker = try kindPicker()
    let text = kitchen.store.modelText
    _ = picker.insert("stew")
    var log = EffectLog()
    log.carryOut(picker.perform(.accept) ?? [])
    expectEqual(choices, ["soup", "main dish", "dessert", "stew"])
    expectEqual(kinds(), [.text("stew"), .text("stew"), nil])
    log.carryOut(kitchen.client.undo())
    expectEqual(kitchen.store.modelText, text)
    expectEqual(kinds(), [nil, nil, nil])
  }

  @Test func `asks for a new word of a choice where none was typed`() throws {
    let picker = try kindPicker()
    // After the choices and "nothing".
    for _ in 0..<4 { _ = picker.perform(.rowDown) }
    let prompt = try presented(picker.perform(.accept))
    expectEqual(prompt.title, "New choice")
    _ = prompt.insert("a|b")
    expectEqual(prompt.perform(.accept)?.count, 0)
    expectEqual(choices?.count, 3)
    _ = prompt.perform(.textCutToStart)
    _ = prompt.insert("stew")
    var log = EffectLog()
    log.carryOut(prompt.perform(.accept) ?? [])
    expectEqual(choices?.last, "stew")
    expectEqual(kinds(), [.text("stew"), .text("stew"), nil])
  }

  @Test(arguments: ["soup", "SOUP", "a|b"])
  func `offers no new word that is a choice already, or can't be one`(word: String) throws {
    let picker = try kindPicker()
    _ = picker.insert(word)
    _ = picker.perform(.rowDown)
    var log = EffectLog()
    log.carryOut(picker.perform(.accept) ?? [])
    expectEqual(choices?.count, 3)
  }

  @Test func `passes over records that were deleted while it was typed`() throws {
    let menu = try presented(source.changeField(nil, of: ["p1", "p2", "p3"]))
    let prompt = try presented(menu.insert("r"))
    _ = prompt.insert("5")
    try kitchen.store.commit(title: "delete") { (draft) throws(StoreError) in
      try draft.delete([ObjectID(entity: "Recipe", key: RecordKey(rawValue: 2))])
    }
    var log = EffectLog()
    log.carryOut(prompt.perform(.accept) ?? [])
    expectEqual(log.messages, ["saved Rating of 2 recipes · u undoes it"])
    expectEqual(ratings(), [5, nil, 5])
  }

  @Test func `goes to one record by its name`() throws {
    try expectEqual(change(["p3"], "r", to: "1"), ["saved Tart · u undoes it"])
    expectEqual(ratings(), [4, 4, 1])
    try expectEqual(change(["p3"], "r", to: ""), ["saved Tart · u undoes it"])
    expectEqual(ratings(), [4, 4, nil])
  }

  @Test func `makes the record that several are to lead to once`() throws {
    let menu = try presented(source.changeField(nil, of: ["p1", "p2", "p3"]))
    let picker = try presented(menu.insert("a"))
    _ = picker.insert("Zoe")
    var log = EffectLog()
    log.carryOut(picker.perform(.accept) ?? [])
    expectEqual(log.messages, ["saved Author of 3 recipes · u undoes it"])
    expectEqual(kitchen.client.snapshot.table("Author")?.count, 2)
    let authors = ["p1", "p2", "p3"].compactMap { key in
      RecordKey(key).flatMap {
        kitchen.client.snapshot.row(ObjectID(entity: "Recipe", key: $0))?["Author"]
      }
    }
    expectTrue(authors.count == 3 && Set(authors).count == 1)
  }

  @Test func `is not taken where it does not fit, and nothing is saved`() throws {
    try expectEqual(change(["p1", "p2"], "r", to: "6"), [])
    try expectEqual(change(["p1", "p2"], "n", to: ""), [])
    expectEqual(ratings(), [4, 4, 2])
  }

  @Test func `asks before it empties what differs`() throws {
    let menu = try presented(source.changeField(nil, of: ["p1", "p3"]))
    let prompt = try presented(menu.insert("r"))
    let question = try presented(prompt.perform(.accept))
    expectEqual(question.title, "Empty Rating of 2 recipes?")
    expectEqual(ratings(), [4, 4, 2])
    var log = EffectLog()
    log.carryOut(question.insert("e") ?? [])
    expectEqual(ratings(), [nil, 4, nil])
  }

  @Test func `is refused as a whole where one record can't have it`() throws {
    let menu = try presented(source.changeField(nil, of: ["p2", "p3"]))
    let prompt = try presented(menu.insert("s"))
    _ = prompt.insert("soup")
    let effects = prompt.perform(.accept) ?? []
    let answers = effects.flatMap { effect -> [Effect] in
      if case .run(let job) = effect { job.completion(job.work()) } else { [] }
    }
    // What was typed is there again, with what is wrong with it.
    let again = try presented(answers)
    again.layOut(in: Size(columns: 40, rows: 4))
    var canvas = Canvas(Size(columns: 70, rows: 4))
    again.draw(on: &canvas, theme: .standard)
    expectTrue(canvas.text.contains("soup"))
    expectTrue(canvas.text.contains("Slug"))
    expectEqual(
      kitchen.client.snapshot.row(ObjectID(entity: "Recipe", key: RecordKey(rawValue: 2)))?["Slug"],
      nil)
  }

  @Test func `says whether the records have the same now`() throws {
    let menu = try presented(source.changeField(nil, of: ["p1", "p2"]))
    try expectEqual(presented(menu.insert("r")).footer.usual.hasPrefix("they"), false)
    let other = try presented(source.changeField(nil, of: ["p1", "p3"]))
    try expectTrue(presented(other.insert("r")).footer.usual.hasPrefix("different values"))
  }

  @Test func `takes a record for a link from those that there are`() throws {
    let menu = try presented(source.changeField(nil, of: ["p1", "p2"]))
    let picker = try presented(menu.insert("a"))
    _ = picker.insert("an")
    var log = EffectLog()
    log.carryOut(picker.perform(.accept) ?? [])
    expectEqual(log.messages, ["saved Author of 2 recipes · u undoes it"])
  }

  @Test func `takes the record for a link away`() throws {
    let prompt = try presented(try presented(source.changeField(nil, of: ["p1"])).insert("a"))
    expectEqual(prompt.title, "Author of Soup")
    _ = prompt.insert("noth")
    var log = EffectLog()
    log.carryOut(prompt.perform(.accept) ?? [])
    expectEqual(log.messages, ["nothing changed"])
  }

  @Test func `passes over records that are gone`() throws {
    var log = EffectLog()
    log.carryOut(kitchen.client.delete([ObjectID(entity: "Recipe", key: RecordKey(rawValue: 1))]))
    try expectEqual(change(["p1", "p2"], "r", to: "3"), ["saved Bread · u undoes it"])
    expectTrue(source.changeField(nil, of: ["p1"]) == nil)
  }
}
