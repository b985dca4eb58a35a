internal import ArgumentParser
internal import CairnApp

/// `cairn state`: the saved navigation.
struct StateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "state",
    abstract: "Show or clear the saved session.",
    discussion: .examples(
      """
      cairn state show   # print it as JSON
      cairn state clear  # start at the launcher next time
      """),
    subcommands: [Show.self, Clear.self])
}

extension StateCommand {
  struct Show: CairnCommand {
    static let configuration = CommandConfiguration(
      commandName: "show",
      abstract: "Print the saved session as JSON.",
      discussion: .examples(
        """
        cairn state show  # the tabs and the visited screens
        """))

    @OptionGroup var options: GlobalOptions

    func run(_ invocation: Invocation) throws(AppError) {
      try invocation.withWorkspace { (workspace) throws(AppError) in
        guard let state = try workspace.savedNavigation(session: options.session) else {
          if let name = options.session { throw .failed("no session is called \(name)") }
          throw .failed("no session yet; the app saves one when it is used")
        }
        try invocation.print(state)
      }
    }
  }

  struct Clear: CairnCommand {
    static let configuration = CommandConfiguration(
      commandName: "clear",
      abstract: "Delete the saved session with its tabs and drafts.",
      discussion: .examples(
        """
        cairn state clear  # the next start is at the launcher
        """))

    @OptionGroup var options: GlobalOptions

    func run(_ invocation: Invocation) throws(AppError) {
      try invocation.withWorkspace { (workspace) throws(AppError) in
        let isCleared = try workspace.clearNavigation(session: options.session)
        if !isCleared, let name = options.session {
          throw .failed("no session is called \(name)")
        }
      }
    }
  }
}
