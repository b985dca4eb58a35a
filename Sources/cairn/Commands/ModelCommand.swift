public import ArgumentParser
internal import CairnApp
internal import CairnInterchange

/// `cairn model`: prints or checks the collections and their fields.
struct ModelCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "model",
    abstract: "Show or check a model.",
    discussion: .examples(
      """
      cairn model show             # the whole model
      cairn model show recipes     # one collection
      cairn model check model.rec  # find mistakes in a file
      """),
    subcommands: [Show.self, Check.self])
}

extension ModelCommand {
  struct Show: CairnCommand {
    static let configuration = CommandConfiguration(
      commandName: "show",
      abstract: "Print the model or one collection of it.",
      discussion: .examples(
        """
        cairn model show                       # the whole model
        cairn model show recipes --format rec  # for GNU recutils
        """))

    @Argument(help: "The collection, in the plural or singular.")
    var collection: String?

    @Option(help: "The output format.")
    var format = ModelFormat.text

    @OptionGroup var options: GlobalOptions

    func run(_ invocation: Invocation) throws(AppError) {
      try invocation.withWorkspace { (workspace) throws(AppError) in
        try invocation.write(try workspace.modelReport(collection, format))
      }
    }
  }

  struct Check: CairnCommand {
    static let configuration = CommandConfiguration(
      commandName: "check",
      abstract: "Check a model file, and print each mistake with its line.",
      discussion: .examples(
        """
        cairn model check model.rec  # exit status 1 if there are mistakes
        """))

    @Argument(help: "The file.")
    var file: String

    @OptionGroup var options: GlobalOptions

    func run(_ invocation: Invocation) throws(AppError) {
      let mistakes = try Workspace.mistakes(
        inModel: try invocation.readFile(file), called: file)
      try invocation.report(mistakes, of: file)
    }
  }
}

extension ModelFormat: ExpressibleByArgument {}
