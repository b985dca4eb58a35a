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
    let styles: [Role: Style]
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
      if Self.styles(of: name, themes) != nil {
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
    return Theme(
      styles: Self.styles(of: themeName, themes) ?? Theme.standard.styles,
      glyphs: hasASCIIOnly ? .ascii : .unicode)
  }

  private var hasASCIIOnly: Bool {
    switch glyphs {
    case .auto: isOnConsole
    case .unicode: false
    case .ascii: true
    }
  }

  private static func styles(of name: String, _ own: [OwnTheme]) -> [Role: Style]? {
    own.first { $0.name == name }?.styles ?? Theme.named.first { $0.name == name }?.theme.styles
  }

  /// The person's own themes, in the order of their names; each takes what it doesn't say from one
  /// that comes along.
  private static func themes(_ reader: inout ConfigurationReader) -> [OwnTheme] {
    var themes: [OwnTheme] = []
    let roles = Role.allCases.map(\.rawValue)
    for (name, texts) in reader.tables(in: "themes", allowing: ["like"] + roles) {
      let path = ["themes", name]
      let like = texts["like"]?.joined(separator: " ") ?? Theme.named[0].name
      var styles = Self.styles(of: like, [])
      if styles == nil {
        let names = Theme.named.map(\.name).joined(separator: ", ")
        reader.refuse(path + ["like"], .look("\(like) is not a built-in theme: \(names)"))
      }
      for role in Role.allCases {
        guard let text = texts[role.rawValue]?.joined(separator: " ") else { continue }
        if let style = Style(text) {
          styles?[role] = style
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
      if let styles { themes.append(OwnTheme(name: name, styles: styles)) }
    }
    return themes
  }
}
