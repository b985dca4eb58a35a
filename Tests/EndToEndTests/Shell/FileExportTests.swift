import TestSupport
import Testing

@Suite struct `Files of exported records` {
  private let home: Home
  private let kept = "files/ba7816bf8f01cfea414140de5dae2223/bill.pdf"

  init() throws {
    home = try Home()
    try home.write(
      "%rec: Bill\n%title: Name\n%attribute: Name string\n%attribute: Receipt file\n"
        + "%attribute: Others file multiple\n",
      to: "bills.rec")
    try home.write("abc", to: "bill.pdf")
    try home.write("# Notes\n", to: "notes.md")
    for store in ["a", "b"] { try home.output("--store", store, "init", "--model", "bills.rec") }
    try home.output(
      "--store", "a", "add", "bills", "Name=Power", "Receipt=bill.pdf", "Others=notes.md,bill.pdf")
  }

  @Test(arguments: ["json", "csv", "rec", "markdown", "jsonl"])
  func `are in the folder of an export, and an import takes them`(format: String) throws {
    let export = try home.cairn([
      "--store", "a", "export", "--format", format, "-o", "copies/",
    ])
    expectEqual(export.status, 0, export.errors)
    expectEqual(home.text(of: "copies/\(kept)"), "abc")
    expectTrue(!export.errors.contains("kept file"), export.errors)
    let again = try home.cairn([
      "--store", "a", "export", "--format", format, "-o", "copies/", "--force",
    ])
    expectEqual(again.status, 0, again.errors)
    try home.shell("rm -r fresh; true")
    try home.output("--store", "fresh", "init")
    let answer = try home.cairn(["--store", "fresh", "import", "copies"])
    expectEqual(answer.status, 0, answer.errors)
    expectEqual(home.text(of: "fresh/\(kept)"), "abc")
    try expectEqual(home.cairn(["--store", "fresh", "verify"]).status, 0)
    try expectEqual(home.shell("find fresh/files -type f | wc -l").output, "2\n")
    try expectEqual(home.output("--store", "fresh", "list", "bills", "--count"), "1\n")
  }

  @Test func `are counted if the output has only their paths`() throws {
    for arguments in [["-o", "bills.csv"], ["--format", "json"]] {
      let export = try home.cairn(["--store", "a", "export", "bills"] + arguments)
      expectEqual(export.status, 0)
      expectTrue(export.errors.contains("2 kept files are not in the output"), export.errors)
    }
  }

  @Test func `are named if the store lacks them`() throws {
    try home.shell("rm 'a/\(kept)'")
    let export = try home.cairn(["--store", "a", "export", "-o", "copies/"])
    expectTrue(export.errors.contains("not exported: \(kept) is missing"), export.errors)
    try expectEqual(home.shell("find copies/files -type f | wc -l").output, "1\n")
  }

  @Test(arguments: ["echo bad > 'KEPT'", "mv 'KEPT' x; ln -s ~/x 'KEPT'"])
  func `are not taken with another content or as a link`(harm: String) throws {
    try home.output("--store", "a", "export", "-o", "copies/")
    try home.shell(harm.replacing("KEPT", with: "copies/\(kept)"))
    let answer = try home.cairn(["--store", "b", "import", "copies"])
    expectTrue(answer.errors.contains("\(kept) was not taken"), answer.errors)
    try expectEqual(home.shell("find b/files -type f | wc -l").output, "1\n")
    try expectEqual(home.output("--store", "b", "list", "bills", "--count"), "1\n")
  }

  @Test func `do not leave an export through a link`() throws {
    try home.shell("mkdir copies outside; ln -s ~/outside copies/files")
    let export = try home.cairn(["--store", "a", "export", "-o", "copies/"])
    expectTrue(export.status == 1 && export.errors.contains("is a link"), export.errors)
    expectEqual(home.names(in: "outside"), [])
  }

  @Test func `are marked on the page and in the list if they are missing or changed`() throws {
    try expectTrue(!home.output("--store", "a", "render", "bills").contains("(missing)"))
    try home.shell("echo other > 'a/\(kept)'")
    try expectTrue(home.output("--store", "a", "render", "bills").contains("bill.pdf (changed)"))
    let changed = try home.output("--store", "a", "render", "bills/p1")
    expectTrue(changed.contains("bill.pdf  changed"), changed)
    try home.shell("rm 'a/\(kept)'")
    try expectTrue(home.output("--store", "a", "render", "bills").contains("bill.pdf (missing)"))
    let page = try home.output("--store", "a", "render", "bills/p1")
    expectTrue(page.contains("bill.pdf  missing"), page)
    // Programs get the value only.
    try expectTrue(
      !home.output("--store", "a", "list", "bills", "--format", "csv").contains("missing"))
    let check = try home.cairn(["--store", "a", "verify"])
    expectTrue(check.output.contains("bills/p1, Receipt: \(kept) is missing"), check.output)
    expectTrue(check.output.contains("a sync brings it back"), check.output)
  }

  @Test(arguments: [
    "'HOME/a b.pdf'", "\"HOME/a b.pdf\"", "HOME/a\\ b.pdf", "file://HOME/a%20b.pdf",
    "file://localhost/HOME/a%20b.pdf", " 'HOME/a b.pdf' ", "~/a\\ b.pdf",
  ])
  func `are found under a pasted path`(form: String) throws {
    try home.write("abc", to: "a b.pdf")
    let typed = form.replacing("localhost/HOME", with: "localhost\(home.path)")
      .replacing("HOME", with: home.path)
    for words in [
      ["set", "bills/p1", "Receipt=\(typed)"], ["add", "bills", "Name=X", "Receipt=\(typed)"],
    ] {
      let answer = try home.cairn(["--store", "b"] + ["add", "bills", "Name=First"])
      expectEqual(answer.status, 0)
      let done = try home.cairn(["--store", "b"] + words)
      expectEqual(done.status, 0, done.errors)
      expectTrue(!done.errors.contains("path only"), done.errors)
    }
    expectEqual(home.text(of: "b/files/ba7816bf8f01cfea414140de5dae2223/a b.pdf"), "abc")
  }

  @Test func `have the typed path if there is such a file`() throws {
    try home.write("other", to: "a b.pdf")
    try home.write("abc", to: "a\\ b.pdf")
    try home.output("--store", "b", "add", "bills", "Name=X", "Receipt=a\\ b.pdf")
    expectEqual(home.names(in: "b/files"), ["ba7816bf8f01cfea414140de5dae2223"])
  }
}
