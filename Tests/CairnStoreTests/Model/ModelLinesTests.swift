import TestSupport
import Testing

@testable import CairnStore

@Suite("The lines of a model's text")
struct ModelLinesTests {
  @Test func `end with either kind of line end, and the last one with any or none`() throws {
    let lines = [
      "%rec: Book", "%doc: A book", "+ of paper", "%attribute: Title string", "%title: Title",
    ]
    let model = try ObjectModel(parsing: lines.joined(separator: "\n"))
    for end in ["\n", "\r\n"] {
      let text = lines.joined(separator: end)
      for last in ["", end, end + end] {
        expectEqual(try ObjectModel(parsing: text + last), model, "\(end.debugDescription)")
      }
    }
    expectEqual(model.entities.first?.documentation, "A book\nof paper")
  }

  @Test(arguments: [" ", "\t", "  ", "\u{A0}", "\u{2003}", " \u{3000}\t"])
  func `have words between any white space`(space: String) throws {
    let text = """
      %rec: Book
      %attribute: Title string
      %attribute: Year integer
      %columns: Title Year
      """
    let spaced = text.replacing(" ", with: space)
    expectEqual(try ObjectModel(parsing: spaced), try ObjectModel(parsing: text))
    expectEqual("\(space)é\(space)b\(space)".words, ["é", "b"])
    expectEqual("\(space)a\(space)b\(space)".words, ["a", "b"])
    expectEqual(space.words, [])
  }
}
