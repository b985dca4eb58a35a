internal import CairnInterface

/// How everything looks, as a person has set it.
extension Configuration {
  /// Which glyphs are drawn with.
  enum Glyphs: String, CaseIterable, Hashable, Sendable {
    /// Those that the terminal's font is likely to have.
    case auto
    case unicode
    case ascii
  }

  /// A theme of a person's own.
  struct OwnTheme: Hashable, Sendable {
    let name: String
    let theme: Theme
  }

  /// Reads the table `look`, and the themes that it may name.
  mutating func readLook(_ reader: inout ConfigurationReader) {
    reader.allow(["theme", "glyphs", "plain", "mouse"], in: "look")
    themes = Self.themes(&reader)
    if let word = reader.text("look", "glyphs") {
      if let glyphs = Glyphs(rawValue: word) {
        self.glyphs = glyphs
      } else {
        let words = Glyphs.allCases.map(\.rawValue).joined(separator: ", ")
        reader.refuse("look", "glyphs", expected: "one of \(words)")
      }
    }
    isPlain = reader.truth("look", "plain") ?? isPlain
    usesMouse = reader.truth("look", "mouse") ?? usesMouse
    if let name = reader.text("look", "theme") {
      if themes.contains(where: { $0.name == name }) || Self.bundledTheme(name) != nil {
        themeName = name
      } else {
        let names = (Theme.named.map(\.name) + themes.map(\.name)).joined(separator: ", ")
        reader.refuse("look", "theme", expected: "one of \(names)")
      }
    }
  }

  /// The theme that is set.
  var theme: Theme {
    if isPlain { return .spoken }
    var theme =
      themes.first { $0.name == themeName }?.theme ?? Self.bundledTheme(themeName) ?? .standard
    theme.glyphs = hasASCIIOnly ? .ascii : .unicode
    return theme
  }

  private var hasASCIIOnly: Bool {
    switch glyphs {
    case .auto: isOnConsole
    case .unicode: false
    case .ascii: true
    }
  }

  private static func bundledTheme(_ name: String) -> Theme? {
    Theme.named.first { $0.name == name }?.theme
  }

  /// The person's own themes, in the order of their names; each takes what it doesn't say from one
  /// that comes along.
  private static func themes(_ reader: inout ConfigurationReader) -> [OwnTheme] {
    var themes: [OwnTheme] = []
    let roles = Role.allCases.map(\.rawValue)
    for (name, texts) in reader.tables(in: "themes", allowing: ["like"] + roles) {
      let path = ["themes", name]
      let like = texts["like"]?.joined(separator: " ") ?? Theme.named[0].name
      var theme = Self.bundledTheme(like)
      if theme == nil {
        let names = Theme.named.map(\.name).joined(separator: ", ")
        reader.refuse(path + ["like"], .look("\(like) is not a built-in theme: \(names)"))
      }
      for role in Role.allCases {
        guard let text = texts[role.rawValue]?.joined(separator: " ") else { continue }
        if let style = Style(text) {
          theme?.styles[role] = style
          reader.notePlace(
            path + [role.rawValue], name: Configuration.name("themes.\(name)", role.rawValue))
        } else {
          reader.refuse(
            path + [role.rawValue],
            .look(
              "\"\(text)\" is not a style; styles are written as bold red on blue, #ff8700, plain")
          )
        }
      }
      if let theme { themes.append(OwnTheme(name: name, theme: theme)) }
    }
    return themes
  }
}
