import CairnFiles
import TestSupport
import Testing

@testable import CairnStore
@testable import CairnSync

/// Two copies of a store, each on a machine of its own, with a bare repository between them.
final class TwoMachines {
  static let model = """
    %rec: Recipe
    %title: Name
    %attribute: Name string
    %attribute: Rating integer
    %attribute: Note text
    %attribute: Tags tags
    %relationship: Parts to-many Part inverse=Recipe delete=cascade

    %rec: Part
    %title: Name
    %attribute: Name string
    %relationship: Recipe to-one Recipe inverse=Parts

    """

  let folder: TemporaryFolder
  /// The stores, by the machines' names.
  private(set) var stores: [String: ObjectStore] = [:]
  /// The zone of both machines, from the next opening on.
  var localTime = LocalTime.fixed(0)
  /// What `TZ` is for programs that run on the machines.
  var zone = "UTC"
  private var seed: UInt64 = 1

  init() throws {
    folder = try TemporaryFolder()
    try run(["init", "-q", "--bare", "hub"])
    let desk = try ObjectStore.create(options("desk"), modelText: Self.model)
    stores["desk"] = desk
    _ = try sync("desk").begin(with: path("hub"))
    _ = try Sync.copy(from: path("hub"), to: path("laptop"), syncOptions("laptop"))
    stores["laptop"] = try ObjectStore.open(options("laptop"))
  }

  func path(_ name: String) -> String { folder.path(name) }

  subscript(machine: String) -> ObjectStore {
    get throws { try #require(stores[machine]) }
  }

  func options(_ machine: String) -> ObjectStore.Options {
    seed += 1
    var options = ObjectStore.Options(
      folder: path(machine), random: SeededGenerator(seed: seed),
      clock: { .now })
    options.localTime = localTime
    return options
  }

  /// The variables of a machine of nobody's: no settings but its own.
  var variables: [String: String] {
    [
      "PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": folder.path, "GIT_CONFIG_NOSYSTEM": "1",
      "USER": "ann",
    ]
  }

  func syncOptions(_ machine: String) -> Sync.Options {
    var options = Sync.Options(variables: variables, machine: machine)
    options.isUnattended = true
    return options
  }

  func sync(_ machine: String) throws -> Sync {
    Sync(try self[machine], in: path(machine), syncOptions(machine))
  }

  /// Syncs both machines until neither has anything to send.
  func converge() throws {
    for _ in 0..<4 {
      let reports = try [sync("desk").run(), sync("laptop").run()]
      if reports.allSatisfy({ $0.sent == nil && $0.received == nil }) { return }
    }
    Issue.record("the machines go on sending each other something")
  }

  /// Expects the same records, the same commit and no unsaved file on both machines.
  func expectSameRecords() throws {
    try expectEqual(self["desk"].contents(), self["laptop"].contents())
    for machine in ["desk", "laptop"] {
      try expectEqual(run(["status", "--porcelain"], in: machine), "")
    }
    try expectEqual(
      run(["rev-parse", "HEAD"], in: "desk"), run(["rev-parse", "HEAD"], in: "laptop"))
  }

  /// Closes the store of a machine and opens it again, as another program does.
  func reopen(_ machine: String) throws {
    try stores[machine]?.close()
    stores[machine] = try ObjectStore.open(options(machine))
  }

  /// Runs git, in the folder of a machine or the one around all, and returns what it wrote.
  @discardableResult
  func run(
    _ arguments: [String], in machine: String? = nil, knowsCairn: Bool = false
  ) throws -> String {
    let end = try end(of: arguments, in: machine, knowsCairn: knowsCairn)
    let errors = String(decoding: end.errors, as: UTF8.self)
    try #require(end.status == 0, "git \(arguments.joined(separator: " ")): \(errors)")
    return end.text
  }

  /// Runs git whatever comes of it, with Cairn in the path or without.
  func end(
    of arguments: [String], in machine: String?, knowsCairn: Bool
  ) throws -> ProgramRun.End {
    var variables = variables
    for role in ["AUTHOR", "COMMITTER"] {
      variables["GIT_\(role)_NAME"] = "ann"
      variables["GIT_\(role)_EMAIL"] = "ann@example.org"
    }
    variables["TZ"] = zone
    if knowsCairn { variables["PATH"] = "\(BuiltPrograms.folder):/usr/bin:/bin" }
    return try ProgramRun(
      ["git"] + arguments, in: machine.map(path) ?? folder.path, variables: variables
    ).end()
  }

  func read(_ name: String, of machine: String) throws -> String {
    String(decoding: try RealFileSystem().read("\(path(machine))/\(name)"), as: UTF8.self)
  }

  func write(_ text: String, to name: String, of machine: String) throws {
    try RealFileSystem().replace("\(path(machine))/\(name)", with: Array(text.utf8))
  }
}

extension ObjectStore {
  /// Saves a new record and returns its identity.
  @discardableResult
  func add(_ entity: String, _ fields: [String: Value]) throws -> ObjectID {
    var id: ObjectID?
    try commit(title: "add") { draft throws(StoreError) in
      let made = ObjectID(entity: entity, key: try draft.mintKey(for: entity))
      id = made
      let changes = fields.sorted { $0.key < $1.key }
        .map { FieldChange(name: $0.key, old: nil, new: $0.value) }
      draft.changes.append(RecordChange(id: made, kind: .insert, fields: changes))
    }
    return try #require(id)
  }

  func set(_ id: ObjectID, _ field: String, _ value: Value?) throws {
    try commit(title: "change") { draft throws(StoreError) in
      draft.changes.append(
        RecordChange(
          id: id, kind: .update, fields: [FieldChange(name: field, old: nil, new: value)]))
    }
  }

  func remove(_ id: ObjectID) throws {
    try commit(title: "delete") { draft throws(StoreError) in try draft.delete([id]) }
  }

  /// Ends the conflict of a record as it is by now.
  func choose(_ id: ObjectID, _ choices: [String?: Int]) throws {
    let conflict = try #require(try conflicts().first { $0.id == id })
    try resolve(title: "choose", conflict, choices)
  }

  func value(_ id: ObjectID, _ field: String) -> Value? { snapshot.row(id)?[field] }

  /// Every record as text, for comparing whole stores.
  func contents() throws -> [String] {
    try snapshot.model.entities.flatMap { entity in
      let chunks = try snapshot.load(entity.name).chunks
      return chunks.flatMap { chunk in
        chunk.keys.map { key in
          let id = ObjectID(entity: entity.name, key: key)
          let fields = entity.storedProperties.compactMap { property in
            value(id, property.name).map { "\(property.name)=\($0.storedTexts)" }
          }
          return "\(id.entity)/\(key) \(fields.joined(separator: " "))"
        }
      }
    }
  }
}
