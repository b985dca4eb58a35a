import TestSupport
import Testing

/// What `--help` says, and the examples in it.
@Suite struct `The help of a command` {
  private static let commands: [[String]] =
    [
      "open", "demo", "peek", "pick", "guide", "list", "show", "find", "export", "favorites", "add",
      "set", "remove", "edit", "merge", "duplicates", "import", "undo", "redo", "log", "init",
      "store", "sync", "model",
      "jobs", "config", "keys", "routes", "state", "render", "completions",
    ].map { [$0] }
    + [
      "favorites list", "favorites add", "favorites remove", "favorites move", "favorites export",
      "favorites import", "store info", "store verify", "store links", "store fold",
      "store compact",
      "store backup", "store restore", "sync now", "sync init", "sync conflicts", "sync resolve",
      "model show", "model check", "model link", "config show", "config check", "state show",
      "state clear",
    ].map { $0.split(separator: " ").map(String.init) }

  /// Examples that draw on the terminal, and those that need a machine that the test hasn't.
  private static let unrun = [
    "cairn", "cairn recipes", "cairn @quick @stars", "cairn demo", "cairn demo books",
    "cairn peek places.csv", "cairn peek Album.csv Artist.csv", "cairn pick recipes",
    "mail \"$(cairn pick contacts --columns email)\"",
    "cairn completions fish > ~/.config/fish/completions/cairn.fish",
    "cairn completions zsh > ~/.zfunc/_cairn", "cairn sync init /media/stick/notes.git",
    "cairn sync resolve recipes/p1 --take laptop",
    "cairn sync resolve recipes/p1 --take 2 --field Rating",
  ]

  private let home: Home

  init() throws {
    home = try Home(environment: [
      "CAIRN_SEED": "1", "TZ": "UTC", "EDITOR": "true", "GIT_CONFIG_NOSYSTEM": "1",
    ])
  }

  private func examples(of command: [String]) throws -> [String] {
    let help = try home.output(command + ["--help"])
    let lines = help.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    expectTrue(lines[0].hasPrefix("OVERVIEW: "), "\(command)")
    expectEqual(lines[2], "EXAMPLES:", "\(command)")
    for line in lines where !line.hasPrefix("USAGE:") {
      expectTrue(line.count <= 80, "\(command): \(line)")
    }
    return lines.dropFirst(3).prefix { $0.hasPrefix("  ") }.map { line in
      var text = line.split(separator: "  #")[0]
      text = text.drop { $0 == " " }
      while text.last == " " { text = text.dropLast() }
      return String(text)
    }
  }

  /// Makes what the examples of a command need.
  private func prepare(for command: [String]) throws {
    try home.shell("git init -q --bare hub.git")
    try home.output("init", "--sample", "recipes")
    try home.write(home.output("favorites", "export"), to: "favorites.json")
    if command == ["import"] { try home.output("export", "--format", "jsonl", "-o", "copies/") }
    try home.write("Name,Size\nMill,2\nTower,5\n", to: "places.csv")
    try home.write("Artikel;Preis\nSchraube;1.234,50\n", to: "preise.csv")
    try home.write("BEGIN:VCARD\nVERSION:3.0\nFN:Ann\nEND:VCARD\n", to: "contacts.vcf")
    try home.write("# Todo\n\nCall.\n", to: "notes/todo.md")
    try home.write("[{\"Name\": \"Leek soup\"}]\n", to: "soups.json")
    try home.write("%rec: Place\n%attribute: Name string\n", to: "model.rec")
    if command != ["store", "backup"], command != ["store"] {
      try home.output("store", "backup", "copy.tar")
    }
    for number in 1...14 { try home.output("set", "recipes/p\(number)", "Serves=9") }
    if command == ["redo"] { try home.output("undo") }
    if command[0] == "state" {
      try home.output("render", "recipes/p7/~edit", "--keys", "C-e x", "--state")
    }
  }

  @Test(arguments: commands)
  func `begins with examples that work`(command: [String]) throws {
    let examples = try examples(of: command)
    expectTrue(!examples.isEmpty && examples.count < 5)
    try prepare(for: command)
    for example in examples where !Self.unrun.contains(example) {
      let line = example.replacing("git@example.org:notes.git", with: "\"$PWD/hub.git\"")
      if command[0] == "sync", !line.contains("init") {
        _ = try home.cairn("sync", "init", "hub.git")
      }
      if command == ["init"] { try home.shell("rm -rf .local .cairn") }
      let answer = try home.shell(line)
      expectEqual(answer.status, 0, "\(command): \(line): \(answer.errors)")
    }
  }

  @Test func `lists every command in a group`() throws {
    let help = try home.output("--help")
    for command in Self.commands where command.count == 1 {
      expectTrue(help.contains("\n  \(command[0]) "), "\(command)")
    }
    for group in ["START", "LOOK", "CHANGE", "IMPORT AND EXPORT", "MAINTAIN"] {
      expectTrue(help.contains("\(group) SUBCOMMANDS:"), help)
    }
    let known = try home.cairn("complete", "fish", "").lines.map { line in
      String(line.prefix { $0 != "\t" })
    }
    expectEqual(
      known.filter { !$0.hasPrefix("-") && $0 != "verify" && $0 != "fold" }.sorted(),
      Self.commands.filter { $0.count == 1 }.map { $0[0] }.sorted())
  }

  @Test(arguments: commands)
  func `knows --store before, within and behind its name`(command: [String]) throws {
    let lines = try examples(of: command).filter { example in
      !Self.unrun.contains(example) && example.hasPrefix("cairn")
        && !example.contains { "|>;$@".contains($0) }
    }
    guard let example = lines.first else { return }
    try prepare(for: command)
    // Only the store elsewhere is left.
    try home.shell("mv .local/share/cairn elsewhere")
    let words = example.split(separator: " ")
    for place in [1, min(2, words.count), words.count] {
      let line = words[..<place] + ["--store", "\"$PWD/elsewhere\""] + words[place...]
      let answer = try home.shell(line.joined(separator: " "))
      expectTrue(answer.status != 64, "\(line): \(answer.errors)")
      expectTrue(!answer.errors.contains("no store"), "\(line): \(answer.errors)")
    }
    expectEqual(home.names(in: ".local/share"), [])
  }
}
