internal import ArgumentParser
internal import CairnApp

/// `cairn store`: the store as a whole.
struct StoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "store", abstract: "Look after the store as a whole.",
    subcommands: [Info.self, Verify.self, Fold.self])
}

extension StoreCommand {
  struct Info: CairnCommand {
    static let configuration = CommandConfiguration(
      abstract: "Print where the store is and what is in it.")

    @Option(help: "How to print.")
    var format = ReportFormat.text

    @OptionGroup var options: GlobalOptions

    func run(_ invocation: Invocation) throws(AppError) {
      try invocation.withWorkspace { (workspace) throws(AppError) in
        try invocation.write(Array(try workspace.storeReport(format).utf8))
      }
    }
  }

  struct Verify: CairnCommand {
    static let configuration = CommandConfiguration(
      abstract: "Read every file and name what is damaged.")

    @OptionGroup var options: GlobalOptions

    func run(_ invocation: Invocation) throws(AppError) {
      try invocation.withWorkspace { (workspace) throws(AppError) in
        let (lines, damageCount) = try workspace.verify()
        for line in lines { try invocation.print(line) }
        guard damageCount == 0 else {
          let places = damageCount == 1 ? "1 place is" : "\(damageCount) places are"
          throw .failed("\(places) damaged; what is whole stays usable, what isn't is kept")
        }
      }
    }
  }

  struct Fold: CairnCommand {
    static let configuration = CommandConfiguration(
      abstract: "Move what was saved from the journal into the text.")

    @OptionGroup var options: GlobalOptions

    func run(_ invocation: Invocation) throws(AppError) {
      try invocation.withWorkspace { (workspace) throws(AppError) in try workspace.fold() }
    }
  }
}
