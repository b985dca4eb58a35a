public import ArgumentParser
internal import CairnApp

/// `cairn favorites`: the launcher's items.
struct FavoritesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "favorites", abstract: "List and change the launcher's favorites.",
    subcommands: [List.self, Add.self, Remove.self, Move.self], defaultSubcommand: List.self)
}

extension FavoritesCommand {
  struct List: CairnCommand {
    static let configuration = CommandConfiguration(abstract: "Print the favorites.")

    @Option(help: "How to print.")
    var format = ReportFormat.text

    @OptionGroup var options: GlobalOptions

    func run(_ invocation: Invocation) throws(AppError) {
      try invocation.withWorkspace { (workspace) throws(AppError) in
        try invocation.write(Array(try workspace.favoritesReport(format).utf8))
      }
    }
  }

  struct Add: CairnCommand {
    static let configuration = CommandConfiguration(
      abstract: "Keep a view; one that is kept already is no error.")

    @Argument(help: "The view's URL.")
    var url: String

    @Option(help: "What it is called on the launcher.")
    var title: String?

    @Option(help: "What the shell calls it: @NAME. One letter is also its key.")
    var name: String?

    @OptionGroup var options: GlobalOptions

    func run(_ invocation: Invocation) throws(AppError) {
      let address = try Address(url)
      try invocation.withWorkspace { (workspace) throws(AppError) in
        try workspace.addFavorite(address, title: title, name: name)
      }
    }
  }

  struct Remove: CairnCommand {
    static let configuration = CommandConfiguration(abstract: "Remove a favorite.")

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
    static let configuration = CommandConfiguration(abstract: "Put a favorite in another place.")

    @Argument(help: "The favorite's URL, or @NAME.")
    var url: String

    @Argument(help: "Its new place, from 1.")
    var place: Int

    @OptionGroup var options: GlobalOptions

    func validate() throws {
      guard place < 1 else { return }
      throw ValidationError("places count from 1, not from \(place)")
    }

    func run(_ invocation: Invocation) throws(AppError) {
      let address = try Address(url)
      try invocation.withWorkspace { (workspace) throws(AppError) in
        try workspace.moveFavorite(address, to: place)
      }
    }
  }
}

extension ReportFormat: ExpressibleByArgument {}
