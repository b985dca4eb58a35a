import CairnFiles
import CairnStore
import TestSupport
import Testing

@testable import CairnSync

@Suite struct `The history of git` {
  private func history(_ machines: TwoMachines, _ name: String) -> GitHistory {
    GitHistory(of: machines.path(name), variables: machines.variables)
  }

  private func display(
    _ path: String, _ machines: TwoMachines, _ name: String
  ) throws -> [String] {
    var options = machines.options(name)
    options.textHistory = history(machines, name)
    let store = try ObjectStore.open(options)
    let entity = try #require(store.snapshot.model["Recipe"])
    let clock = WallClock(now: .now, offset: 0)
    let field = try FieldDisplay(.parse(path), of: entity, in: store.snapshot, at: clock)
    return try store.snapshot.load("Recipe").rows.map(field.text)
  }

  @Test func `gives a copy the times of its records`() throws {
    let machines = try TwoMachines()
    let soup = try machines["desk"].add("Recipe", ["Name": .text("Soup")])
    try machines.converge()
    let made = try machines.run(["log", "-1", "--format=%cd", "--date=format:%F %R"], in: "desk")
      .filter { !$0.isNewline }
    try machines["desk"].set(soup, "Rating", .integer(4))
    try machines.converge()
    try machines.reopen("laptop")
    try expectEqual(display("created", machines, "laptop"), ["~ \(made)"])
    expectTrue(try display("saved", machines, "laptop")[0].hasPrefix("~ "))
    // The machine that saved them has its own history.
    expectTrue(try display("created", machines, "desk")[0].hasPrefix("20"))
  }

  @Test func `has the times of commits, which are later than those of their authors`() throws {
    let machines = try TwoMachines()
    try machines["desk"].add("Recipe", ["Name": .text("Soup")])
    try machines.converge()
    try machines.run(
      ["commit", "-q", "--amend", "--no-edit", "--date=2001-02-03T04:05:06Z"], in: "desk")
    let made = try machines.run(["log", "-1", "--format=%ct", "--", "data/Recipe"], in: "desk")
    let reader = try #require(history(machines, "desk").read())
    let changes = try #require(try reader.changes(in: ["data/Recipe"], since: nil, atMost: 9))
    expectEqual(changes.map { "\($0.time.microseconds / 1_000_000)\n" }, [made])
  }

  @Test func `has the changes of merges, and none of their copies`() throws {
    let machines = try TwoMachines()
    let soup = try machines["desk"].add("Recipe", ["Name": .text("Soup")])
    try machines.converge()
    try machines["desk"].set(soup, "Rating", .integer(4))
    try machines["laptop"].set(soup, "Name", .text("Stew"))
    try machines.converge()
    let reader = try #require(history(machines, "desk").read())
    let changes = try #require(try reader.changes(in: ["data/Recipe"], since: nil, atMost: 9))
    expectEqual(changes.map(\.before.count), [2, 1, 1, 1])
    expectEqual(changes.last?.before, [nil])
    let contents = try reader.contents(of: changes.compactMap(\.after))
    let merged = String(decoding: contents[changes[0].after ?? ""] ?? [], as: UTF8.self)
    expectTrue(merged.contains("Stew"))
    expectTrue(merged.contains("Rating: 4"))
    try expectEqual(reader.changes(in: ["data/Recipe"], since: nil, atMost: 2)?.count, 2)
  }

  @Test func `has only the later changes for a reader that knows the others`() throws {
    let machines = try TwoMachines()
    let soup = try machines["desk"].add("Recipe", ["Name": .text("Soup")])
    try machines.converge()
    let first = try #require(history(machines, "desk").read())
    try expectEqual(first.changes(in: ["data/Recipe"], since: first.version, atMost: 9)?.count, 0)
    try machines["desk"].set(soup, "Rating", .integer(2))
    try machines.converge()
    let later = try #require(history(machines, "desk").read())
    try expectEqual(later.changes(in: ["data/Recipe"], since: first.version, atMost: 9)?.count, 1)
    // A history without the earlier version has no such changes.
    try expectTrue(first.changes(in: ["data/Recipe"], since: later.version, atMost: 9) == nil)
  }

  @Test func `has another newest version after each commit`() throws {
    let machines = try TwoMachines()
    let git = history(machines, "desk")
    let first = git.newest
    expectTrue(first != nil)
    try machines["desk"].add("Recipe", ["Name": .text("Soup")])
    expectEqual(git.newest, first)
    try machines.converge()
    let second = git.newest
    expectTrue(second != first)
    try machines.run(["pack-refs", "--all"], in: "desk")
    try machines["desk"].add("Recipe", ["Name": .text("Cake")])
    try machines.converge()
    expectTrue(![first, second].contains(git.newest))
  }

  @Test func `has another newest version in a linked work tree`() throws {
    let machines = try TwoMachines()
    try machines.run(["worktree", "add", "-q", "-b", "other", machines.path("tree")], in: "desk")
    // Git is not started for the newest version.
    let git = GitHistory(of: machines.path("tree"), variables: ["PATH": "/nowhere"])
    let first = git.newest
    expectTrue(first != nil)
    try machines.run(["commit", "-q", "--allow-empty", "-m", "One"], in: "tree")
    let second = git.newest
    expectTrue(second != nil && second != first)
    try machines.run(["pack-refs", "--all"], in: "desk")
    let packed = git.newest
    expectTrue(packed != nil)
    try machines.run(["checkout", "-q", "--detach"], in: "tree")
    expectEqual(git.newest, second)
  }

  @Test func `fails if git cannot read it`() throws {
    let machines = try TwoMachines()
    try machines["desk"].add("Recipe", ["Name": .text("Soup")])
    try machines.converge()
    let reader = try #require(history(machines, "desk").read())
    try RealFileSystem().rename(
      "\(machines.path("desk"))/.git/objects", to: "\(machines.path("desk"))/.git/elsewhere")
    #expect(throws: TextHistoryFailure.self) {
      try reader.changes(in: ["data/Recipe"], since: nil, atMost: 9)
    }
  }

  @Test func `is incomplete in a shallow copy`() throws {
    let machines = try TwoMachines()
    let soup = try machines["desk"].add("Recipe", ["Name": .text("Soup")])
    try machines.converge()
    try machines["desk"].set(soup, "Rating", .integer(4))
    try machines.converge()
    let address = "file://\(machines.path("hub"))"
    let branch = try machines.run(["branch", "--show-current"], in: "desk")
      .filter { !$0.isNewline }
    try machines.run(["clone", "-q", "--depth", "1", "--branch", branch, address, "shallow"])
    let reader = try #require(history(machines, "shallow").read())
    try expectEqual(
      reader.changes(in: ["data/Recipe"], since: nil, atMost: 9)?.map(\.isCut), [true])
    expectTrue(try display("saved", machines, "shallow")[0].hasPrefix("≤ "))
  }

  @Test func `is missing without a repository`() throws {
    let folder = try TemporaryFolder()
    let git = GitHistory(of: folder.path, variables: [:])
    expectEqual(git.newest, nil)
    expectTrue(git.read() == nil)
  }

  @Test func `has no times after now, and loses only a commit without a time`() {
    let (id, old) = (String(repeating: "a", count: 40), String(repeating: "0", count: 40))
    let line = ":000000 100644 \(old) \(id) A\tdata/Recipe/0000.rec"
    let log = """
      commit \(id) 9000000000
      \(line)
      commit \(id) soon
      \(line)
      commit \(id)
      \(line)
      commit \(id) 1000
      \(line)
      """
    let now = Timestamp(microseconds: 5_000_000_000)
    let times = LogLines.changes(log, cuts: [], atMost: 10, until: now).map(\.time)
    expectEqual(times, [now, Timestamp(microseconds: 1_000_000_000)])
  }
}
