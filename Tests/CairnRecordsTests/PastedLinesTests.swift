import CairnScreens
import CairnStore
import TestSupport
import Testing

@testable import CairnRecords

@Suite struct `Lines that were pasted` {
  private let book: Cookbook

  init() throws {
    book = try Cookbook()
    _ = try book.save(["Name": "Soup", "Ingredients": "1 | kg | onions", "Steps": "Eat it."])
  }

  @Test(arguments: [
    ("400 x spaghetti", "400 |  | x spaghetti"), ("2 kg flour", "2 | kg | flour"),
    ("- 1,5 kg red onions", "1.5 | kg | red onions"), ("salt and pepper", " |  | salt and pepper"),
    ("60 | g | butter", "60 | g | butter"),
    ("3 eggs\n\n1kg leeks", "3 |  | eggs\n\n1 | kg | leeks"),
    ("kg", " |  | kg"), ("", ""), ("1/2 cup sugar", "0.5 |  | cup sugar"),
    ("2. Mix", " |  | 2. Mix"), ("400g", "400 |  | g"), ("* 3 eggs", "3 |  | eggs"),
    ("*Best* butter", " |  | *Best* butter"),
  ])
  func `are made of what a recipe says`(pasted: String, lines: String) throws {
    let form = try book.form()
    let field = try #require(form.fields.first { $0.name == "Ingredients" })
    expectEqual(form.arranged(pasted, in: field), lines)
    let steps = try #require(form.fields.first { $0.name == "Steps" })
    expectEqual(form.arranged(pasted, in: steps), pasted)
  }

  @Test(arguments: [
    ("1 1/2 kg leeks", "1.5 | kg | leeks"), ("1/2 kg leeks", "0.5 | kg | leeks"),
    ("½ kg leeks", "0.5 | kg | leeks"), ("1½kg leeks", "1.5 | kg | leeks"),
    ("1 ½ kg leeks", "1.5 | kg | leeks"), ("1⅓ leeks", "1.3333 |  | leeks"),
    ("1\u{A0}1⁄2\u{A0}kg leeks", "1.5 | kg | leeks"), ("1/2kg leeks", "0.5 | kg | leeks"),
    ("1.200,50 kg leeks", "1200.50 | kg | leeks"), ("½", "0.5"),
    ("1 (big) leek", "1 |  | (big) leek"),
    ("1 kg 70% chocolate", "1 | kg | 70% chocolate"), ("1 large or 2", "1 |  | large or 2"),
  ])
  func `have the number that a text begins with, fractions too`(pasted: String, lines: String)
    throws
  {
    try expectEqual(arranged(pasted), lines)
  }

  // What is no single number is lost or falsified by taking the first of them.
  @Test(arguments: [
    "2-3 tomatoes", "2–3 tomatoes", "2 - 3 tomatoes", "2 –3 tomatoes", "2 to 3 tomatoes",
    "½-¾ kg leeks", "½ or ¾ kg leeks", "1 1/2-inch piece", "1 and 1/2 kg leeks", "1-1/2 kg leeks",
    "2 x 400 g tins", "1,000 g flour", "1 200 g flour", "2% milk", "4/2 leeks", "1/0 leeks",
    "1e3 kg leeks", "1/2/3 kg leeks", "03/04 kg leeks", "1 2 leeks",
  ])
  func `stay whole where they begin with no single number`(pasted: String) throws {
    try expectEqual(arranged(pasted), " |  | \(pasted)")
  }

  @Test(arguments: [
    ("2 kgs leeks", "2 | kg | leeks"), ("2 cloves garlic", "2 | clove | garlic"),
    ("2 dashes salt", "2 | dash | salt"), ("3 ms leeks", "3 |  | ms leeks"),
    ("2 eggs", "2 |  | eggs"), ("2 cloves", "2 |  | cloves"),
  ])
  func `know a unit in the plural`(pasted: String, lines: String) throws {
    _ = try book.save([
      "Ingredients": "1 | kg | a\n1 | clove | b\n1 | dash | c\n1 | m | d"
    ])
    try expectEqual(arranged(pasted), lines)
  }

  @Test(arguments: [
    ("2 cloves garlic, crushed", "2 |  | cloves garlic | crushed"),
    ("1 kg leeks, cleaned, cut", "1 | kg | leeks | cleaned, cut"),
    ("salt,pepper", " |  | salt,pepper"), ("salt, to taste", " |  | salt | to taste"),
    (", to taste", " |  | , to taste"), ("1,5 kg leeks,", "1.5 | kg | leeks,"),
    ("2-3 tomatoes, sliced", " |  | 2-3 tomatoes | sliced"),
    ("1 kg a\\|b, c", "1 | kg | a\\|b | c"),
  ])
  func `have what stands behind a comma in the one field of long text`(
    pasted: String, lines: String
  ) throws {
    try expectEqual(arranged(pasted), lines)
  }

  private func arranged(_ pasted: String) throws -> String {
    let form = try book.form()
    let field = try #require(form.fields.first { $0.name == "Ingredients" })
    return form.arranged(pasted, in: field)
  }
}

@Suite struct `Lines of what anything owns` {
  private static let modelText = """
    %rec: Bill
    %plural: bills
    %attribute: Name string
    %relationship: Items to-many Item inverse=Bill ordered delete=cascade

    %rec: Item
    %plural: items
    %title: What
    %attribute: Paid boolean
    %attribute: Count integer
    %attribute: Size choice
    %choices: Size box | half dozen
    %attribute: What string
    %attribute: Maker string
    %relationship: Bill to-one Bill inverse=Items
    %columns: Paid Count Size What Maker
    """

  @Test(arguments: [
    ("2 Boxes pens", " | 2 | box | pens"), ("2 pens, red", " | 2 |  | pens, red"),
    ("1/2 box pens", " |  |  | 1/2 box pens"), ("2.5 boxes pens", " |  |  | 2.5 boxes pens"),
    ("pens", " |  |  | pens"),
  ])
  func `have their number, their choice and their title`(pasted: String, lines: String) throws {
    let model = try ObjectModel(parsing: Self.modelText)
    let link = try #require(model["Bill"]?.relationship("Items"))
    let owned = try #require(OwnedLines(link, in: model))
    let input = ValueInput(clock: WallClock(now: Timestamp(microseconds: 0)))
    expectEqual(owned.arranged(pasted, input) { _, _ in false }, lines)
  }
}
