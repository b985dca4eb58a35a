public import ArgumentParser
internal import CairnApp
public import CairnInterface
internal import CairnKit

/// `cairn render`: a screen without a terminal.
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
      var start = TerminalApp.Start()
      start.session = options.session
      start.isPlain = options.isPlain
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
