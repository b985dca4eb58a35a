internal import ArgumentParser
internal import CairnApp

/// `cairn pick`: a list on the terminal, whose chosen records are printed.
struct PickCommand: CairnCommand {
  static let configuration = CommandConfiguration(
    commandName: "pick",
    abstract: "Choose records on the terminal, and print them.",
    discussion: .examples(
      """
      cairn pick recipes                              # print the chosen URL
      mail "$(cairn pick contacts --columns email)"   # use the answer
      """,
      then: """
        Type to filter. Tab marks a row. Enter chooses the marked rows, or else the row with the \
        cursor. Escape chooses nothing (exit status 1). Ctrl-C cancels (exit status 130). \
        Standard output gets only the answer.
        """))

  @Argument(help: "A collection, the URL of a list, or @NAME of a favorite.")
  var url: String

  @Argument(help: "The filter that is set at first; you can change it.")
  var filter: String?

  @Option(help: ArgumentHelp("Print these fields instead of the URL.", valueName: "fields"))
  var columns: String?

  @Option(help: "The output format. The default is one line for each record.")
  var format: ListFormat?

  @OptionGroup var options: GlobalOptions

  func run(_ invocation: Invocation) throws(AppError) {
    let address = try Address(url)
    // What can't be read is said before the store is opened.
    _ = try ListClauses(filter: filter, columns: columns)
    try invocation.withWorkspace { (workspace) throws(AppError) in
      let chosen = try Picker(workspace, address, filter: filter, columns: columns)
        .ask(isPlain: options.isPlain)
      guard chosen.count > 0 else { throw .failed("nothing was chosen") }
      if let format { return try chosen.print(as: format, to: invocation.write) }
      try chosen.printLines(ofColumns: columns != nil, to: invocation.write)
    }
  }
}
