public import ArgumentParser
internal import CairnApp
public import CairnInterface
internal import CairnKit
internal import CairnNavigation

/// `cairn render`: draws a screen as text.
struct RenderCommand: CairnCommand {
  static let configuration = CommandConfiguration(
    commandName: "render",
    abstract: "Draw a screen as text, without a terminal.",
    discussion: .examples(
      """
      cairn render recipes                                     # a list
      cairn render recipes --size 60x10 --keys '/ soup Enter'  # after these keys
      """,
      then: """
        Write keys as tmux does, separated by spaces: j, Enter, Escape, C-d, M-x, F2. Other \
        words are typed as text. The keys act on the store as in the app: for example, d deletes a record. With --read-only, \
        they change nothing.
        """))

  @Argument(help: "The screen. The default is the launcher.")
  var url: String?

  @Option(help: ArgumentHelp("Columns and rows.", valueName: "80x24"))
  var size = Size(columns: 80, rows: 24)

  @Option(parsing: .unconditional, help: "Keys to press first.")
  var keys = ""

  @Flag(help: "Start with the saved session, and save it at the end.")
  var state = false

  @OptionGroup var options: GlobalOptions

  func run(_ invocation: Invocation) throws(AppError) {
    let address: Address? = if let url { try Address(url) } else { nil }
    try invocation.withWorkspace { (workspace) throws(AppError) in
      var start = options.start
      if let address { start.urls = [try workspace.url(of: address)] }
      let app = try TerminalApp(workspace)
      let screen = try app.render(
        size: size, start, keys: keys, keepsState: state)
      try invocation.print(screen)
    }
  }
}

extension Size: ExpressibleByArgument {
  /// Reads a size such as `80x24`.
  public init?(argument: String) { self.init(argument) }
}

/// `cairn routes`: prints or explains the URL patterns.
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
