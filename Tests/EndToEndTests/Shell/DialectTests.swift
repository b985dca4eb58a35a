import CairnJSON
import TestSupport
import Testing

@Suite struct `The dialect of a file in the shell` {
  private static let bank = """
    Account statement;;;
    IBAN;DE00 0000;;
    ;;;
    Date;Text;Amount;Currency
    01.02.2024;Coffee;-3,50;EUR
    13.02.2024;Pay;1.200,00;EUR
    ;;Total;1.196,50

    """

  @Test func `is found, and the report says what was found`() throws {
    let home = try Home(environment: [:])
    try home.write(Self.bank, to: "bank.csv")
    let answer = try home.cairn("import", "bank.csv", "--report", "json")
    expectEqual(answer.status, 0)
    let input = try JSONValue(reading: answer.output)["inputs"]?.array?.first
    expectEqual(input?["file"], "bank.csv")
    expectEqual(input?["delimiter"], ";")
    expectEqual(input?["header"], "4")
    expectEqual(input?["given"], [])
    try expectEqual(
      home.output("list", "banks", "--format", "csv", "--columns", "Text,Amount"),
      "Text,Amount\nCoffee,-3.50\nPay,1200.00\n")
  }

  @Test func `is what the options say`() throws {
    let home = try Home(environment: [:])
    try home.write("x\na|'b|c'|NULL\n1|-|'it\\'s'\n", to: "t.csv")
    let answer = try home.cairn(
      "import", "t.csv", "--delimiter", "|", "--quote", "'", "--escape", "\\", "--skip", "1",
      "--no-header", "--null", "NULL", "--null", "-", "--encoding", "utf8")
    expectEqual(answer.status, 0, answer.errors)
    try expectEqual(
      home.output("list", "ts", "--format", "csv", "--columns", "*"),
      "Column_1,Column_2,Column_3\na,b|c,\n1,,it's\n")
    expectTrue(answer.errors.contains("delimiter | (given)"), answer.errors)
  }

  @Test(arguments: [
    ["--delimiter", "ab"], ["--header", "0"], ["--header", "1", "--no-header"],
    ["--skip", "3", "--header", "2"], ["--encoding", "klingon"],
  ])
  func `is refused before a store is made where it is no dialect`(options: [String]) throws {
    let home = try Home(environment: [:])
    try home.write("a,b\n1,2\n", to: "t.csv")
    let answer = try home.cairn(["import", "t.csv"] + options)
    expectEqual(answer.status, 64, answer.errors)
  }

  @Test func `is asked for where an encoding or an escape is not clear`() throws {
    let home = try Home(environment: [:])
    try home.shell("printf '\\xc8\\xec\\xff;\\xc3\\xee\\xf0\\xee\\xe4\\n' > old.csv")
    let answer = try home.cairn("import", "old.csv")
    expectEqual(answer.status, 1)
    expectTrue(answer.errors.contains("Windows-1251 reads \"Имя;Город\""), answer.errors)
    expectEqual(answer.errorLines.count, 1)
    try home.write("a,b\n1,\"{\\\"x\\\":2}\"\n", to: "quotes.csv")
    let quotes = try home.cairn("import", "quotes.csv")
    expectEqual(quotes.status, 1)
    expectTrue(quotes.errors.contains("--escape '\\'"), quotes.errors)
    try home.output("import", "quotes.csv", "--escape", "\\")
    try expectTrue(home.output("list", "quotes", "--format", "json").contains("{\\\"x\\\":2}"))
  }

  @Test func `repeats an import by a favorite`() throws {
    let home = try Home(environment: [:])
    try home.write(Self.bank, to: "bank.csv")
    try home.output("init")
    let screen = try home.output(
      "render", "~import?file=bank.csv&delimiter=;&header=4", "--keys", "I")
    expectTrue(screen.contains("Coffee"), screen)
  }
}
