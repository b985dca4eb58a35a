import CairnNavigation
import CairnScreens
import CairnStore
import TestSupport
import Testing

@testable import CairnRecords

@Suite struct `Owned records as lines` {
  private let book: Cookbook

  init() throws {
    book = try Cookbook()
    let refused = try book.save([
      "Name": "Soup", "Ingredients": "1 | kg | onions | sliced\n60 | g | butter\n | | salt",
      "Steps": "Melt it.\nEat it.",
    ])
    expectTrue(refused.isEmpty)
  }

  @Test func `are made with their owner, and shown again`() throws {
    try expectEqual(book.lines(), "1 | kg | onions | sliced\n60 | g | butter\n |  | salt")
    try expectEqual(book.lines("Steps"), "Melt it.\nEat it.")
    try expectEqual(book.keys(), ["p1", "p2", "p3"])
    try expectEqual(book.lines("Friends"), nil, "records that are only linked are no lines")
  }

  @Test func `keep what they are when they change, move, come and go`() throws {
    _ = try book.save([
      "Ingredients": "60 | g | butter\n1 | kg | red onions | sliced\n2 | l | water\n | | salt"
    ])
    try expectEqual(book.keys(), ["p2", "p1", "p4", "p3"])
    _ = try book.save(["Ingredients": "| | salt\n60 | g | butter"])
    try expectEqual(book.keys(), ["p3", "p2"])
    _ = try book.save(["Ingredients": ""])
    try expectEqual(book.keys(), [])
    var log = EffectLog()
    log.carryOut(book.client.undo())
    try expectEqual(book.keys(), ["p3", "p2"])
  }

  @Test func `may be ten thousand, as pasted, which keep their order`() throws {
    // Setting the order anew for each of them, this would not end before lunch.
    let pasted = (0..<10_000).map { "Step \($0 * 7919 % 10_000)" }.joined(separator: "\n")
    try expectTrue(book.save(["Steps": pasted]).isEmpty)
    try expectEqual(book.lines("Steps"), pasted)
    var log = EffectLog()
    log.carryOut(book.client.undo())
    try expectEqual(book.lines("Steps"), "Melt it.\nEat it.")
  }

  @Test func `lose the blanks around their fields`() throws {
    try expectTrue(
      book.save(["Ingredients": "\u{3000} 1|\tkg | onions \u{A0}", "Steps": " \t Eat. "])
        .isEmpty)
    try expectEqual(book.lines(), "1 | kg | onions")
    try expectEqual(book.lines("Steps"), "Eat.")
  }

  @Test func `are saved with the record as one change`() throws {
    let count = try book.store.history().count
    _ = try book.save(["Name": "Onion soup", "Ingredients": "2 | kg | onions"])
    try expectEqual(book.store.history().count, count + 1)
    let untouched = try book.save([:])
    expectTrue(untouched.isEmpty)
    try expectEqual(book.store.history().count, count + 1)
  }

  @Test func `leave alone what somebody else changed in other fields`() throws {
    let form = try book.form()
    let context = book.store.newContext()
    let id = ObjectID(entity: "Ingredient", key: RecordKey(sequence: 1))
    try context.existingObject(with: id)["Note"] = .text("peeled")
    try context.save(title: "elsewhere")
    let refused = try book.save(
      ["Ingredients": "2 | kg | onions | sliced\n60 | g | butter\n | | salt"], from: form)
    expectTrue(refused.isEmpty)
    try expectEqual(book.lines()?.split(separator: "\n").first, "2 | kg | onions | peeled")
  }

  @Test func `take bars, backslashes and line breaks within a value`() throws {
    _ = try book.save(["Ingredients": #"1 | kg | a\|b | one\ntwo \\ three"#])
    let id = ObjectID(entity: "Ingredient", key: RecordKey(sequence: 1))
    let row = try #require(book.client.snapshot.row(id))
    expectEqual(row["Item"], .text("a|b"))
    expectEqual(row["Note"], .text("one\ntwo \\ three"))
    try expectEqual(book.lines(), #"1 | kg | a\|b | one\ntwo \\ three"#)
  }

  @Test(arguments: [
    ("many | kg | onions", "line 1: Quantity needs"), ("1 | kg", "line 1: Item is required"),
    ("1 | kg | a | b | c", "line 1 has more than Quantity | Unit | Item | Note"),
    ("1 | kg | a\n\n2 | l", "line 3: Item is required"),
  ])
  func `tell which of them is wrong, and nothing is saved`(
    text: String, problem: String
  ) throws {
    let form = try book.form()
    let field = try #require(form.fields.first { $0.name == "Ingredients" })
    expectEqual(form.problem(with: text, in: field)?.hasPrefix(problem), true)
    let before = try book.lines()
    try expectTrue(!book.save(["Ingredients": text], from: form).isEmpty)
    try expectEqual(book.lines(), before)
  }

  @Test(arguments: [
    "ends in a break\n", " blank at its ends ", "tab\tand\r\nbreak", "line\u{2028}separator",
    "\\", "\\n", "a \\| b", "|", " ", "*Fold* gently", "- no list",
  ])
  func `leave a value as it is while another line is changed`(text: String) throws {
    let context = book.store.newContext()
    let id = ObjectID(entity: "Ingredient", key: RecordKey(sequence: 1))
    try context.existingObject(with: id)["Item"] = .text(text)
    try context.save(title: "elsewhere")
    let lines = try #require(try book.lines())
    expectEqual(lines.split(separator: "\n").count, 3)
    _ = try book.save(["Ingredients": lines + "\n1 | l | water"])
    expectEqual(book.client.snapshot.row(id)?["Item"], .text(text))
    try expectEqual(book.keys(), ["p1", "p2", "p3", "p4"])
    let form = try book.form()
    let field = try #require(form.fields.first { $0.name == "Ingredients" })
    try expectEqual(form.arranged(#require(try book.lines()), in: field), book.lines())
  }

  @Test func `leave records without a text alone`() throws {
    let context = book.store.newContext()
    let recipe = context.object(with: ObjectID(entity: "Recipe", key: RecordKey(sequence: 1)))
    let step = try context.create("Step")
    step["Photo"] = .data([1, 2, 3])
    recipe.addLink("Steps", step)
    try context.save(title: "a picture")
    try expectEqual(book.lines("Steps"), "Melt it.\nEat it.")
    _ = try book.save(["Steps": "Eat it.\nWash up."])
    expectEqual(book.client.snapshot.row(step.id)?["Photo"], .data([1, 2, 3]))
    try expectEqual(book.client.snapshot.linkedKeys(of: recipe.id, "Steps").last, step.id.key)
  }

  @Test func `are not judged while they have no bars yet`() throws {
    let form = try book.form()
    let field = try #require(form.fields.first { $0.name == "Ingredients" })
    expectEqual(form.problem(with: "1 kg onions\n2 l", in: field), nil)
    try expectTrue(!book.save(["Ingredients": "1 kg onions"], from: form).isEmpty)
    let steps = try #require(form.fields.first { $0.name == "Steps" })
    expectEqual(form.problem(with: "Stir.", in: steps), nil)
  }

  @Test(arguments: 0..<300 as Range<UInt64>)
  func `match each line with one of before at most, the same ones always`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    func lines() -> [String] {
      (0..<Int.random(in: 0...8, using: &generator)).map { _ in
        String("abcdef".randomElement(using: &generator) ?? "a")
      }
    }
    let (old, new) = (lines(), lines())
    let matches = OwnedLines.matches(from: old, to: new)
    let used = matches.compactMap(\.self)
    expectEqual(Set(used).count, used.count)
    expectTrue(used.allSatisfy(old.indices.contains))
    // A text that stood there before is never a new record while another one is reused for it.
    for text in Set(new) {
      let there = old.count { $0 == text }
      let same = new.indices.count { new[$0] == text && matches[$0].map { old[$0] } == text }
      expectEqual(same, min(there, new.count { $0 == text }))
    }
    expectEqual(OwnedLines.matches(from: old, to: old), Array(old.indices))
  }
}

@Suite struct `A link to a record that is not there yet` {
  private let book: Cookbook

  init() throws { book = try Cookbook() }

  @Test func `is offered, and made in the same change`() throws {
    let form = try book.form()
    let field = try #require(form.fields.first { $0.name == "Author" })
    let offered = form.candidates(for: field, matching: "Ana", limit: 9)
    expectEqual(offered.map(\.id), ["+Ana"])
    expectEqual(form.title(ofLink: "+Ana", in: field), "Ana (new)")
    try expectTrue(book.save(["Name": "Soup", "Author": "+Ana"]).isEmpty)
    try expectEqual(book.store.history().count, 1)
    let again = try book.form()
    expectEqual(again.candidates(for: field, matching: "Ana", limit: 9).map(\.title), ["Ana"])
    expectEqual(again.fields.first { $0.name == "Author" }?.value, "p1")
    expectEqual(again.title(ofLink: "p1", in: field), "Ana")
  }
}

@Suite struct `A duplicate` {
  private let book: Cookbook

  init() throws {
    book = try Cookbook()
    _ = try book.save([
      "Name": "Soup", "Author": "+Ana", "Ingredients": "1 | kg | onions\n60 | g | butter",
      "Steps": "Melt it.",
    ])
  }

  @Test func `has what the record has and owns, and its form is opened`() throws {
    let soup = ObjectID(entity: "Recipe", key: RecordKey(sequence: 1))
    var log = EffectLog()
    log.carryOut(book.client.duplicate(soup))
    expectEqual(log.messages, ["duplicated Soup · u undoes it"])
    expectEqual(log.opened, ["cairn://recipes/p2/~edit"])
    let copy = ObjectID(entity: "Recipe", key: RecordKey(sequence: 2))
    let form = try RecordFormSource(editing: copy, client: book.client)
    let values = Dictionary(uniqueKeysWithValues: form.fields.map { ($0.name, $0.value) })
    expectEqual(values["Name"], "Soup")
    expectEqual(values["Author"], "p1")
    expectEqual(values["Ingredients"], "1 | kg | onions\n60 | g | butter")
    expectEqual(values["Steps"], "Melt it.")
    try expectEqual(book.keys(), ["p1", "p2"], "the record keeps its own")
    log.carryOut(book.client.undo())
    expectTrue(book.client.snapshot.row(copy) == nil)
    expectEqual(book.client.snapshot.table("Ingredient")?.count, 2)
  }

  @Test func `shares nothing that no two records may share`() throws {
    let kitchen = try Kitchen()
    let soup = try kitchen.add(
      "Recipe", ["Name": .text("Soup"), "Slug": .text("soup"), "Rating": .integer(3)])
    var log = EffectLog()
    log.carryOut(kitchen.client.duplicate(soup))
    let copy = try #require(
      kitchen.client.snapshot.row(ObjectID(entity: "Recipe", key: RecordKey(sequence: 2))))
    expectEqual(copy["Slug"], nil)
    expectEqual(copy["Rating"], .integer(3))
    expectEqual(copy["Name"], .text("Soup"))
    log.carryOut(kitchen.client.duplicate(ObjectID(entity: "Recipe", key: RecordKey(sequence: 9))))
    expectEqual(log.messages.last, "no record recipes/p9")
  }
}
