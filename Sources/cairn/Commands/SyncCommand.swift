internal import ArgumentParser
internal import CairnApp
internal import CairnInterchange

/// `cairn sync`: the copies of a store on several machines.
struct SyncCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sync", abstract: "Exchange what was saved with other machines, through git.",
    discussion: """
      Commits what was saved, fetches what others sent, merges it record by record and field by \
      field, and sends the result. Where both sides changed one field, both values are kept until \
      you choose. Nothing is ever rebased or forced.
      """,
    subcommands: [Now.self, Begin.self, Conflicts.self, Resolve.self],
    defaultSubcommand: Now.self)
}

extension SyncCommand {
  struct Now: CairnCommand {
    static let configuration = CommandConfiguration(
      commandName: "now", abstract: "Exchange what was saved.",
      discussion: """
        If another machine deleted more than half of a collection of at least ten records, the \
        sync stops and shows the counts; --accept-loss receives the deletions.
        """)

    @Flag(help: "Receive deletions of more than half of a collection.")
    var acceptLoss = false

    @OptionGroup var options: GlobalOptions

    func run(_ invocation: Invocation) throws(AppError) {
      let preparation = SyncPreparation(
        in: invocation.storePath, environment: invocation.environment)
      try invocation.withWorkspace { (workspace) throws(AppError) in
        let progress = ProgressLine(invocation)
        let outcome = try progress.shown { () throws(AppError) in
          try workspace.sync(
            preparation, acceptingLoss: acceptLoss, progress: progress.show)
        }
        try invocation.report(outcome)
      }
    }
  }

  struct Begin: CairnCommand {
    static let configuration = CommandConfiguration(
      commandName: "init", abstract: "Name the repository to exchange with, and exchange.",
      discussion: """
        REMOTE is what git takes: a folder, host:path, or a URL; an empty repository, or that of a \
        copy of this store. Where there is no store yet, the one in REMOTE is copied. A repository \
        that the store's folder is already is used as it is.
        """)

    @Argument(help: "The repository; may be left out where the store's own has one.")
    var remote: String?

    @OptionGroup var options: GlobalOptions

    func validate() throws {
      if options.isReadOnly { throw ValidationError("--read-only syncs nothing") }
      if remote?.isEmpty == true { throw ValidationError("REMOTE needs a name") }
      if remote?.hasPrefix("-") == true { throw ValidationError("REMOTE can't be an option") }
    }

    func run(_ invocation: Invocation) throws(AppError) {
      let progress = ProgressLine(invocation)
      if let remote, try !invocation.hasStore {
        let path = invocation.newStorePath
        let (workspace, notes) = try progress.shown { () throws(AppError) in
          try Workspace.copy(
            to: path, from: remote, environment: invocation.environment, progress: progress.show)
        }
        return try invocation.use(workspace) { (_) throws(AppError) in
          for note in notes { try invocation.note(note) }
          try invocation.note(
            "copied the store in \(Workspace.shown(address: remote)) to \(invocation.environment.abbreviated(path))"
          )
        }
      }
      try invocation.withWorkspace { (workspace) throws(AppError) in
        let outcome = try progress.shown { () throws(AppError) in
          try workspace.beginSync(with: remote, progress: progress.show)
        }
        try invocation.report(outcome)
      }
    }
  }
}

extension SyncCommand {
  struct Conflicts: CairnCommand {
    static let configuration = CommandConfiguration(
      commandName: "conflicts", abstract: "Print what both sides changed, and both values.")

    @OptionGroup var options: GlobalOptions

    func run(_ invocation: Invocation) throws(AppError) {
      try invocation.withWorkspace { (workspace) throws(AppError) in
        for line in try workspace.conflictLines() { try invocation.print(line) }
      }
    }
  }

  struct Resolve: CairnCommand {
    static let configuration = CommandConfiguration(
      commandName: "resolve", abstract: "Resolve the conflict of a record.")

    @Argument(help: "The record.")
    var url: String

    @Option(help: "Whose value stays: a name or number that cairn sync conflicts has for it.")
    var take: String

    @Option(help: "The one field that is chosen, in the place of all.")
    var field: String?

    @OptionGroup var options: GlobalOptions

    func run(_ invocation: Invocation) throws(AppError) {
      let address = try Address(url)
      try invocation.withWorkspace { (workspace) throws(AppError) in
        for line in try workspace.resolve(address, field: field, taking: take) {
          try invocation.print(line)
        }
      }
    }
  }
}

extension Invocation {
  fileprivate func report(_ outcome: SyncOutcome) throws(AppError) {
    for line in outcome.lines { try print(line) }
    for line in outcome.notes { try note(line) }
    let conflicts = outcome.conflicts
    guard !conflicts.isEmpty else { return }
    for line in conflicts { try print(line) }
    throw .failed(
      "\(counted(conflicts.count, "place")) changed on both machines; cairn sync conflicts shows "
        + "the values, cairn sync resolve URL --take NAME chooses one")
  }
}
