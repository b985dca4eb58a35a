internal import ArgumentParser
internal import CairnApp
internal import CairnInterface
internal import CairnNavigation

/// `cairn routes`: the URL map.
struct RoutesCommand: CairnCommand {
  static let configuration = CommandConfiguration(
    commandName: "routes",
    abstract: "Print the URL patterns, in the order in which they are tried.",
    discussion: .examples(
      """
      cairn routes                       # all patterns
      cairn routes --explain recipes/p1  # which pattern a URL matches
      """))

  @Option(
    help: ArgumentHelp("Explain for each pattern whether this URL matches.", valueName: "url"))
  var explain: String?

  @Option(help: "The output format.")
  var format = ReportFormat.text

  @OptionGroup var options: GlobalOptions

  func run(_ invocation: Invocation) throws(AppError) {
    let address: Address? = if let explain { try Address(explain) } else { nil }
    try invocation.withWorkspace { (workspace) throws(AppError) in
      guard let address else {
        return try invocation.write(try workspace.routesReport(format))
      }
      let (report, isMatched) = try workspace.explanation(of: address, format)
      // The URL can come from another person, and this report is not read by programs.
      try invocation.write(
        format == .text ? TerminalText.safe(Array(report.utf8)) : Array(report.utf8))
      if !isMatched { throw .failed("no pattern matches \(try workspace.url(of: address).text)") }
    }
  }
}
