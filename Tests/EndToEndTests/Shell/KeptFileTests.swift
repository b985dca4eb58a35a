import TestSupport
import Testing

@Suite struct `Files of records` {
  private let home: Home
  private let kept = "files/ba7816bf8f01cfea414140de5dae2223/bill.pdf"

  init() throws {
    home = try Home(environment: ["GIT_CONFIG_NOSYSTEM": "1", "USER": "ann"])
    try home.write(
      """
      %rec: Bill
      %title: Name
      %attribute: Name string
      %attribute: Receipt file
      %attribute: Others file multiple

      """, to: "bills.rec")
    try home.write("abc", to: "bill.pdf")
    try home.output("--store", "a", "init", "--model", "bills.rec")
  }

  private func on(_ machine: String, _ words: String...) throws -> Answer {
    home.environment["CAIRN_MACHINE"] = machine
    return try home.cairn(["--store", machine] + words)
  }

  private func receipt(_ machine: String = "a", of bill: String = "bills/p1") throws -> String {
    let shown = try on(machine, "show", bill, "--format", "json").output
    return shown.split(separator: "\"").map(String.init).drop { $0 != "Receipt" }.dropFirst(2).first
      ?? ""
  }

  @Test func `are copied when a path is typed, and the original may go`() throws {
    try expectEqual(on("a", "add", "bills", "Name=Power", "Receipt=~/bill.pdf").status, 0)
    try expectEqual(receipt(), kept)
    try home.shell("rm bill.pdf")
    expectEqual(home.text(of: "a/\(kept)"), "abc")
    try expectEqual(on("a", "verify").status, 0)
    let page = try on("a", "render", "bills/p1").output
    expectTrue(page.contains("Receipt  bill.pdf"), page)
    // Setting the same value again needs no original.
    try expectEqual(on("a", "set", "bills/p1", "Receipt=\(kept)").status, 0)
    try expectEqual(receipt(), kept)
  }

  @Test func `move to the record that others are merged into`() throws {
    try home.write("def", to: "photo.jpg")
    try expectEqual(on("a", "add", "bills", "Name=Power").status, 0)
    try expectEqual(
      on("a", "add", "bills", "Name=power", "Receipt=bill.pdf", "Others=photo.jpg").status, 0)
    try expectEqual(on("a", "merge", "bills", "p1", "p2").status, 0)
    try expectEqual(receipt(), kept)
    try expectTrue(on("a", "show", "bills/p1").output.contains("photo.jpg"))
    expectEqual(home.text(of: "a/\(kept)"), "abc")
    try expectEqual(on("a", "verify").status, 0)
  }

  @Test func `are kept once, also in fields of several values and from an edited text`() throws {
    try home.write("abc", to: "other/bill.pdf")
    try expectEqual(
      on("a", "add", "bills", "Name=Power", "Others=bill.pdf,other/bill.pdf,gone.pdf").status, 0)
    let shown = try on("a", "show", "bills/p1", "--format", "json").output
    expectTrue(shown.contains("gone.pdf"), shown)
    expectEqual(home.names(in: "a/files"), ["ba7816bf8f01cfea414140de5dae2223"])
    try home.writeScript("sed -i 's/^Name.*/&\\nReceipt: bill.pdf/' \"$1\"", to: "ed")
    home.environment["EDITOR"] = home.path + "/ed"
    let edit = try on("a", "edit", "bills/p1")
    expectEqual(edit.status, 0, edit.errors)
    try expectEqual(receipt(), kept)
  }

  @Test func `stay where they are if they cannot be kept`() throws {
    try home.shell("mkdir folder; truncate -s 51M film.mp4; mkfifo pipe")
    for (path, reason) in [
      ("nowhere.pdf", "names no existing file"), ("folder", "is a folder"),
      ("film.mp4", "is too large: 53 MB of at most 50"), ("pipe", "is a pipe or a device"),
      ("/dev/zero", "is a pipe or a device"),
    ] {
      let answer = try on("a", "add", "bills", "Name=Power", "Receipt=\(path)")
      expectEqual(answer.status, 0)
      expectTrue(
        answer.errors.contains("Receipt = path only: \(path) \(reason)"), answer.errors)
    }
    expectEqual(home.names(in: "a/files"), [])
    try expectEqual(receipt(of: "bills/p3"), "film.mp4")
  }

  @Test func `are not copied by an import or a dry run`() throws {
    try home.write("Name,Receipt\nPower,bill.pdf\n", to: "bills.csv")
    let answer = try on("a", "import", "bills.csv", "--into", "bills")
    expectEqual(answer.status, 0, answer.errors)
    try expectEqual(receipt(), "bill.pdf")
    try expectEqual(on("a", "set", "bills/p1", "Receipt=~/bill.pdf", "--dry-run").status, 0)
    expectEqual(home.names(in: "a/files"), [])
  }

  @Test func `come to another machine with a sync`() throws {
    try home.shell("git init -q --bare hub.git")
    // Names that git or Cairn could take for something else.
    try home.write("a\r\nb $Id$\n", to: "notes.rec")
    try expectEqual(on("a", "add", "bills", "Name=Power", "Receipt=bill.pdf").status, 0)
    try expectEqual(on("a", "add", "bills", "Name=Water", "Receipt=notes.rec").status, 0)
    try expectEqual(on("a", "sync", "init", "hub.git").status, 0)
    try expectEqual(on("b", "sync", "init", "hub.git").status, 0)
    expectEqual(home.text(of: "b/\(kept)"), "abc")
    expectEqual(try home.text(of: "b/\(receipt("b", of: "bills/p2"))"), "a\r\nb $Id$\n")
    try expectEqual(on("b", "verify").status, 0)
    try home.write("def", to: "new.pdf")
    try expectEqual(on("b", "set", "bills/p1", "Receipt=new.pdf").status, 0)
    let sync = try on("b", "sync")
    expectEqual(sync.status, 0, sync.errors)
    try expectEqual(on("a", "sync").status, 0)
    expectEqual(try home.text(of: "a/\(receipt())"), "def")
    expectEqual(home.text(of: "a/\(kept)"), "abc", "the change can be undone")
    try expectEqual(on("a", "undo").status, 0)
    try expectEqual(receipt(), kept)
  }

  @Test func `come back at a sync if they are lost or changed outside of Cairn`() throws {
    try home.shell("git init -q --bare hub.git")
    try expectEqual(on("a", "add", "bills", "Name=Power", "Receipt=bill.pdf").status, 0)
    try expectEqual(on("a", "sync", "init", "hub.git").status, 0)
    try expectEqual(on("b", "sync", "init", "hub.git").status, 0)
    for harm in ["rm 'b/\(kept)'", "echo garbage > 'b/\(kept)'"] {
      try home.shell(harm)
      try expectEqual(on("b", "verify").status, 1)
      try expectEqual(on("b", "sync").status, 0)
      try expectEqual(on("a", "sync").status, 0)
      expectEqual(home.text(of: "a/\(kept)"), "abc")
      expectEqual(home.text(of: "b/\(kept)"), "abc")
    }
    // Another machine's own git commits the harm.
    try home.shell(
      "cd b && echo garbage > '\(kept)' && git commit -qam harm --no-verify && git push -q")
    try expectEqual(on("a", "sync").status, 0)
    expectEqual(home.text(of: "a/\(kept)"), "abc")
  }

  @Test func `keep an earlier backup if they are missing`() throws {
    try expectEqual(on("a", "add", "bills", "Name=Power", "Receipt=bill.pdf").status, 0)
    try expectEqual(on("a", "store", "backup", "a.tar").status, 0)
    try home.shell("rm 'a/\(kept)'")
    let answer = try on("a", "store", "backup", "a.tar", "--force")
    expectEqual(answer.status, 1, answer.errors)
    try expectTrue(home.shell("tar tf a.tar").output.contains(kept))
  }

  @Test func `are in a commit that a person makes with git`() throws {
    try home.shell("git init -q --bare hub.git; git config --global core.excludesFile ~/ignore")
    try home.write("*.pdf\n", to: "ignore")
    try expectEqual(on("a", "sync", "init", "hub.git").status, 0)
    try expectEqual(on("a", "add", "bills", "Name=Power", "Receipt=bill.pdf").status, 0)
    try home.shell(
      "cd a && PATH=\"$(dirname '\(Home.program)'):$PATH\" git -c user.name=a -c user.email=a@b commit -qam mine"
    )
    try expectTrue(home.shell("cd a && git show --stat --name-only HEAD").output.contains(kept))
  }

  @Test func `of a refused change go to no other machine`() throws {
    try home.shell("git init -q --bare hub.git")
    try expectEqual(on("a", "sync", "init", "hub.git").status, 0)
    try expectEqual(on("a", "add", "bills", "Name=X", "Receipt=bill.pdf", "Nope=1").status, 1)
    try expectEqual(on("a", "add", "bills", "Name=Y").status, 0)
    try expectEqual(on("a", "sync").status, 0)
    try expectEqual(home.shell("git -C a ls-tree -r HEAD files").output, "")
    try expectEqual(on("a", "add", "bills", "Name=Z", "Receipt=bill.pdf").status, 0)
    try expectEqual(on("a", "sync").status, 0)
    try expectTrue(home.shell("git -C a ls-tree -r HEAD files").output.contains(kept))
  }

  @Test func `are not copied because another value of the field was typed`() throws {
    try home.write("Name,Others\nPower,bill.pdf\n", to: "bills.csv")
    try expectEqual(on("a", "import", "bills.csv", "--into", "bills").status, 0)
    try home.write("def", to: "other.pdf")
    try home.writeScript("echo 'Others: other.pdf' >> \"$1\"", to: "ed")
    home.environment["EDITOR"] = home.path + "/ed"
    try expectEqual(on("a", "edit", "bills/p1").status, 0)
    expectEqual(home.names(in: "a/files").count, 1)
    try expectTrue(home.shell("cat a/files/*/*").output == "def")
    // A prompt that is left as it was changes nothing.
    try expectEqual(on("a", "render", "bills", "--keys", "c o C-e Enter").status, 0)
    expectEqual(home.names(in: "a/files").count, 1)
  }
}
