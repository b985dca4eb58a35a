internal import ArgumentParser
internal import CairnApp
internal import CairnInterchange

/// `cairn config`: shows or checks the settings.
struct ConfigCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config",
    abstract: "Show or check your settings.",
    discussion: .examples(
      """
      cairn config        # print all settings
      cairn config check  # find mistakes
      """,
      then: """
        The settings are in config.toml, in $XDG_CONFIG_HOME/cairn or ~/.config/cairn.
        """),
    subcommands: [Show.self, Check.self],
    defaultSubcommand: Show.self)
}

extension ConfigCommand {
  struct Show: CairnCommand {
    static let configuration = CommandConfiguration(
      commandName: "show",
      abstract: "Print each setting with its value and origin.",
      discussion: .examples(
        """
        cairn config show                # print all settings
        cairn config show --format json  # for scripts
        """))

    @Option(help: "The output format.")
    var format = ReportFormat.text

    @OptionGroup var options: GlobalOptions

    func run(_ invocation: Invocation) throws(AppError) {
      let report = ConfigurationReport(invocation.environment, fileSystem: invocation.fileSystem)
      try invocation.write(try report.settings(format))
      if let remark = try report.remark() { try invocation.note(remark) }
    }
  }

  struct Check: CairnCommand {
    static let configuration = CommandConfiguration(
      commandName: "check",
      abstract: "Check the settings, and print each mistake with line and column.",
      discussion: .examples(
        """
        cairn config check  # exit status 1 if there are mistakes
        """))

    @OptionGroup var options: GlobalOptions

    func run(_ invocation: Invocation) throws(AppError) {
      let report = ConfigurationReport(invocation.environment, fileSystem: invocation.fileSystem)
      // A route may belong to another store, so it is no mistake.
      let hidden = try invocation.withWorkspaceIfThere { (workspace) throws(AppError) in
        try report.hiddenRoutes(in: workspace)
      }
      for route in hidden { try invocation.print(route) }
      try invocation.report(try report.mistakes(), of: "config.toml")
    }
  }
}

/// `cairn keys`: prints all keys, or checks the person's own.
struct KeysCommand: CairnCommand {
  static let configuration = CommandConfiguration(
    commandName: "keys",
    abstract: "Print all actions with their keys, or check your keys.",
    discussion: .examples(
      """
      cairn keys          # print all keys
      cairn keys --check  # find conflicts and mistakes in your keys
      """,
      then: """
        Your keys are in config.toml: [keys] for all screens, [keys.list] for lists only. Your \
        bindings override the defaults. --check prints which defaults your keys replace, which \
        keys have no effect because another binding comes first, and which lines have a mistake.
        """))

  @Flag(help: "Print only the problems of your keys.")
  var check = false

  @Option(help: "The output format.")
  var format = ReportFormat.text

  @OptionGroup var options: GlobalOptions

  func run(_ invocation: Invocation) throws(AppError) {
    let report = KeysReport(invocation.environment, fileSystem: invocation.fileSystem)
    guard check else {
      try invocation.write(report.table(format))
      if let problem = report.problem {
        try invocation.note("\(problem); these are the keys without your settings")
      } else if let remark = report.remark {
        try invocation.note(remark)
      }
      return
    }
    let (mistakes, others) = try invocation.withWorkspaceIfThere { (workspace) throws(AppError) in
      (try report.mistakes(in: workspace), report.commandsOfOtherStores(than: workspace))
    }
    // Valid keys work in spite of invalid ones.
    let clashes = mistakes.isEmpty ? try report.clashes() : (try? report.clashes()) ?? []
    let remarks = clashes + others
    if !remarks.isEmpty {
      try invocation.write(remarks.joined(separator: "\n") + "\n")
    }
    let rest = report.problem == nil ? "; all other settings are in use" : ""
    try invocation.report(mistakes, of: "config.toml", besides: rest)
  }
}
