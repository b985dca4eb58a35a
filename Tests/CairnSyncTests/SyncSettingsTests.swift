import CairnFiles
import TestSupport
import Testing

@testable import CairnStore
@testable import CairnSync

/// What people have set for git, and what lies about in their repositories.
@Suite struct `A sync among a person's own settings` {
  private let machines: TwoMachines

  init() throws { machines = try TwoMachines() }

  private var desk: ObjectStore { get throws { try machines["desk"] } }
  private var laptop: ObjectStore { get throws { try machines["laptop"] } }

  private func sync(_ names: String...) throws {
    for name in names { _ = try machines.sync(name).run() }
  }

  @Test(
    arguments: [
      "[merge]\n\tautoStash = true\n", "[merge]\n\tff = false\n",
      "[merge]\n\tverifySignatures = true\n", "[core]\n\tautocrlf = true\n",
      "[core]\n\texcludesFile = ~/ignored\n", "[core]\n\tquotePath = true\n",
      "[pull]\n\trebase = true\n", "[push]\n\tdefault = nothing\n", "[fetch]\n\tprune = true\n",
      "[remote \"origin\"]\n\tfetch = +refs/heads/other:refs/remotes/origin/other\n",
    ])
  func `goes on`(settings: String) throws {
    try RealFileSystem().replace(machines.path(".gitconfig"), with: Array(settings.utf8))
    try RealFileSystem().replace(machines.path("ignored"), with: Array("*.rec\ndata/\n".utf8))
    let soup = try desk.add("Recipe", ["Name": .text("Soup\r\nhot"), "Rating": .integer(1)])
    try sync("desk", "laptop")
    try desk.set(soup, "Rating", .integer(2))
    try laptop.set(soup, "Note", .text("mine"))
    try sync("desk", "laptop", "desk")
    try expectEqual(desk.value(soup, "Note"), .text("mine"))
    try expectEqual(laptop.value(soup, "Rating"), .integer(2))
    try expectEqual(laptop.value(soup, "Name"), .text("Soup\r\nhot"))
    try expectEqual(desk.contents(), laptop.contents())
    for machine in ["desk", "laptop"] {
      try expectEqual(machines.run(["status", "--porcelain"], in: machine), "")
    }
  }

  @Test func `leaves hooks that a person has elsewhere alone`() throws {
    try RealFileSystem().makeFolder(machines.path("hooks"))
    let text = "[core]\n\thooksPath = \(machines.path("hooks"))\n"
    try RealFileSystem().replace(machines.path(".gitconfig"), with: Array(text.utf8))
    let report = try machines.sync("desk").begin(with: nil)
    expectEqual(report.notes.first?.contains("cairn git-hook"), true)
    try expectEqual(RealFileSystem().list(machines.path("hooks")), [])
  }

  @Test func `works in a repository with longer ids`() throws {
    try machines.run(["init", "-q", "--bare", "--object-format=sha256", "long"])
    let store = try ObjectStore.create(machines.options("one"), modelText: TwoMachines.model)
    try machines.run(["init", "-q", "--object-format=sha256", "one"])
    let options = machines.syncOptions("one")
    let soup = try store.add("Recipe", ["Name": .text("Soup")])
    _ = try Sync(store, in: machines.path("one"), options).begin(with: machines.path("long"))
    _ = try Sync.copy(from: machines.path("long"), to: machines.path("two"), options)
    let other = try ObjectStore.open(machines.options("two"))
    try store.remove(soup)
    let cake = try other.add("Recipe", ["Name": .text("Cake")])
    for (store, name) in [(store, "one"), (other, "two"), (store, "one")] {
      _ = try Sync(store, in: machines.path(name), machines.syncOptions(name)).run()
    }
    try expectEqual(store.contents(), other.contents())
    expectEqual(store.value(cake, "Name"), .text("Cake"))
  }

  @Test func `fills a repository that was made anew`() throws {
    let soup = try desk.add("Recipe", ["Name": .text("Soup")])
    try sync("desk")
    try RealFileSystem().removeTree(machines.path("hub"))
    try machines.run(["init", "-q", "--bare", "hub"])
    try sync("desk", "laptop")
    try expectEqual(laptop.value(soup, "Name"), .text("Soup"))
  }

  @Test func `takes no file elsewhere for one of records`() throws {
    let soup = try desk.add("Recipe", ["Name": .text("Soup")])
    try sync("desk", "laptop")
    try RealFileSystem().makeFolder(machines.path("laptop/old/Recipe"))
    try machines.write(
      "%rec: Recipe\n\nId: p1\nName: Old\n", to: "old/Recipe/0000.rec", of: "laptop")
    try machines.run(["add", "old"], in: "laptop")
    try machines.run(["commit", "-q", "-m", "Old"], in: "laptop")
    try desk.add("Part", ["Name": .text("Salt")])
    try sync("desk", "laptop", "desk")
    try expectEqual(desk.value(soup, "Name"), .text("Soup"))
    try expectTrue(machines.read("old/Recipe/0000.rec", of: "desk").contains("Name: Old"))
  }

  @Test func `keeps what is private out, whoever committed it`() throws {
    try machines.run(["add", "-f", ".local"], in: "desk")
    try machines.run(["commit", "-q", "-m", "All"], in: "desk")
    let soup = try desk.add("Recipe", ["Name": .text("Soup")])
    let replica = try laptop.replica
    try sync("desk", "laptop")
    try expectEqual(laptop.value(soup, "Name"), .text("Soup"))
    try expectEqual(laptop.replica, replica)
    try expectTrue(!machines.run(["ls-files"], in: "laptop").contains(".local"))
    try expectTrue(RealFileSystem().exists(machines.path("desk/.local")))
  }

  @Test func `of several at once lets all but one wait`() async throws {
    let ids = try (0..<20).map { try desk.add("Recipe", ["Name": .text("R\($0)")]) }
    try sync("desk", "laptop")
    for (number, id) in ids.enumerated() { try laptop.set(id, "Rating", .integer(Int64(number))) }
    try sync("laptop")
    try desk.set(ids[0], "Note", .text("mine"))
    let (path, variables) = (machines.path("desk"), machines.variables)
    // Locks are of what opened the file, so that those of one process keep each other out as well.
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<3 {
        group.addTask {
          var options = Sync.Options(variables: variables, machine: "desk")
          (options.isUnattended, options.lockTimeout) = (true, .seconds(300))
          var place = ObjectStore.Options(
            folder: path, clock: { .now })
          place.lockTimeout = options.lockTimeout
          let store = try ObjectStore.open(place)
          _ = try Sync(store, in: path, options).run()
          try store.close()
        }
      }
      try await group.waitForAll()
    }
    try desk.refresh()
    try sync("desk", "laptop")
    try expectEqual(desk.contents(), laptop.contents())
    try expectEqual(desk.value(ids[7], "Rating"), .integer(7))
  }

  @Test(arguments: [false, true])
  func `ended in the middle of a checkout deletes nothing`(isTorn: Bool) throws {
    let soup = try desk.add("Recipe", ["Name": .text("Soup")])
    try sync("desk", "laptop")
    try laptop.set(soup, "Rating", .integer(4))
    try sync("laptop")
    // As git leaves it that is ended between taking a file away and writing it anew.
    try machines.run(["fetch", "-q", "origin"], in: "desk")
    let target = try machines.run(["rev-parse", "origin/main"], in: "desk")
    try machines.write(target, to: ".git/cairn-checkout", of: "desk")
    let shard = "data/Recipe/0000.rec"
    if isTorn {
      let new = try machines.read(shard, of: "laptop")
      try machines.write(String(new.prefix(16)), to: shard, of: "desk")
    } else {
      try RealFileSystem().remove(machines.path("desk/\(shard)"))
    }
    try machines.reopen("desk")
    try sync("desk", "laptop")
    try expectEqual(desk.value(soup, "Rating"), .integer(4))
    try expectEqual(laptop.value(soup, "Name"), .text("Soup"))
    try expectTrue(!RealFileSystem().exists(machines.path("desk/.git/cairn-checkout")))
  }

  @Test func `leaves a value that a person puts back by hand`() throws {
    let soup = try desk.add("Recipe", ["Name": .text("Soup"), "Rating": .integer(1)])
    try sync("desk", "laptop")
    try laptop.set(soup, "Rating", .integer(2))
    try sync("laptop", "desk")
    let text = try machines.read("data/Recipe/0000.rec", of: "desk")
    try machines.write(
      text.replacing("Rating: 2", with: "Rating: 1"), to: "data/Recipe/0000.rec", of: "desk")
    // A file that a program which is just being started has open, too, is read a moment later.
    for _ in 0..<100 where try desk.value(soup, "Rating") != .integer(1) { try desk.refresh() }
    try expectEqual(desk.value(soup, "Rating"), .integer(1))
    try machines.reopen("desk")
    try expectEqual(desk.value(soup, "Rating"), .integer(1))
  }

  @Test func `takes no choice between sides that are others by now`() throws {
    let soup = try desk.add("Recipe", ["Name": .text("Soup")])
    try sync("desk", "laptop")
    try desk.set(soup, "Name", .text("A"))
    try laptop.set(soup, "Name", .text("B"))
    try sync("desk", "laptop")
    let seen = try #require(try laptop.conflicts().first)
    let text = try machines.read("data/Recipe/0000.rec", of: "laptop")
    try machines.write(
      text.replacing("Name: A", with: "Name: C"), to: "data/Recipe/0000.rec", of: "laptop")
    #expect(throws: StoreError.self) {
      try laptop.resolve(title: "choose", seen, ["Name": 1])
    }
    try expectEqual(laptop.conflicts().first?.fields[0].sides.map(\.texts), [["B"], ["C"]])
  }

  @Test func `and a commit of one file by hand leaves nothing staged backwards`() throws {
    let soup = try desk.add("Recipe", ["Name": .text("Soup")])
    try sync("desk")
    try machines.write("mine\n", to: "notes.txt", of: "desk")
    try machines.run(["add", "notes.txt"], in: "desk")
    try desk.set(soup, "Rating", .integer(1))
    try machines.run(["commit", "-q", "-m", "Notes", "notes.txt"], in: "desk", knowsCairn: true)
    try expectEqual(
      machines.run(["status", "--porcelain"], in: "desk"), " M data/Recipe/0000.rec\n")
  }
}
