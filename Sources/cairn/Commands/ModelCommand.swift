public import ArgumentParser
internal import CairnApp
internal import CairnInterchange

/// `cairn model`: prints, checks or changes the collections and their fields.
struct ModelCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "model",
    abstract: "Show or check a model, or make a field a link.",
    discussion: .examples(
      """
      cairn model show             # the whole model
      cairn model show recipes     # one collection
      cairn model check model.rec  # find mistakes in a file
      cairn model link recipes.Cuisine --to Cuisine  # make each cuisine a record
      """),
    subcommands: [Show.self, Check.self, Link.self])
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

extension ModelCommand {
  struct Link: CairnCommand {
    static let configuration = CommandConfiguration(
      commandName: "link",
      abstract: "Make a field a link to the records that its values name.",
      discussion: .examples(
        """
        cairn model link recipes.Cuisine --to Cuisine --dry-run  # show what would change
        cairn model link recipes.Cuisine --to Cuisine            # each cuisine becomes a record
        """,
        then: """
          The collection is created if it is missing. A value that no record has as its title becomes \
          a record. Tags become a link to several records. The change is one change: cairn undo \
          restores the field. If the change would link nothing or lose something, nothing is \
          changed without --force.
          """))

    @Argument(
      help: ArgumentHelp(
        "The field: the collection, a dot, and the field's name.",
        valueName: "collection.field"))
    var field: String

    @Option(help: ArgumentHelp("The collection that the link leads to.", valueName: "collection"))
    var to: String

    @Flag(help: "Show what would change, and change nothing.")
    var dryRun = false

    @Flag(help: "Make the link even if it links nothing or loses something.")
    var force = false

    @OptionGroup var options: GlobalOptions

    func validate() throws {
      if to.isEmpty { throw ValidationError("--to needs a collection's name") }
    }

    func run(_ invocation: Invocation) throws(AppError) {
      try invocation.withWorkspace { (workspace) throws(AppError) in
        let sentences = try workspace.linkField(
          field, to: to, isForced: force, isDryRun: dryRun)
        for sentence in sentences { try invocation.note(sentence) }
      }
    }
  }
}

extension ModelFormat: ExpressibleByArgument {}
