import TestSupport
import Testing

/// The statements of the security page.
@Suite struct `What comes from others` {
  private let home: Home

  init() throws {
    home = try Home(environment: ["GIT_CONFIG_NOSYSTEM": "1", "USER": "ann"])
    try home.write("# mine\n", to: ".rc")
    try home.write(
      """
      [user]
      name = ann
      email = ann@example.org

      """, to: ".gitconfig")
  }

  /// Creates a synced store of three items, the remote `hub.git`, and the attacker's clone `evil`.
  private func begin() throws {
    for number in 1...3 { try home.output("add", "item", "--json", "-", input: item(number)) }
    try home.shell("git init -q --bare -b main hub.git")
    try home.output("sync", "init", "hub.git")
    try home.shell("git clone -q -b main hub.git evil")
  }

  private func item(_ number: Int) -> String { "{\"Name\":\"item\(number)\"}\n" }

  private var store: String { home.path(".local/share/cairn") }

  // A reported fault: text from the remote was written into the user's shell configuration.
  @Test(arguments: ["cairn sync", "git -C $S pull -q --no-rebase"])
  func `can lead no command to write into another file`(command: String) throws {
    try begin()
    try home.output("set", "items/p2", "Name=$(touch ran)")
    try home.output("sync")
    try home.shell(
      "cd evil; git pull -q; ln -sf $HOME/.rc data/Item/0000.rec; git add -A; git commit -qm x; "
        + "git push -q")
    let taken = try home.shell("S=\(store); \(command)")
    let isSync = command == "cairn sync"
    if isSync { expectTrue(taken.errors.contains("has links or other repositories"), taken.errors) }
    let commands = [
      "undo", "fold", "store compact", "store verify", "set items/p1 Name=y", "add item Name=z",
      "sync",
      "store backup b.tar", "log", "edit items/p1", "remove items/p1",
    ]
    for command in commands { _ = try home.shell("EDITOR=true cairn \(command)") }
    expectEqual(home.text(of: ".rc"), "# mine\n")
    expectEqual(home.names(in: "").filter { $0 == "ran" }, [])
    let links = try home.output("store", "links")
    expectEqual(
      links,
      isSync
        ? ""
        : "data/Item/0000.rec → \(home.path(".rc")) (not followed; cairn store links --allow "
          + "data/Item/0000.rec)\n")
    guard !isSync else { return }
    let list = try home.cairn("list", "items")
    expectTrue(list.status == 1 && list.errors.hasSuffix("; cairn store links shows it\n"))
    // Git restores the file, and the store works again.
    try home.shell("cd \(store); git revert --no-edit HEAD || git checkout -q HEAD~1 -- data")
    try expectEqual(home.cairn("list", "items", "--count").status, 0)
  }

  @Test func `is followed as a link once a person allows it`() throws {
    try begin()
    try home.shell("mv \(store)/data/Item elsewhere; ln -s $HOME/elsewhere \(store)/data/Item")
    try expectEqual(home.cairn("list", "items").status, 1)
    try expectEqual(home.cairn("store", "links", "--allow", "data/Other").status, 1)
    try expectEqual(
      home.output("store", "links", "--allow", "data/Item"),
      "data/Item → \(home.path("elsewhere"))\n")
    try expectEqual(home.output("list", "items", "--count"), "3\n")
    try home.output("add", "item", "Name=four")
    try home.output("store", "fold")
    expectTrue(home.text(of: "elsewhere/0000.rec").contains("four"))
    // A sync never sends a link.
    for command in ["true", "git add -A && git commit -qm moved", "cairn set items/p1 Name=y"] {
      try home.shell("cd \(store) && \(command)")
      let sync = try home.cairn("sync")
      expectTrue(sync.status == 1 && sync.errors.contains("a link can't be sent"), sync.errors)
    }
    let there = try home.shell("git -C hub.git ls-tree -r main")
    expectTrue(!there.output.contains("120000"), there.output)
  }

  @Test func `in a folder of notes is no link, and each link is named`() throws {
    try home.shell(
      "mkdir -p notes/sub; echo one > notes/one.md; ln -s $HOME/.rc notes/rc.md; ln -s / notes/sub/up;"
        + " ln -s loop.md notes/loop.md; ln -s /dev/zero notes/zero.md; mkfifo notes/pipe.md")
    let whole = try home.cairn("import", "notes")
    for name in ["notes/rc.md", "notes/sub/up", "notes/loop.md", "notes/zero.md"] {
      expectTrue(whole.errors.contains("cairn: \(name) is a link, which is not followed"), name)
    }
    try expectEqual(home.output("list", "notes", "--count"), "1\n")
    let some = try home.shell(
      "rm notes/pipe.md notes/zero.md notes/loop.md; cairn import notes/*.md")
    expectTrue(some.errors.contains("cairn: notes/rc.md is a link"), some.errors)
    try home.output("import", "notes/rc.md")
    try expectTrue(home.output("find", "mine").contains("rcs/p1"))
  }

  @Test(arguments: [
    #"["sh", "-c", "ping {Name}"]"#, #"["bash", "-xc", "ping {Name}"]"#,
    #"["/bin/sh", "-c", "ping {url}"]"#, #"["python3", "-c", "print('{Name}')"]"#,
    #"["ssh", "host", "ls {Name}"]"#, #"["env", "A=1", "sh", "-c", "ping {Name}"]"#,
    #"["python3.12", "-c", "print('{Name}')"]"#, #"["awk", "-F", ",", "/{Name}/", "f"]"#,
    #"["sed", "s/x/{Name}/", "f"]"#, #"["sqlite3", "a.db", "select '{Name}'"]"#,
    #"["find", ".", "-exec", "sh", "-c", "echo {Name}", ";"]"#,
    #"["watch", "-n", "1", "ls {Name}"]"#, #"["tmux", "-L", "x", "new", "-s", "y", "{Name}"]"#,
    #"["rsync", "-e", "{Name}", "a", "b"]"#, #"["rsync", "--rsh={Name}", "a", "b"]"#,
    #"["bash", "{Name}"]"#, #"["vim", "+{Name}"]"#, #"["tar", "-I{Name}", "-xf", "a"]"#,
    #"["docker", "exec", "web", "sh", "-c", "ls {Name}"]"#, #"["make", "A={Name}"]"#,
  ])
  func `in a command of one's own is told where a program would run it`(run: String) throws {
    try begin()
    try home.write("[commands.ping]\nrun = \(run)\n", to: ".config/cairn/config.toml")
    for command in [["config", "check"], ["keys", "--check"]] {
      let answer = try home.cairn(command)
      expectEqual(answer.status, 1)
      expectTrue(answer.output.contains("run text of a record"), answer.output)
    }
    let session = try home.start("items")
    try session.wait(forText: "ping lets ")
    session.send("q")
    _ = try session.waitForEnd()
  }

  @Test(arguments: [
    #"["sh", "-c", "ping -c 1 \"$1\"", "sh", "{Name}"]"#, #"["ssh", "{Name}"]"#,
    #"["ssh", "-p", "22", "{Name}"]"#, #"["echo", "sh", "-c", "{Name}"]"#,
    #"["awk", "{{print}", "{Name}"]"#, #"["sed", "-n", "-e", "p", "{Name}"]"#,
    #"["tmux", "rename-window", "{Name}"]"#, #"["python3", "-m", "x", "{Name}"]"#,
    #"["docker", "exec", "web", "less", "{Name}"]"#, #"["timeout", "5", "ping", "{Name}"]"#,
  ])
  func `in a command of one's own stays an argument`(run: String) throws {
    try begin()
    try home.write("[commands.ping]\nrun = \(run)\n", to: ".config/cairn/config.toml")
    try expectEqual(home.cairn("config", "check").output, "")
  }

  @Test func `is no clock that takes history away`() throws {
    try begin()
    home.environment["CAIRN_NOW"] = "2030-01-01T00:00:00Z"
    try home.output("add", "item", "Name=future")
    try home.output("store", "compact")
    home.environment["CAIRN_NOW"] = nil
    try expectEqual(home.output("log").split(separator: "\n").count >= 4, true)
    for _ in 1...2 { try home.output("undo") }
    try expectEqual(home.output("list", "items", "--count"), "2\n")
  }

  @Test(arguments: ["https://ann:hidden@localhost:1/r.git", "https://hidden@localhost:1/r.git"])
  func `says no password of a repository's address`(address: String) throws {
    try home.output("add", "item", "--json", "-", input: item(1))
    let answer = try home.cairn("sync", "init", address)
    expectEqual(answer.status, 1)
    expectTrue(!(answer.errors + answer.output).contains("hidden"), answer.errors)
    for command in ["jobs", "log"] { try expectTrue(!home.output(command).contains("hidden")) }
    let kept = try home.shell("grep -rl hidden .local .cache 2>/dev/null | grep -v /.git/ || true")
    expectEqual(kept.output, "")
  }

  @Test(arguments: ["000", "022", "077"])
  func `can read nothing that is kept, whatever the umask`(mask: String) throws {
    let script = """
      umask \(mask); export EDITOR=true
      echo '{"Name":"x"}' | cairn add item --json -; cairn set items/p1 Name=y; cairn fold
      cairn export items -o out.json; cairn store backup all.tar; cairn list items >/dev/null
      cairn favorites add items; cairn undo; cairn render items >/dev/null
      """
    try home.shell(script)
    let session = try home.startShell("umask \(mask); exec \"$0\" items")
    try session.wait(forText: "a add")
    try session.press("aA draft", until: "A draft")
    session.send("\u{1B}[21~")
    _ = try session.waitForEnd()
    let open = try home.shell(
      "find . -mindepth 1 \\( -type f -o -type d \\) -perm /077 ! -path './.config*' "
        + "! -name .rc ! -name .gitconfig")
    // Cairn does not choose the modes of the standard folders.
    let own = open.output.split(separator: "\n").filter {
      ![".", "./.local", "./.local/share", "./.local/state", "./.cache"].contains($0)
    }
    expectEqual(own, [])
  }

  @Test func `may put another folder in the store's place, which is told`() throws {
    try home.shell("mkdir -m 777 shared; cairn --store shared/s init")
    let open = try home.cairn("--store", "shared/s", "store", "verify")
    expectTrue((open.output + open.errors).contains("may replace the store's folder"))
    try home.shell("chmod 1777 shared")
    let closed = try home.cairn("--store", "shared/s", "store", "verify")
    expectEqual(closed.output + closed.errors, "")
  }
}
