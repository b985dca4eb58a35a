import CairnFiles
import TestSupport
import Testing

@testable import CairnStore
@testable import CairnSync

@Suite struct `A sync with a repository in which somebody means harm` {
  private let machines: TwoMachines
  private let rc = "the victim's own\n"

  init() throws {
    machines = try TwoMachines()
    let desk = try machines["desk"]
    for number in 1...12 { try desk.add("Recipe", ["Name": .text("Dish \(number)")]) }
    for number in 1...12 {
      try desk.add(Entity.favorite.name, ["Url": .text("cairn://recipes/p\(number)")])
    }
    for name in ["desk", "laptop"] { _ = try machines.sync(name).run() }
    try write(rc, to: "victim.rc")
    try RealFileSystem().makeFolder(machines.path("outside"))
    // The victim's global settings have a filter, a merge driver and a diff driver called "evil".
    let ran = "touch \(machines.path("ran")); cat"
    try write(
      """
      [filter "evil"]
      \tclean = \(ran)
      \tsmudge = \(ran)
      \trequired = true
      [merge "evil"]
      \tdriver = \(ran)
      [diff "evil"]
      \ttextconv = \(ran)
      \tcommand = \(ran)

      """, to: ".gitconfig")
    try machines.run(["config", "core.hooksPath", ".githooks"], in: "laptop")
    try machines.run(["clone", "-q", "-b", "main", "hub", "evil"])
    try machines.run(["config", "core.hooksPath", "/dev/null"], in: "evil")
  }

  private func write(_ text: String, to name: String) throws {
    try RealFileSystem().replace(machines.path(name), with: Array(text.utf8))
  }

  private func push(_ script: String) throws {
    let all = """
      set -e
      export OUT='\(machines.path(""))' GIT_CONFIG_GLOBAL=/dev/null
      export GIT_AUTHOR_NAME=eve GIT_AUTHOR_EMAIL=e@e GIT_COMMITTER_NAME=eve GIT_COMMITTER_EMAIL=e@e
      \(script)
      git ls-files -z --stage | grep -z ^160000 | cut -zf2 > "$OUT/modules" || true
      git add -A -f . 2>/dev/null || true
      [ ! -s "$OUT/modules" ] || xargs -0 -I{} git update-index --add --cacheinfo \
        160000,$(git rev-parse HEAD),{} < "$OUT/modules"
      git commit -q -m "$(printf 'tidy\\n\\nMachine: a\\033]52;c;QUJD\\007b')"
      git push -q origin HEAD:main
      rm -f "$OUT/modules" "$OUT/ran"
      """
    let end = try ProgramRun(
      ["sh", "-c", all], in: machines.path("evil"), variables: machines.variables
    ).end()
    try #require(end.status == 0, "\(String(decoding: end.errors, as: UTF8.self))")
  }

  /// Returns all links below a folder.
  private func links(in folder: String) throws -> [String] {
    let files = RealFileSystem()
    return try files.list(folder).flatMap { name -> [String] in
      let path = "\(folder)/\(name)"
      if try files.target(ofLink: path) != nil { return [path] }
      return try files.status(of: path)?.kind == .folder ? links(in: path) : []
    }
  }

  @Test(arguments: HostilePush.all)
  func `keeps what is here, touches nothing else and runs nothing`(attack: HostilePush) throws {
    let before = try machines["laptop"].contents()
    try push(attack.script)
    let laptop = try machines["laptop"]
    try laptop.add("Recipe", ["Name": .text("Mine")])
    var problem: String?
    let sync = try machines.sync("laptop")
    do throws(SyncError) {
      _ = try sync.run()
    } catch {
      problem = "\(error)"
    }
    switch attack.outcome {
    case .refused(let words):
      expectTrue(problem?.contains(words) == true, "\(problem ?? "taken in")")
    case .taken: expectEqual(problem, nil)
    }
    expectTrue(problem?.unicodeScalars.contains("\u{1B}") != true)
    let files = RealFileSystem()
    try expectEqual(String(decoding: files.read(machines.path("victim.rc")), as: UTF8.self), rc)
    try expectEqual(files.list(machines.path("outside")), [])
    try expectTrue(!files.exists(machines.path("ran")), "a program ran")
    try expectEqual(links(in: machines.path("laptop")), [])
    // Another process finds the same records, and can change them.
    try machines.reopen("laptop")
    let again = try machines["laptop"]
    let mine = try #require(again.contents().first { $0.contains("Mine") })
    try expectEqual(again.contents().filter { $0 != mine }, before)
    try again.add("Recipe", ["Name": .text("More")])
    try again.fold()
    // After a successful sync, the remote has every local record.
    guard case .taken = attack.outcome else { return }
    _ = try machines.sync("laptop").run()
    let there = try machines.run(["grep", "-h", "Name: ", "main", "--", "data"], in: "hub")
    expectTrue(there.contains("Name: Mine") && there.contains("Name: More"), there)
    let plain =
      ["-c", "filter.evil.clean=", "-c", "filter.evil.process="]
      + ["-c", "filter.evil.required=false", "-c", "core.autocrlf=false"]
    _ = try machines.run(plain + ["update-index", "-q", "--really-refresh"], in: "laptop")
    try expectEqual(
      machines.run(plain + ["diff", "--name-only", "origin/main", "--"], in: "laptop"), "")
  }

  @Test func `has enough attempts`() { expectTrue(HostilePush.all.count >= 30) }

  @Test(arguments: ["assume-unchanged", "skip-worktree"])
  func `is refused while git ignores changes of a file`(flag: String) throws {
    let laptop = try machines["laptop"]
    let soup = try laptop.add("Recipe", ["Name": .text("Soup")])
    _ = try machines.sync("laptop").run()
    let file = try #require(
      machines.run(["ls-files", "data"], in: "laptop").split(separator: "\n").last)
    try machines.run(["update-index", "--\(flag)", String(file)], in: "laptop")
    try laptop.set(soup, "Name", .text("Stew"))
    let sync = try machines.sync("laptop")
    let error = #expect(throws: SyncError.self) { try sync.run() }
    expectEqual(error?.description.contains("--no-\(flag)"), true)
    try machines.run(["update-index", "--no-\(flag)", String(file)], in: "laptop")
    _ = try machines.sync("laptop").run()
    try expectTrue(machines.run(["grep", "-h", "Stew", "main"], in: "hub").contains("Stew"))
  }

  @Test(
    arguments: [
      "sed -i 's/^Last: p[0-9]*/Last: p1/' ids/*", "rm -r ids",
      "for f in ids/*; do : > $f; done",
    ])
  func `never makes this copy assign a deleted key again`(script: String) throws {
    let laptop = try machines["laptop"]
    let ids = try (1...3).map { try laptop.add("Recipe", ["Name": .text("Mine \($0)")]) }
    _ = try machines.sync("laptop").run()
    for id in ids.dropFirst() { try laptop.remove(id) }
    _ = try machines.sync("laptop").run()
    try machines.run(["pull", "-q", "origin", "main"], in: "evil")
    try push(script)
    _ = try machines.sync("laptop").run()
    try machines.reopen("laptop")
    let new = try machines["laptop"].add("Recipe", ["Name": .text("New")])
    expectTrue(!ids.contains(new), "\(new) was deleted")
  }

  // A store's folder can arrive from another person with its `.git`.
  @Test(
    arguments: [
      "core.sshCommand", "core.fsmonitor", "core.askPass", "core.gitProxy", "core.editor",
      "core.alternateRefsCommand", "remote.origin.uploadpack", "remote.origin.receivepack",
      "credential.helper", "gpg.program", "diff.external", "filter.evil.process",
      "http.cookieFile",
    ])
  func `runs no program that the repository itself sets`(name: String) throws {
    let program = "touch \(machines.path("ran")); false"
    try machines.run(["config", name, program], in: "laptop")
    if name == "gpg.program" {
      try machines.run(["config", "core.attributesFile", "x"], in: "laptop")
    }
    try push("echo '* filter=evil' > .gitattributes")
    let laptop = try machines["laptop"]
    try laptop.add("Recipe", ["Name": .text("Mine")])
    let report = try machines.sync("laptop").run()
    expectTrue(report.isSent)
    try expectTrue(!RealFileSystem().exists(machines.path("ran")))
    guard name.hasPrefix("core.") && name != "core.fsmonitor" else { return }
    expectTrue(report.notes.contains { $0.contains(name.lowercased()) }, "\(report.notes)")
  }

  @Test(arguments: [true, false])
  func `runs no hook from the store's files through a link`(isFolder: Bool) throws {
    try push(
      "mkdir hooks; printf '#!/bin/sh\ntouch $OUT/ran\n' > hooks/pre-push; chmod +x hooks/pre-push")
    _ = try machines.sync("laptop").run()
    try machines.run(["config", "--unset", "core.hooksPath"], in: "laptop")
    let hooks = machines.path("laptop/.git/hooks")
    let link =
      isFolder
      ? "rm -r \(hooks); ln -s ../hooks \(hooks)" : "ln -s ../../hooks/pre-push \(hooks)/pre-push"
    _ = try ProgramRun(["sh", "-c", link], in: machines.folder.path, variables: machines.variables)
      .end()
    let laptop = try machines["laptop"]
    try laptop.add("Recipe", ["Name": .text("Mine")])
    let report = try machines.sync("laptop").run()
    expectTrue(report.isSent)
    expectTrue(report.notes.contains { $0.contains("ran no hook") }, "\(report.notes)")
    try expectTrue(!RealFileSystem().exists(machines.path("ran")))
  }

  @Test(arguments: [
    "cairn-index", "cairn-sync", "cairn-checkout", "info", "COMMIT_EDITMSG", "logs/HEAD",
    "FETCH_HEAD", "config", "index", "",
  ])
  func `writes through no link in git's folder`(name: String) throws {
    let files = RealFileSystem()
    let own = machines.path("laptop/.git")
    let path = name.isEmpty ? own : "\(own)/\(name)"
    let target = machines.path("target")
    if try files.exists(path) {
      try files.rename(path, to: target)
    } else {
      try files.replace(target, with: Array("mine\n".utf8))
    }
    let before = name == "info" || name.isEmpty ? [] : try files.read(target)
    try files.makeLink(path, to: target)
    let laptop = try machines["laptop"]
    try laptop.add("Recipe", ["Name": .text("Mine")])
    let sync = try machines.sync("laptop")
    let error = #expect(throws: SyncError.self) { try sync.run() }
    expectEqual(error?.description.contains("a link or another place"), true, "\(error as Any)")
    if !before.isEmpty { try expectEqual(files.read(target), before) }
  }

  @Test func `goes on with what a person sets for all repositories`() throws {
    let settings = GitSettings()
    let git = Git(in: machines.path("laptop"), variables: machines.variables, settings: settings)
    try machines.run(["config", "--global", "core.sshCommand", "ssh -v"])
    try machines.run(["config", "core.sshCommand", "evil"], in: "laptop")
    try machines.run(["config", "--global", "--add", "credential.helper", "one"])
    try machines.run(["config", "--global", "--add", "credential.helper", "two"])
    try machines.run(["config", "credential.helper", "evil"], in: "laptop")
    try expectEqual(git.line(["config", "core.sshCommand"]), "ssh -v")
    let helpers = try git.output(["config", "--get-all", "credential.helper"])
    expectEqual(String(decoding: helpers, as: UTF8.self).hasSuffix("\n\none\ntwo\n"), true)
  }

  @Test func `is not made with a git that takes no settings from variables`() throws {
    let listed = "local\0core.bare\nfalse\0"
    let error = #expect(throws: SyncError.self) { try GitSettings.entries(Array(listed.utf8)) }
    expectEqual(error?.description.contains("older than 2.31"), true)
    let entries = try GitSettings.entries(Array((listed + "command\0cairn.sign\n1\0").utf8))
    expectEqual(entries.map(\.name), ["core.bare"])
  }

  @Test(arguments: [
    ("https://ann:secret@x.org/r.git", "https://x.org/r.git"),
    ("https://token@x.org/r.git: 403", "https://x.org/r.git: 403"),
    (
      "'ssh://git:secret@x.org:22/r' and ssh://git@x.org/r",
      "'ssh://git@x.org:22/r' and ssh://git@x.org/r"
    ),
    ("git@x.org:r", "git@x.org:r"), ("https://x.org/a@b", "https://x.org/a@b"), ("://", "://"),
    ("http://a@b@c/", "http://c/"), ("https://ann:se/cret@x.org/r", "https://x.org/r"),
    ("https://x.org:80/a@b", "https://x.org:80/a@b"),
    ("'https://x.org/r?token=secret&a=b': 403", "'https://x.org/r': 403"),
    ("ann:secret@x.org:r", "ann@x.org:r"), ("x.org: ann@y.org", "x.org: ann@y.org"),
    ("http://ann:se cret@x.org:1/r", "http://x.org:1/r"),
    ("https:/ann:secret@x.org/r", "https:/x.org/r"),
    ("https://x.org/r;token=secret", "https://x.org/r"),
    ("credential.https://me:secret@x.org.helper", "credential.https://x.org.helper"),
  ])
  func `says no password`(text: String, shown: String) {
    expectEqual(text.withoutSecrets, shown)
    expectEqual(SyncError.nothingThere(remote: text).description.contains(shown), true)
  }

  @Test(arguments: [false, true])
  func `takes deletions of most records where a person accepts them`(isNew: Bool) throws {
    try push("rm data/Recipe/0000.rec")
    if isNew { try machines.reopen("laptop") }
    var options = machines.syncOptions("laptop")
    options.acceptsLoss = true
    let laptop = try machines["laptop"]
    let report = try Sync(laptop, in: machines.path("laptop"), options).run()
    try expectEqual(laptop.contents(), [])
    expectEqual(report.sent, nil)
    try expectTrue(!RealFileSystem().exists(machines.path("laptop/data/Recipe/0000.rec")))
    _ = try machines.sync("laptop").run()
    try expectEqual(machines.run(["ls-tree", "-r", "main", "data/Recipe"], in: "hub"), "")
    // Undoing the change restores the records, here and for others.
    try laptop.undo(#require(report.transaction).number)
    _ = try machines.sync("laptop").run()
    try expectTrue(machines.run(["grep", "-c", "Name: ", "main"], in: "hub").contains(":12"))
  }

  /// A model without the fields and the collection, and with another one.
  private static let smaller = """
    %rec: Recipe
    %title: Name
    %attribute: Name string

    %rec: Dish
    %title: Name
    %attribute: Name string

    """

  @Test(arguments: [false, true])
  func `brings back collections and fields that a received model lacks`(keepsFile: Bool) throws {
    let laptop = try machines["laptop"]
    let parts = try (0..<12).map { try laptop.add("Part", ["Name": .text("P\($0)")]) }
    let soup = try laptop.add("Recipe", ["Name": .text("Soup"), "Note": .text("hot\nand sour")])
    _ = try machines.sync("laptop").run()
    let before = try laptop.contents()
    try push(
      """
      git pull -q
      cat > model/1.rec <<'END'
      \(Self.smaller)
      END
      \(keepsFile ? "" : "rm -r data/Part; sed -i '/^Note/d;/^+/d' data/Recipe/*.rec")
      mkdir data/Dish; printf '%%rec: Dish\n\nId: p1\nName: Pie\n' > data/Dish/0000.rec
      """)
    var options = machines.syncOptions("laptop")
    let refused = #expect(throws: SyncError.self) {
      try Sync(laptop, in: machines.path("laptop"), options).run()
    }
    expectEqual(refused?.description.contains("12 of 12 parts"), true)
    options.acceptsLoss = true
    let report = try Sync(laptop, in: machines.path("laptop"), options).run()
    expectEqual(laptop.snapshot.model["Part"], nil)
    let number = try #require(report.transaction).number
    // The change is complete for another process and after a restart, too.
    try machines.reopen("laptop")
    let again = try machines["laptop"]
    try again.undo(number)
    expectEqual(again.snapshot.model["Part"]?.name, "Part")
    expectEqual(again.value(soup, "Note"), .text("hot\nand sour"))
    expectEqual(again.value(parts[3], "Name"), .text("P3"))
    try expectEqual(again.contents().filter { !$0.contains("Pie") }, before)
    _ = try machines.sync("laptop").run()
    _ = try machines.sync("desk").run()
    try expectEqual(machines["desk"].contents(), again.contents())
    // A redo removes them again.
    try again.undo(number + 1)
    expectEqual(again.snapshot.model["Part"], nil)
  }

  @Test(arguments: HostilePush.all.filter { if case .refused = $0.outcome { true } else { false } })
  func `makes no copy of what is no store of files`(attack: HostilePush) throws {
    guard case .refused(let words) = attack.outcome, words.contains("links") else { return }
    try push(attack.script)
    do throws(SyncError) {
      _ = try Sync.copy(
        from: machines.path("hub"), to: machines.path("copy"), machines.syncOptions("copy"))
      Issue.record("it was copied")
    } catch {
      expectTrue("\(error)".contains(words), "\(error)")
    }
    try expectTrue(!RealFileSystem().exists(machines.path("copy")))
    try expectTrue(!RealFileSystem().exists(machines.path("ran")))
  }

  @Test(arguments: [
    ("printf '\\377' > model/1.rec", "model/1.rec"),
    ("printf '%%rec: A\\n%%bad: x\\n' > model/1.rec", "model/1.rec"),
    ("sed -i '1a Format: 99' STORE", "format 99"),
  ])
  func `makes no copy of a store that it can't read`(script: String, words: String) throws {
    try push(script)
    let error = #expect(throws: SyncError.self) {
      try Sync.copy(
        from: machines.path("hub"), to: machines.path("copy/of/it"), machines.syncOptions("copy"))
    }
    expectTrue(error?.description.contains(words) == true, "\(error.debugDescription)")
    try expectTrue(!RealFileSystem().exists(machines.path("copy")))
  }

  @Test func `runs the person's own hooks, also if the store's path goes up`() throws {
    try machines.run(["config", "--unset", "core.hooksPath"], in: "laptop")
    let hook = machines.path("laptop/.git/hooks/pre-push")
    try RealFileSystem().replace(
      hook, with: Array("#!/bin/sh\ntouch '\(machines.path("ran"))'\n".utf8))
    try RealFileSystem().open(hook, .readWrite).setPermissions(0o755)
    let laptop = try machines["laptop"]
    try laptop.add("Recipe", ["Name": .text("Mine")])
    let sync = Sync(laptop, in: machines.path("desk/../laptop"), machines.syncOptions("laptop"))
    try expectEqual(sync.run().notes, [])
    try expectTrue(RealFileSystem().exists(machines.path("ran")))
  }

  @Test func `puts no control character of another machine's name into a message`() {
    expectEqual(SyncChanges.plainName("a\u{1B}]52\r\nb\u{202E}"), "a?]52??b?")
    expectEqual(SyncChanges.plainName(String(repeating: "x", count: 100)).count, 80)
  }
}
