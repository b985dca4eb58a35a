import CairnFiles
import TestSupport
import Testing

@testable import CairnStore

/// A row of the article's table.
struct ArticleRow: CustomTestStringConvertible, Sendable {
  let keyword: String
  let value: String
  let example: String

  var testDescription: String { keyword }

  /// The article's text.
  static func text() throws -> String {
    let root = #filePath.split(separator: "/").dropLast(4).map { "/\($0)" }.joined()
    let path = "\(root)/Sources/CairnStore/CairnStore.docc/ModelFile.md"
    return String(decoding: try RealFileSystem().read(path), as: UTF8.self)
  }

  /// The rows whose first cell is a keyword.
  static func all() throws -> [ArticleRow] {
    try text().split(separator: "\n").filter { $0.hasPrefix("| `%") }.map { line in
      let cells = line.replacing("\\|", with: "\u{0}").split(
        separator: "|", omittingEmptySubsequences: false
      ).map { $0.replacing("\u{0}", with: "|").split(separator: " ").joined(separator: " ") }
      try #require(cells.count == 7, "\(line)")
      let code = { (cell: String) in cell.split(separator: "`").map(String.init) }
      return ArticleRow(
        keyword: String(code(cells[1])[0].dropFirst()), value: cells[2],
        example: code(cells[4]).joined())
    }
  }
}

@Suite struct `The article on the model file` {
  private static let start = "%rec: Recipe\n"
  private static let fields =
    "%attribute: Name string\n%attribute: Rating integer\n%attribute: Made date\n"
    + "%attribute: Wanted boolean\n"
  private static let other =
    "\n%rec: Author\n%attribute: Name string\n%relationship: Recipes to-many Recipe\n"

  @Test func `tables every keyword that is read, each once`() throws {
    try expectEqual(ArticleRow.all().map(\.keyword), ModelKeyword.allCases.map(\.rawValue))
  }

  @Test(arguments: try ArticleRow.all())
  func `has an example of each that is read and that means something`(row: ArticleRow) throws {
    let keyword = try #require(ModelKeyword(rawValue: row.keyword))
    expectTrue(row.example.hasPrefix("%\(row.keyword): "))
    let start = keyword == .rec ? "" : Self.start + (keyword == .repeat ? "%due: Made\n" : "")
    let model = try ObjectModel(parsing: "\(start)\(row.example)\n\(Self.fields)\(Self.other)")
    let plain = try ObjectModel(
      parsing: "\(keyword == .rec ? Self.start : start)\(Self.fields)\(Self.other)")
    let isIdle = row.value == "left alone" || keyword == .auto || keyword == .rec
    expectEqual((model == plain), isIdle)
  }

  @Test func `names every type, rule and option`() throws {
    let values = Dictionary(
      uniqueKeysWithValues: try ArticleRow.all().map { ($0.keyword, $0.value) })
    let words = { (keyword: String) in
      Set((values[keyword] ?? "").split { !$0.isLetter }.map(String.init))
    }
    expectTrue(words("attribute").isSuperset(of: AttributeType.allCases.map(\.rawValue)))
    let rules =
      Relationship.DeleteRule.allCases.map(\.rawValue)
      + Relationship.ExportRule.allCases.map(\.rawValue)
    expectTrue(words("relationship").isSuperset(of: rules))
  }

  @Test func `begins with a model that can be used`() throws {
    let parts = try ArticleRow.text().split(separator: "```\n", omittingEmptySubsequences: false)
    let model = try ObjectModel(parsing: String(try #require(parts.dropFirst().first)))
    expectEqual(model.entities.map(\.name), ["Recipe", "Author"])
  }

  @Test(
    .enabled("recutils are not installed") { Program("recfix") != nil },
    arguments: try ArticleRow.all())
  func `has examples that recutils finds right`(row: ArticleRow) throws {
    let recfix = try #require(Program("recfix"))
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let start = row.keyword == "rec" ? "" : Self.start
    try RealFileSystem().replace(
      folder.path("model.rec"), with: Array("\(start)\(row.example)\n\(Self.fields)".utf8))
    let checked = try recfix.run(["--check", folder.path("model.rec")])
    expectEqual(checked.status, 0, "\(checked.output)")
  }
}
