internal import ArgumentParser
internal import CairnApp

/// `cairn jobs`: lists running and finished long work.
struct JobsCommand: CairnCommand {
  static let configuration = CommandConfiguration(
    commandName: "jobs",
    abstract: "List imports, exports and other long work.",
    discussion: .examples(
      """
      cairn jobs                # running and finished jobs
      cairn jobs --format json  # for scripts
      """,
      then: """
        The list has the jobs of the app and of commands. The newest 100 are kept, and 100 imports.
        """))

  @Option(help: "The output format.")
  var format = ReportFormat.text

  @OptionGroup var options: GlobalOptions

  func run(_ invocation: Invocation) throws(AppError) {
    try invocation.withWorkspace { (workspace) throws(AppError) in
      try invocation.write(try workspace.jobsReport(format))
    }
  }
}
