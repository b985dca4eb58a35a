internal import CairnFiles
internal import CairnInterface
internal import CairnScreens
internal import TestSupport
import Testing

@testable internal import CairnApp

@Suite struct `How everything looks` {
  @Test func `is the terminal's own, unless a theme is named`() throws {
    expectEqual(Configuration().theme, .standard)
    try expectEqual(Configuration(parsing: "[look]\ntheme = \"dark\"\n").theme, .dark)
    let plain = try Configuration(parsing: "[look]\nplain = true\ntheme = \"dark\"\n")
    expectEqual(plain.theme, .spoken)
    let ascii = try Configuration(parsing: "[look]\nglyphs = \"ascii\"\n").theme
    expectEqual(ascii.glyphs, .ascii)
    expectEqual(ascii.styles, Theme.standard.styles)
  }

  @Test(arguments: [
    ("", "linux", GlyphSet.ascii), ("", "xterm-256color", .unicode), ("", "linux-16color", .ascii),
    ("[look]\nglyphs = \"unicode\"\n", "linux", .unicode),
    ("[look]\nglyphs = \"ascii\"\n", "xterm", .ascii),
    ("[look]\nglyphs = \"auto\"\n", "linux", .ascii),
  ])
  func `has the signs that the console's font is likely to have, unless others are set`(
    text: String, terminal: String, glyphs: GlyphSet
  ) throws {
    let environment = try Environment.fixture(["TERM": terminal])
    let files = MemoryFileSystem()
    let file = ConfigurationFile(environment, files)
    try files.makeFolder(environment.configurationFolder)
    if !text.isEmpty { try files.replace(file.path, with: Array(text.utf8)) }
    try expectEqual(file.configuration().theme.glyphs, glyphs)
  }

  @Test func `may be a theme of one's own, which says only what is otherwise`() throws {
    let text = """
      [look]
      theme = "sea"
      [themes.sea]
      like = "dark"
      accent = "bold #5fafd7"
      good = "plain"
      """
    let theme = try Configuration(parsing: text).theme
    expectEqual(theme.style(for: .accent), Style("bold #5fafd7"))
    expectEqual(theme.style(for: .good), .plain)
    expectEqual(theme.style(for: .warning), Theme.dark.style(for: .warning))
    let like = try Configuration(parsing: "[themes.mine]\nbad = \"red\"\n[look]\ntheme='mine'\n")
    expectEqual(like.theme.style(for: .accent), Theme.standard.style(for: .accent))
  }

  @Test(arguments: [
    ("light", "#000000", "theme = \"dark\" in the settings"), ("light", "#ffffff", nil),
    ("dark", "#fdf6e3", "theme = \"light\" in"), ("dark", "#002b36", nil),
    ("high-contrast", "#ffffff", "theme = \"high-contrast-light\" in"),
    ("high-contrast-light", "#000000", "theme = \"high-contrast\" in"),
    ("terminal", "#ffffff", nil), ("mono", "#000000", nil), ("sea", "#ffffff", "the theme sea has"),
  ])
  func `is warned of if it is for the other background`(
    name: String, background: String, words: String?
  ) throws {
    let text = "[look]\ntheme = \"\(name)\"\n[themes.sea]\nlike = \"dark\"\n"
    let colors = TerminalColors(background: try #require(Color(background)))
    let message = try Configuration(parsing: text).remark(on: colors)
    expectEqual(message?.text.contains(words ?? "?"), words.map { _ in true })
    expectEqual(message?.tone, words.map { _ in .warning })
  }

  @Test func `is never warned of where everything is read aloud`() throws {
    let text = "[look]\ntheme = \"light\"\nplain = true\n"
    let colors = TerminalColors(background: .rgb(red: 0, green: 0, blue: 0))
    try expectEqual(Configuration(parsing: text).remark(on: colors), nil)
  }

  @Test func `keeps its own styles where it is like no theme`() throws {
    let text = "[look]\ntheme = \"sea\"\n[themes.sea]\nlike = \"drak\"\naccent = \"bold #5fafd7\"\n"
    let configuration = try Configuration(parsing: text)
    expectEqual(configuration.theme.style(for: .accent), Style("bold #5fafd7"))
    expectEqual(configuration.leftOut.count, 1)
  }

  @Test(arguments: [
    (
      "[look]\ntheme = \"sea\"\n", "line 2",
      "look.theme takes one of terminal, light, dark, mono, high-contrast, high-contrast-light"
    ),
    ("[look]\nglyphs = \"emoji\"\n", "line 2", "look.glyphs takes one of auto, unicode, ascii"),
    ("[look]\nplain = 1\n", "line 2", "look.plain takes true or false"),
    ("[look]\nteme = \"dark\"\n", "line 2", "did you mean look.theme?"),
    ("[themes.sea]\nlike = \"land\"\n", "line 2", "land is not a built-in theme"),
    ("[themes.sea]\n\naccent = \"blau\"\n", "line 3", "\"blau\" is not a style"),
    ("[themes.sea]\nacent = \"blue\"\n", "line 2", "did you mean themes.sea.accent?"),
    ("[themes]\nsea = \"blue\"\n", "line 2", "takes a table"),
  ])
  func `is refused with its place where it can't be`(text: String, place: String, reason: String) {
    let problems = Configuration.problems(in: text).map(\.description)
    expectEqual(problems.count, 1)
    expectEqual(problems.first?.hasPrefix(place), true, "\(problems)")
    expectEqual(problems.first?.contains(reason), true, "\(problems)")
    expectTrue(Configuration.problems(in: text).allSatisfy { !$0.isAboutKeys })
  }

  @Test func `is listed with the other settings`() throws {
    let settings = try Configuration(parsing: "[themes.sea]\nbad = \"red\"\n").settings
    expectEqual(settings.first { $0.name == "look.theme" }?.shown, "terminal")
    expectEqual(settings.first { $0.name == "themes.sea.bad" }?.shown, "red")
    expectEqual(settings.first { $0.name == "look.plain" }?.shown, "false")
  }
}
