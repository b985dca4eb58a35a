public import ArgumentParser
internal import CairnApp

/// `cairn list`: the rows of a collection or view.
struct ListCommand: CairnCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Print the records of a list.",
    discussion: .examples(
      """
      cairn list recipes                                  # a collection
      cairn list recipes 'kind:soup rating>=4' --limit 5  # good soups
      cairn list @quick --count                           # the count of a favorite
      cairn list ~jobs import --limit 5                   # a list of the app
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
      if !format.hasColumns, let sentence = list.sentenceOfJSON { try invocation.note(sentence) }
      guard invocation.environment.terminals.contains(.output), let remark = list.remark else {
        return
      }
      try invocation.note(remark)
    }
  }
}

extension ListCommand {
  /// The arguments with a filter that begins with a minus, as `-rating:4` does, behind `--`.
  ///
  /// No option of the command has a single minus, but the parser can't know.
  ///
  /// - Parameter arguments: those of the command, its name first.
  /// - Returns: the same, in an order that the parser takes.
  static func protectingFilter(_ arguments: [String]) -> [String] {
    let flags = ["--count", "--read-only", "--plain"]
    return arguments.protecting(flags: flags) { word in
      word.hasPrefix("-") && !word.hasPrefix("--") && word.count > 1 && word != "-h"
    }
  }
}

extension [String] {
  /// A command's words with the first that the parser would take for an option behind `--`.
  ///
  /// - Parameters:
  ///   - flags: the options that have no value behind them.
  ///   - isArgument: whether a word that begins with a minus is an argument.
  /// - Returns: the words in an order that the parser takes.
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
