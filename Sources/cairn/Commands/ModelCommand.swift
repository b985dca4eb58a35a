public import ArgumentParser
internal import CairnApp
internal import CairnInterchange

/// `cairn model`: what collections there are and what their records have.
struct ModelCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "model", abstract: "Show or check a model.",
    subcommands: [Show.self, Check.self])
}

extension ModelCommand {
  struct Show: CairnCommand {
    static let configuration = CommandConfiguration(
      commandName: "show", abstract: "Print the model, or one collection's part of it.",
      discussion: "--format rec prints the descriptor as recfix and recsel know it.")

    @Argument(help: "The collection, in the plural or singular.")
    var collection: String?

    @Option(help: "How to print.")
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
      commandName: "check", abstract: "Check a model file; every mistake is named by line.")

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
