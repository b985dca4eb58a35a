internal import ArgumentParser
internal import CairnApp

/// `cairn jobs`: long work, running and past.
struct JobsCommand: CairnCommand {
  static let configuration = CommandConfiguration(
    commandName: "jobs", abstract: "List imports, exports and other long work, running and past.",
    discussion: "The app's own and those of other commands; the hundred newest are kept.")

  @Option(help: "How to print.")
  var format = ReportFormat.text

  @OptionGroup var options: GlobalOptions

  func run(_ invocation: Invocation) throws(AppError) {
    try invocation.withWorkspace { (workspace) throws(AppError) in
      try invocation.write(try workspace.jobsReport(format))
    }
  }
}
