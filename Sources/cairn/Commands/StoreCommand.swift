internal import ArgumentParser
internal import CairnApp
internal import CairnInterchange

/// `cairn store`: the store as a whole.
struct StoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "store", abstract: "Look after the store as a whole.",
    subcommands: [
      Info.self, Verify.self, Links.self, Fold.self, Compact.self, Backup.self, Restore.self,
    ])
}

extension StoreCommand {
  struct Info: CairnCommand {
    static let configuration = CommandConfiguration(
      commandName: "info", abstract: "Print where the store is and what is in it.")

    @Option(help: "How to print.")
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
      commandName: "verify", abstract: "Read every file and name what is damaged.",
      discussion: """
        Damage is what can't be read, and what a file had and hasn't since it was cut or emptied. A \
        file that is gone with its records, or lacks its last ones, is named as well, with exit code \
        1: an editor or git may have taken them away, or a slip of the hand or a full disk. No \
        backup is replaced before they are back, or you accept that they went. Whatever else is odd \
        is a note, and no failure.
        """)

    @Flag(help: "Accept that records went which are missing, and name them for the last time.")
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
          throw .failed("\(fault); undamaged records stay usable, damaged files are kept")
        }
      }
    }
  }

  struct Links: CairnCommand {
    static let configuration = CommandConfiguration(
      commandName: "links", abstract: "Print the symbolic links in the store's folder.",
      discussion: """
        A file or folder of the store may be a symbolic link. But a link can also come from another \
        machine, and lead to any file of this one. Cairn follows a link only if it is allowed on \
        this machine and its target has not changed. The first open of a store on a machine allows \
        all its links, except links that git tracks. An allowed link can't be synced.
        """)

    @Option(
      name: .customLong("allow"), parsing: .singleValue,
      help: "Follow this link on this machine; its path within the store.")
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
      commandName: "fold", abstract: "Move what was saved from the journal into the text.",
      discussion: """
        Other commands do so when they end, unless one did within the two seconds before; then the \
        next one does.
        """)

    @OptionGroup var options: GlobalOptions

    func run(_ invocation: Invocation) throws(AppError) {
      try invocation.withWorkspace { (workspace) throws(AppError) in try workspace.fold() }
    }
  }

  struct Compact: CairnCommand {
    static let configuration = CommandConfiguration(
      commandName: "compact", abstract: "Tidy the store's folder, and drop history beyond its age.",
      discussion: """
        Files that other programs wrote get the store's own order and spelling, without the loss of a \
        word; files without records and what interrupted programs left are removed. A file with few \
        records is left as it is, since a record's id says which file it is in.
        """)

    @OptionGroup var options: GlobalOptions

    func run(_ invocation: Invocation) throws(AppError) {
      try invocation.withWorkspace { (workspace) throws(AppError) in
        try invocation.note(try workspace.compact())
      }
    }
  }

  struct Backup: CairnCommand {
    static let configuration = CommandConfiguration(
      commandName: "backup", abstract: "Write the store's text into one file that tar reads.",
      discussion: """
        Others may go on saving meanwhile. The history is not in it. A damaged store is backed up as \
        it is, with exit code 1, but never replaces another file; nor does one that lacks records \
        which nobody deleted (see cairn store verify).
        """)

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
      commandName: "restore", abstract: "Make a store of a backup.",
      discussion: "The store's folder must be empty, or not there; --store names it.")

    @Argument(help: "The backup.")
    var file: String

    @OptionGroup var options: GlobalOptions

    func validate() throws {
      if options.isReadOnly { throw ValidationError("--read-only makes no store") }
    }

    func run(_ invocation: Invocation) throws(AppError) {
      let path = invocation.newStorePath
      let workspace = try Workspace.restore(
        path, from: file, environment: invocation.environment)
      try invocation.use(workspace) { (_) throws(AppError) in
        try invocation.note("restored a store in \(invocation.environment.abbreviated(path))")
      }
    }
  }
}
