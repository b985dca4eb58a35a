import TestSupport
import Testing

@testable import CairnStore

@Suite struct `A merge of two copies of a file of records` {
  private let merge: TextMerge
  private let model: ObjectModel

  private static let modelText = """
    %rec: Recipe
    %attribute: Name string
    %attribute: Rating integer
    %attribute: Note text
    %attribute: Tags tags
    %relationship: Parts to-many Part inverse=Recipe delete=cascade

    %rec: Part
    %attribute: Name string
    %relationship: Recipe to-one Recipe inverse=Parts

    """

  init() throws {
    model = try ObjectModel(parsing: Self.modelText)
    merge = TextMerge(model: model, ours: "desk", theirs: "laptop")
  }

  /// Merges what stands behind the title of a file of recipes.
  private func merged(
    _ base: String, _ ours: String, _ theirs: String, path: String = "data/Recipe/0000.rec"
  ) -> (text: String, outcome: TextMerge.Outcome) {
    let texts = [base, ours, theirs].map { text in
      text.isEmpty ? nil : Array("%rec: Recipe\n\n\(text)\n".utf8)
    }
    let outcome = merge.merged(path, base: texts[0], ours: texts[1], theirs: texts[2])
    let text = String(decoding: outcome.text ?? [], as: UTF8.self)
    let title = "%rec: Recipe\n\n"
    return (text.hasPrefix(title) ? String(text.dropFirst(title.count)) : text, outcome)
  }

  /// Three versions, and what comes of them where nothing is left to choose.
  struct Example: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var base: String
    var ours: String
    var theirs: String
    var result: String
  }

  @Test(arguments: [3, 100])
  func `keeps unknown fields of both sides behind the fields that they follow`(count: Int) {
    let ours = (1...count).map { "A\($0): 1\n" }
    let theirs = (1...count).map { "B\($0): 2\n" }
    let base = "Id: p1\nName: Soup\nRating: 2"
    let (text, outcome) = merged(
      base, "Id: p1\n\(ours.joined())Name: Soup\nRating: 2",
      "Id: p1\nName: Soup\n\(theirs.joined())Rating: 2")
    expectEqual(
      text, "Id: p1\n\(ours.joined())Name: Soup\n\(theirs.joined())Rating: 2\n")
    expectEqual(outcome.found.conflicts, [])
  }

  static let examples = [
    Example(
      testDescription: "takes neighboring fields from either side",
      base: "Id: p1\nName: Soup\nRating: 2", ours: "Id: p1\nName: Stew\nRating: 2",
      theirs: "Id: p1\nName: Soup\nRating: 3", result: "Id: p1\nName: Stew\nRating: 3\n"),
    Example(
      testDescription: "takes neighboring records from either side",
      base: "Id: p1\nName: A\n\nId: p2\nName: B", ours: "Id: p1\nName: X\n\nId: p2\nName: B",
      theirs: "Id: p1\nName: A\n\nId: p2\nName: Y",
      result: "Id: p1\nName: X\n\nId: p2\nName: Y\n"),
    Example(
      testDescription: "takes what both sides added, in the order of the keys",
      base: "Id: p1\nName: A", ours: "Id: p1\nName: A\n\nId: p3\nName: C",
      theirs: "Id: p1\nName: A\n\nId: p2\nName: B",
      result: "Id: p1\nName: A\n\nId: p2\nName: B\n\nId: p3\nName: C\n"),
    Example(
      testDescription: "lets go what one side deleted and the other left alone",
      base: "Id: p1\nName: A\n\nId: p2\nName: B", ours: "Id: p2\nName: B",
      theirs: "Id: p1\nName: A\n\nId: p2\nName: Y", result: "Id: p2\nName: Y\n"),
    Example(
      testDescription: "keeps what one side deleted and the other edited",
      base: "Id: p1\nName: A\n\nId: p2\nName: B", ours: "Id: p2\nName: B",
      theirs: "Id: p1\nName: X\n\nId: p2\nName: B",
      result: "Id: p1\nName: X\n\nId: p2\nName: B\n"),
    Example(
      testDescription: "keeps an edited record of a file that the other side removed",
      base: "Id: p1\nName: A\n\nId: p2\nName: B", ours: "",
      theirs: "Id: p1\nName: X\n\nId: p2\nName: B", result: "Id: p1\nName: X\n"),
    Example(
      testDescription: "takes the same edit once",
      base: "Id: p1\nName: A", ours: "Id: p1\nName: X\nRating: 1",
      theirs: "Id: p1\nName: X\nRating: 1", result: "Id: p1\nName: X\nRating: 1\n"),
    Example(
      testDescription: "adds and removes of a list what either side did",
      base: "Id: p1\nTags: a\nTags: b", ours: "Id: p1\nTags: b\nTags: c",
      theirs: "Id: p1\nTags: a\nTags: b\nTags: d", result: "Id: p1\nTags: b\nTags: d\nTags: c\n"),
    Example(
      testDescription: "merges a text of several lines by line",
      base: "Id: p1\nNote: one\n+ two\n+ three\n+ four",
      ours: "Id: p1\nNote: ONE\n+ two\n+ three\n+ four",
      theirs: "Id: p1\nNote: one\n+ two\n+ three\n+ FOUR",
      result: "Id: p1\nNote: ONE\n+ two\n+ three\n+ FOUR\n"),
    Example(
      testDescription: "takes fields that the model does not know",
      base: "Id: p1\nName: A", ours: "Id: p1\nName: A\nColor: red",
      theirs: "Id: p1\nName: A\nSize: 3", result: "Id: p1\nName: A\nSize: 3\nColor: red\n"),
    Example(
      testDescription: "keeps the comments of both sides",
      base: "Id: p1\nName: A", ours: "# Mine.\nId: p1\nName: B",
      theirs: "# Theirs.\nId: p1\nName: A\nRating: 1",
      result: "# Mine.\n# Theirs.\nId: p1\nName: B\nRating: 1\n"),
    Example(
      testDescription: "keeps what can't be read on either side",
      base: "Id: p1\nName: A", ours: "Id: p1\nName: A\n\nmine", theirs: "Id: p1\nName: B\n\ntheirs",
      result: "Id: p1\nName: B\n\nmine\n\ntheirs\n"),
    Example(
      testDescription: "clears a field that one side cleared",
      base: "Id: p1\nName: A\nRating: 1", ours: "Id: p1\nName: A",
      theirs: "Id: p1\nName: B\nRating: 1", result: "Id: p1\nName: B\n"),
    Example(
      testDescription: "takes what a person chose of a conflict",
      base: "Id: p1\n<<<<<<< a\nName: A\n=======\nName: B\n>>>>>>> b\nRating: 1",
      ours: "Id: p1\nName: B\nRating: 1",
      theirs: "Id: p1\n<<<<<<< a\nName: A\n=======\nName: B\n>>>>>>> b\nRating: 2",
      result: "Id: p1\nName: B\nRating: 2\n"),
    Example(
      testDescription: "leaves a conflict where it was",
      base: "Id: p1\n<<<<<<< a\nName: A\n=======\nName: B\n>>>>>>> b\n\nId: p2\nName: C",
      ours: "Id: p1\n<<<<<<< a\nName: A\n=======\nName: B\n>>>>>>> b\n\nId: p2\nName: X",
      theirs:
        "Id: p1\n<<<<<<< a\nName: A\n=======\nName: B\n>>>>>>> b\n\nId: p2\nName: C\nRating: 3",
      result:
        "Id: p2\nName: X\nRating: 3\n\nId: p1\n<<<<<<< a\nName: A\n=======\nName: B\n>>>>>>> b\n"),
    Example(
      testDescription: "reads the lines of Windows",
      base: "Id: p1\r\nName: A\r\nRating: 1\r", ours: "Id: p1\r\nName: B\r\nRating: 1\r",
      theirs: "Id: p1\r\nName: A\r\nRating: 2\r", result: "Id: p1\r\nName: B\r\nRating: 2\r\n"),
  ]

  @Test(arguments: examples)
  func `without a contradiction`(example: Example) {
    let (text, outcome) = merged(example.base, example.ours, example.theirs)
    expectEqual(text, example.result)
    expectEqual(outcome.found.conflicts, [])
  }

  @Test func `names what it keeps though one side deleted it`() {
    let outcome = merged("Id: p1\nName: A", "", "Id: p1\nName: B").outcome
    expectEqual(outcome.found.kept, [ObjectID(entity: "Recipe", key: RecordKey(sequence: 1))])
  }

  @Test func `keeps both values of a field that both changed, around that field alone`() {
    let (text, outcome) = merged(
      "Id: p1\nName: A\nRating: 1\n\nId: p2\nName: C",
      "Id: p1\nName: B\nRating: 2\n\nId: p2\nName: D",
      "Id: p1\nName: A\nRating: 3\n\nId: p2\nName: C")
    expectEqual(
      text,
      "Id: p2\nName: D\n\nId: p1\nName: B\n<<<<<<< desk\nRating: 2\n||||||| before\nRating: 1\n"
        + "=======\nRating: 3\n>>>>>>> laptop\n")
    expectEqual(
      outcome.found.conflicts,
      [
        TextMerge.Conflict(
          id: ObjectID(entity: "Recipe", key: RecordKey(sequence: 1)), field: "Rating",
          base: ["1"], ours: ["2"], theirs: ["3"])
      ])
  }

  @Test(
    arguments: [
      ("Name: A", "Name: B", ""), ("", "Name: A", "Name: B"), ("Name: A", "Name: B", "Name: C"),
      ("Note: a\n+ b", "Note: a\n+ c", "Note: a\n+ d"), ("Strange: a", "Strange: b", "Strange: c"),
      ("Rating: 1", "Rating: two", "Rating: three"),
    ])
  func `that contradict each other has both values`(base: String, ours: String, theirs: String) {
    let fields = [base, ours, theirs].map { "Id: p1" + ($0.isEmpty ? "" : "\n\($0)") }
    let (text, outcome) = merged(fields[0], fields[1], fields[2])
    expectEqual(outcome.found.conflicts.count, 1)
    for side in [ours, theirs] { expectTrue(text.contains(side)) }
    let blocks = TextBlocks(outcome.text ?? [])
    expectEqual(blocks?.contested, [RecordKey(sequence: 1)])
  }

  @Test func `puts another conflict around one that is not settled yet`() throws {
    let base = "Id: p1\nName: O"
    let first = merged(base, "Id: p1\nName: A", "Id: p1\nName: B").text
    let (text, outcome) = merged(base, "Id: p1\nName: C", String(first.dropLast()))
    expectEqual(outcome.found.conflicts.count, 1)
    let id = ObjectID(entity: "Recipe", key: RecordKey(sequence: 1))
    let blocks = try #require(TextBlocks(outcome.text ?? []))
    let block = try #require(blocks.records[id.key])
    let entity = try #require(model["Recipe"])
    let conflict = try #require(RecordConflict(block, of: id, entity))
    expectEqual(conflict.fields.map(\.name), ["Name"])
    expectEqual(conflict.fields[0].sides.map(\.texts), [["C"], ["A"], ["B"]])
    expectTrue(text.contains("Name: A") && text.contains("Name: B") && text.contains("Name: C"))
    for (number, name) in ["C", "A", "B"].enumerated() {
      let resolved = conflict.resolved(block, ["Name": number], of: entity)
      expectEqual(String(decoding: resolved, as: UTF8.self), "Id: p1\nName: \(name)\n")
    }
  }

  @Test func `keeps what a deleted record owned where the record stays`() {
    let parts = Array("%rec: Part\n\nId: p7\nName: Salt\nRecipe: p1\n\nId: p8\nRecipe: p2\n".utf8)
    let left = Array("%rec: Part\n\nId: p9\nName: New\n".utf8)
    let recipes = ["Soup", "Stew"].map {
      Array("%rec: Recipe\n\nId: p1\nName: \($0)\n\nId: p2\nName: Cake\n".utf8)
    }
    let (path, owners) = ("data/Part/0000.rec", "data/Recipe/0000.rec")
    expectEqual(merge.merged(path, base: parts, ours: left, theirs: parts).text, left)
    var deletions = MergedDeletions(model: model)
    expectTrue(deletions.concern(path) && deletions.concern(owners))
    expectTrue(!deletions.concern("favorites.rec") && !deletions.concern("STORE"))
    deletions.add(path, base: parts, ours: left, theirs: parts)
    expectEqual(deletions.staying.records, [])
    deletions.add(owners, base: recipes[0], ours: nil, theirs: recipes[1])
    let salt = ObjectID(entity: "Part", key: RecordKey(sequence: 7))
    expectEqual(deletions.staying.records, [salt])
    expectEqual(deletions.staying.paths, [path])
    var merge = merge
    merge.staying = deletions.staying.records
    let outcome = merge.merged(path, base: parts, ours: left, theirs: parts)
    expectEqual(outcome.found.owned, [salt])
    expectEqual(
      String(decoding: outcome.text ?? [], as: UTF8.self),
      "%rec: Part\n\nId: p7\nName: Salt\nRecipe: p1\n\nId: p9\nName: New\n")
  }

  @Test func `takes both changes of a model, and says where ours stands`() throws {
    let base = Self.modelText
    let ours = base.replacing("Rating integer", with: "Rating decimal")
      .replacing(
        "%attribute: Note text\n", with: "%attribute: Note text\n%attribute: Mine string\n")
    let theirs = base.replacing("Rating integer", with: "Rating string")
      .replacing(
        "%attribute: Tags tags\n", with: "%attribute: Tags tags\n%attribute: Theirs date\n")
    let outcome = merge.merged(
      "model/1.rec", base: Array(base.utf8), ours: Array(ours.utf8), theirs: Array(theirs.utf8))
    let merged = try ObjectModel(parsing: String(decoding: outcome.text ?? [], as: UTF8.self))
    let recipe = try #require(merged["Recipe"])
    expectTrue(recipe["Mine"] != nil && recipe["Theirs"] != nil)
    expectEqual(outcome.found.disputed, ["Recipe.Rating"])
    expectEqual(recipe.attribute("Rating")?.type, .decimal)
  }

  @Test func `takes the higher of two marks`() {
    let outcome = merge.merged(
      "ids/0000.rec", base: Array("Entity: A\nLast: p3\n".utf8),
      ours: Array("Entity: A\nLast: p9\n".utf8),
      theirs: Array("Entity: A\nLast: p5\n\nEntity: B\nLast: p1\n".utf8))
    expectEqual(
      String(decoding: outcome.text ?? [], as: UTF8.self),
      "Entity: A\nLast: p9\n\nEntity: B\nLast: p1\n")
  }

  @Test func `merges by line what is no file of records, or can't be read as one`() {
    let read = merged("a\nb\nc", "A\nb\nc", "a\nb\nC", path: "README.md")
    expectEqual(
      read.outcome.text.map { String(decoding: $0, as: UTF8.self) }?.contains("A\nb\nC"), true)
    let twice = "Id: p1\nName: A\n\nId: p1\nName: B\n\nId: p2\nRating: 1"
    let (text, outcome) = merged(
      twice, twice.replacing("Name: A", with: "Name: X"),
      twice.replacing("1\n", with: "1\n")
        .replacing("Rating: 1", with: "Rating: 2"))
    expectEqual(text, "Id: p1\nName: X\n\nId: p1\nName: B\n\nId: p2\nRating: 2\n")
    expectEqual(outcome.found.conflicts, [])
  }
}
