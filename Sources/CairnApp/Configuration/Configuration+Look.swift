internal import CairnInterface
internal import CairnJSON
internal import CairnKit
internal import CairnNavigation

/// The appearance settings.
extension Configuration {
  /// The glyphs to draw.
  enum Glyphs: String, CaseIterable, Hashable, Sendable {
    /// The glyphs that the terminal's font is likely to have.
    case auto
    case unicode
    case ascii
  }

  /// The width of characters that are narrow or wide by the terminal.
  enum AmbiguousColumns: String, CaseIterable, Hashable, Sendable {
    case narrow
    case wide
  }

  struct OwnTheme: Hashable, Sendable {
    let name: String
    let theme: Theme
  }

  /// Reads the table `look`, and the custom themes.
  mutating func readLook(_ reader: inout ConfigurationReader) {
    reader.allow(["theme", "glyphs", "ambiguous-width", "plain", "mouse"], in: "look")
    themes = Self.themes(&reader)
    glyphs = reader.choice("look", "glyphs") ?? glyphs
    ambiguousColumns = reader.choice("look", "ambiguous-width") ?? ambiguousColumns
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

  /// The theme in use.
  var theme: Theme {
    if isPlain { return .spoken }
    var theme =
      themes.first { $0.name == themeName }?.theme ?? Self.bundledTheme(themeName) ?? .standard
    theme.glyphs = hasASCIIOnly ? .ascii : .unicode
    return theme
  }

  /// The warning that the theme is meant for another background than the terminal has.
  func remark(on colors: TerminalColors) -> Message? {
    guard let isLight = theme.isLight, isLight != colors.isLight else { return nil }
    let (meant, found) = isLight ? ("light", "dark") : ("dark", "light")
    let isStrong = themeName.hasPrefix("high-contrast")
    let better = isStrong ? "high-contrast" + (isLight ? "" : "-light") : found
    return Message(
      "the theme \(themeName) has a \(meant) background, this terminal a \(found) one · "
        + "theme = \"\(better)\" in the settings fits",
      tone: .warning)
  }

  /// Makes this process use the width of ambiguous characters.
  func useWidths() { AmbiguousWidth.use(isWide: ambiguousColumns == .wide) }

  private var hasASCIIOnly: Bool {
    // Lines and signs are ambiguous themselves, and each has one column.
    if ambiguousColumns == .wide { return true }
    return switch glyphs {
    case .auto: isOnConsole
    case .unicode: false
    case .ascii: true
    }
  }

  private static func bundledTheme(_ name: String) -> Theme? {
    Theme.named.first { $0.name == name }?.theme
  }

  /// Returns the custom themes, in the order of their names.
  ///
  /// A bundled theme fills in the styles that a custom theme leaves out.
  private static func themes(_ reader: inout ConfigurationReader) -> [OwnTheme] {
    var themes: [OwnTheme] = []
    let roles = Role.allCases.map(\.rawValue)
    for (name, texts) in reader.tables(in: "themes", allowing: ["like"] + roles) {
      let path = ["themes", name]
      let like = texts["like"]?.joined(separator: " ") ?? Theme.named[0].name
      var theme = Self.bundledTheme(like) ?? Theme.named[0].theme
      if Self.bundledTheme(like) == nil {
        let names = Theme.named.map(\.name).joined(separator: ", ")
        reader.refuse(path + ["like"], .look("\(like) is not a built-in theme: \(names)"))
      }
      for role in Role.allCases {
        guard let text = texts[role.rawValue]?.joined(separator: " ") else { continue }
        if let style = Style(text) {
          theme.styles[role] = style
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
      themes.append(OwnTheme(name: name, theme: theme))
    }
    return themes
  }
}

extension Configuration {
  /// A possible value of a setting.
  struct Choice: Hashable {
    /// The value; null means no value.
    let value: JSONValue
    /// The effect of the value, if its word needs an explanation.
    var detail = ""

    /// The value in words.
    var title: String { Setting(name: "", value: value).shown ?? "never" }
  }

  /// Returns the possible values of a setting; `nil` for settings that a person writes, such as
  /// keys.
  func choices(of name: String) -> [Choice]? {
    switch name {
    case "navigation.restore":
      Persistence.allCases.map { Choice(value: .string($0.rawValue), detail: Self.detail(of: $0)) }
    case "navigation.forget-after-days":
      [Choice(value: .null)] + days([30, 90, 365], forgetAfterDays)
    case "store.history-days": days([7, 30, 90, 365], historyDays)
    case "look.theme":
      Theme.named.map { theme in
        Choice(
          value: .string(theme.name),
          detail: Self.detail(ofTheme: theme.name))
      } + themes.map { Choice(value: .string($0.name), detail: "your own") }
    case "look.glyphs":
      Glyphs.allCases.map {
        Choice(value: .string($0.rawValue), detail: $0 == .auto ? "as the terminal" : "")
      }
    case "look.ambiguous-width":
      [
        Choice(value: .string("narrow"), detail: "one column"),
        Choice(value: .string("wide"), detail: "two columns, as some terminals in East Asia"),
      ]
    case "look.plain":
      [
        Choice(value: .boolean(true), detail: "for a screen reader"),
        Choice(value: .boolean(false)),
      ]
    case "look.mouse":
      [
        Choice(value: .boolean(true), detail: "Cairn takes clicks and the wheel"),
        Choice(value: .boolean(false), detail: "the terminal takes them"),
      ]
    case "keys.like":
      [Choice(value: .string(Self.usualKeys))]
        + BundledKeymap.all.map { Choice(value: .string($0.name)) }
    default: conventionChoices(of: name)
    }
  }

  private static func detail(ofTheme name: String) -> String {
    switch name {
    case "terminal": "the terminal's background"
    case "light": "dark text on a light background"
    case "dark": "light text on a dark background"
    case "high-contrast": "light text on black, nothing dim"
    case "high-contrast-light": "dark text on white, nothing dim"
    default: "no colors"
    }
  }

  /// Returns whether a setting takes any number of days.
  static func takesDays(_ name: String) -> Bool { name.hasSuffix("-days") }

  private static func detail(of persistence: Persistence) -> String {
    switch persistence {
    case .none: "restores only drafts"
    case .root: "restores each tab's first screen"
    case .top: "restores the last screen"
    case .all: "restores the last screen and the way back"
    }
  }

  /// Returns usual numbers of days, with the current one.
  private func days(_ usual: [Int], _ now: Int?) -> [Choice] {
    Set(usual + (now.map { [$0] } ?? [])).sorted().map { Choice(value: .count($0)) }
  }
}

extension Application {
  /// Applies the appearance settings to the app.
  ///
  /// - Parameters:
  ///   - settings: the settings; `nil` if they can't be read, which is reported elsewhere.
  ///   - isPlain: whether everything is drawn for a screen reader, independent of the settings.
  mutating func look(as settings: Configuration?, isPlain: Bool) {
    let look = settings ?? Configuration()
    look.useWidths()
    theme = look.theme
    isSpoken = isPlain
    usesMouse = settings?.usesMouse ?? true
  }
}
