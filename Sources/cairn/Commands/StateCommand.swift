internal import ArgumentParser
internal import CairnApp
internal import CairnInterchange

/// `cairn state`: the saved sessions and drafts.
struct StateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "state",
    abstract: "List, show or delete the saved sessions and drafts.",
    discussion: .examples(
      """
      cairn state                           # list sessions and drafts
      cairn state discard recipes/p7/~edit  # delete a draft
      cairn state clear                     # start at the launcher next time
      """,
      then: """
        To open a session, run cairn --session NAME. To open a draft, run cairn with its URL. \
        If a running Cairn uses the session of the draft, open the draft there.
        """),
    subcommands: [List.self, Show.self, Clear.self, Discard.self],
    defaultSubcommand: List.self)
}

extension StateCommand {
  struct List: CairnCommand {
    static let configuration = CommandConfiguration(
      commandName: "list",
      abstract: "List the saved sessions and drafts.",
      discussion: .examples(
        """
        cairn state list                # list sessions and drafts
        cairn state list --format json  # for scripts
        """,
        then: """
          A session that says "open" is in use by a running Cairn.
          """))

    @Option(help: "The output format.")
    var format = ReportFormat.text

    @OptionGroup var options: GlobalOptions

    func run(_ invocation: Invocation) throws(AppError) {
      try invocation.withWorkspace { (workspace) throws(AppError) in
        try invocation.write(try workspace.sessionsReport(format))
      }
    }
  }

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
      abstract: "Delete the saved tabs and visited screens.",
      discussion: .examples(
        """
        cairn state clear  # the next start is at the launcher
        """,
        then: """
          This clears all sessions that no running Cairn uses. Drafts stay, and the launcher lists \
          them.
          """))

    @Flag(help: "Delete the drafts, too. Nothing restores them.")
    var drafts = false

    @OptionGroup var options: GlobalOptions

    func run(_ invocation: Invocation) throws(AppError) {
      try invocation.withWorkspace { (workspace) throws(AppError) in
        let left = try workspace.clearNavigation(
          session: options.session, keepingDrafts: !drafts)
        guard let left else {
          if let name = options.session { throw .failed("no session is called \(name)") }
          return
        }
        if left > 0 {
          try invocation.note(
            "\(counted(left, "draft")) kept; with --drafts, drafts are deleted, too")
        }
      }
    }
  }

  struct Discard: CairnCommand {
    static let configuration = CommandConfiguration(
      commandName: "discard",
      abstract: "Delete a draft.",
      discussion: .examples(
        """
        cairn state discard recipes/p7/~edit    # delete the draft of this form
        cairn state discard recipes/~new --all  # delete each draft of a new recipe
        """,
        then: """
          Nothing restores the draft. The record stays as it is.
          """))

    @Argument(help: "The draft's URL, as cairn state prints it.")
    var url: String

    @Flag(help: "Delete all drafts of the URL.")
    var all = false

    @OptionGroup var options: GlobalOptions

    func run(_ invocation: Invocation) throws(AppError) {
      let address = try Address(url)
      try invocation.withWorkspace { (workspace) throws(AppError) in
        let titles = try workspace.discardDrafts(
          at: address, session: options.session, isAll: all)
        for title in titles { try invocation.note("deleted the draft \(title)") }
      }
    }
  }
}
