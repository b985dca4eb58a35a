import CairnFiles
import TestSupport
import Testing

@testable import CairnStore
@testable import CairnSync

/// Two machines that do anything in any order, and are killed while they sync.
@Suite struct `Two machines at random` {
  private static let fields = ["Name", "Rating", "Note"]

  @Test(arguments: SeededGenerator.seeds(Torture.isOn ? 8 : 2))
  func `lose no edit that was acknowledged`(seed: UInt64) throws {
    var work = try RandomWork(seed: seed, fields: Self.fields)
    for _ in 0..<Torture.rounds(60) { try work.step() }
    try work.finish()
    Tally.add("rounds of two machines", Torture.rounds(60))
  }
}

/// Random work on two machines, with the ledger of what was acknowledged.
private struct RandomWork {
  private let machines: TwoMachines
  private var ledger = Ledger()
  private var random: SeededGenerator
  private var serial = 0
  private let fields: [String]

  init(seed: UInt64, fields: [String]) throws {
    machines = try TwoMachines()
    random = SeededGenerator(seed: seed)
    self.fields = fields
  }

  mutating func step() throws {
    let machine = random.element(of: ["desk", "laptop"])
    switch random.number(0...19) {
    case 0...3: try add(on: machine)
    case 4...11: try edit(on: machine)
    case 12: try delete(on: machine)
    case 13: try resolve(on: machine)
    case 14: try machines.reopen(machine)
    case 15: try kill(machine)
    default: try sync(machine)
    }
  }

  /// Brings everything together, and compares.
  mutating func finish() throws {
    for _ in 0..<6 {
      for machine in ["desk", "laptop"] { try sync(machine) }
    }
    let (desk, laptop) = (try machines["desk"], try machines["laptop"])
    try expectEqual(desk.contents(), laptop.contents())
    try ledger.check(desk, fields)
    try ledger.check(laptop, fields)
    for machine in ["desk", "laptop"] {
      try machines.reopen(machine)
      let store = try machines[machine]
      try expectEqual(store.contents(), desk.contents())
      let damage = try store.verify().filter {
        $0.severity == .damage
      }
      expectEqual(damage, [])
      try expectEqual(store.foreignEdits(), [])
      try expectEqual(machines.run(["fsck", "--strict"], in: machine).contains("error"), false)
    }
    expectTrue(ledger.editCount > 0)
  }

  /// A text that no other edit writes.
  private mutating func text(for field: String) -> Value {
    serial += 1
    switch field {
    case "Rating": return .integer(Int64(serial))
    default: return .text("\(field) \(serial)")
    }
  }

  private mutating func add(on machine: String) throws {
    let field = random.element(of: fields)
    let value = text(for: field)
    let id = try machines[machine].add("Recipe", [field: value])
    ledger.edit(id, field, seeing: [], to: value.storedTexts[0])
  }

  private mutating func anyRecord(of machine: String) throws -> ObjectID? {
    let store = try machines[machine]
    let contested = Set(try store.conflicts().map(\.id))
    let ids = try store.snapshot.load("Recipe").chunks.flatMap(\.keys)
      .map { ObjectID(entity: "Recipe", key: $0) }.filter { !contested.contains($0) }
    return ids.isEmpty ? nil : random.element(of: ids)
  }

  private mutating func edit(on machine: String) throws {
    guard let id = try anyRecord(of: machine) else { return }
    let store = try machines[machine]
    let field = random.element(of: fields)
    let value = text(for: field)
    let seen = store.value(id, field)?.storedTexts ?? []
    try store.set(id, field, value)
    ledger.edit(id, field, seeing: seen, to: value.storedTexts[0])
  }

  private mutating func delete(on machine: String) throws {
    guard let id = try anyRecord(of: machine) else { return }
    let store = try machines[machine]
    var seen: [String: [String]] = [:]
    for field in fields { seen[field] = store.value(id, field)?.storedTexts ?? [] }
    try store.remove(id)
    ledger.delete(id, seeing: seen)
  }

  private mutating func resolve(on machine: String) throws {
    let store = try machines[machine]
    guard let conflict = try store.conflicts().first else { return }
    var choices: [String?: Int] = [:]
    for field in conflict.fields { choices[field.name] = random.number(0...field.sides.count - 1) }
    try store.resolve(title: "choose", conflict, choices)
    for field in conflict.fields {
      guard let name = field.name, let choice = choices[name] else { continue }
      let chosen = field.sides[choice].texts
      for text in chosen {
        ledger.edit(conflict.id, name, seeing: field.sides.flatMap(\.texts), to: text)
      }
    }
  }

  private mutating func sync(_ machine: String) throws {
    _ = try machines.sync(machine).run()
  }

  /// Lets another process sync, and ends it in the middle.
  private mutating func kill(_ machine: String) throws {
    let delay = "0.\(random.number(10...150))"
    var variables = machines.variables
    variables["CAIRN_MACHINE"] = machine
    _ = try ProgramRun(
      [
        "timeout", "-s", "KILL", delay, "\(BuiltPrograms.folder)/cairn", "--store",
        machines.path(machine), "sync",
      ], in: machines.folder.path, variables: variables
    ).end()
    // What git leaves where it is killed is for git's user to remove.
    _ = try ProgramRun(
      ["find", "hub", "\(machine)/.git", "-name", "*.lock", "-delete"], in: machines.folder.path,
      variables: variables
    ).end()
    try machines[machine].refresh()
  }
}
