import TestSupport
import Testing

/// Whether a program can be killed at its n-th call of the system here.
private let canKill: Bool = {
  guard let strace = Program("strace") else { return false }
  let inject = "inject=write:signal=KILL:when=1"
  let status = try? strace.run(["-f", "-qq", "-o", "/dev/null", "-e", inject, "echo"]).status
  if status == 0 || status == 1 { print("skipped: strace may not trace here") }
  return status != 0 && status != 1
}()

// T4
@Suite(.enabled("strace cannot kill programs here") { canKill })
struct `A program that is killed at a call of the system` {
  private static let calls = [
    "write", "pwrite64", "fdatasync", "fsync", "ftruncate", "rename", "renameat", "renameat2",
    "unlink", "unlinkat", "mkdir", "mkdirat",
  ].joined(separator: ",")

  // Each call in which a state changes; one in four of them in an ordinary run.
  @Test(arguments: ["add recipe Name=Killed", "store fold", "set recipes/p1 Notes=$RANDOM"])
  func `leaves all that was acknowledged, and nothing in part`(command: String) throws {
    let home = try Home.withRecipes()
    var least = 3
    for call in stride(from: 1, to: 10_000, by: Torture.isOn ? 1 : 4) {
      try home.output("add", "recipe", "Name=Acknowledged \(call)")
      least += 1
      let answer = try home.shell(
        """
        exec strace -f -qq -o /dev/null -e 'inject=\(Self.calls):signal=KILL:when=\(call)' \
        '\(Home.program)' \(command)
        """)
      Tally.add("programs killed at a call of the system")
      let isAdding = command.hasPrefix("add")
      if isAdding, answer.output.contains("/p") { least += 1 }
      let count = Int(try home.output("list", "recipes", "--count").dropLast()) ?? 0
      expectTrue(count == least || isAdding && count == least + 1, "call \(call)")
      least = count
      if answer.status == 0 { break }
    }
    try expectEqual(home.cairn("store", "verify").output, "")
    try home.output("store", "fold")
    try expectEqual(home.output("list", "recipes", "--count"), "\(least)\n")
  }

  @Test func `leaves the file that it exports to, and what the next export tidies away`() throws {
    let home = try Home.withRecipes()
    try home.write("old", to: "out/recipes.json")
    let whole = try home.output("export", "recipes")
    var drafts = 0
    for call in stride(from: 1, to: 10_000, by: Torture.isOn ? 1 : 2) {
      let answer = try home.shell(
        """
        exec strace -f -qq -o /dev/null -e 'inject=\(Self.calls):signal=KILL:when=\(call)' \
        '\(Home.program)' export recipes -o out/recipes.json
        """)
      Tally.add("programs killed at a call of the system")
      expectTrue(["old", whole].contains(home.text(of: "out/recipes.json")), "call \(call)")
      if answer.status == 0 { break }
      drafts += home.names(in: "out").count { $0.hasSuffix(".draft") }
      try home.output("export", "authors", "-o", "out/authors.json")
      expectEqual(home.names(in: "out"), ["authors.json", "recipes.json"])
      try home.write("old", to: "out/recipes.json")
    }
    expectTrue(drafts > 0)
  }

  // A link import and a merge change records of two collections in one save.
  @Test(arguments: [
    "import books.csv --link Author=Author", "merge recipes p1 p2 p3",
  ]) func `links and merges records whole, or not at all`(command: String) throws {
    let home = try Home.withRecipes()
    try home.write("Title,Author\nEmma,Jane\nPersuasion,Jane\nDune,Frank\n", to: "books.csv")
    func state() throws -> String {
      try ["recipes", "ingredients", "authors", "books"].map { name in
        let answer = try home.cairn("list", name, "--format", "csv")
        return answer.status == 0 ? answer.output : ""
      }.joined()
    }
    let before = try state()
    try home.output(command.split(separator: " ").map(String.init))
    let after = try state()
    expectTrue(before != after)
    try home.output("undo")
    for call in stride(from: 1, to: 10_000, by: Torture.isOn ? 1 : 3) {
      let answer = try home.shell(
        """
        exec strace -f -qq -o /dev/null -e 'inject=\(Self.calls):signal=KILL:when=\(call)' \
        '\(Home.program)' \(command)
        """)
      Tally.add("programs killed at a call of the system")
      let found = try state()
      expectTrue(found == before || found == after, "call \(call)")
      if answer.status == 0 { break }
      if found == after { try home.output("undo") }
    }
    try expectEqual(home.cairn("store", "verify").output, "")
  }

  @Test func `makes a sample's store whole, or not at all`() throws {
    var leftOut = 0
    for call in stride(from: 1, to: 10_000, by: Torture.isOn ? 1 : 7) {
      let home = try Home(environment: [:])
      let answer = try home.shell(
        """
        exec strace -f -qq -o /dev/null -e 'inject=\(Self.calls):signal=KILL:when=\(call)' \
        '\(Home.program)' init --sample recipes
        """)
      Tally.add("programs killed at a call of the system")
      if try home.cairn("list", "recipes", "--count").status != 0 {
        leftOut += 1
        try home.output("init", "--sample", "recipes")
      }
      try expectEqual(home.output("list", "recipes", "--count"), "60\n", "call \(call)")
      if answer.status == 0 { break }
    }
    expectTrue(leftOut > 0)
  }
}
