import TestSupport
import Testing

@Suite struct `Settings and places in the shell` {
  @Test func `a broken config.toml stops only what needs it`() throws {
    let home = try Home.withRecipes()
    try home.shell("mkdir -p .config/cairn && echo 'broken = = 1' > .config/cairn/config.toml")
    for command in [
      ["list", "recipes"], ["show", "recipes/p1"], ["add", "recipe", "Name=Tea"], ["undo"],
      ["log"], ["store", "info"], ["store", "verify"], ["export", "recipes"], ["favorites"],
      ["model", "show"], ["render"], ["routes"],
    ] {
      let answer = try home.cairn(command)
      expectEqual(answer.status, 0, "\(command)")
      expectTrue(answer.errors.contains("config.toml, line 1"), "\(command)")
    }
  }

  @Test func `a store is its owner's alone, whatever the umask`() throws {
    let home = try Home.withRecipes()
    try home.write(ShellModel.text, to: "model.rec")
    let answer = try home.shell(
      """
      umask 000
      cairn init --model model.rec --store s 2>/dev/null
      cairn add recipe Name=Tea --store s >/dev/null && cairn store backup b.tar --store s
      cairn store restore b.tar --store t 2>/dev/null && cairn store compact --store t
      find s t -printf '%y %m\\n' | sort -u
      """)
    expectEqual(answer.lines, ["d 700", "f 600"])
  }

  @Test func `records whose header is gone are not offered cairn init`() throws {
    let home = try Home.withRecipes()
    try home.output("store", "fold")
    try home.shell("rm .local/share/cairn/STORE")
    for command in [["list", "recipes"], ["init"], ["store", "restore", "x.tar"]] {
      let answer = try home.cairn(command)
      expectEqual(answer.status, 1)
      expectTrue(!answer.errors.contains("cairn init"))
    }
    try expectTrue(home.cairn("list", "recipes").errors.contains("restore it"))
  }
}
