internal import ArgumentParser
internal import CairnApp

/// `cairn guide`: the pages of the guide, in the app or as text.
struct GuideCommand: CairnCommand {
  static let configuration = CommandConfiguration(
    commandName: "guide",
    abstract: "Read the guide.",
    discussion: .examples(
      """
      cairn guide       # the list of pages
      cairn guide find  # a page
      """,
      then: """
        On a terminal, the page opens in the app. Otherwise it is printed as Markdown.
        """))

  @Argument(help: "The page.")
  var page: String?

  @OptionGroup var options: GlobalOptions

  func run(_ invocation: Invocation) throws(AppError) {
    let found = try page.map { (name) throws(AppError) in try GuidePage.named(name) }
    let isSeen = invocation.environment.terminals.isSuperset(of: [.input, .output])
    guard isSeen, try invocation.hasStore else {
      return try invocation.write(found?.text ?? Self.contents)
    }
    let workspace = try Workspace.open(
      invocation.storePath, isReadOnly: options.isReadOnly, environment: invocation.environment)
    try invocation.use(workspace) { (workspace) throws(AppError) in
      var start = options.start
      start.urls = [found?.url ?? GuidePage.listURL]
      try TerminalApp(workspace).run(start)
    }
  }

  /// The list of pages with their titles.
  private static var contents: String {
    let width = GuidePage.all.map(\.name.count).max() ?? 0
    return GuidePage.all.map { page in
      "\(page.name)\(String(repeating: " ", count: width - page.name.count))  \(page.title)\n"
    }.joined()
  }
}
