import CairnJSON
import TestSupport
import Testing

/// Files of people, each with what it must give.
@Suite struct `A person's file` {
  // MARK: - Times

  @Test(arguments: ["UTC", "America/New_York", "Asia/Kolkata", "Pacific/Apia"])
  func `of times shows each time as it is written, from a table and from JSON`(
    zone: String
  ) throws {
    let home = try Home(environment: ["TZ": zone])
    try home.write(
      "what,when\nCall,2024-05-01 10:00\nLate,2024-05-01 23:30\nEarly,2024-05-01 00:30\n",
      to: "t.csv")
    try home.write("{\"what\":\"J\",\"when\":\"2024-05-01T10:00:00\"}\n", to: "t.jsonl")
    for file in ["t.csv", "t.jsonl"] { try home.output("import", file) }
    try expectEqual(
      home.output("list", "ts", "--columns", "what,when", "--format", "csv"),
      "what,when\nCall,2024-05-01 10:00\nLate,2024-05-01 23:30\nEarly,2024-05-01 00:30\n"
        + "J,2024-05-01 10:00\n")
    for (row, time) in [("p1", "10:00"), ("p2", "23:30"), ("p3", "00:30"), ("p4", "10:00")] {
      expectTrue(try home.output("show", "ts/\(row)").contains("2024-05-01 \(time)"), row)
      let screen = try home.output("render", "ts/\(row)", "--read-only")
      expectTrue(screen.contains("2024-05-01 \(time)"), screen)
    }
  }

  @Test func `of tasks has a moment and a local time`() throws {
    let home = try Home(environment: ["TZ": "America/New_York"])
    try home.write(
      #"""
      [{"status":"waiting","uuid":"62d92b7f-0000","description":"foo","wait":"20141226T203354Z",
      "entry":"2014-12-26T20:33:54","annotations":[{"entry":"20160312T093133Z",
      "description":"and Cheese"}],"tags":["a","b,c"]},{"status":"pending",
      "uuid":"62d92b7f-0001","description":"bar","annotations":[{"description":"no entry"}],
      "tags":["hello world"]}]
      """#, to: "task.json")
    try home.output("import", "task.json")
    let model = try home.output("model", "show", "tasks")
    expectTrue(model.contains("wait datetime\n") && model.contains("entry localtime\n"), model)
    let task = try JSONValue(reading: home.output("show", "tasks/p1", "--format", "json"))
    expectEqual(task["wait"], "2014-12-26T20:33:54Z")
    expectEqual(task["entry"], "2014-12-26T20:33:54")
    expectEqual(task["tags"]?.array, ["a", "b,c"])
    expectTrue(try home.output("show", "tasks/p1").contains("2014-12-26 15:33"))
  }

  // MARK: - Filters in other words

  private static let filters: [(filter: String, count: Int, hint: String)] = [
    ("!kind:b", 0, "-kind:b excludes these records"),
    ("not kind:b", 0, "NOT kind:b excludes these records"),
    ("kind:a or kind:b", 0, "OR finds either"), ("-kind:b", 3, ""), ("kind:a OR kind:b", 4, ""),
    ("http://x.org", 0, ""), ("title:foobar+", 1, ""), ("title:foo?bar", 1, ""),
  ]

  @Test(arguments: filters)
  func `is filtered, or the right spelling is told`(
    filter: String, count: Int, hint: String
  ) throws {
    let home = try Home(environment: [:])
    try home.write("title,kind\nfoobar1,a\nfoobar2,a\nfoobar+,a\nfoo?bar,b\n", to: "filter.csv")
    try home.output("import", "filter.csv")
    let answer = try home.cairn("list", "filters", filter, "--count")
    expectEqual(answer.status, 0, answer.errors)
    expectEqual(answer.output, "\(count)\n", filter)
    expectTrue(hint.isEmpty ? answer.errors.isEmpty : answer.errors.contains(hint), answer.errors)
    // The app has the same rows, and the same hint.
    let keys = "/ " + filter.split(separator: " ").joined(separator: " Space ")
    let screen = try home.output("render", "filters", "--keys", keys)
    expectTrue(screen.contains("\(count) of 4"), screen)
    expectTrue(hint.isEmpty || screen.contains(hint), screen)
  }

  // MARK: - Choices

  @Test func `of choices takes a new word in a form, and never another one`() throws {
    let home = try Home(environment: [:])
    let words = ["work", "friends", "neighbors"]
    try home.write(
      "Name,Group\n" + (0..<30).map { "P\($0),\(words[$0 % 3])\n" }.joined(), to: "people.csv")
    try home.output("import", "people.csv")
    expectTrue(try home.output("model", "show").contains("%choices: Group work"))
    try home.output("render", "people", "--keys", "a N e w Tab f a m i l y C-s")
    try expectEqual(
      home.output("list", "people", "Group:family", "--columns", "Name,Group", "--format", "csv"),
      "Name,Group\nNew,family\n")
  }
}
