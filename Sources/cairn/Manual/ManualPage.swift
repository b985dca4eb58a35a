internal import ArgumentParser
internal import CairnApp
internal import CairnKit

/// The manual page: the program's commands and keys, and the pages of the guide.
struct ManualPage {
  private var page = Roff()

  /// The text of the page.
  var text: String { page.text }

  init() {
    let root = Cairn.configuration
    page.macro("TH", "CAIRN", "1", "", "Cairn \(root.version)", "User Commands")
    section("NAME") { $0.line("cairn - \(Self.sentence(root.abstract))") }
    section("SYNOPSIS") { $0.lines(root.usage ?? "") }
    section("DESCRIPTION") { page in
      page.paragraph(root.discussion)
      page.paragraph(
        """
        A URL may lack cairn://: recipes, recipes/p3, recipes/slug=soup, 'recipes?sort=-name'.
        Data goes to standard output, everything else to standard error.
        """)
    }
    addCommands(root.subcommands)
    for guide in GuidePage.all { add(guide) }
    addKeys()
    addSurroundings()
  }

  private mutating func section(_ title: String, _ body: (inout Roff) -> Void) {
    page.macro("SH", title)
    body(&page)
  }

  private static func sentence(_ text: String) -> String {
    let text = text.hasSuffix(".") ? String(text.dropLast()) : text
    return text.prefix(1).lowercased() + text.dropFirst()
  }

  // MARK: - Commands

  private mutating func addCommands(_ commands: [any ParsableCommand.Type]) {
    page.macro("SH", "COMMANDS")
    for command in commands where command.configuration.shouldDisplay { add(command, under: []) }
    page.macro("SH", "OPTIONS OF EVERY COMMAND")
    for option in CommandTable(OpenCommand.self).options where Self.isCommon(option) {
      page.item(Self.spelling(of: option), option.abstract)
    }
  }

  private mutating func add(_ command: any ParsableCommand.Type, under names: [String]) {
    let table = CommandTable(command)
    let path = names + [table.name]
    let own = command == OpenCommand.self ? [] : path
    let values = table.values.map(Self.spelling)
    page.macro("SS", (["cairn"] + own + values).joined(separator: " "))
    page.paragraph(table.abstract)
    addDiscussion(table.discussion)
    for value in table.values where !value.abstract.isEmpty {
      page.item(value.name.uppercased(), value.abstract + Self.choices(of: value))
    }
    for option in table.options where !Self.isCommon(option) {
      page.item(
        Self.spelling(of: option), option.abstract + (option.value.map(Self.choices) ?? ""))
    }
    for inner in table.commands { add(inner, under: path) }
  }

  /// Adds a long text; examples and tables keep their lines, and other lines are filled.
  private mutating func addDiscussion(_ text: String) {
    var wasLine: Bool?
    for line in text.split(separator: "\n") {
      let isLine = line.hasPrefix("  ")
      if isLine != wasLine { page.macro("PP") }
      if isLine, wasLine == true { page.macro("br") }
      page.line(String(line))
      wasLine = isLine
    }
  }

  private static let common = [
    "--store", "--read-only", "--session", "--plain", "--help", "--version",
  ]

  private static func isCommon(_ option: CommandTable.Option) -> Bool {
    option.names.contains(where: common.contains)
  }

  private static func spelling(of option: CommandTable.Option) -> String {
    let names = option.names.joined(separator: ", ")
    return option.value.map { "\(names) \($0.name.uppercased())" } ?? names
  }

  private static func spelling(of value: CommandTable.Value) -> String {
    let word = value.name.uppercased() + (value.isRepeating ? " ..." : "")
    return value.isOptional ? "[\(word)]" : word
  }

  private static func choices(of value: CommandTable.Value) -> String {
    value.words.isEmpty ? "" : " One of \(value.words.joined(separator: ", "))."
  }

  private mutating func add(_ guide: GuidePage) {
    page.macro("SH", guide.title.uppercased())
    page.paragraph(guide.summary)
    for section in guide.sections {
      page.macro("SS", section.title)
      page.markdown(section.text)
    }
  }

  // MARK: - Keys and surroundings

  private mutating func addKeys() {
    page.macro("SH", "KEYS")
    page.paragraph("In the app, ? shows the keys of the screen.")
    for action in ActionTable.standard.actions where !action.keys.isEmpty {
      let places = action.contexts.map(\.description).joined(separator: ", ")
      page.item(
        action.keys.map(\.description).joined(separator: ", "), "\(action.title) (\(places)).")
    }
  }

  private mutating func addSurroundings() {
    section("EXIT STATUS") { page in
      page.item("0", "Done; a list without records too.")
      page.item("1", "It failed, something named does not exist, or a value was refused.")
      page.item("64", "The options, a URL or a filter cannot be understood.")
    }
    section("ENVIRONMENT") { page in
      page.item("CAIRN_STORE", "The store's folder, where --store does not name it.")
      page.item("VISUAL, EDITOR", "The editor of cairn edit, and of long texts.")
      page.item("PAGER, SHELL", "What shows a screen as text, and what runs commands.")
      page.item("CAIRN_URL", "In a command that a screen runs: the URL of that screen.")
      page.item(
        "CAIRN_CHANGES",
        "In a program that the app runs: the folder where commands note their changes, so that "
          + "the app can undo them.")
      page.item("NO_COLOR", "With any value, no colors.")
      page.item("CAIRN_NOW, CAIRN_SEED", "The time and the random seed, for tests.")
    }
    section("FILES") { page in
      page.item(
        ".cairn/", "The store, in the current folder or the nearest above it that has one.")
      page.item("$XDG_DATA_HOME/cairn/", "The store otherwise; ~/.local/share/cairn/ as a rule.")
      page.item("$XDG_STATE_HOME/cairn/", "Where you were; ~/.local/state/cairn/ as a rule.")
      page.item(
        "$XDG_CONFIG_HOME/cairn/config.toml",
        "Your settings, such as sort.locale, time.first-weekday and look.ambiguous-width; in "
          + "~/.config/ as a rule. cairn config show prints all of them.")
    }
  }
}

/// `cairn manual`: prints the manual page, which `make install` installs.
struct ManualCommand: CairnCommand {
  static let configuration = CommandConfiguration(
    commandName: "manual", abstract: "Print the manual page for man.", shouldDisplay: false)

  @OptionGroup var options: GlobalOptions

  func run(_ invocation: Invocation) throws(AppError) {
    try invocation.write(ManualPage().text)
  }
}
