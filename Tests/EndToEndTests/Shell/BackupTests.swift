import TestSupport
import Testing

@Suite struct `Backups in the shell` {
  @Test func `tar reads a backup, and restore makes a store of it beside the original`() throws {
    let home = try Home.withRecipes()
    let answer = try home.cairn("store", "backup", "b.tar")
    expectEqual(answer.status, 0)
    expectEqual(answer.output, "")
    expectTrue(answer.errors.hasPrefix("cairn: backed up "))
    let names = try home.shell("tar tf b.tar").lines
    expectTrue(names.contains("STORE"))
    expectTrue(names.contains("data/Recipe/0000.rec"))
    expectTrue(!names.contains { $0.hasPrefix(".local") })
    try expectEqual(home.shell("stat -c %a b.tar").output, "600\n")
    try home.output("store", "restore", "b.tar", "--store", "copy")
    try expectEqual(home.output("list", "recipes", "--count", "--store", "copy"), "3\n")
    try expectEqual(home.output("store", "verify", "--store", "copy"), "")
    // The files of the copy are known from the start.
    try home.shell("sed -i '0,/^Name: /s//Name: Old /' copy/data/Recipe/0000.rec")
    try expectEqual(
      home.output("store", "verify", "--store", "copy"),
      "edited outside Cairn: data/Recipe/0000.rec: 1 record changed (p1)\n")
    let (here, there) = (
      try home.output("add", "recipe", "Name=Here"),
      try home.output("add", "recipe", "Name=There", "--store", "copy")
    )
    expectEqual(here, "cairn://recipes/p4\n")
    expectTrue(there != here)
  }

  @Test func `neither overwrites anything unasked`() throws {
    let home = try Home.withRecipes()
    try home.write("mine", to: "b.tar")
    let answer = try home.cairn("store", "backup", "b.tar")
    expectEqual(answer.status, 1)
    expectTrue(answer.errors.contains("--force"))
    expectEqual(home.text(of: "b.tar"), "mine")
    try home.output("store", "backup", "b.tar", "--force")
    let refused = try home.cairn("store", "restore", "b.tar")
    expectEqual(refused.status, 1)
    expectEqual(
      refused.errors, "cairn: ~/.local/share/cairn is not empty; --store names another folder\n")
    try expectEqual(home.output("list", "recipes", "--count"), "3\n")
    try home.write("no archive", to: "c.tar")
    for name in ["c.tar", "missing.tar"] {
      let answer = try home.cairn("store", "restore", name, "--store", "copy")
      expectEqual(answer.status, 1)
      expectEqual(answer.errorLines.count, 1)
    }
    try expectTrue(home.shell("ls copy").status != 0)
    try expectEqual(home.cairn("store", "restore", "b.tar", "--read-only").status, 64)
    try expectEqual(home.cairn("store", "backup", "-").status, 64)
  }

  @Test func `a backup takes the place of no pipe or device`() throws {
    let home = try Home.withRecipes()
    try home.shell("mkfifo pipe; ln -s pipe link")
    for name in ["pipe", "link"] {
      let answer = try home.cairn("store", "backup", name, "--force")
      expectEqual(answer.status, 1)
      expectTrue(answer.errors.hasSuffix("it is a pipe or a device, not a file\n"))
    }
    try expectEqual(home.shell("test -p pipe && test -L link").status, 0)
    try expectEqual(home.shell("ls -A | grep draft").output, "")
  }

  @Test func `a damaged store is backed up with a word, and replaces no good backup`() throws {
    let home = try Home.withRecipes()
    try home.output("store", "backup", "b.tar")
    let good = try home.shell("sha256sum b.tar").output
    let shard = ".local/share/cairn/data/Recipe/0000.rec"
    let text = home.text(of: shard)
    try home.write(String(text.prefix(text.count - 3)), to: shard)
    let refused = try home.cairn("store", "backup", "b.tar", "--force")
    expectEqual(refused.status, 1)
    expectEqual(refused.errorLines.count, 1)
    expectTrue(
      refused.errors.contains("b.tar is unchanged: the store is damaged in 1 place: data/"))
    expectTrue(refused.errors.hasSuffix("(cairn store verify names all), or give another name\n"))
    try expectEqual(home.shell("sha256sum b.tar").output, good)
    let other = try home.cairn("store", "backup", "c.tar", "--force")
    expectEqual(other.status, 1)
    expectEqual(other.errorLines.count, 1)
    expectTrue(
      other.errors.contains(" into c.tar; it is damaged in 1 place as the store is, such as "))
    try home.output("store", "restore", "c.tar", "--store", "copy")
    try home.write(text, to: shard)
    try home.output("store", "backup", "b.tar", "--force")
  }

  @Test func `a file that is gone keeps the backup that has it, until it is back or accepted`()
    throws
  {
    let home = try Home.withRecipes()
    try home.output("store", "backup", "b.tar")
    try home.shell("rm .local/share/cairn/data/Recipe/0000.rec")
    let check = try home.cairn("store", "verify")
    expectEqual(check.status, 1)
    expectTrue(
      check.output.hasPrefix("note: data/Recipe/0000.rec: the file is missing; it held 3 "))
    let refused = try home.cairn("store", "backup", "b.tar", "--force")
    expectEqual(refused.status, 1)
    expectEqual(refused.errorLines.count, 1)
    expectTrue(
      refused.errors.contains(
        "b.tar is unchanged: the store lacks records that it had in 1 place: "))
    expectTrue(refused.errors.contains("--accept-missing"))
    try home.shell("tar xf b.tar -C .local/share/cairn data/Recipe/0000.rec")
    try home.output("store", "backup", "b.tar", "--force")
    try home.shell("rm .local/share/cairn/data/Recipe/0000.rec")
    let accepted = try home.cairn("store", "verify", "--accept-missing")
    expectEqual(accepted.status, 0)
    expectTrue(accepted.output.hasPrefix("accepted: data/Recipe/0000.rec: "))
    expectEqual(accepted.lines.count, 1)
    try home.output("store", "backup", "b.tar", "--force")
    try expectEqual(home.cairn("store", "verify", "--accept-missing", "--read-only").status, 1)
  }

  @Test func `what tar packs of the text is a backup too`() throws {
    let home = try Home.withRecipes()
    try home.output("store", "fold")
    try home.shell("tar cf b.tar -C .local/share/cairn --exclude ./.local .")
    try home.output("store", "restore", "b.tar", "--store", "copy")
    try expectEqual(home.output("list", "recipes", "--count", "--store", "copy"), "3\n")
  }

  @Test func `is whole while others save`() throws {
    let home = try Home.withRecipes()
    let answer = try home.shell(
      """
      for n in {1..20}; do cairn add recipe Name=Dish$n >/dev/null || exit 1; done & writer=$!
      for n in {1..5}; do cairn store backup b$n.tar 2>/dev/null || exit 1; done
      wait $writer || exit 1
      for n in {1..5}; do
        cairn store restore b$n.tar --store c$n 2>/dev/null || exit 1
        cairn store verify --store c$n || exit 1
        cairn list recipes --count --store c$n
      done
      """)
    expectEqual(answer.status, 0, "\(answer.errors)")
    let counts = answer.lines.compactMap { Int($0) }
    expectEqual(counts.count, 5)
    expectEqual(counts, counts.sorted())
  }

  @Test func `compact says what it did and leaves a store in order`() throws {
    let home = try Home.withRecipes()
    try home.output("store", "fold")
    let shard = ".local/share/cairn/data/Recipe/0000.rec"
    let text = home.text(of: shard)
    try home.write(text + "\n\n\nName: Tea\nId: p9\n", to: shard)
    let answer = try home.cairn("store", "compact")
    expectEqual(
      answer.errors,
      "cairn: rewrote 1 file, removed 0 that held nothing, dropped 0 bytes of old history\n")
    expectEqual(home.text(of: shard), text + "\nId: p9\nName: Tea\n")
    try expectEqual(home.output("store", "verify"), "")
  }
}
