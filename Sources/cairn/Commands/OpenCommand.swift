internal import ArgumentParser
internal import CairnApp
internal import CairnFiles
internal import CairnNavigation
internal import CairnStore

/// The command `cairn` without a name: it opens the terminal app at the last place.
struct OpenCommand: CairnCommand {
  static let configuration = CommandConfiguration(
    commandName: "open",
    abstract: "Open the terminal app. cairn without a command does the same.",
    discussion: .examples(
      """
      cairn                # continue where you left off
      cairn recipes        # open the recipes; you can go back to the screens that you left
      cairn @quick @stars  # open favorites in tabs
      """))

  @Argument(
    help:
      "The screens to open: URLs or @NAME of favorites. Each further screen opens in its own tab.")
  var urls: [String] = []

  @Flag(help: "Start at the launcher. Of the saved session, only drafts stay.")
  var fresh = false

  @Flag(
    help: """
      Open the first URL in place of the screen that you left. Without this option, you can go \
      back to that screen.
      """)
  var replace = false

  @OptionGroup var options: GlobalOptions

  func run(_ invocation: Invocation) throws(AppError) {
    var addresses: [Address] = []
    for url in urls { addresses.append(try Address(url)) }
    guard
      let (workspace, first, isForImport) = try suggesting({ () throws(AppError) in
        try invocation.openOrWelcome(addresses)
      })
    else { return }
    try invocation.use(workspace) { (workspace) throws(AppError) in
      var start = options.start
      start.urls = try suggesting { () throws(AppError) in
        var urls: [ScreenURL] = []
        for address in addresses { urls.append(try workspace.url(of: address)) }
        // The app explains a URL without a screen, unless the word may mean a command or a file.
        if let first = urls.first, let reason = try workspace.reasonNotToOpen(first) {
          if let file = meantFile(invocation) {
            throw .failed("\(file) is a file, not a screen; cairn peek \(file) opens it")
          }
          // Without a terminal, the app can't explain it.
          if meantCommand != nil || invocation.environment.terminals.isEmpty {
            throw .failed(reason)
          }
        }
        return urls
      }
      if let first { start.urls.append(first) }
      start.isFresh = fresh
      start.isReplacing = replace
      start.say = { try? invocation.note($0) }
      try TerminalApp(workspace).run(start)
      // A store that was made for a file is removed if the file was not imported.
      if isForImport { _ = try workspace.discardIfUnused() }
    }
  }

  /// The first word, if it is the name of a file.
  private func meantFile(_ invocation: Invocation) -> String? {
    guard let word = urls.first else { return nil }
    let path = invocation.environment.absolute(word)
    return (try? invocation.fileSystem.status(of: path))?.kind == .file ? word : nil
  }

  /// Runs `body`.
  ///
  /// If it fails, the error suggests the command that the first word may mean.
  private func suggesting<Result>(_ body: () throws(AppError) -> Result) throws(AppError) -> Result
  {
    do throws(AppError) {
      return try body()
    } catch {
      guard case .failed(let reason) = error, let command = meantCommand else { throw error }
      // The reason may suggest a collection already.
      throw .failed(
        reason.hasSuffix("?")
          ? "\(reason.dropLast()) or cairn \(command)?"
          : "\(reason); did you mean cairn \(command)?")
    }
  }

  /// The command with a name similar to the first word.
  ///
  /// It examines all commands, so it is only for errors.
  private var meantCommand: String? {
    let shown = Cairn.configuration.subcommands.filter { $0.configuration.shouldDisplay }
    return urls.first.flatMap {
      NearestNames.nearest(to: $0, among: shown.map { $0._commandName }, limit: 1).first
    }
  }
}

/// `cairn demo`: opens a bundled sample in the terminal app.
struct DemoCommand: CairnCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo",
    abstract: "Open a sample in its own store.",
    discussion: .examples(
      """
      cairn demo        # the recipes
      cairn demo books  # another sample
      """,
      then: """
        The samples: \(Sample.all.map(\.name).joined(separator: ", ")).
        """))

  @Argument(help: ArgumentHelp("The sample.", valueName: "sample"))
  var name = "recipes"

  // It has its own store, so its help leaves the option out.
  @OptionGroup(visibility: .hidden) var place: StoreOption
  @OptionGroup var shared: SharedOptions

  var options: GlobalOptions { GlobalOptions(place, shared) }

  func validate() throws {
    if place.store != nil {
      throw ValidationError("a demo has its own store; --store can't be used with it")
    }
  }

  func run(_ invocation: Invocation) throws(AppError) {
    let workspace = try Sample.named(name).openDemo(
      isReadOnly: options.isReadOnly, environment: invocation.environment)
    try invocation.use(workspace) { (workspace) throws(AppError) in
      var start = options.start
      start.say = { try? invocation.note($0) }
      try TerminalApp(workspace).run(start)
    }
  }
}
