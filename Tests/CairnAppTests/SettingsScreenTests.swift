internal import CairnFiles
internal import CairnInterface
internal import CairnKit
internal import CairnNavigation
internal import CairnScreens
internal import ScreenTestSupport
import TestSupport
import Testing

@testable internal import CairnApp

@Suite struct `The settings' screen` {
  private static let path = "/home/ann/.config/cairn/config.toml"
  private let files = MemoryFileSystem()

  private func settings(_ variables: [String: String] = [:]) throws -> SettingsScreen {
    SettingsScreen(environment: try .fixture(variables), fileSystem: files)
  }

  private func write(_ text: String) throws {
    try files.makeFolder(Self.path.parentFolder)
    try files.replace(Self.path, with: Array(text.utf8))
  }

  private var text: String {
    get throws { String(decoding: try files.read(Self.path), as: UTF8.self) }
  }

  private func drawn(_ screen: any Screen) -> [String] {
    screen.layOut(in: Size(columns: 100, rows: 14))
    _ = screen.refresh(Surroundings())
    var canvas = Canvas(Size(columns: 100, rows: 14))
    screen.draw(on: &canvas, theme: .standard)
    return canvas.text.split(separator: "\n").map(String.init)
  }

  /// Does an action on the row of a setting.
  private func perform(
    _ action: ActionName, on name: String, _ settings: SettingsScreen
  ) throws -> [Effect] {
    let screen = settings.screen(at: SettingsScreen.url.setting("where", to: name))
    _ = drawn(screen)
    return screen.perform(action) ?? []
  }

  /// Chooses the value that has a letter, and returns what was said.
  private func choose(
    _ letter: String, of name: String, _ settings: SettingsScreen
  ) throws -> [String] {
    let menu = try presented(try perform(.open, on: name, settings))
    return settle(menu.insert(letter) ?? [])
  }

  @Test(arguments: [ActionName.open, .markRow])
  func `offers a setting's values, the one that holds under the cursor`(key: ActionName) throws {
    try write("[look]\ntheme = \"dark\"\n[themes.sea]\nlike = \"light\"\n")
    let menu = try presented(try perform(key, on: "look.theme", try settings()))
    expectEqual(menu.title, "look.theme")
    menu.layOut(in: Size(columns: 40, rows: 7))
    var canvas = Canvas(Size(columns: 60, rows: 7))
    menu.draw(on: &canvas, theme: .standard)
    let titles = canvas.text.split(separator: "\n").map { line in
      line.dropFirst(5).prefix { $0 != " " }
    }
    expectEqual(
      titles,
      ["terminal", "light", "dark", "mono", "high-contrast", "high-contrast-light", "sea"])
    expectEqual(canvas.cursor?.row, 2)
  }

  @Test func `writes what is chosen, and nothing else of the file`() throws {
    try write("# mine\n[look]\ntheme = 'dark' # at night\n\n[aliases]\nall = \"recipes\"\n")
    let said = try choose("l", of: "look.theme", try settings())
    expectEqual(said, ["look.theme is now light"])
    try expectEqual(
      text, "# mine\n[look]\ntheme = \"light\" # at night\n\n[aliases]\nall = \"recipes\"\n")
    _ = try choose("f", of: "look.mouse", try settings())
    try expectTrue(text.contains("at night\nmouse = false\n\n[aliases]"))
  }

  @Test func `makes the file that shows all settings where there is none`() throws {
    _ = try choose("3", of: "navigation.forget-after-days", try settings())
    let line = "forget-after-days = 30\n"
    let comment = "# forget-after-days = 365  # never by default\n"
    try expectEqual(text, Configuration.template.replacing(comment, with: comment + line))
    _ = try choose("n", of: "navigation.forget-after-days", try settings())
    try expectEqual(text, Configuration.template)
  }

  @Test func `takes any number of days that can be`() throws {
    let menu = try presented(
      try perform(.open, on: "store.history-days", try settings()))
    let prompt = try presented(menu.insert("o"))
    _ = prompt.insert("0")
    expectEqual(prompt.perform(.accept)?.isEmpty, true)
    _ = prompt.insert("12")
    expectEqual(settle(prompt.perform(.accept) ?? []), ["store.history-days is now 12"])
    try expectTrue(text.contains("\nhistory-days = 12\n"))
  }

  @Test func `leaves a file alone that has a mistake or is not to be written`() throws {
    let settings = try settings()
    let menu = try presented(try perform(.open, on: "look.theme", settings))
    try write("[look]\ntheme = \"dark\n")
    let said = settle(menu.insert("l") ?? [])
    expectTrue(said.count == 1 && said[0].hasPrefix("not set: ~/.config/cairn/config.toml, line 2"))
    try expectEqual(text, "[look]\ntheme = \"dark\n")
    try write("[look]\n")
    try files.open(Self.path, .readWrite).setPermissions(0o444)
    try expectEqual(
      choose("l", of: "look.theme", settings),
      [
        "not set: cannot write ~/.config/cairn/config.toml: permission is missing"
      ])
    try expectEqual(text, "[look]\n")
  }

  @Test func `says what stays over a setting`() throws {
    try write("[look]\ntheme = \"dark\"\n")
    var settings = try settings(["NO_COLOR": "1"])
    expectTrue(
      drawn(settings.screen(at: SettingsScreen.url)).contains {
        $0.contains("look.theme") && $0.contains("NO_COLOR over config.toml:2")
      })
    try expectEqual(
      choose("l", of: "look.theme", settings),
      [
        "look.theme is light in the file; NO_COLOR overrides it"
      ])
    settings.startsPlain = { true }
    let lines = drawn(settings.screen(at: SettingsScreen.url))
    expectTrue(lines.contains { $0.contains("look.plain") && $0.contains("--plain over default") })
    expectTrue(lines.contains { $0.contains("look.glyphs") && $0.contains("--plain over default") })
  }

  @Test func `tells what a person writes themselves, and how`() throws {
    try write("[aliases]\nall = \"recipes\"\n")
    let said = settle(try perform(.open, on: "aliases.all", try settings()))
    expectEqual(said.count, 1)
    expectEqual(said.first?.hasPrefix("aliases.all is cairn://recipes"), true)
  }
}
