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
    #expect(refused.isEmpty)
  }

  @Test func `are made with their owner, and shown again`() throws {
    #expect(try book.lines() == "1 | kg | onions | sliced\n60 | g | butter\n |  | salt")
    #expect(try book.lines("Steps") == "Melt it.\nEat it.")
    #expect(try book.keys() == ["p1", "p2", "p3"])
    #expect(try book.lines("Friends") == nil, "records that are only linked are no lines")
  }

  @Test func `keep what they are when they change, move, come and go`() throws {
    _ = try book.save([
      "Ingredients": "60 | g | butter\n1 | kg | red onions | sliced\n2 | l | water\n | | salt"
    ])
    #expect(try book.keys() == ["p2", "p1", "p4", "p3"])
    _ = try book.save(["Ingredients": "| | salt\n60 | g | butter"])
    #expect(try book.keys() == ["p3", "p2"])
    _ = try book.save(["Ingredients": ""])
    #expect(try book.keys() == [])
    var log = EffectLog()
    log.carryOut(book.desk.undo())
    #expect(try book.keys() == ["p3", "p2"])
  }

  @Test func `may be ten thousand, as pasted, which keep their order`() throws {
    // Setting the order anew for each of them, this would not end before lunch.
    let pasted = (0..<10_000).map { "Step \($0 * 7919 % 10_000)" }.joined(separator: "\n")
    #expect(try book.save(["Steps": pasted]).isEmpty)
    #expect(try book.lines("Steps") == pasted)
    var log = EffectLog()
    log.carryOut(book.desk.undo())
    #expect(try book.lines("Steps") == "Melt it.\nEat it.")
  }

  @Test func `lose the blanks around their fields`() throws {
    #expect(
      try book.save(["Ingredients": "\u{3000} 1|\tkg | onions \u{A0}", "Steps": " \t Eat. "])
        .isEmpty)
    #expect(try book.lines() == "1 | kg | onions")
    #expect(try book.lines("Steps") == "Eat.")
  }

  @Test func `are saved with the record as one change`() throws {
    let count = try book.store.history().count
    _ = try book.save(["Name": "Onion soup", "Ingredients": "2 | kg | onions"])
    #expect(try book.store.history().count == count + 1)
    let untouched = try book.save([:])
    #expect(untouched.isEmpty)
    #expect(try book.store.history().count == count + 1)
  }

  @Test func `leave alone what somebody else changed in other fields`() throws {
    let form = try book.form()
    let context = book.store.newContext()
    let id = ObjectID(entity: "Ingredient", key: RecordKey(sequence: 1))
    try context.existingObject(with: id)["Note"] = .text("peeled")
    try context.save(title: "elsewhere")
    let refused = try book.save(
      ["Ingredients": "2 | kg | onions | sliced\n60 | g | butter\n | | salt"], from: form)
    #expect(refused.isEmpty)
    #expect(try book.lines()?.split(separator: "\n").first == "2 | kg | onions | peeled")
  }

  @Test func `take bars, backslashes and line breaks within a value`() throws {
    _ = try book.save(["Ingredients": #"1 | kg | a\|b | one\ntwo \\ three"#])
    let id = ObjectID(entity: "Ingredient", key: RecordKey(sequence: 1))
    let row = try #require(book.desk.snapshot.row(id))
    #expect(row["Item"] == .text("a|b"))
    #expect(row["Note"] == .text("one\ntwo \\ three"))
    #expect(try book.lines() == #"1 | kg | a\|b | one\ntwo \\ three"#)
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
    #expect(form.problem(with: text, in: field)?.hasPrefix(problem) == true)
    let before = try book.lines()
    #expect(try !book.save(["Ingredients": text], from: form).isEmpty)
    #expect(try book.lines() == before)
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
    #expect(lines.split(separator: "\n").count == 3)
    _ = try book.save(["Ingredients": lines + "\n1 | l | water"])
    #expect(book.desk.snapshot.row(id)?["Item"] == .text(text))
    #expect(try book.keys() == ["p1", "p2", "p3", "p4"])
    let form = try book.form()
    let field = try #require(form.fields.first { $0.name == "Ingredients" })
    #expect(try form.arranged(#require(try book.lines()), in: field) == book.lines())
  }

  @Test func `leave records without a text alone`() throws {
    let context = book.store.newContext()
    let recipe = context.object(with: ObjectID(entity: "Recipe", key: RecordKey(sequence: 1)))
    let step = try context.create("Step")
    step["Photo"] = .data([1, 2, 3])
    recipe.addLink("Steps", step)
    try context.save(title: "a picture")
    #expect(try book.lines("Steps") == "Melt it.\nEat it.")
    _ = try book.save(["Steps": "Eat it.\nWash up."])
    #expect(book.desk.snapshot.row(step.id)?["Photo"] == .data([1, 2, 3]))
    #expect(try book.desk.snapshot.links(of: recipe.id, "Steps").last == step.id.key)
  }

  @Test func `are not judged while they have no bars yet`() throws {
    let form = try book.form()
    let field = try #require(form.fields.first { $0.name == "Ingredients" })
    #expect(form.problem(with: "1 kg onions\n2 l", in: field) == nil)
    #expect(try !book.save(["Ingredients": "1 kg onions"], from: form).isEmpty)
    let steps = try #require(form.fields.first { $0.name == "Steps" })
    #expect(form.problem(with: "Stir.", in: steps) == nil)
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
    #expect(Set(used).count == used.count)
    #expect(used.allSatisfy(old.indices.contains))
    // A text that stood there before is never a new record while another one is reused for it.
    for text in Set(new) {
      let there = old.count { $0 == text }
      let same = new.indices.count { new[$0] == text && matches[$0].map { old[$0] } == text }
      #expect(same == min(there, new.count { $0 == text }))
    }
    #expect(OwnedLines.matches(from: old, to: old) == Array(old.indices))
  }
}

@Suite struct `A link to a record that is not there yet` {
  private let book: Cookbook

  init() throws { book = try Cookbook() }

  @Test func `is offered, and made in the same change`() throws {
    let form = try book.form()
    let field = try #require(form.fields.first { $0.name == "Author" })
    let offered = form.candidates(for: field, matching: "Ana", limit: 9)
    #expect(offered.map(\.id) == ["+Ana"])
    #expect(form.title(ofLink: "+Ana", in: field) == "Ana (new)")
    #expect(try book.save(["Name": "Soup", "Author": "+Ana"]).isEmpty)
    #expect(try book.store.history().count == 1)
    let again = try book.form()
    #expect(again.candidates(for: field, matching: "Ana", limit: 9).map(\.title) == ["Ana"])
    #expect(again.fields.first { $0.name == "Author" }?.value == "p1")
    #expect(again.title(ofLink: "p1", in: field) == "Ana")
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
    log.carryOut(book.desk.duplicate(soup))
    #expect(log.messages == ["duplicated Soup · u takes it back"])
    #expect(log.opened == ["cairn://recipes/p2/~edit"])
    let copy = ObjectID(entity: "Recipe", key: RecordKey(sequence: 2))
    let form = try RecordFormSource(editing: copy, desk: book.desk)
    let values = Dictionary(uniqueKeysWithValues: form.fields.map { ($0.name, $0.value) })
    #expect(values["Name"] == "Soup")
    #expect(values["Author"] == "p1")
    #expect(values["Ingredients"] == "1 | kg | onions\n60 | g | butter")
    #expect(values["Steps"] == "Melt it.")
    #expect(try book.keys() == ["p1", "p2"], "the record keeps its own")
    log.carryOut(book.desk.undo())
    #expect(book.desk.snapshot.row(copy) == nil)
    #expect(book.desk.snapshot.table("Ingredient")?.count == 2)
  }

  @Test func `shares nothing that no two records may share`() throws {
    let kitchen = try Kitchen()
    let soup = try kitchen.add(
      "Recipe", ["Name": .text("Soup"), "Slug": .text("soup"), "Rating": .integer(3)])
    var log = EffectLog()
    log.carryOut(kitchen.desk.duplicate(soup))
    let copy = try #require(
      kitchen.desk.snapshot.row(ObjectID(entity: "Recipe", key: RecordKey(sequence: 2))))
    #expect(copy["Slug"] == nil)
    #expect(copy["Rating"] == .integer(3))
    #expect(copy["Name"] == .text("Soup"))
    log.carryOut(kitchen.desk.duplicate(ObjectID(entity: "Recipe", key: RecordKey(sequence: 9))))
    #expect(log.messages.last == "there is no record recipes/p9")
  }
}
