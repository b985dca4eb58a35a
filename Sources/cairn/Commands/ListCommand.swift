public import ArgumentParser
internal import CairnApp

/// `cairn list`: the rows of a collection or view.
struct ListCommand: CairnCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Print the records of a list.",
    discussion: """
      The options say the same as the URL's query, without shell quoting trouble:
      cairn list places 'kind:depot rating>=4' --sort -rating --limit 5
      """)

  @Argument(help: "A collection, a view's URL, or @favorite.")
  var url: String

  @Argument(help: "A filter, as typed behind / in the app.")
  var filter: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Fields to sort by; - before one reverses.", valueName: "keys"))
  var sort: String?

  @Option(help: ArgumentHelp("A field to group by.", valueName: "field"))
  var group: String?

  @Option(help: ArgumentHelp("Fields to show, or '*'.", valueName: "fields"))
  var columns: String?

  @Option(help: "How to print.")
  var format = ListFormat.table

  @Option(help: ArgumentHelp("At most this many.", valueName: "n"))
  var limit: Int?

  @Flag(help: "Print only how many there are.")
  var count = false

  @OptionGroup var options: GlobalOptions

  func validate() throws {
    guard let limit, limit < 0 else { return }
    throw ValidationError("--limit takes a number from 0, not \(limit)")
  }

  func run(_ invocation: Invocation) throws(AppError) {
    let address = try Address(url)
    let clauses = try ListClauses(filter: filter, sort: sort, group: group, columns: columns)
    try invocation.withWorkspace { (workspace) throws(AppError) in
      let list = try workspace.list(at: address, adding: clauses, limit: limit)
      for warning in list.warnings { try invocation.note(warning) }
      if count { return try invocation.print("\(list.count)") }
      try list.print(as: format, to: invocation.write)
    }
  }
}

extension ListFormat: ExpressibleByArgument {}
