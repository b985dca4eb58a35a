internal import ArgumentParser
internal import CairnApp

/// `cairn duplicates`: prints the records of a list that are likely the same.
struct DuplicatesCommand: CairnCommand {
  static let configuration = CommandConfiguration(
    commandName: "duplicates",
    abstract: "Print records that are likely the same.",
    discussion: .examples(
      """
      cairn duplicates recipes                           # by the usual fields
      cairn duplicates recipes --by Name,Slug            # alike in one of two
      cairn duplicates recipes --by Kind+Minutes         # alike in both
      cairn duplicates recipes kind:soup --format jsonl  # for scripts
      """,
      then: """
        Prints the records in groups. Case, accents, punctuation and repeated blanks don't matter. \
        A comma in --by means that one of the fields is enough. A plus means that all of them are \
        needed. Without --by, Cairn compares the title, e-mail addresses, URLs, phone numbers and \
        unique texts. In csv, the column group has the number of the group. In JSON, it is @group. \
        cairn merge makes one record of a group.
        """))

  @Argument(help: "A collection, the URL of a list, or @NAME of a favorite.")
  var url: String

  @Argument(help: "A filter, as in the app after /.")
  var filter: String?

  @Option(help: ArgumentHelp("The fields to compare.", valueName: "fields"))
  var by: String?

  @Option(
    help: ArgumentHelp(
      "Fields for a table or csv, or '*' for all. JSON has all fields.", valueName: "fields"))
  var columns: String?

  @Option(help: "The output format.")
  var format = ListFormat.table

  @OptionGroup var options: GlobalOptions

  func validate() throws {
    guard let columns, columns != "*", !format.hasColumns else { return }
    throw ValidationError("--columns is for table and csv; \(format) prints every field")
  }

  func run(_ invocation: Invocation) throws(AppError) {
    let address = try Address(url)
    let clauses = try ListClauses(filter: filter, columns: columns, duplicatesBy: by ?? "")
    try invocation.withWorkspace { (workspace) throws(AppError) in
      let list = try workspace.list(at: address, adding: clauses)
      for warning in list.warnings { try invocation.note(warning) }
      try list.print(
        as: format, width: invocation.environment.outputColumns, to: invocation.write)
    }
  }
}

/// `cairn merge`: merges records into one.
struct MergeCommand: CairnCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Merge records into one.",
    discussion: .examples(
      """
      cairn merge recipes p1 p2 --dry-run        # shows what would be left out
      cairn merge recipes p1 p2 --take Name=p2   # keeps p1, with the name of p2
      cairn merge recipes/p3 recipes/p4          # the same with URLs
      """,
      then: """
        The first record is kept, and its URL is printed. The others are deleted. Fields with several \
        values and links to many records get the values of all records. Other fields keep the value of the \
        first record that has one, and texts the longest one. --take chooses another record for a \
        field. Links of other records lead to the kept record afterwards, and it gets the \
        records that the others own. Values that are left out are printed, and the number of equal \
        owned records. cairn undo \
        restores all records.
        """))

  @Argument(help: "A collection and the ids of its records, or the URLs of records.")
  var urls: [String]

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Take a field's value from a record. May be repeated.", valueName: "field=id"))
  var take: [String] = []

  @Flag(help: "Show what would change, and change nothing.")
  var dryRun = false

  @OptionGroup var options: GlobalOptions

  func run(_ invocation: Invocation) throws(AppError) {
    var addresses: [Address] = []
    for url in urls { addresses.append(try Address(url)) }
    var choices: [(field: String, record: String)] = []
    for word in take { choices.append(try MergeReport.choice(word)) }
    try invocation.withWorkspace { (workspace) throws(AppError) in
      let report = try workspace.merge(addresses, taking: choices, isDryRun: dryRun)
      for line in report.lines { try invocation.note(line) }
      if !dryRun { try invocation.print(report.kept) }
    }
  }
}
