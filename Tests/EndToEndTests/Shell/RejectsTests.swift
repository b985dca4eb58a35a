import CairnJSON
import TestSupport
import Testing

@Suite struct `cairn import --rejects` {
  private let home: Home

  init() throws {
    home = try Home()
    try home.write(
      "%rec: Guest\n%attribute: Name string\n%attribute: Age integer\n", to: "guests.rec")
    try home.output("init", "--model", "guests.rec")
    try home.write("Name,Age\nAnn,30\nBob,old\nCleo,young\n", to: "guests.csv")
  }

  @Test(arguments: [[], ["--dry-run"], ["--strict"]])
  func `writes the refused rows, to fix and import them again`(options: [String]) throws {
    let answer = try home.cairn(["import", "guests.csv", "--rejects", "bad.csv"] + options)
    expectEqual(answer.status, 1, answer.errors)
    expectTrue(answer.errors.contains("wrote 2 refused rows to bad.csv"), answer.errors)
    let text = home.text(of: "bad.csv")
    expectEqual(
      text,
      """
      Name,Age,Refused because
      Bob,old,"Age: ""old"" is not a whole number"
      Cleo,young,"Age: ""young"" is not a whole number"

      """)
    guard options.isEmpty else { return }
    try home.write(
      text.replacing(",old,", with: ",41,").replacing(",young,", with: ",5,"), to: "bad.csv")
    let again = try home.cairn("import", "bad.csv", "--into", "guests")
    expectEqual(again.status, 0, again.errors)
    try expectEqual(
      home.output("list", "guests", "--columns", "*", "--format", "csv"),
      "Name,Age\nAnn,30\nBob,41\nCleo,5\n")
  }

  @Test func `writes nothing without a refused row`() throws {
    try home.write("Name,Age\nAnn,30\n", to: "guests.csv")
    let answer = try home.cairn("import", "guests.csv", "--rejects", "bad.csv")
    expectEqual(answer.status, 0, answer.errors)
    try expectEqual(home.shell("ls bad.csv").output, "")
  }

  @Test func `never replaces an input`() throws {
    try home.shell("ln -s guests.csv other.csv; mkdir notes; echo '# A' > notes/a.md")
    for rejects in ["guests.csv", "other.csv", "./guests.csv", "."] {
      let answer = try home.cairn("import", "guests.csv", "--rejects", rejects)
      expectEqual(answer.status, 64, answer.errors)
      expectTrue(answer.errors.contains("would replace the input"), answer.errors)
    }
    let notes = try home.cairn("import", "notes", "--rejects", "notes/")
    expectEqual(notes.status, 64, notes.errors)
    try expectEqual(home.output("list", "guests", "--count"), "0\n")
  }

  @Test func `takes a folder for several files`() throws {
    try home.write(#"{"Name": "Dan", "Age": "?"}"# + "\n", to: "more.jsonl")
    let arguments = ["import", "guests.csv", "more.jsonl", "--into", "guests", "--rejects"]
    try expectEqual(home.cairn(arguments + ["bad.csv"]).status, 64)
    let answer = try home.cairn(arguments + ["bad/"])
    expectEqual(answer.status, 1)
    expectTrue(home.text(of: "bad/guests.csv").contains("Bob,old,"))
    expectTrue(home.text(of: "bad/more.jsonl").contains("Dan"))
  }
}
