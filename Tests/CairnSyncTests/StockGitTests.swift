import CairnFiles
import TestSupport
import Testing

@testable import CairnStore
@testable import CairnSync

/// People who pull, merge and commit with git itself.
@Suite struct `Git by itself` {
  private let machines: TwoMachines
  private let ids: [ObjectID]

  init() throws {
    machines = try TwoMachines()
    let desk = try machines["desk"]
    ids = try (0..<200).map { number in
      try desk.add(
        "Recipe",
        ["Name": .text("R\(number)"), "Rating": .integer(1), "Note": .text("n\(number)")])
    }
    _ = try machines.sync("desk").run()
    _ = try machines.sync("laptop").run()
  }

  private func pull(_ machine: String, knowsCairn: Bool) throws -> Int32 {
    let arguments = ["pull", "-q", "--no-rebase", "--no-edit", "origin", "main"]
    return try machines.end(of: arguments, in: machine, knowsCairn: knowsCairn).status
  }

  private func commit(_ machine: String) throws {
    try machines[machine].fold()
    try machines.run(["add", "-A"], in: machine)
    try machines.run(["commit", "-q", "-m", "Edits"], in: machine)
  }

  @Test(arguments: [false, true])
  func `loses none of 200 edits of other fields, and of what was added and deleted`(
    knowsCairn: Bool
  ) throws {
    let (desk, laptop) = (try machines["desk"], try machines["laptop"])
    for (number, id) in ids.enumerated() where number < 190 {
      try desk.set(id, "Name", .text("D\(number)"))
      try laptop.set(id, "Note", .text("l\(number)"))
    }
    for number in 190..<194 { try desk.remove(ids[number]) }
    for number in 196..<199 { try laptop.remove(ids[number]) }
    for number in 0..<20 {
      try desk.add("Recipe", ["Name": .text("new \(number)")])
      try laptop.add("Recipe", ["Name": .text("other \(number)")])
    }
    try commit("desk")
    try commit("laptop")
    try machines.run(["push", "-q", "origin", "main"], in: "desk")
    try expectEqual(pull("laptop", knowsCairn: knowsCairn), 0)
    try laptop.refresh()
    try expectEqual(laptop.contents().count, 200 - 7 + 40)
    for (number, id) in ids.enumerated() where number < 190 {
      expectEqual(laptop.value(id, "Name"), .text("D\(number)"))
      expectEqual(laptop.value(id, "Note"), .text("l\(number)"))
    }
    try expectEqual(laptop.verify().filter { $0.severity == .damage }, [])
  }

  @Test func `merges neighboring fields and keeps both values of one, by our driver`() throws {
    let (desk, laptop) = (try machines["desk"], try machines["laptop"])
    try desk.set(ids[0], "Name", .text("D"))
    try laptop.set(ids[0], "Rating", .integer(5))
    try desk.set(ids[1], "Rating", .integer(2))
    try laptop.set(ids[1], "Rating", .integer(3))
    try commit("desk")
    try commit("laptop")
    try machines.run(["push", "-q", "origin", "main"], in: "desk")
    try expectEqual(pull("laptop", knowsCairn: true), 1)
    try laptop.refresh()
    expectEqual(laptop.value(ids[0], "Name"), .text("D"))
    expectEqual(laptop.value(ids[0], "Rating"), .integer(5))
    let conflict = try #require(try laptop.conflicts().first)
    expectEqual(conflict.id, ids[1])
    expectEqual(conflict.fields[0].sides.map(\.texts), [["3"], ["2"]])
    // In the middle of git's merge a sync says so; the choice is made in Cairn all the same.
    #expect(throws: SyncError.underWay(.merge)) { try machines.sync("laptop").run() }
    try laptop.choose(ids[1], ["Rating": 1])
    try commit("laptop")
    _ = try machines.sync("laptop").run()
    _ = try machines.sync("desk").run()
    try expectEqual(desk.contents(), laptop.contents())
    expectEqual(desk.value(ids[1], "Rating"), .integer(2))
  }

  @Test func `without our driver hides no conflict behind another`() throws {
    let laptop = try machines["laptop"]
    let shard = "data/Recipe/0000.rec"
    let text = try machines.read(shard, of: "laptop")
    let first = text.replacing(
      "Name: R3\n", with: "<<<<<<< HEAD\nName: A\n=======\nName: B\n>>>>>>> x\n")
    let both = first.replacing("Id: p11\n", with: "<<<<<<< HEAD\nId: p11\n").replacing(
      "Name: R11\n", with: "Name: R11\n=======\n>>>>>>> x\n")
    expectTrue(both != first && first != text)
    try machines.write(both, to: shard, of: "laptop")
    try laptop.refresh()
    try expectEqual(laptop.conflicts().map(\.id), [ids[3]])
    try laptop.choose(ids[3], ["Name": 1])
    expectEqual(laptop.value(ids[3], "Name"), .text("B"))
    try expectTrue(machines.read(shard, of: "laptop").contains("<<<<<<< HEAD\nId: p11\n"))
  }

  @Test func `commits what was just saved, and only what was asked for`() throws {
    let desk = try machines["desk"]
    try desk.set(ids[0], "Name", .text("saved"))
    try machines.write("mine\n", to: "notes.txt", of: "desk")
    try machines.run(["add", "notes.txt"], in: "desk", knowsCairn: true)
    try machines.run(["commit", "-q", "-m", "Notes"], in: "desk", knowsCairn: true)
    let names = try machines.run(["show", "--name-only", "--format="], in: "desk")
    expectEqual(names, "data/Recipe/0000.rec\nnotes.txt\n")
    try expectEqual(machines.run(["status", "--porcelain"], in: "desk"), "")
    try machines.write("changed\n", to: "notes.txt", of: "desk")
    try desk.set(ids[0], "Name", .text("again"))
    try machines.run(
      ["commit", "-q", "--allow-empty", "-m", "Text"], in: "desk", knowsCairn: true)
    try expectEqual(machines.run(["status", "--porcelain"], in: "desk"), " M notes.txt\n")
    // Where Cairn is not in the path, git commits as it would anyway.
    try machines.run(["commit", "-q", "-a", "-m", "Rest"], in: "desk")
  }
}
