import CairnJSON
import TestSupport
import Testing

@testable import CairnInterchange
@testable import CairnStore

@Suite struct `The corpus of exports` {
  /// A file that Cairn cannot read alone, and the answer of a person that makes it right.
  struct Question: Sendable, CustomStringConvertible {
    let name: String
    var parts: [Dialect.Part: String] = [:]
    var forms: [String: (type: AttributeType, form: RegionalForm)] = [:]

    var description: String { name }
    var file: CorpusFile { CorpusFile(name: name) }
    var options: ImportOptions {
      var options = ImportOptions.ofCommand
      for (column, answer) in forms { options.setType(of: column, answer.type, as: answer.form) }
      return options
    }
  }

  private static let point: (AttributeType, RegionalForm) = (.integer, .groupedThousands)

  static let questions = [
    // Each day is no later than the twelfth of its month.
    Question(name: "bank-us-ambiguous.csv", forms: ["Date": (.date, .monthFirst)]),
    // The comma of 1,234 may separate thousands or decimals.
    Question(
      name: "bank-jp-mufg.csv", forms: ["支払い金額": point, "預かり金額": point, "差引残高": point]),
    Question(name: "excel-ja-jp.csv", forms: ["単価": point]),
    Question(
      name: "fitbit-activities.csv", forms: ["Calories Burned": point, "Steps": point]),
    Question(
      name: "garmin-activities.csv",
      forms: ["Calories": point, "Total Ascent": point, "Steps": point]),
    // Few letters outside ASCII show the encoding.
    Question(name: "bank-uk-nationwide.csv", parts: [.encoding: "windows-1252"]),
    Question(name: "excel-de-de-dos.csv", parts: [.encoding: "cp850"]),
    Question(name: "excel-ja-jp-sjis.csv", parts: [.encoding: "shift_jis"], forms: ["単価": point]),
    // Of all letters outside ASCII, only ² and © tell Windows-1252 from ISO-8859-2.
    Question(name: "gov-de-destatis.csv", parts: [.encoding: "windows-1252"]),
    // The point of 629.447 may separate thousands or decimals.
    Question(name: "gov-es-ine.csv", forms: ["Total": (.integer, .decimalComma)]),
  ]

  /// The columns that stay texts as the file has them, although they have another meaning.
  static let textColumns: [String: Set<String>] = [
    // A zone after a blank.
    "github-issues.csv": ["created_at"], "shopify-orders.csv": ["Paid at"],
    "jekyll-posts": ["date", "categories"],
    // Tags with blanks between them; no tag is a cell of its own.
    "pinboard.json": ["tags"],
  ]

  static let clearFiles = CorpusFile.all.filter { file in
    !questions.contains { $0.name == file.name }
  }

  @Test func `has at least 120 files`() {
    expectTrue(CorpusFile.all.count >= 120, "\(CorpusFile.all.count)")
  }

  @Test(arguments: clearFiles)
  func `is read rightly`(file: CorpusFile) throws {
    let reading = try file.read()
    expectEqual(reading.refusal, nil)
    let texts = Self.textColumns[file.name] ?? []
    let wrong = reading.differences.filter { !texts.contains($0.column) || !$0.isText }
    expectTrue(wrong.isEmpty, "CORPUS \(file.name): \(wrong.prefix(4))")
  }

  @Test(arguments: questions)
  func `is never misread without a word, and is right once a person answers`(
    question: Question
  ) throws {
    let reading = try question.file.read()
    expectTrue(!reading.isRight, "CORPUS \(question.name) needs no answer")
    expectTrue(reading.silent.isEmpty, "CORPUS \(question.name): \(reading.silent.prefix(4))")
    let answered = try question.file.read(question.parts.map { ($0, $1) }, question.options)
    expectEqual(answered.refusal, nil)
    expectTrue(
      answered.isRight, "CORPUS \(question.name) answered: \(answered.differences.prefix(4))")
  }
}
