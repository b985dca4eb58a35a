public import ArgumentParser
internal import CairnApp

/// `cairn list`: prints the records of a collection or view.
struct ListCommand: CairnCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Print the records of a list.",
    discussion: .examples(
      """
      cairn list recipes 'kind:soup rating>=4' --limit 5    # good soups
      cairn list 'recipes?view=frequency:kind,sum:minutes'  # counts and sums
      cairn list @quick --count                             # count a favorite
      cairn list ~jobs import --limit 5                     # a list of the app
      """,
      then: """
        --sort, --group and --columns do the same as sort=, group= and columns= in the URL. On a terminal, long cells are cut. In a \
        pipe or file, nothing is cut.
        """))

  @Argument(help: "A collection, the URL of a list, or @NAME of a favorite.")
  var url: String

  @Argument(help: "A filter, as in the app after /.")
  var filter: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Fields to sort by; -FIELD for descending order.", valueName: "keys"))
  var sort: String?

  @Option(help: ArgumentHelp("A field to group by.", valueName: "field"))
  var group: String?

  @Option(
    help: ArgumentHelp(
      "Fields for a table or csv, or '*' for all. JSON has all fields.", valueName: "fields"))
  var columns: String?

  @Option(help: "The output format.")
  var format = ListFormat.table

  @OptionGroup var limit: LimitOption

  @Flag(help: "Print only the count.")
  var count = false

  @OptionGroup var options: GlobalOptions

  func validate() throws {
    guard let columns, columns != "*", !count, !format.hasColumns else { return }
    throw ValidationError("--columns is for table and csv; \(format) prints every field")
  }

  func run(_ invocation: Invocation) throws(AppError) {
    let address = try Address(url)
    let clauses = try ListClauses(filter: filter, sort: sort, group: group, columns: columns)
    try invocation.withWorkspace { (workspace) throws(AppError) in
      if let own = try workspace.ownList(at: address, adding: clauses) {
        if count { return try invocation.print("\(min(try own.count(), limit.count ?? .max))") }
        return try own.print(
          as: format, limit: limit.count, width: invocation.environment.outputColumns,
          to: invocation.write)
      }
      let list = try workspace.list(
        at: address, adding: clauses, limit: count ? 0 : limit.count)
      for warning in list.warnings { try invocation.note(warning) }
      if let hint = list.hint(in: workspace) { try invocation.note(hint) }
      if count {
        return try invocation.print("\(min(try list.rowCount(), limit.count ?? .max))")
      }
      try list.print(
        as: format, width: invocation.environment.outputColumns, to: invocation.write)
      guard invocation.environment.terminals.contains(.output), let remark = list.remark else {
        return
      }
      try invocation.note(remark)
    }
  }
}

extension ListCommand {
  /// Puts a filter that begins with a minus, such as `-rating:4`, after `--`.
  ///
  /// The command has no options with a single minus, but the parser doesn't know that.
  ///
  /// - Parameter arguments: the name of the command and its arguments.
  /// - Returns: the arguments, in an order that the parser accepts.
  static func protectingFilter(_ arguments: [String]) -> [String] {
    let flags = ["--count", "--read-only", "--plain"]
    return arguments.protecting(flags: flags) { word in
      word.hasPrefix("-") && !word.hasPrefix("--") && word.count > 1 && word != "-h"
    }
  }
}

extension [String] {
  /// Puts the first argument that the parser would take for an option after `--`.
  ///
  /// - Parameters:
  ///   - flags: the options without a value.
  ///   - isArgument: whether a word that begins with a minus is an argument.
  /// - Returns: the words, in an order that the parser accepts.
  func protecting(
    flags: [String] = ["--read-only", "--plain"], _ isArgument: (String) -> Bool
  ) -> [String] {
    let found = indices.dropFirst().first { index in
      let before = self[index - 1]
      let isValue = before.hasPrefix("--") && !before.contains("=") && !flags.contains(before)
      return !isValue && isArgument(self[index])
    }
    guard let found, !contains("--") else { return self }
    var others = self
    let word = others.remove(at: found)
    return others + ["--", word]
  }
}

extension ListFormat: ExpressibleByArgument {}

/// `cairn find`: prints the records of all collections that have some words.
struct FindCommand: CairnCommand {
  static let configuration = CommandConfiguration(
    commandName: "find",
    abstract: "Search all collections.",
    discussion: .examples(
      """
      cairn find onion          # records with the word
      cairn find onion butter   # with both words
      cairn find '"olive oil"'  # the words together
      """,
      then: """
        Prints the URL and the title of each record, separated by a tab. Case and accents don't \
        matter. For conditions such as city:lyon, use cairn list.
        """))

  @Argument(help: "The words.")
  var words: [String]

  @OptionGroup var limit: LimitOption

  @OptionGroup var options: GlobalOptions

  func run(_ invocation: Invocation) throws(AppError) {
    try invocation.withWorkspace { (workspace) throws(AppError) in
      if let advice = try workspace.find(words, limit: limit.count, to: invocation.write) {
        try invocation.note(advice)
      }
    }
  }
}

/// `cairn pick`: lets a person choose records on the terminal, and prints them.
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
    // A mistake in the filter is reported before the store is opened.
    _ = try ListClauses(filter: filter, columns: columns)
    try invocation.withWorkspace { (workspace) throws(AppError) in
      let chosen = try RecordChooser(workspace, address, filter: filter, columns: columns)
        .ask(isPlain: options.isPlain)
      guard chosen.count > 0 else { throw .failed("nothing was chosen") }
      if let format { return try chosen.print(as: format, to: invocation.write) }
      try chosen.printLines(ofColumns: columns != nil, to: invocation.write)
    }
  }
}
