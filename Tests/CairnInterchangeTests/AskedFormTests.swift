import CairnStore
import TestSupport
import Testing

@testable import CairnInterchange

@Suite struct `A form that a person names` {
  private let days = "a;b\n01/02/2024;x\n03/04/2024;y\n"

  @Test(arguments: [
    (RegionalForm.dayFirst, ["2024-02-01", "2024-04-03"]),
    (.monthFirst, ["2024-01-02", "2024-03-04"]),
  ])
  func `says how days are read that nothing else tells`(
    form: RegionalForm, texts: [String]
  ) throws {
    let store = try makeStore()
    let report = try store.take(days) { $0.setType(of: "a", .date, as: form) }
    try expectEqual(store.texts("a", of: "Thing"), texts)
    expectEqual(report.notices, ["things.a: read \(form.words), \"01/02/2024\" as \(texts[0])"])
  }

  @Test(arguments: [
    (RegionalForm.decimalComma, ["1234", "5.67"]), (.groupedThousands, ["1.234", "-"]),
  ])
  func `says what points in numbers are, and what hasn't the form is refused`(
    form: RegionalForm, texts: [String]
  ) throws {
    let store = try makeStore()
    let report = try store.take("a;b\n1.234;x\n5,67;y\n") {
      $0.setType(of: "a", .decimal, as: form)
    }
    let kept = texts.filter { $0 != "-" }
    try expectEqual(store.texts("a", of: "Thing"), kept)
    expectEqual(report.badRowCount, texts.count - kept.count)
  }

  @Test func `takes the thousands of a column that is read as it stands otherwise`() throws {
    let store = try makeStore()
    let report = try store.take("a;b\n1.234;x\n5.678;y\n") {
      $0.setType(of: "a", .integer, as: .decimalComma)
    }
    try expectEqual(store.texts("a", of: "Thing"), ["1234", "5678"])
    expectEqual(
      report.notices,
      [
        "things.a: read with points between thousands, as asked, \"1.234\" as 1234"
      ])
  }

  @Test func `tells of the other columns, which the same hand wrote`() throws {
    let store = try makeStore()
    try store.take("a;b\n01/02/2024;05/06/2024\n") { $0.setType(of: "a", .date, as: .dayFirst) }
    try expectEqual(store.attribute("b", of: "Thing").type, .date)
    try expectEqual(store.texts("b", of: "Thing"), ["2024-06-05"])
  }

  @Test func `is that of members as well`() throws {
    let store = try makeStore()
    try store.take(#"[{"n":1,"order":{"on":"01/02/2024"}}]"#, as: "things.json") {
      $0.setType(of: "order.on", .date, as: .monthFirst)
    }
    try expectEqual(store.texts("on", of: "Order"), ["2024-01-02"])
  }

  @Test func `is asked for where a field of dates takes no other values`() throws {
    let store = try makeStore()
    try store.take("a,b\n2024-12-31,x\n") { $0.types["a"] = .date }
    let refused = try store.take(days)
    expectEqual(refused.badRows.map(\.line), [2, 3])
    expectEqual(
      refused.notices,
      [
        "things.a: \"01/02/2024\" is 2024-02-01 with the day first, and 2024-01-02 with the month "
          + "first; an option such as --type a=date:day-first says which"
      ])
    let report = try store.take(days) { $0.setType(of: "a", .date, as: .dayFirst) }
    expectEqual(report.badRowCount, 0)
    try expectEqual(store.texts("a", of: "Thing"), ["2024-12-31", "2024-02-01", "2024-04-03"])
  }

  @Test func `keeps a field soft that would become text without it, which is said`() throws {
    let store = try makeStore()
    try store.take("a,b\n2024-12-31,x\n")
    let form = try store.take(days) { $0.setType(of: "a", .date, as: .dayFirst) }
    expectEqual(form.notices, ["things.a: read with the day first, \"01/02/2024\" as 2024-02-01"])
    try expectEqual(store.attribute("a", of: "Thing").type, .date)
    let report = try store.take("a,b\n05/06/2024,x\n")
    try expectEqual(store.attribute("a", of: "Thing").type, .string)
    expectEqual(report.notices.count, 2)
    expectTrue(
      report.notices.contains {
        $0.contains("a: becomes text, since") && $0.contains("--type a=date:day-first")
      })
    expectTrue(report.notices.contains { $0.contains("widened from date to string") })
  }

  @Test func `refuses values that it doesn't fit, where the field could give way`() throws {
    let store = try makeStore()
    try store.take("a,b\n2024-12-31,x\n")
    let report = try store.take("a;b\n01/02/2024;x\nn/a;y\n") {
      $0.setType(of: "a", .date, as: .dayFirst)
    }
    expectEqual(report.badRows.map(\.line), [3])
    try expectEqual(store.attribute("a", of: "Thing").type, .date)
    try expectEqual(store.texts("a", of: "Thing"), ["2024-12-31", "2024-02-01"])
  }

  @Test func `is none of JSON's own numbers`() throws {
    let store = try makeStore()
    try store.take(#"[{"a":"5,67"},{"a":1.234}]"#, as: "things.json") {
      $0.setType(of: "a", .decimal, as: .decimalComma)
    }
    try expectEqual(store.texts("a", of: "Thing"), ["5.67", "1.234"])
  }

  @Test func `has no point before decimals where it stands between thousands`() throws {
    let store = try makeStore()
    let report = try store.take("a;b\n1.500;x\n1.5;y\n-7;z\n") {
      $0.setType(of: "a", .decimal, as: .decimalComma)
    }
    try expectEqual(store.texts("a", of: "Thing"), ["1500", "-7"])
    expectEqual(report.badRows.map(\.line), [3])
  }

  @Test func `is not asked for where a field is text, and quoted where it must be`() throws {
    let store = try makeStore()
    let first = try store.take("Born on,b\n01/02/2024,x\n")
    expectTrue(first.notices.contains { $0.contains("--type 'Born on=date:day-first' says which") })
    try expectEqual(store.take("Born on,b\n03/04/2024,x\n").notices, [])
  }

  @Test(arguments: [
    ("$(touch x)", "--type '$(touch x)=date:day-first'"),
    ("a'b;c", #"--type 'a'\''b;c=date:day-first'"#),
    // An accent makes one character of itself and what is before it.
    ("a'\u{301}; x", "--type 'a'\\''\u{301}; x=date:day-first'"),
    ("-x", "--type=-x=date:day-first"), ("a.b_1", "--type a.b_1=date:day-first"),
  ])
  func `is named in words that a shell takes for no command`(
    column: String, option: String
  ) throws {
    let store = try makeStore()
    let notices = try store.take("\(column),b\n01/02/2024,x\n").notices
    expectTrue(notices.contains { $0.contains("such as \(option) says which") }, "\(notices)")
  }

  @Test func `is what a value is told to have that it hasn't`() throws {
    let store = try makeStore()
    let report = try store.take("a;b\n31/4/2024;x\n1.2.2024;y\n") {
      $0.setType(of: "a", .date, as: .dayFirst)
    }
    expectEqual(
      report.badRows.map(\.description).first?.contains("a date such as 31.12.2024"), true)
  }

  @Test func `is the one that fits the field`() throws {
    let store = try makeStore()
    try store.take("a,b\n1,x\n") { $0.types["a"] = .integer }
    let report = try store.take("a;b\n1,234;x\n")
    expectEqual(report.notices.first?.contains("--type a=integer:point says which"), true)
  }

  @Test func `is forgotten with the type that it is of`() {
    var options = ImportOptions.ofCommand
    options.setType(of: "a", .date, as: .dayFirst)
    options.types["b"] = .string
    expectEqual(options.forms, ["a": .dayFirst])
    options.types["a"] = .datetime
    expectTrue(options.forms.isEmpty)
  }

  @Test func `is no other type for a field that is there, which is said`() throws {
    let store = try makeStore()
    try store.take("a,b\nsome,x\n")
    let report = try store.take("a,b\n2,x\n") { $0.types["a"] = .integer }
    expectEqual(
      report.notices, ["things.a: is already string, which --type a=integer doesn't change"])
    try expectEqual(store.texts("a", of: "Thing"), ["some", "2"])
  }
}

@Suite struct `Words among numbers or dates` {
  /// A table whose column `a` has these values.
  private func table(_ values: [String]) -> String {
    "a;b\n" + values.enumerated().map { "\($1);x\($0)\n" }.joined()
  }

  @Test(arguments: [
    (["k.A."] + (1...19).map { "\($0),5" }, "decimal:comma", "number"),
    ((1...19).map { "\($0)" } + ["open", "open"], "integer", "number"),
    ((1...9).map { "\($0).5" } + ["unknown"], "decimal", "number"),
    ((13...28).map { "\($0).02.2024" } + ["?"], "date:day-first", "date"),
    ((10...28).map { "2024-02-\($0)" } + ["?"], "date", "date"),
  ])
  func `make text of a column, which is told with what reads the others`(
    values: [String], type: String, noun: String
  ) throws {
    let store = try makeStore()
    let report = try store.take(table(values))
    expectTrue([.string, .choice].contains(try store.attribute("a", of: "Thing").type))
    let words = values.filter { $0.first?.isNumber == false }
    expectEqual(
      report.notices,
      [
        "things.a: is text, since \"\(words[0])\" is not a \(noun) "
          + "(\(counted(words.count, "value")) of \(values.count)); "
          + "--type a=\(type) reads the other values, and refuses these rows"
      ])
  }

  @Test(arguments: [
    (1...9).map { "\($0)" } + ["12a"], (1...9).map { "\($0)" }, (1...30).map { "w\($0)" },
    (1...8).map { "\($0)" } + ["a", "b", "c"], (1...12).map { "0\($0)/02/2024" } + ["x"],
    (1...9).map { "\($0),5" } + (1...9).map { "\($0).5" } + ["x"],
  ])
  func `are not spoken of where nothing says what the others are`(values: [String]) throws {
    let store = try makeStore()
    try expectTrue(store.take(table(values)).notices.isEmpty)
  }

  @Test func `are refused alone where the type is asked for, whatever form the others have`() throws
  {
    let store = try makeStore()
    let values = ["k.A."] + (1...19).map { "\($0),5" }
    let report = try store.take(table(values)) { $0.setType(of: "a", .decimal) }
    try expectEqual(store.texts("a", of: "Thing"), (1...19).map { "\($0).5" })
    expectEqual(report.badRowCount, 1)
  }

  @Test(arguments: [
    (["1.234,50", "2,25", "abc"], AttributeType.decimal, ["1234.50", "2.25"]),
    (["31.12.2025", "30.02.2026", "01.02.2026"], .date, ["2025-12-31", "2026-02-01"]),
    (["2,5", "1,5", "12a"], .decimal, ["2.5", "1.5"]),
  ])
  func `are refused where the type is asked for, however few there are or whatever they are`(
    values: [String], type: AttributeType, read: [String]
  ) throws {
    let store = try makeStore()
    let report = try store.take(table(values)) { $0.setType(of: "a", type) }
    try expectEqual(store.texts("a", of: "Thing"), read)
    expectEqual(report.badRowCount, 1)
  }

  @Test(arguments: [["1,5", "a", "b"], ["01.02.2026", "03/04/2026", "x", "y"]])
  func `ask for no form that most don't have`(values: [String]) throws {
    let store = try makeStore()
    let type: AttributeType = values[0].contains(",") ? .decimal : .date
    let report = try store.take(table(values)) { $0.setType(of: "a", type) }
    expectEqual(report.badRowCount, values.count)
  }
}
