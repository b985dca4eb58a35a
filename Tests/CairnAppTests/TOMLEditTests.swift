import TestSupport
import Testing

@testable internal import CairnApp

@Suite struct `A changed value of a TOML document` {
  /// What the document becomes where `look.theme` gets a value.
  private func themed(_ text: String) -> String {
    TOMLEdit(text).setting("theme", in: "look", to: "\"sea\"")
  }

  @Test(arguments: [
    // The value alone, with what stands around it.
    (
      "# mine\n[look]  # how it looks\n  theme   =  'dark'   # at night\nmouse = true\n",
      "# mine\n[look]  # how it looks\n  theme   =  \"sea\"   # at night\nmouse = true\n"
    ),
    ("[look]\r\ntheme = \"dark\"\r\nplain = true", "[look]\r\ntheme = \"sea\"\r\nplain = true"),
    ("look.theme = \"\"\"\ndark\"\"\" # so\n", "look.theme = \"sea\" # so\n"),
    ("look = { theme = \"dark\", plain = true }\n", "look = { theme = \"sea\", plain = true }\n"),
    ("[ \"look\" ]\n\"theme\" = \"dark\"", "[ \"look\" ]\n\"theme\" = \"sea\""),
    // A table of another name with the same key, and text that looks like the key.
    (
      "[themes.look]\ntheme = \"dark\"\n[look]\n# theme: dark\ntheme=\"dark\"",
      "[themes.look]\ntheme = \"dark\"\n[look]\n# theme: dark\ntheme=\"sea\""
    ),
  ])
  func `stands where the old one stood`(old: String, new: String) {
    expectEqual(themed(old), new)
  }

  @Test(arguments: [
    ("", "[look]\ntheme = \"sea\"\n"),
    ("[keys]", "[keys]\n\n[look]\ntheme = \"sea\"\n"),
    ("[look]", "[look]\ntheme = \"sea\"\n"),
    ("[look] # mine\n\n[keys]\n", "[look] # mine\ntheme = \"sea\"\n\n[keys]\n"),
    (
      "[look]\n  mouse = true # yes\n\n# of keys\n[keys]\n",
      "[look]\n  mouse = true # yes\n  theme = \"sea\"\n\n# of keys\n[keys]\n"
    ),
    (
      "[look]\n# theme = \"terminal\"\n# mouse = true\n\n[keys]\n# theme = 1\n",
      "[look]\n# theme = \"terminal\"\ntheme = \"sea\"\n# mouse = true\n\n[keys]\n# theme = 1\n"
    ),
    ("look.mouse = true\n[keys]\n", "look.mouse = true\nlook.theme = \"sea\"\n[keys]\n"),
    ("look = { mouse = true }\n", "look = { mouse = true, theme = \"sea\" }\n"),
    ("look = {}\n", "look = { theme = \"sea\" }\n"),
    ("[look]\r\nmouse = true\r\n", "[look]\r\nmouse = true\r\ntheme = \"sea\"\r\n"),
    ("[keys.list]\na = \"b\"\n", "[keys.list]\na = \"b\"\n\n[look]\ntheme = \"sea\"\n"),
  ])
  func `gets a line in its table where there was none`(old: String, new: String) {
    expectEqual(themed(old), new)
  }

  @Test(arguments: [
    ("[look]\ntheme = \"dark\" # at night\n", "[look]\n# theme = \"dark\" # at night\n"),
    ("[look]\n  theme = \"dark\"", "[look]\n  # theme = \"dark\""),
    ("[look]\n# theme = \"terminal\"\ntheme = \"dark\"\n", "[look]\n# theme = \"terminal\"\n"),
    ("[look]\nmouse = true\n", "[look]\nmouse = true\n"),
    ("look = { theme = \"dark\" }\n", nil),
  ])
  func `that goes is a comment, unless one shows it already`(old: String, new: String?) {
    expectEqual(TOMLEdit(old).removing("theme", in: "look"), new)
  }
}
