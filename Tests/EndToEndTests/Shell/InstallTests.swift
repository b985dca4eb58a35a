import CairnFiles
import TestSupport
import Testing

@Suite struct `What is installed` {
  private let home: Home

  init() throws {
    home = try Home(environment: [:])
  }

  @Test func `is the program, its manual page and what shells read`() throws {
    let sources = "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
    let answer = try home.shell("'\(sources)/.ci/install' \"$CAIRN\" \"$PWD/usr\"")
    expectEqual(answer.errors, "")
    expectEqual(answer.status, 0)
    try expectEqual(
      home.shell("cd usr && find . -type f -printf '%m %P\\n' | sort").lines,
      [
        "644 share/bash-completion/completions/cairn",
        "644 share/fish/vendor_completions.d/cairn.fish",
        "644 share/man/man1/cairn.1.gz",
        "644 share/zsh/site-functions/_cairn",
        "755 bin/cairn",
      ])
    try expectEqual(home.shell("usr/bin/cairn --version").lines.count, 1)
    try expectEqual(home.shell("bash -n usr/share/bash-completion/completions/cairn").errors, "")
  }

  @Test func `has a manual page with every command, option and key`() throws {
    let page = try home.output("manual")
    expectTrue(page.hasPrefix(".TH \"CAIRN\" \"1\""))
    let commands = try home.cairn("complete", "fish", "").lines.map { $0.prefix { $0 != "\t" } }
    expectTrue(commands.contains("import"))
    for command in commands where command != "open" {
      expectTrue(page.contains("\n.SS \"cairn \(command)"), "\(command)")
    }
    expectTrue(page.contains("\\fB\\-\\-dry\\-run\\fR\n"))
    expectTrue(page.contains("\\fBj, Down\\fR\nMove down (rows, columns).\n"))
    expectTrue(!page.contains("cairn complete "))
  }

  @Test(.enabled(if: Self.hasMan, "man is not installed"))
  func `has a manual page that man shows without a warning`() throws {
    try home.shell("cairn manual > cairn.1")
    let shown = try home.shell("MANWIDTH=80 man --warnings=w -l cairn.1 | cat")
    expectEqual(shown.errors, "")
    expectTrue(shown.output.contains("CAIRN(1)"))
    expectTrue(shown.output.contains("cairn list URL [FILTER]"))
    expectTrue(shown.output.contains("--store DIR"))
  }

  private static var hasMan: Bool {
    (try? RealFileSystem().exists("/usr/bin/man")) == true
      && (try? RealFileSystem().exists("/usr/bin/groff")) == true
  }
}
