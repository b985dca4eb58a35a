import TestSupport
import Testing

@Suite struct `A task in a line` {
  private func home() throws -> Home {
    // A Friday.
    let home = try Home(environment: ["CAIRN_NOW": "2026-11-27T12:00:00Z", "TZ": "UTC"])
    try home.output("init", "--sample", "tasks")
    return home
  }

  @Test func `is added as it is read, and undone`() throws {
    let home = try home()
    let answer = try home.cairn(
      "add", "tasks", "call", "plumber", "friday", "project:house", "high")
    expectEqual(answer.status, 0, answer.errors)
    expectEqual(answer.output, "cairn://tasks/p21\n")
    expectEqual(
      answer.errors,
      "cairn: call plumber · Status todo · Priority high · Due 2026-11-27 (Friday, today)"
        + " · Project house\n")
    let shown = try home.output("show", "tasks/p21")
    for line in ["Priority  high", "Due       2026-11-27"] {
      expectTrue(shown.contains(line), shown)
    }
    try home.output("undo")
    try expectEqual(home.output("list", "tasks", "--count"), "20\n")
  }

  @Test func `comes back when it is done, which the command says`() throws {
    let home = try home()
    let answer = try home.cairn("set", "tasks/p4", "Status=done")
    expectEqual(answer.status, 0, answer.errors)
    expectTrue(
      answer.errors.contains(
        "comes back: Water the seedlings · Status todo · Priority low · Due 2026-11-30"),
      answer.errors)
    try expectEqual(home.output("list", "tasks", "--count"), "21\n")
    try home.output("undo")
    try expectEqual(home.output("list", "tasks", "--count"), "20\n")
    // The task does not repeat: there is no message.
    expectEqual(try home.cairn("set", "tasks/p1", "Status=done").errors, "")
    try expectEqual(home.output("store", "verify"), "")
  }

  @Test func `adds up what is left, and prints calculations for people and programs`() throws {
    let home = try home()
    let table = try home.output(
      "list", "tasks?columns=Name,Minutes,due-today&where=priority=high&totals=sum&sort=due")
    let lines = table.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    let minutes = lines.dropFirst().dropLast(2).compactMap { Int($0[$0.count - 2]) }
    expectEqual(lines.last?.first { $0.allSatisfy(\.isNumber) }, "\(minutes.reduce(0, +))", table)
    try home.output("init", "--sample", "recipes", "--store", "r")
    let grams = try home.output(
      "list", "recipes?columns=name,ingredients[unit=g].quantity.sum&totals=sum", "--store", "r")
    expectTrue(grams.hasSuffix(" g\n"), "\(grams.suffix(80))")
    let warned = try home.cairn("list", "tasks?totals=summ", "--count")
    expectTrue(warned.errors.contains("the totals of a list are sum, average"), warned.errors)
    let json = try home.output(
      "list", "tasks?columns=Minutes*2,Project.Tasks.count&where=name:roofer", "--format", "jsonl")
    expectTrue(json.contains(#""Minutes*2":30"#) && json.contains(#""Project.Tasks.count":"#), json)
  }

  /// Each part of the reading is a line of the page, and the page has no other field.
  @Test(arguments: SeededGenerator.seeds(12)) func `is read as the record is shown`(
    seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    let home = try home()
    let titles = ["call", "\"5 inch\" nail", "friday plan", "pay 12", "ask: why", "#1 of 3"]
    let parts = [
      "minutes:30", "#urgent", "#phone #garden", "project:house", "high", "Notes:\"two words\"",
      "tomorrow", "in 3 days", "2026-12-24", "every:\"1 month\"", "doing",
    ]
    let line = ([random.element(of: titles)] + parts.shuffled(using: &random).prefix(4))
      .joined(separator: " ")
    let answer = try home.cairn("add", "tasks", line)
    guard answer.status == 0 else {
      // A refused line adds nothing.
      try expectEqual(home.output("list", "tasks", "--count"), "20\n", line)
      return
    }
    let reading = answer.errors.dropFirst("cairn: ".count).dropLast().split(separator: " · ")
      .map(String.init)
    let shown = try home.output("show", "tasks/p21").split(separator: "\n").map(String.init)
    expectEqual(shown.first, reading.first, line)
    var fields = ["Name"]
    for part in reading.dropFirst() {
      let words = part.split(separator: " ", maxSplits: 1).map(String.init)
      fields.append(words[0])
      // The reading explains a day in brackets.
      let value = words[1].split(separator: " (")[0]
      // Long texts and links have sections of their own.
      let isSection = ["Notes", "Project"].contains(words[0])
      let isShown = shown.contains { row in
        isSection
          ? row == "  \(value)" || row.hasPrefix("  \(value) ")
          : row.hasPrefix("\(words[0]) ") && row.hasSuffix("  \(value)")
      }
      expectTrue(isShown, "\(part) of \(line): \(shown.joined(separator: "\n"))")
    }
    let known = ["Name", "Status", "Priority", "Due", "Minutes", "Every", "Tags"]
    for name in known where shown.dropFirst(2).contains(where: { $0.hasPrefix("\(name) ") }) {
      expectTrue(fields.contains(name), "\(name) of \(line): \(answer.errors)")
    }
  }

  @Test func `may be quoted, and mixed with fields`() throws {
    let home = try home()
    try home.output("add", "tasks", "sort", "photos", "#home", "notes:in the attic", "Tags+=work")
    try expectEqual(
      home.output("list", "tasks", "sort photos", "--columns", "Tags,Notes", "--format", "csv"),
      "Tags,Notes\n\"home,work\",in the attic\n")
    try home.output("add", "tasks", "fix a=b today", "Minutes=5")
    try expectEqual(
      home.output(
        "list", "tasks", "minutes=5", "--columns", "Name,Due,Minutes", "--format", "csv"),
      "Name,Due,Minutes\nfix a=b,2026-11-27,5\n")
  }

  @Test func `without a title or with an unknown link is refused, and nothing is saved`() throws {
    let home = try home()
    for words in [
      ["project:house"], ["call", "project:nowhere"], ["call", "due:never"],
      ["call", "due:today", "due:friday"], ["call", "Name=Other"], ["call", "name:Other"],
      ["call", "projekt:house"],
    ] {
      expectEqual(try home.cairn(["add", "tasks"] + words).status, 1, "\(words)")
    }
    try expectEqual(home.output("list", "tasks", "--count"), "20\n")
  }

  @Test func `is in the agenda, by its day`() throws {
    let home = try home()
    let agenda = try home.output("list", "tasks?where=-status=done&view=agenda:Due", "--plain")
    let heads = ["Overdue", "Today", "Tomorrow", "This week", "Later", "No date"]
    let found = agenda.split(separator: "\n").compactMap { line in
      heads.first { line.hasPrefix($0) }
    }
    expectEqual(found, heads)
    try expectEqual(home.output("list", "tasks?view=agenda:Due", "--count"), "20\n")
    let wrong = try home.cairn("list", "tasks?view=agenda:Name")
    expectTrue(wrong.errors.contains("Name is not one date"), wrong.errors)
    try home.output("set", "tasks/p1", "Status=done")
    let overdue = try home.output("list", "tasks", "due<today -status=done", "--count")
    expectEqual(overdue, "1\n")
  }

  /// The days of the sample are as far from today as the files say, whenever it is made.
  @Test(arguments: ["2026-11-27", "2031-02-28"])
  func `of the sample is due near the day it was made`(day: String) throws {
    let home = try Home(environment: ["CAIRN_NOW": "\(day)T12:00:00Z", "TZ": "UTC"])
    try home.output("init", "--sample", "tasks")
    try expectEqual(home.output("list", "tasks", "due<today -status=done", "--count"), "2\n")
    try expectEqual(home.output("list", "tasks", "due:today", "--count"), "2\n")
    try expectTrue(!home.output("show", "tasks/p1").contains("Days count"))
  }
}
