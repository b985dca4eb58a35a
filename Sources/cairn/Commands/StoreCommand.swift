internal import ArgumentParser
internal import CairnApp
internal import CairnInterchange

/// `cairn store`: checks, backs up and repairs the store.
struct StoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "store",
    abstract: "Check, back up and repair the store.",
    discussion: .examples(
      """
      cairn store verify           # find damage
      cairn store backup copy.tar  # back up
      cairn store info             # print place and size
      """),
    subcommands: [
      Info.self, Verify.self, Links.self, Fold.self, Compact.self, Backup.self, Restore.self,
    ])
}

extension StoreCommand {
  struct Info: CairnCommand {
    static let configuration = CommandConfiguration(
      commandName: "info",
      abstract: "Print the folder of the store and the number of records.",
      discussion: .examples(
        """
        cairn store info                # as text
        cairn store info --format json  # for scripts
        """))

    @Option(help: "The output format.")
    var format = ReportFormat.text

    @OptionGroup var options: GlobalOptions

    func run(_ invocation: Invocation) throws(AppError) {
      try invocation.withWorkspace { (workspace) throws(AppError) in
        try invocation.write(try workspace.storeReport(format))
      }
    }
  }

  struct Verify: CairnCommand {
    static let configuration = CommandConfiguration(
      commandName: "verify",
      abstract: "Read every file and print the damage.",
      discussion: .examples(
        """
        cairn store verify                   # exit status 1 if there is damage
        cairn store verify --accept-missing  # accept missing records
        """,
        then: """
          Damage is text that can't be read. Records are missing if the end of a file is gone: for \
          example, because the disk was full. No backup is overwritten until the missing records are \
          restored or you accept the loss. The exit status is 1 for damage, missing records and open conflicts. All \
          other findings are notes, with exit status 0. The output ends with the files that \
          another program edited, and the records that it added, changed or removed. cairn verify is \
          a short form of cairn store verify.
          """))

    @Flag(help: "Accept the loss, and list the missing records a last time.")
    var acceptMissing = false

    @OptionGroup var options: GlobalOptions

    func run(_ invocation: Invocation) throws(AppError) {
      try invocation.withWorkspace(tellsLosses: false) { (workspace) throws(AppError) in
        if acceptMissing {
          for line in try workspace.acceptMissing() { try invocation.print(line) }
        }
        let check = try workspace.verify()
        for line in check.lines { try invocation.print(line) }
        if let fault = check.fault {
          throw .failed("\(fault); \(check.advice)")
        }
      }
    }
  }

  struct Links: CairnCommand {
    static let configuration = CommandConfiguration(
      commandName: "links",
      abstract: "Print the symbolic links in the store.",
      discussion: .examples(
        """
        cairn store links  # all links, and whether Cairn follows them
        """,
        then: """
          A file or folder of the store may be a symbolic link. But a link can also come from \
          another machine, with git or in a copied folder, and lead to any of your files. Cairn follows a link only if it is \
          allowed on this machine and its target has not changed. When you open a store on a machine for \
          the first time, all its links are allowed, except links that git tracks. If a sync would \
          send or receive a link, it stops with an error. It leaves out links in the folder files/ \
          and goes on.
          """))

    @Option(
      name: .customLong("allow"), parsing: .singleValue,
      help: "Follow this link on this machine. Give its path in the store.")
    var allowed: [String] = []

    @OptionGroup var options: GlobalOptions

    func validate() throws {
      if options.isReadOnly, !allowed.isEmpty {
        throw ValidationError("--read-only can't allow a link")
      }
    }

    func run(_ invocation: Invocation) throws(AppError) {
      for line in try Workspace.links(
        in: invocation.storePath, allowing: allowed, environment: invocation.environment)
      {
        try invocation.print(line)
      }
    }
  }

  struct Fold: CairnCommand {
    static let configuration = CommandConfiguration(
      commandName: "fold",
      abstract: "Move the changes from the journal to the text files.",
      discussion: .examples(
        """
        cairn store fold  # write all changes to the text files
        """,
        then: """
          Each command that changes records does this as it ends. If an earlier command did it \
          less than two seconds ago, the changes wait for the next command. cairn fold is a short \
          form of cairn store fold.
          """))

    @OptionGroup var options: GlobalOptions

    func run(_ invocation: Invocation) throws(AppError) {
      try invocation.withWorkspace { (workspace) throws(AppError) in try workspace.fold() }
    }
  }

  struct Compact: CairnCommand {
    static let configuration = CommandConfiguration(
      commandName: "compact",
      abstract: "Sort the records in the files, and delete old history.",
      discussion: .examples(
        """
        cairn store compact  # tidy the store
        """,
        then: """
          Cairn writes its files sorted. So compact only needs to sort the files that another \
          program edited. All records stay. Empty files are deleted, and so are temporary files \
          that Cairn left when it was killed.
          """))

    @OptionGroup var options: GlobalOptions

    func run(_ invocation: Invocation) throws(AppError) {
      try invocation.withWorkspace { (workspace) throws(AppError) in
        try invocation.note(try workspace.compact())
      }
    }
  }

  struct Backup: CairnCommand {
    static let configuration = CommandConfiguration(
      commandName: "backup",
      abstract: "Write the files into one tar file.",
      discussion: .examples(
        """
        cairn store backup copy.tar          # a new file
        cairn store backup copy.tar --force  # replace the file
        """,
        then: """
          The backup has the records as they were when it began, even if another program changes \
          the store meanwhile. A backup has no history. A damaged store can be backed up only into \
          a new file, with exit status 1. The same is true for a store with missing records (see cairn store verify).
          """))

    @Argument(help: "The file.")
    var file: String

    @Flag(help: "Replace the file if it exists.")
    var force = false

    @OptionGroup var options: GlobalOptions

    func run(_ invocation: Invocation) throws(AppError) {
      guard file != "-" else { throw .usage("a backup needs the name of a file") }
      try invocation.withWorkspace { (workspace) throws(AppError) in
        let (count, damage) = try workspace.backUp(to: file, replacing: force)
        let done = "backed up \(counted(count, "file")) of the store into \(file)"
        if let damage { throw .failed("\(done); \(damage)") }
        try invocation.note(done)
      }
    }
  }

  struct Restore: CairnCommand {
    static let configuration = CommandConfiguration(
      commandName: "restore",
      abstract: "Make a store from a backup.",
      discussion: .examples(
        """
        cairn store restore copy.tar --store new  # into a new folder
        """,
        then: """
          The folder of the store must be empty or missing.
          """))

    @Argument(help: "The backup.")
    var file: String

    @OptionGroup var options: GlobalOptions

    func validate() throws {
      if options.isReadOnly { throw ValidationError("--read-only makes no store") }
    }

    func run(_ invocation: Invocation) throws(AppError) {
      let path = invocation.newStorePath
      let (workspace, refused) = try Workspace.restore(
        path, from: file, environment: invocation.environment)
      try invocation.use(workspace) { (_) throws(AppError) in
        for line in refused { try invocation.note(line) }
        try invocation.note("restored a store in \(invocation.environment.abbreviated(path))")
      }
    }
  }
}

/// A short form of a command of the store, such as `cairn verify`, which the help does not list.
struct ShortForm<Command: CairnCommand>: CairnCommand {
  static var configuration: CommandConfiguration {
    var configuration = Command.configuration
    configuration.shouldDisplay = false
    return configuration
  }

  @OptionGroup var command: Command

  var options: GlobalOptions { command.options }

  func run(_ invocation: Invocation) throws(AppError) { try command.run(invocation) }
}
