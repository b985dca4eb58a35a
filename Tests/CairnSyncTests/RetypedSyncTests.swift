import CairnFiles
import TestSupport
import Testing

@testable import CairnStore
@testable import CairnSync

@Suite struct `A sync beside a field of times that gets another type` {
  private let machines: TwoMachines

  init() throws { machines = try TwoMachines() }

  private var desk: ObjectStore { get throws { try machines["desk"] } }
  private var laptop: ObjectStore { get throws { try machines["laptop"] } }

  /// Gives both machines a field for times, of one type.
  private func addMade(_ type: String) throws {
    _ = try desk.commit(title: "type") { draft throws(StoreError) in
      let text = TwoMachines.model.replacing(
        "Note text", with: "Note text\n%attribute: Made \(type)")
      try draft.updateModel(try ObjectModel(parsing: text))
    }
    try machines.converge()
    try machines.reopen("laptop")
  }

  private func made() throws -> [String] {
    try machines.expectSameRecords()
    return try desk.snapshot.load("Recipe").rows.map { row in
      "\(row["Name"]?.storedTexts[0] ?? ""): \(row["Made"]?.storedTexts[0] ?? "")"
    }.sorted()
  }

  @Test(
    arguments: [
      (AttributeType.datetime, AttributeType.localtime, "2024-06-01 10:00"),
      (.localtime, .datetime, "2024-06-01T08:00:00Z"),
    ], [true, false])
  func `keeps a time that one saves while the other changes the type of its field`(
    types: (old: AttributeType, new: AttributeType, text: String), isNewHere: Bool
  ) throws {
    machines.localTime = .fixed(7200)
    for machine in ["desk", "laptop"] { try machines.reopen(machine) }
    try addMade(types.old.rawValue)
    let value = try time(types.old)
    let soup = try desk.add("Recipe", ["Name": .text("Soup"), "Made": value])
    let bread = try desk.add("Recipe", ["Name": .text("Bread"), "Made": value])
    try machines.converge()
    let (changed, other) = try isNewHere ? (desk, laptop) : (laptop, desk)
    _ = try changed.commit(title: "type") { draft throws(StoreError) in
      try draft.updateModel(try draft.model.giving(types.new, to: "Made", of: "Recipe"))
    }
    // One record of its own, one that both have, one of which another field is changed.
    _ = try other.add("Recipe", ["Name": .text("Pie"), "Made": value])
    try other.set(bread, "Rating", .integer(4))
    _ = soup
    try machines.converge()
    try expectEqual(made(), ["Bread", "Pie", "Soup"].map { "\($0): \(types.text)" })
    try expectEqual(laptop.value(bread, "Rating"), .integer(4))
    for machine in ["desk", "laptop"] { try machines.reopen(machine) }
    try expectEqual(made(), ["Bread", "Pie", "Soup"].map { "\($0): \(types.text)" })
  }

  /// The guide says so: git takes a file that only one side changed as it is.
  @Test func `leaves it to a sync to convert such a time, not to git`() throws {
    (machines.localTime, machines.zone) = (.fixed(7200), "<+02>-2")
    for machine in ["desk", "laptop"] { try machines.reopen(machine) }
    try addMade("datetime")
    _ = try desk.commit(title: "type") { draft throws(StoreError) in
      try draft.updateModel(try draft.model.giving(.localtime, to: "Made", of: "Recipe"))
    }
    let pie = try laptop.add("Recipe", ["Name": .text("Pie"), "Made": try time(.datetime)])
    for machine in ["desk", "laptop"] {
      try machines[machine].fold()
      try machines.run(["add", "-A"], in: machine)
      try machines.run(["commit", "-q", "-m", "Edits"], in: machine)
    }
    try machines.run(["push", "-q", "origin", "main"], in: "desk")
    try machines.run(
      ["pull", "-q", "--no-rebase", "--no-edit", "origin", "main"], in: "laptop",
      knowsCairn: true)
    try machines.reopen("laptop")
    try expectEqual(laptop.value(pie, "Made")?.storedTexts, ["2024-06-01 08:00"])
  }

  private func time(_ type: AttributeType) throws -> Value {
    type == .datetime
      ? .datetime(try #require(Timestamp("2024-06-01T08:00:00Z")))
      : .localtime(try #require(Timestamp("2024-06-01T10:00:00Z")))
  }

  @Test func `takes a deleted record with what it owns while the other side changes a type`() throws
  {
    machines.localTime = .fixed(7200)
    for machine in ["desk", "laptop"] { try machines.reopen(machine) }
    try addMade("datetime")
    let time = Value.datetime(try #require(Timestamp("2024-06-01T08:00:00Z")))
    let soup = try desk.add("Recipe", ["Name": .text("Soup"), "Made": time])
    let part = try desk.add("Part", ["Name": .text("Salt"), "Recipe": .link(soup.key)])
    try machines.converge()
    _ = try desk.commit(title: "type") { draft throws(StoreError) in
      try draft.updateModel(try draft.model.giving(.localtime, to: "Made", of: "Recipe"))
    }
    try laptop.remove(soup)
    try machines.converge()
    try expectEqual(desk.contents(), laptop.contents())
    for id in [soup, part] { try expectTrue(desk.snapshot.row(id) == nil) }
  }
}
