import TestSupport
import Testing

@Suite struct `cairn duplicates and cairn merge` {
  private static let model = """
    %rec: Contact
    %attribute: Name string
    %title: Name
    %attribute: Email email
    %attribute: Phone phone
    %attribute: City string
    %attribute: Tags tags
    %attribute: Code string
    %singular: Code
    %relationship: Firm to-one Firm inverse=People

    %rec: Firm
    %attribute: Name string
    %title: Name
    %relationship: People to-many Contact inverse=Firm delete=deny
    %relationship: Boss to-one Contact

    """

  private let home: Home

  init() throws {
    home = try Home(
      model: Self.model,
      [
        ["firms", "Name=Acme"], ["firms", "Name=acme."],
        ["contacts", "Name=Ann Lee", "Email=ann@x.org", "Tags=a,b", "Firm=p1", "Code=A"],
        ["contacts", "Name=Bob", "City=Lyon"],
        ["contacts", "Name=ANN  LEE", "Phone=555 123", "Tags=b,c", "City=Lyon"],
        ["contacts", "Name=A. Lee", "Email=Ann@X.org", "Phone=555-999", "Firm=p2"],
        ["contacts", "Name=bob.", "City=Nice"],
      ])
    try home.output("set", "firms/p2", "Boss=contacts/p3")
  }

  @Test func `prints the groups as a table, and numbers them for programs`() throws {
    try expectEqual(
      home.output("duplicates", "contacts", "--columns", "Name,City"),
      """
      Name      City
      Ann Lee (Name, Email)  3
      Ann Lee
      ANN  LEE  Lyon
      A. Lee
      Bob (Name)  2
      Bob       Lyon
      bob.      Nice

      """)
    let table = try home.output("duplicates", "contacts", "--by", "Name")
    expectEqual(
      table.split(separator: "\n").map { line in String(line.prefix { $0 != " " }) },
      ["key", "Ann", "p1", "p3", "Bob", "p2", "p5"])
    try expectEqual(
      home.output("duplicates", "contacts", "--columns", "key,Name", "--format", "csv"),
      "group,key,Name\n1,p1,Ann Lee\n1,p3,ANN  LEE\n1,p4,A. Lee\n2,p2,Bob\n2,p5,bob.\n")
    try expectEqual(
      home.output("list", "contacts", "key:p3", "--columns", "key", "--format", "csv"),
      "key\np3\n")
    try expectEqual(
      home.output("list", "contacts", "--sort", "-key", "--columns", "key", "--limit", "2"),
      "key\np5\np4\n")
    try expectEqual(
      home.output("duplicates", "contacts", "--columns", "Name", "--format", "csv"),
      "group,Name\n1,Ann Lee\n1,ANN  LEE\n1,A. Lee\n2,Bob\n2,bob.\n")
    let lines = try home.output("duplicates", "contacts", "--format", "jsonl").split(
      separator: "\n")
    expectEqual(lines.count, 5)
    expectTrue(lines[0].hasPrefix("{\"url\":\"cairn://contacts/p1\""), "\(lines[0])")
    expectTrue(lines[0].hasSuffix("\"@group\":1}"), "\(lines[0])")
    expectTrue(lines[4].hasSuffix("\"@group\":2}"), "\(lines[4])")
  }

  @Test(arguments: [
    (["--by", "Email"], ["p1", "p4"]), (["--by", "Name"], ["p1", "p3", "p2", "p5"]),
    (["--by", "Name+City"], []), (["--by", "Name+City,Email"], ["p1", "p4"]),
    (["city:lyon", "--by", "City"], ["p2", "p3"]), (["--by", "Firm.Name"], ["p1", "p4"]),
  ])
  func `compares the fields that a person names`(arguments: [String], keys: [String]) throws {
    let text = try home.output(["duplicates", "contacts"] + arguments + ["--format", "jsonl"])
    let urls = text.split(separator: "\n").map { $0.split(separator: "\"")[3] }
    expectEqual(urls.map(String.init), keys.map { "cairn://contacts/\($0)" })
  }

  @Test func `is a change of the merged records only`() throws {
    try home.output("merge", "contacts", "p2", "p5")
    let log = try home.output("log", "--format", "jsonl").split(separator: "\n")[0]
    expectTrue(log.contains("\"inserted\":0,\"updated\":0,\"deleted\":1"), "\(log)")
    let number = String(log.drop { !$0.isNumber }.prefix { $0.isNumber })
    let screen = try home.output("render", "~changes/\(number)", "--read-only")
    expectTrue(screen.contains("DELETED  1") && !screen.contains("ADDED"), screen)
  }

  @Test func `is the same as the view of a list, which can be a favorite`() throws {
    let printed = try home.output("duplicates", "contacts", "--by", "Name")
    let url = "contacts?view=duplicates:Name"
    try expectEqual(home.output("list", url), printed)
    try expectEqual(home.output("list", url, "--count"), "4\n")
    try home.output("favorites", "add", url, "--name", "twice")
    try expectEqual(home.output("list", "@twice"), printed)
  }

  @Test func `prints only repeated values where the view says so, in all spellings`() throws {
    let url = "contacts?view=frequency:Name,repeated"
    try expectEqual(
      home.output("list", url),
      """
      Name                count   share  cumulative
      Ann Lee / ANN  LEE      2  40.0 %      40.0 %
      Bob / bob.              2  40.0 %      80.0 %

      """)
    try expectEqual(
      home.output("list", url, "--format", "jsonl", "--limit", "1"),
      "{\"Name\":\"Ann Lee\",\"count\":2,\"spellings\":[\"Ann Lee\",\"ANN  LEE\"]}\n")
    try expectEqual(home.output("list", url, "--count"), "2\n")
  }

  @Test func `merges records, names what is left out, and is undone at once`() throws {
    let before = try home.output("export", "contacts", "--format", "json")
    let answer = try home.cairn("merge", "contacts", "p1", "p3", "p4")
    expectEqual(answer.output, "cairn://contacts/p1\n")
    expectEqual(
      answer.errorLines,
      [
        "cairn: merged cairn://contacts/p3 into cairn://contacts/p1",
        "cairn: merged cairn://contacts/p4 into cairn://contacts/p1",
        "cairn: left out of cairn://contacts/p3: Name: ANN  LEE",
        "cairn: left out of cairn://contacts/p4: Name: A. Lee",
        "cairn: left out of cairn://contacts/p4: Email: Ann@X.org",
        "cairn: left out of cairn://contacts/p4: Phone: 555-999",
        "cairn: left out of cairn://contacts/p4: Firm: acme.",
      ])
    try expectEqual(
      home.output(
        "list", "contacts", "--columns", "Name,Email,Phone,City,Tags,Firm", "--format", "csv"),
      """
      Name,Email,Phone,City,Tags,Firm
      Ann Lee,ann@x.org,555 123,Lyon,"a,b,c",Acme
      Bob,,,Lyon,,
      bob.,,,Nice,,

      """)
    try expectTrue(home.output("show", "firms/p2").contains("contacts/p1"))
    try home.output("undo")
    try expectEqual(home.output("export", "contacts", "--format", "json"), before)
    try expectTrue(home.output("show", "firms/p2").contains("contacts/p3"))
  }

  @Test func `takes the values that a person chooses, and shows them before`() throws {
    let choices = ["--take", "name=p3", "--take", "Phone=contacts/p4"]
    let dry = try home.cairn(
      ["merge", "contacts/p1", "contacts/p3", "contacts/p4", "--dry-run"] + choices)
    expectEqual(dry.output, "")
    expectTrue(dry.errors.contains("would merge cairn://contacts/p4 into cairn://contacts/p1"))
    expectTrue(dry.errors.contains("left out of cairn://contacts/p3: Phone: 555 123"), dry.errors)
    try expectEqual(home.output("list", "contacts", "--count"), "5\n")
    try home.output(["merge", "contacts", "p1", "p3", "p4"] + choices)
    try expectEqual(
      home.output("list", "contacts", "Ann", "--columns", "Name,Phone", "--format", "csv"),
      "Name,Phone\nANN  LEE,555-999\n")
  }

  @Test func `merges owners whose records move, though the model denies their deletion`() throws {
    try home.output("merge", "firms", "p1", "p2")
    try expectEqual(home.output("list", "firms/p1/people", "--count"), "2\n")
    try expectEqual(home.output("list", "firms", "--count"), "1\n")
  }

  @Test(arguments: [
    (["contacts", "p1"], 1, "two different records"),
    (["contacts", "p1", "p1"], 1, "two different records"),
    (["contacts/p1", "firms/p1"], 1, "of one collection"),
    (["contacts", "p1", "p99"], 1, "no record p99"),
    (["contacts", "p1", "p3", "--take", "Phone"], 64, "is not FIELD=ID"),
    (["contacts", "p1", "p3", "--take", "Fax=p3"], 1, "no field Fax"),
    (["contacts", "p1", "p3", "--take", "Tags=p3"], 1, "keeps the values of all records"),
    (["contacts", "p1", "p3", "--take", "Phone=p2"], 1, "not one of the merged records"),
  ])
  func `refuses what it cannot merge`(arguments: [String], status: Int32, reason: String) throws {
    let answer = try home.cairn(["merge"] + arguments)
    expectEqual(answer.status, status, answer.errors)
    expectTrue(answer.errors.contains(reason), answer.errors)
    expectEqual(answer.errorLines.count, 1, answer.errors)
    try expectEqual(home.output("list", "contacts", "--count"), "5\n")
  }

  @Test func `refuses to complete a record, and tells how many owned records are equal`() throws {
    let home = try Home(
      model: """
        %rec: Task
        %attribute: Name string
        %attribute: Due date
        %attribute: Done date
        %repeat: Done 1 month
        %due: Due
        %relationship: Steps to-many Step inverse=Task delete=cascade

        %rec: Step
        %attribute: Text string
        %relationship: Task to-one Task inverse=Steps

        """,
      [
        ["tasks", "Name=pay"], ["tasks", "Name=pay"], ["steps", "Text=call", "Task=p1"],
        ["steps", "Text=call", "Task=p2"], ["steps", "Text=write", "Task=p2"],
      ])
    let refused = try home.cairn("merge", "tasks", "p1", "p2", "--take", "Done=p2")
    expectEqual(refused.status, 1)
    expectEqual(
      refused.errors,
      "cairn: Done keeps its value, because another one would complete the record\n")
    let answer = try home.cairn("merge", "tasks", "p1", "p2")
    expectEqual(
      answer.errors,
      "cairn: merged cairn://tasks/p2 into cairn://tasks/p1\ncairn: 1 equal step stands twice\n")
    try expectEqual(home.output("list", "steps", "--count"), "3\n")
  }

  @Test func `refuses to compare no field`() throws {
    let answer = try home.cairn("duplicates", "contacts", "--by", "+")
    expectEqual(answer.status, 64)
    expectTrue(answer.errors.contains("the name of a field is needed here"), answer.errors)
    expectEqual(answer.output, "")
  }

  @Test func `refuses to take a required link from another record`() throws {
    let home = try Home(
      model: """
        %rec: Person
        %plural: people
        %attribute: Name string
        %relationship: Passport to-one Passport inverse=Owner

        %rec: Passport
        %attribute: Number string
        %mandatory: Owner
        %relationship: Owner to-one Person inverse=Passport

        """,
      [
        ["people", "Name=Ann"], ["people", "Name=ann"], ["passports", "Number=1", "Owner=p1"],
        ["passports", "Number=2", "Owner=p2"],
      ])
    for options in [[], ["--dry-run"]] {
      let answer = try home.cairn(["merge", "people", "p1", "p2"] + options)
      expectEqual(answer.status, 1)
      expectTrue(answer.errors.contains("Owner"), answer.errors)
      try expectEqual(home.output("list", "people", "--count"), "2\n")
    }
  }
}
