public import ArgumentParser
internal import CairnApp
internal import CairnInterchange

/// `cairn favorites`: lists and changes the favorites of the launcher.
struct FavoritesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "favorites",
    abstract: "List and change the favorites.",
    discussion: .examples(
      """
      cairn favorites  # print the favorites
      cairn favorites add 'recipes?where=minutes<=20' --name fast
      cairn list @fast  # use its name
      """),
    subcommands: [
      List.self, Add.self, Remove.self, Move.self, Export.self, Import.self,
    ],
    defaultSubcommand: List.self)
}

extension FavoritesCommand {
  struct List: CairnCommand {
    static let configuration = CommandConfiguration(
      commandName: "list",
      abstract: "Print the favorites.",
      discussion: .examples(
        """
        cairn favorites list                # print the favorites
        cairn favorites list --format json  # for scripts
        """))

    @Option(help: "The output format.")
    var format = ReportFormat.text

    @OptionGroup var options: GlobalOptions

    func run(_ invocation: Invocation) throws(AppError) {
      try invocation.withWorkspace { (workspace) throws(AppError) in
        try invocation.write(try workspace.favoritesReport(format))
      }
    }
  }

  struct Add: CairnCommand {
    static let configuration = CommandConfiguration(
      commandName: "add",
      abstract: "Keep a screen as a favorite.",
      discussion: .examples(
        """
        cairn favorites add recipes/p1  # keep a record
        cairn favorites add 'recipes?where=minutes<=20' --name fast
        """,
        then: """
          Adding a favorite twice is no error.
          """))

    @Argument(help: "The view's URL.")
    var url: String

    @Option(help: "The title on the launcher.")
    var title: String?

    @Option(
      help: "The name for @NAME. A letter that is not a key of the launcher becomes the key there.")
    var name: String?

    @Option(help: "The symbol before the title on the launcher.")
    var glyph: String?

    @OptionGroup var options: GlobalOptions

    func validate() throws {
      for (option, text) in [("title", title), ("name", name)] where text?.isEmpty == true {
        throw ValidationError("--\(option) needs a text")
      }
      if name?.hasPrefix("@") == true {
        throw ValidationError("write the name without @ here")
      }
    }

    func run(_ invocation: Invocation) throws(AppError) {
      let address = try Address(url)
      try invocation.withWorkspace { (workspace) throws(AppError) in
        let added = try workspace.addFavorite(address, title: title, name: name, glyph: glyph)
        for warning in added.warnings { try invocation.note(warning) }
        if !added.isNew { try invocation.note("\(url) is already a favorite") }
      }
    }
  }

  struct Remove: CairnCommand {
    static let configuration = CommandConfiguration(
      commandName: "remove",
      abstract: "Remove a favorite.",
      discussion: .examples(
        """
        cairn favorites remove @quick                    # by name
        cairn favorites remove 'recipes?where=rating=5'  # by URL
        """))

    @Argument(help: "The favorite's URL, or @NAME.")
    var url: String

    @OptionGroup var options: GlobalOptions

    func run(_ invocation: Invocation) throws(AppError) {
      let address = try Address(url)
      try invocation.withWorkspace { (workspace) throws(AppError) in
        try workspace.removeFavorite(address)
      }
    }
  }

  struct Move: CairnCommand {
    static let configuration = CommandConfiguration(
      commandName: "move",
      abstract: "Move a favorite to another position.",
      discussion: .examples(
        """
        cairn favorites move @quick 3  # to the third position
        """))

    /// The words that name the command.
    static let path = [FavoritesCommand._commandName, Self._commandName]

    @Argument(help: "The favorite's URL, or @NAME.")
    var url: String

    @Argument(help: "The new position, from 1.")
    var place: Int

    @OptionGroup var options: GlobalOptions

    func validate() throws {
      guard place < 1 else { return }
      throw ValidationError("places count from 1; \(place) is not a place")
    }

    func run(_ invocation: Invocation) throws(AppError) {
      let address = try Address(url)
      try invocation.withWorkspace { (workspace) throws(AppError) in
        try workspace.moveFavorite(address, to: place)
      }
    }
  }
}

extension FavoritesCommand {
  struct Export: CairnCommand {
    static let configuration = CommandConfiguration(
      commandName: "export",
      abstract: "Print the favorites as JSON.",
      discussion: .examples(
        """
        cairn favorites export > favorites.json  # for cairn favorites import
        """))

    @OptionGroup var options: GlobalOptions

    func run(_ invocation: Invocation) throws(AppError) {
      try invocation.withWorkspace { (workspace) throws(AppError) in
        try invocation.write(try workspace.favoritesReport(.json))
      }
    }
  }

  struct Import: CairnCommand {
    static let configuration = CommandConfiguration(
      commandName: "import",
      abstract: "Add the favorites of a JSON file.",
      discussion: .examples(
        """
        cairn favorites import favorites.json  # from cairn favorites export
        """,
        then: """
          Existing favorites stay unchanged.
          """))

    @Argument(help: "The file; - for standard input.")
    var file: String

    @Flag(help: "Add all favorites or none.")
    var strict = false

    @OptionGroup var options: GlobalOptions

    func run(_ invocation: Invocation) throws(AppError) {
      let bytes = try invocation.readFile(file)
      let place = file == "-" ? "standard input" : file
      try invocation.withWorkspace { (workspace) throws(AppError) in
        let report = try workspace.importFavorites(bytes, from: place, isStrict: strict)
        for item in report.badItems { try invocation.note(item) }
        for notice in report.notices { try invocation.note(notice) }
        try invocation.note("added \(counted(report.addedCount, "favorite"))")
        guard !report.badItems.isEmpty else { return }
        let items = counted(report.badItems.count, "item")
        throw .failed("\(items) could not be imported\(strict ? ", so none was" : "")")
      }
    }
  }
}

extension ReportFormat: ExpressibleByArgument {}
