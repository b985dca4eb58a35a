import TestSupport
import Testing

@testable import CairnInterchange
@testable import CairnStore

/// A person edits an export, and rules of the model hold for the records together.
@Suite struct `Edited records of an export` {
  private static let model = """
    %rec: Team
    %plural: teams
    %attribute: Name string
    %attribute: Motto text
    %relationship: Boss to-one Person inverse=Leads
    %relationship: Guests to-many Person inverse=Visits
    %mandatory: Boss

    %rec: Person
    %plural: people
    %attribute: Name string
    %attribute: Email string
    %singular: Email
    %relationship: Leads to-one Team inverse=Boss
    %relationship: Visits to-many Team inverse=Guests
    %relationship: Friends to-many Person

    %rec: Visit
    %plural: visits
    %attribute: Name string
    %relationship: Guest to-one Person export=follow

    """

  private let store: ObjectStore

  init() throws {
    store = try makeStore(try ObjectModel(parsing: Self.model).entities)
    let context = store.newContext()
    let people = try (1...4).map { number in
      let person = try context.create("Person")
      person["Name"] = .text("person \(number)")
      person["Email"] = .text("e\(number)@x")
      return person
    }
    for number in 1...3 {
      let team = try context.create("Team")
      team["Name"] = .text("team \(number)")
      team["Motto"] = .text("on")
      team.setLinks("Boss", [people[number - 1]])
      team.setLinks("Guests", [people[3]])
    }
    people[0].setLinks("Friends", [people[1]])
    let visit = try context.create("Visit")
    visit["Name"] = .text("visit")
    visit.setLinks("Guest", [people[0]])
    try context.save(title: "Fill")
  }

  /// Imports files of the export with edits of their texts.
  private func take(
    _ format: InterchangeFormat, _ edits: [(entity: String, edit: (inout String) -> Void)]
  ) throws -> ImportReport {
    let files = try edits.map { entity, edit in
      var text = try store.export(entity, as: format)
      let before = text
      edit(&text)
      // In rec, only one of both ends has a link.
      expectTrue(text != before || format == .rec, text)
      let plural = try #require(store.snapshot.model[entity]?.plural)
      return (name: "\(plural).\(format)", text: text)
    }
    return try store.take(export: [("model.rec", ExportedModel(store.snapshot).text)] + files)
  }

  private func bosses() throws -> [String] {
    try store.values("Boss", of: "Team").map {
      $0.linkedKeys.map(\.description).joined()
    }
  }

  // MARK: - Values that no two records have

  @Test(arguments: [InterchangeFormat.csv, .rec, .json, .jsonl])
  func `exchange values that no two may have`(format: InterchangeFormat) throws {
    let report = try take(
      format,
      [
        (
          "Person",
          { text in
            text = text.replacing("e1@x", with: "e0@x").replacing("e2@x", with: "e1@x")
              .replacing("e3@x", with: "e2@x").replacing("e0@x", with: "e3@x")
          }
        )
      ])
    expectEqual(report.badRows.map(\.description), [])
    try expectEqual(store.texts("Email", of: "Person"), ["e3@x", "e1@x", "e2@x", "e4@x"])
    try expectEqual(store.verify().map(\.description), [])
  }

  @Test func `are refused with the rows that need their values`() throws {
    for isReversed in [false, true] {
      var rows = [
        "cairn://people/p1,e2@x", "cairn://people/p2,e3@x", "cairn://people/p3,e4@x",
        "cairn://people/p9,e5@x",
      ]
      if isReversed { rows.reverse() }
      let text = (["url,Email"] + rows).map { $0 + "\n" }.joined()
      let report = try store.take(
        export: [("model.rec", ExportedModel(store.snapshot).text), ("people.csv", text)])
      expectEqual(
        report.badRows.map { $0.problem.value }.sorted { $0 ?? "" < $1 ?? "" },
        ["e2@x", "e3@x", "e4@x"])
      try expectEqual(
        store.texts("Email", of: "Person"), ["e1@x", "e2@x", "e3@x", "e4@x", "e5@x"])
      try store.undo()
    }
  }

  @Test func `let a new record have a value that another one gives up`() throws {
    let report = try take(
      .csv,
      [
        (
          "Person",
          { text in
            text =
              text.replacing("e4@x", with: "new@x")
              .replacing("person 1", with: "person 1") + "cairn://people/p9,last,e4@x,,,[]\n"
          }
        )
      ])
    expectEqual(report.badRows.map(\.description), [])
    try expectEqual(store.texts("Email", of: "Person").suffix(2), ["new@x", "e4@x"])
  }

  // MARK: - Links that records must have

  @Test(arguments: [InterchangeFormat.csv, .rec, .json, .jsonl])
  func `exchange links that they must have`(format: InterchangeFormat) throws {
    let swap = { (text: inout String) in
      text = text.replacing("people/p1", with: "people/p0")
        .replacing("people/p2", with: "people/p1").replacing("people/p0", with: "people/p2")
        .replacing("Boss: p1", with: "Boss: p0").replacing("Boss: p2", with: "Boss: p1")
        .replacing("Boss: p0", with: "Boss: p2")
    }
    let report = try take(format, [("Team", swap)])
    expectEqual(report.lostValues.map(\.description), [])
    expectEqual(report.badRows.map(\.description), [])
    try expectEqual(bosses(), ["p2", "p1", "p3"])
  }

  @Test(arguments: [InterchangeFormat.csv, .rec, .json])
  func `keep a link that they must have, and the row that takes it is named`(
    format: InterchangeFormat
  ) throws {
    let take = { (text: inout String) in
      text = text.replacing("people/p1", with: "people/p2")
        .replacing("Boss: p1", with: "Boss: p2").replacing("team 1", with: "team one")
    }
    let report = try self.take(format, [("Team", take)])
    expectEqual(report.lostValues.map { $0.problem.value }, ["cairn://people/p2"])
    expectEqual(report.lostValues.map { $0.problem.field }, ["Boss"])
    try expectEqual(bosses(), ["p1", "p2", "p3"])
    try expectEqual(store.texts("Name", of: "Team").first, "team one")
    try expectEqual(store.verify().map(\.description), [])
  }

  @Test func `give links back along a chain`() throws {
    let shift = { (text: inout String) in
      text = text.replacing("people/p2", with: "people/p3")
        .replacing("people/p1", with: "people/p2")
    }
    let report = try take(.csv, [("Team", shift)])
    expectEqual(
      report.lostValues.map { $0.problem.value }.sorted { $0 ?? "" < $1 ?? "" },
      ["cairn://people/p2", "cairn://people/p3"])
    try expectEqual(bosses(), ["p1", "p2", "p3"])
    expectEqual(report.collections.map(\.relinked), [0])
  }

  @Test func `refuse a new record that takes such a link`() throws {
    let text = "url,Name,Boss\ncairn://teams/p9,new,cairn://people/p1\n"
    let report = try store.take(
      export: [("model.rec", ExportedModel(store.snapshot).text), ("teams.csv", text)])
    expectEqual(report.badRows.map { $0.problem.field }, ["Boss"])
    expectEqual(report.badRows.map(\.line), [2])
    try expectEqual(bosses(), ["p1", "p2", "p3"])
  }

  @Test func `take such a link by the words of the other end`() throws {
    let text = "url,Leads\ncairn://people/p1,cairn://teams/p2\ncairn://people/p2,cairn://teams/p1\n"
    let files = [("model.rec", ExportedModel(store.snapshot).text)]
    let report = try store.take(export: files + [("people.csv", text)])
    expectEqual(report.lostValues.map(\.description), [])
    try expectEqual(bosses(), ["p2", "p1", "p3"])
    let alone = "url,Leads\ncairn://people/p4,cairn://teams/p2\ncairn://people/p3,\n"
    let other = try store.take(export: files + [("people.csv", alone)])
    expectEqual(other.lostValues.map { $0.problem.value }, ["cairn://teams/p3"])
    try expectEqual(bosses(), ["p2", "p4", "p3"])
  }

  // MARK: - Records without a field

  @Test(arguments: [InterchangeFormat.rec, .markdown])
  func `lose what no record has any more`(format: InterchangeFormat) throws {
    let report = try take(
      format,
      [
        (
          "Team",
          { text in
            text = text.replacing(#/(Motto|Guests): .*\n/#, with: "")
              .replacing(#/"@body": Motto\n/#, with: "").replacing(#/---\n\non\n/#, with: "---\n")
              .replacing(#/  - cairn:\/\/people\/p4\n/#, with: "")
              .replacing(#/Guests:\n/#, with: "")
          }
        ),
        (
          "Person",
          { text in
            text = text.replacing(#/Visits: .*\n/#, with: "")
              .replacing(#/Visits:\n( *- cairn:\/\/teams\/p.\n)+/#, with: "")
          }
        ),
      ])
    expectEqual(report.lostValues.map(\.description), [])
    expectEqual(report.badRows.map(\.description), [])
    try expectEqual(store.values("Motto", of: "Team"), [nil, nil, nil])
    let team = try #require(store.snapshot.load("Team").rows.map { $0 }.first)
    try expectEqual(store.snapshot.linkedKeys(of: team, "Guests"), [])
    try expectEqual(bosses(), ["p1", "p2", "p3"])
    // A table without a column says nothing of it.
    let table = "url,Name\ncairn://people/p1,one\n"
    _ = try store.take(
      export: [("model.rec", ExportedModel(store.snapshot).text), ("people.csv", table)])
    try expectEqual(store.texts("Email", of: "Person").first, "e1@x")
  }

  // MARK: - Copies within other records

  @Test(arguments: [InterchangeFormat.json, .jsonl, .rec])
  func `are named where a copy has other links than their own row`(format: InterchangeFormat)
    throws
  {
    let report = try take(
      format,
      [
        (
          "Visit",
          { text in
            text = text.replacing("people/p2", with: "people/p3")
              .replacing("Friends: p2", with: "Friends: p3")
          }
        ),
        ("Person", { text in text = text.replacing("person 4", with: "person four") }),
      ])
    expectEqual(report.lostValues.map { $0.problem.value }, ["cairn://people/p1"])
    try expectEqual(
      store.values("Friends", of: "Person")[0].linkedKeys.map(\.description), ["p2"])
    // The copy may be older than the row.
    let newer = try take(
      format,
      [
        (
          "Visit",
          { text in
            text = text.replacing("visit\"", with: "visit 1\"")
              .replacing("Name: visit\n", with: "Name: visit 1\n")
          }
        ),
        (
          "Person",
          { text in
            text = text.replacing("people/p2\"\n", with: "people/p3\"\n")
              .replacing("[\"cairn://people/p2\"]", with: "[\"cairn://people/p3\"]")
              .replacing("Friends: p2", with: "Friends: p3")
          }
        ),
      ])
    expectEqual(newer.lostValues.map(\.description), [])
    try expectEqual(
      store.values("Friends", of: "Person")[0].linkedKeys.map(\.description), ["p3"])
  }

  @Test(arguments: [InterchangeFormat.json, .jsonl], [true, false])
  func `are linked by an object that has only their address`(
    format: InterchangeFormat, hasRows: Bool
  ) throws {
    var edits: [(entity: String, edit: (inout String) -> Void)] = [
      (
        "Visit",
        { text in
          text = text.replacing(
            #/"Guest": ?\{[^}]*\}/#, with: "\"Guest\":{\"url\":\"cairn://people/p4\"}")
        }
      )
    ]
    if hasRows {
      edits.append(("Person", { text in text = text.replacing("person 3", with: "person three") }))
    }
    let report = try take(format, edits)
    expectEqual(report.badRows.map(\.description), [])
    expectEqual(report.lostValues.map(\.description), [])
    try expectEqual(
      store.values("Guest", of: "Visit")[0].linkedKeys.map(\.description), ["p4"])
    try expectEqual(store.texts("Email", of: "Person").last, "e4@x")
  }
}
