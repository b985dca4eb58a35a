import CairnFiles
import TestSupport
import Testing

@testable import CairnStore
@testable import CairnSync

/// What keeps machines from exchanging: each is named, and nothing is lost.
@Suite struct `A sync that can't go on` {
  private let machines: TwoMachines

  init() throws { machines = try TwoMachines() }

  private func expectError(
    _ machine: String = "desk", options: Sync.Options? = nil, _ isExpected: (SyncError) -> Bool
  ) throws {
    let sync = Sync(
      try machines[machine], in: machines.path(machine),
      options ?? machines.syncOptions(machine))
    let error = #expect(throws: SyncError.self) { try sync.run() }
    expectEqual(error.map(isExpected), true, "\(error.map(\.description) ?? "")")
  }

  /// The edit that has to be there afterwards, on either machine.
  private func addSoup() throws -> ObjectID {
    try machines["desk"].add("Recipe", ["Name": .text("Soup")])
  }

  private func expectArrival(of id: ObjectID) throws {
    _ = try machines.sync("desk").run()
    _ = try machines.sync("laptop").run()
    try expectEqual(machines["laptop"].value(id, "Name"), .text("Soup"))
  }

  @Test func `in a folder that is gone says so`() throws {
    let soup = try addSoup()
    let options = machines.syncOptions("desk")
    let sync = Sync(try machines["desk"], in: machines.path("nowhere"), options)
    let error = #expect(throws: SyncError.self) { try sync.run() }
    let path = machines.path("nowhere")
    expectEqual(error, .store("the folder \(path) no longer exists"))
    try expectArrival(of: soup)
  }

  @Test func `in no repository names the command that begins`() throws {
    let store = try ObjectStore.create(machines.options("alone"), modelText: "")
    let sync = Sync(store, in: machines.path("alone"), machines.syncOptions("alone"))
    #expect(throws: SyncError.notSynced) { try sync.run() }
    expectTrue("\(SyncError.notSynced)".contains("cairn sync init REMOTE"))
  }

  @Test func `as a part of a larger repository leaves that to its owner`() throws {
    try machines.run(["init", "-q", "project"])
    let path = machines.path("project/.cairn")
    var options = machines.options("project")
    options.folder = path
    let store = try ObjectStore.create(options, modelText: "")
    let sync = Sync(store, in: path, machines.syncOptions("project"))
    let error = #expect(throws: SyncError.self) { try sync.run() }
    guard case .withinRepository(let folder)? = error else {
      Issue.record("\(error.map(\.description) ?? "")")
      return
    }
    expectTrue(folder.hasSuffix("/project"))
  }

  @Test func `without a remote has committed, and says so`() throws {
    let soup = try addSoup()
    try machines.run(["remote", "rename", "origin", "other"], in: "desk")
    try machines.run(["remote", "remove", "other"], in: "desk")
    try expectError { $0 == .noRemote }
    try expectTrue(machines.run(["log", "-1", "--format=%s"], in: "desk").hasPrefix("Add Soup"))
    _ = try machines.sync("desk").begin(with: machines.path("hub"))
    try expectArrival(of: soup)
  }

  @Test func `with a remote that is away has committed, and sends it the next time`() throws {
    let soup = try addSoup()
    try machines.run(["config", "remote.origin.url", machines.path("away")], in: "desk")
    try expectError { error in
      guard case .unreachable(let remote, _) = error else { return false }
      return remote == "origin"
        && "\(error)".contains("are committed, and the next sync sends them")
    }
    try machines.run(["config", "remote.origin.url", machines.path("hub")], in: "desk")
    try expectArrival(of: soup)
  }

  @Test func `with a remote that says no repeats its words`() throws {
    let soup = try addSoup()
    let hook = machines.path("hub/hooks/pre-receive")
    try RealFileSystem().replace(hook, with: Array("#!/bin/sh\necho no room; exit 1\n".utf8))
    try RealFileSystem().open(hook, .readWrite).setPermissions(0o755)
    try expectError { error in
      guard case .refused("origin", let reason) = error else { return false }
      return reason.contains("pre-receive hook declined")
    }
    try RealFileSystem().remove(hook)
    try expectArrival(of: soup)
  }

  @Test func `merges again where somebody else sent something first`() throws {
    let soup = try addSoup()
    let cake = try machines["laptop"].add("Recipe", ["Name": .text("Cake")])
    var options = machines.syncOptions("desk")
    var isFirst = true
    options.progress = { [machines] step in
      guard step == .sending, isFirst else { return }
      isFirst = false
      _ = try? machines.sync("laptop").run()
    }
    let report = try Sync(machines["desk"], in: machines.path("desk"), options).run()
    expectTrue(!isFirst && report.received == "Add Cake (recipes/\(cake.key))")
    try expectArrival(of: soup)
    try expectEqual(machines["desk"].contents(), machines["laptop"].contents())
  }

  @Test(
    arguments: [
      (SyncError.Work.merge, "git merge --abort"), (.rebase, "git rebase --abort"),
      (.cherryPick, "git cherry-pick --abort"), (.revert, "git revert --abort"),
    ])
  func `in the middle of something says how to end it`(
    work: SyncError.Work, command: String
  ) throws {
    let soup = try addSoup()
    let path = machines.path("desk/.git/\(work.rawValue)")
    try RealFileSystem().replace(path, with: [])
    try expectError { $0 == .underWay(work) && "\($0)".contains(command) }
    try RealFileSystem().remove(path)
    try expectArrival(of: soup)
  }

  @Test func `on no branch says so`() throws {
    let soup = try addSoup()
    try machines.run(["checkout", "-q", "--detach"], in: "desk")
    try expectError { $0 == .detached }
    try machines.run(["checkout", "-q", "main"], in: "desk")
    try expectArrival(of: soup)
  }

  @Test func `behind a lock of git's names it`() throws {
    let soup = try addSoup()
    let path = machines.path("desk/.git/index.lock")
    try RealFileSystem().replace(path, with: [])
    try expectError { $0 == .locked(path: path) }
    try RealFileSystem().remove(path)
    try expectArrival(of: soup)
  }

  @Test func `that is canceled stops at the next step, and the next one goes on`() throws {
    let soup = try addSoup()
    var options = machines.syncOptions("desk")
    var isCanceled = false
    options.progress = { isCanceled = $0 == .sending }
    options.isCanceled = { isCanceled }
    try expectError(options: options) { $0 == .canceled }
    try expectArrival(of: soup)
  }

  @Test func `refuses another store, and what is no store`() throws {
    try machines.run(["init", "-q", "--bare", "other"])
    let other = try ObjectStore.create(machines.options("foreign"), modelText: "")
    let sync = Sync(other, in: machines.path("foreign"), machines.syncOptions("foreign"))
    #expect(throws: SyncError.otherStore(remote: "origin")) {
      try sync.begin(with: machines.path("hub"))
    }
    try machines.run(["init", "-q", "-b", "main", "code"])
    try machines.run(["commit", "-q", "--allow-empty", "-m", "x"], in: "code")
    let options = machines.syncOptions("copy")
    #expect(throws: SyncError.noStoreThere(remote: machines.path("code"))) {
      try Sync.copy(from: machines.path("code"), to: machines.path("copy"), options)
    }
    #expect(throws: SyncError.nothingThere(remote: machines.path("other"))) {
      try Sync.copy(from: machines.path("other"), to: machines.path("copy"), options)
    }
    try expectEqual(RealFileSystem().exists(machines.path("copy")), false)
    #expect(throws: SyncError.notEmpty(path: machines.path("desk"))) {
      try Sync.copy(from: machines.path("hub"), to: machines.path("desk"), options)
    }
    let away = machines.path("away")
    let error = #expect(throws: SyncError.self) {
      try Sync.copy(from: away, to: machines.path("copy"), options)
    }
    expectEqual(error?.description.hasPrefix("\(away) can't be reached ("), true)
    expectEqual(error?.description.contains("next sync"), false)
  }

  @Test func `leaves to git what is no file of records and changed on both sides`() throws {
    for (machine, text) in [("desk", "desk's\n"), ("laptop", "laptop's\n")] {
      try machines.write(text, to: "notes.txt", of: machine)
      try machines.run(["add", "notes.txt"], in: machine)
      try machines.run(["commit", "-q", "-m", "Notes"], in: machine)
    }
    _ = try machines.sync("laptop").run()
    let soup = try addSoup()
    try expectError { $0 == .foreignConflict(paths: ["notes.txt"]) }
    try expectEqual(machines.read("notes.txt", of: "desk"), "desk's\n")
    try expectEqual(machines.run(["status", "--porcelain"], in: "desk"), "")
    let end = try machines.end(
      of: ["merge", "-q", "-X", "ours", "origin/main"], in: "desk", knowsCairn: true)
    expectEqual(end.status, 0, "\(String(decoding: end.errors, as: UTF8.self))")
    try expectArrival(of: soup)
  }

  @Test(arguments: ["gone", "cut", "short"])
  func `sends no loss that nobody meant`(kind: String) throws {
    let ids = try (0..<5).map { try machines["desk"].add("Recipe", ["Name": .text("R\($0)")]) }
    _ = try machines.sync("desk").run()
    _ = try machines.sync("laptop").run()
    // A message that a hook writes is none that the sync gave.
    let hook = machines.path("desk/.git/hooks/commit-msg")
    let script = "#!/bin/sh\nm=$(cat \"$1\"); echo \"signed $m\" > \"$1\"\n"
    if kind != "cut" { try RealFileSystem().replace(hook, with: Array(script.utf8)) }
    if kind != "cut" { try RealFileSystem().open(hook, .readWrite).setPermissions(0o755) }
    let head = try machines.run(["rev-parse", "HEAD"], in: "desk")
    let shard = "data/Recipe/0000.rec"
    let text = try machines.read(shard, of: "desk")
    switch kind {
    case "gone": try RealFileSystem().remove(machines.path("desk/\(shard)"))
    case "cut": try machines.write(String(text.dropLast(12)), to: shard, of: "desk")
    default:
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      try machines.write(lines.prefix(6).joined(separator: "\n") + "\n", to: shard, of: "desk")
    }
    try machines.reopen("desk")
    try expectError { error in
      guard case .losses(let first, _) = error else { return false }
      return first.hasPrefix(shard)
    }
    try expectEqual(machines.run(["rev-parse", "HEAD"], in: "desk"), head)
    try expectEqual(machines["laptop"].value(ids[4], "Name"), .text("R4"))
    // It is there again once a person brings it back, and goes once they accept it.
    try machines.write(text, to: shard, of: "desk")
    _ = try machines.sync("desk").run()
    try expectEqual(machines["desk"].value(ids[4], "Name"), .text("R4"))
  }

  @Test func `sends what a person deleted, also the last of a file`() throws {
    let ids = try (0..<5).map { try machines["desk"].add("Recipe", ["Name": .text("R\($0)")]) }
    _ = try machines.sync("desk").run()
    for id in ids.suffix(3) { try machines["desk"].remove(id) }
    _ = try machines.sync("desk").run()
    for id in ids.prefix(2) { try machines["desk"].remove(id) }
    _ = try machines.sync("desk").run()
    _ = try machines.sync("laptop").run()
    try expectEqual(machines["laptop"].contents(), [])
  }

  @Test(arguments: [false, true])
  func `leaves what a person staged of other files where it is`(hasHook: Bool) throws {
    _ = try machines.sync("desk").run()
    if hasHook {
      let hook = machines.path("desk/.git/hooks/commit-msg")
      let script = "#!/bin/sh\nm=$(cat \"$1\"); echo \"signed $m\" > \"$1\"\n"
      try RealFileSystem().replace(hook, with: Array(script.utf8))
      try RealFileSystem().open(hook, .readWrite).setPermissions(0o755)
    }
    try machines.write("mine\n", to: "notes.txt", of: "desk")
    try machines.run(["add", "notes.txt"], in: "desk")
    _ = try machines["desk"].add("Recipe", ["Name": .text("Soup")])
    try expectEqual(machines.sync("desk").run().sent, "Add Soup (recipes/p1)")
    try expectEqual(machines.run(["status", "--porcelain"], in: "desk"), "A  notes.txt\n")
    let message = try machines.run(["log", "-1", "--format=%s"], in: "desk")
    expectTrue(message.hasPrefix(hasHook ? "signed Add Soup" : "Add Soup"))
  }

  @Test func `says what a hook said that refused to send`() throws {
    let hook = machines.path("desk/.git/hooks/pre-push")
    try RealFileSystem().replace(hook, with: Array("#!/bin/sh\necho no way >&2; exit 1\n".utf8))
    try RealFileSystem().open(hook, .readWrite).setPermissions(0o755)
    _ = try machines["desk"].add("Recipe", ["Name": .text("Soup")])
    try expectError { error in
      guard case .refused(_, let reason) = error else { return false }
      return reason == "no way"
    }
  }

  @Test func `does not overwrite what a person changed and did not commit`() throws {
    try machines.write("first\n", to: "notes.txt", of: "desk")
    try machines.run(["add", "notes.txt"], in: "desk")
    try machines.run(["commit", "-q", "-m", "Notes"], in: "desk")
    _ = try machines.sync("desk").run()
    _ = try machines.sync("laptop").run()
    try machines.write("second\n", to: "notes.txt", of: "laptop")
    try machines.run(["commit", "-q", "-a", "-m", "More"], in: "laptop")
    _ = try machines.sync("laptop").run()
    let soup = try addSoup()
    try machines.write("mine\n", to: "notes.txt", of: "desk")
    try expectError { $0 == .dirty(reason: "notes.txt") }
    try expectEqual(machines.read("notes.txt", of: "desk"), "mine\n")
    try machines.run(["stash", "-q"], in: "desk")
    try expectArrival(of: soup)
  }

  @Test func `takes an edit in the text while it merges along`() throws {
    let soup = try addSoup()
    _ = try machines.sync("desk").run()
    _ = try machines.sync("laptop").run()
    try machines["laptop"].set(soup, "Rating", .integer(4))
    _ = try machines.sync("laptop").run()
    var options = machines.syncOptions("desk")
    options.progress = { [machines] step in
      guard step == .merging else { return }
      let text = try? machines.read("data/Recipe/0000.rec", of: "desk")
      if let text, !text.contains("Note") {
        try? machines.write(text + "Note: by hand\n", to: "data/Recipe/0000.rec", of: "desk")
      }
    }
    _ = try Sync(machines["desk"], in: machines.path("desk"), options).run()
    try expectEqual(machines["desk"].value(soup, "Note"), .text("by hand"))
    try expectEqual(machines["desk"].value(soup, "Rating"), .integer(4))
    try expectArrival(of: soup)
    try expectEqual(machines["laptop"].value(soup, "Note"), .text("by hand"))
  }

  @Test func `waits for no save: one made while it merges is there afterwards`() throws {
    let soup = try addSoup()
    _ = try machines.sync("desk").run()
    _ = try machines.sync("laptop").run()
    try machines["laptop"].set(soup, "Rating", .integer(4))
    _ = try machines.sync("laptop").run()
    var options = machines.syncOptions("desk")
    var count = 0
    options.progress = { [machines] step in
      guard step == .merging, count < 2 else { return }
      count += 1
      try? machines["desk"].set(soup, "Note", .text("saved \(count)"))
    }
    _ = try Sync(machines["desk"], in: machines.path("desk"), options).run()
    expectEqual(count, 2)
    try expectEqual(machines["desk"].value(soup, "Note"), .text("saved 2"))
    try expectEqual(machines["desk"].value(soup, "Rating"), .integer(4))
    try expectArrival(of: soup)
    try expectEqual(machines["laptop"].value(soup, "Note"), .text("saved 2"))
  }
}
