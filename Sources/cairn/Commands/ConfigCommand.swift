internal import ArgumentParser
internal import CairnApp
internal import CairnInterchange

/// `cairn config`: what a person has set.
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
      // A route may be for another store, so it is no mistake.
      let hidden = try invocation.withWorkspaceIfThere { (workspace) throws(AppError) in
        try report.hiddenRoutes(in: workspace)
      }
      for route in hidden { try invocation.print(route) }
      try invocation.report(try report.mistakes(), of: "config.toml")
    }
  }
}
