import CairnStore
import TestSupport
import Testing

@testable import CairnApp

@Suite struct `The fields of a new collection in one line` {
  private func problem(_ line: String) -> String? {
    do throws(AppError) {
      _ = try NewFields(line)
      return nil
    } catch {
      return error.description
    }
  }

  @Test func `are names, each with a type if it is not a line of text`() throws {
    let fields = try NewFields(
      "Title, Author , Started date,Pages whole number, Note text, Price decimal, Tags tags, "
        + "Status to do|done")
    let model = try fields.adding("Book", to: ObjectModel())
    let book = try #require(model["Book"])
    expectEqual(
      book.attributes.map { "\($0.name) \($0.type.rawValue)" },
      [
        "Title string", "Author string", "Started date", "Pages integer", "Note text",
        "Price decimal", "Tags tags", "Status choice",
      ])
    expectEqual(book.attribute("Status")?.choices, ["to do", "done"])
    expectEqual(book.titleAttribute?.name, "Title")
    expectEqual(book.attributes.map(\.isRequired), [true] + Array(repeating: false, count: 7))
    expectEqual(try NewFields("Größe").attributes.map(\.name), ["Grosse"])
  }

  @Test func `are shown with their types while they are typed`() throws {
    expectEqual(
      try NewFields("Title, Due, Status todo|done, Made date").description,
      "Title text · Due text · Status todo or done · Made date")
    for type in NewFields.typeWords.split(separator: ",") {
      expectEqual(try NewFields("Title, A \(type)").attributes.count, 2)
    }
  }

  @Test(arguments: [
    ("Title, Started dat", "no type is called dat; did you mean date?"),
    ("Title, Pages whole nmber", "did you mean whole number?"),
    ("Title, Pages numeric", "no type is called numeric; did you mean integer or decimal?"),
    ("Title, Read checkbox", "did you mean boolean?"), ("Title, Note memo", "did you mean text?"),
    ("Title, Kind select", "did you mean the words with | between, such as todo|done?"),
    ("Title, Cover photo", "did you mean file?"),
    ("Date of birth", "no type is called of birth; the types are string"),
    ("Title, Kind choice", "a choice needs its words, such as Kind todo|doing|done"),
    (" , ", "a collection needs a field, such as Name"),
    ("Labels tags, Title", "Labels can't be the title"),
  ])
  func `say what is wrong`(line: String, reason: String) {
    expectTrue(problem(line)?.contains(reason) == true, problem(line) ?? "nothing")
  }

  @Test func `cannot have the same name`() throws {
    let fields = try NewFields("Title, Title date")
    #expect(throws: StoreError.self) { try fields.adding("Book", to: ObjectModel()) }
  }
}
