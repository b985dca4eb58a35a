internal import ArgumentParser
internal import CairnApp
internal import CairnInterchange

/// `cairn sync`: exchanges changes between the copies of a store on several machines.
struct SyncCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sync",
    abstract: "Exchange changes with other machines through git.",
    discussion: .examples(
      """
      cairn sync init git@example.org:notes.git  # once on each machine
      cairn sync  # from then on
      cairn sync conflicts  # fields that both machines changed
      """,
      then: """
        A sync commits the changes, fetches, merges and pushes. It merges each field of each \
        record. If both machines changed a field, both values are kept until you choose. A sync \
        never rebases or forces.
        """),
    subcommands: [Now.self, Begin.self, Conflicts.self, Resolve.self],
    defaultSubcommand: Now.self)
}

extension SyncCommand {
  struct Now: CairnCommand {
    static let configuration = CommandConfiguration(
      commandName: "now",
      abstract: "Exchange changes now.",
      discussion: .examples(
        """
        cairn sync                # exchange changes
        cairn sync --accept-loss  # also receive many deletions
        """,
        then: """
          If another machine deleted more than half of a collection of at least ten records, the \
          sync stops and shows the counts. --accept-loss receives the deletions.
          """))

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
      commandName: "init",
      abstract: "Set the remote repository, and sync.",
      discussion: .examples(
        """
        cairn sync init git@example.org:notes.git  # over ssh
        cairn sync init /media/stick/notes.git     # a folder
        """,
        then: """
          REMOTE is the address of a git repository: a folder, host:path or a URL. The repository \
          must be empty, or have a copy of this store. If this machine has no store yet, it gets a copy of the store in REMOTE.
          """))

    @Argument(help: "The repository. Leave it out if git already has a remote.")
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
      commandName: "conflicts",
      abstract: "Print the fields that both machines changed, with both values.",
      discussion: .examples(
        """
        cairn sync conflicts  # all conflicts
        """))

    @OptionGroup var options: GlobalOptions

    func run(_ invocation: Invocation) throws(AppError) {
      try invocation.withWorkspace { (workspace) throws(AppError) in
        for line in try workspace.conflictLines() { try invocation.print(line) }
      }
    }
  }

  struct Resolve: CairnCommand {
    static let configuration = CommandConfiguration(
      commandName: "resolve",
      abstract: "Resolve the conflict of a record.",
      discussion: .examples(
        """
        cairn sync resolve recipes/p1 --take laptop              # by name
        cairn sync resolve recipes/p1 --take 2 --field Rating    # by number
        """))

    @Argument(help: "The record.")
    var url: String

    @Option(help: "The value to keep: a machine's name or a number from cairn sync conflicts.")
    var take: String

    @Option(help: "Resolve only this field.")
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
