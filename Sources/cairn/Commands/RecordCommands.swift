public import ArgumentParser
internal import CairnApp
internal import CairnInterchange
internal import CairnNavigation
internal import CairnStore

/// `cairn show`: prints one record.
struct ShowCommand: CairnCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Print one record.",
    discussion: .examples(
      """
      cairn show recipes/p1                # as text
      cairn show recipes/p1 --format json  # for scripts
      cairn show recipes/p1 --at now       # or --at yesterday, --at 2026-11-20
      """))

  @Argument(help: "The URL of a record, with its id or its short name; or @NAME.")
  var url: String

  @Option(help: "The output format.")
  var format = RecordFormat.text

  @Flag(help: "Print the URL that opens the record on all your machines.")
  var portable = false

  @Option(
    name: .customLong("at"), parsing: .unconditional,
    help: ArgumentHelp(
      "The record at this time: yesterday, 2026-11-20, -2h. A day without a time means the end of that day.",
      valueName: "time"))
  var time: String?

  @OptionGroup var options: GlobalOptions

  func run(_ invocation: Invocation) throws(AppError) {
    let address = try Address(url)
    let time = try time.map { (text) throws(AppError) in
      try TimeOption(text, of: "--at", clock: invocation.environment.withConventions.wallClock)
    }
    try invocation.withWorkspace { (workspace) throws(AppError) in
      let snapshot = try workspace.snapshot(atEndOf: time)
      let id = try workspace.record(at: address, in: snapshot)
      if portable { return try invocation.print(workspace.portableURL(of: id)) }
      try invocation.write(try workspace.text(of: id, in: snapshot, as: format))
    }
  }
}

extension RecordFormat: ExpressibleByArgument {}

/// `cairn add`: adds a record.
struct AddCommand: CairnCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Add a record.",
    discussion: .examples(
      """
      cairn add recipes Name='Pea soup' Kind=soup    # print its URL
      cairn add recipes Name=Toast Tags=quick,bread  # two tags
      cairn add recipes --json soups.json            # one record or several
      cairn add recipes 'Miso soup #quick soup'      # a line: title, tag and choice
      """,
      then: """
        Words without = are read as a line: FIELD:VALUE sets a field, #WORD adds a tag, \
        and a day or a choice at the end sets the date or the choice. There, 'every week' lets a task \
        come back. The other words are the title.
        FIELD= leaves the field without a value. 'FIELD=""' stores an empty text. FIELD=@FILE reads \
        a file, and FIELD=@- reads standard input. Only --json adds fields that the collection lacks.
        """))

  @Argument(help: "The collection, in the plural or singular.")
  var collection: String

  @Argument(help: ArgumentHelp("The values of fields, or a line.", valueName: "field=value"))
  var assignments: [String] = []

  @Option(help: ArgumentHelp("A file with JSON objects; - for standard input.", valueName: "file"))
  var json: String?

  @Option(
    help: ArgumentHelp(
      "If a record has the same value in this field, change that record instead.",
      valueName: "field"))
  var match: String?

  @OptionGroup var options: GlobalOptions

  func validate() throws {
    if json != nil, !assignments.isEmpty {
      throw ValidationError("--json and FIELD=VALUE can't be used together")
    }
  }

  func run(_ invocation: Invocation) throws(AppError) {
    let isLine = !assignments.allSatisfy(Assignment.isAssignment)
    let given = isLine ? [] : try Assignment.parse(assignments)
    try invocation.withNewWorkspace { (workspace) throws(AppError) in
      if let json { return try add(json, to: workspace, invocation) }
      let values = isLine ? try workspace.captured(assignments, in: collection) : given
      let model = workspace.model
      let id = try workspace.add(
        to: collection, values, match: match, readFile: invocation.readFile)
      for line in workspace.choicesAdded(to: model) { try invocation.note(line) }
      if isLine {
        try invocation.note(workspace.summary(of: id))
      } else {
        try invocation.tellReadings(of: values, in: id.entity, workspace)
      }
      try printSaved([id], in: workspace, invocation)
    }
  }

  /// Prints the URLs of saved records; if that fails, the error says that they are saved.
  private func printSaved(
    _ ids: [ObjectID], in workspace: Workspace, _ invocation: Invocation
  ) throws(AppError) {
    let urls = ids.map { workspace.url(of: $0).text }
    do throws(AppError) {
      for url in urls { try invocation.print(url) }
    } catch {
      let saved = urls.count == 1 ? "\(urls[0]) is saved" : "all \(urls.count) records are saved"
      throw .failed("\(error); \(saved)")
    }
  }

  private func add(
    _ path: String, to workspace: Workspace, _ invocation: Invocation
  ) throws(AppError) {
    var options = ImportOptions()
    options.collection = collection
    options.match = match
    options.isStrict = true
    options.addsEachRow = true
    let inputs = try invocation.environment.inspect([try invocation.input(path, format: .json)])
    let report = try workspace.importing(inputs, options)
    for notice in report.notices { try invocation.note(notice) }
    guard let change = report.transaction else { return }
    // Records that other records own are left out.
    let entity = report.collections.first?.entity.name
    let ids = try workspace.records(of: change).filter { $0.entity == entity }
    try printSaved(ids, in: workspace, invocation)
  }
}

/// `cairn set`: changes fields of a record, or of all records of a list.
struct SetCommand: CairnCommand {
  static let configuration = CommandConfiguration(
    commandName: "set",
    abstract: "Change fields of a record.",
    discussion: .examples(
      """
      cairn set recipes/p1 Rating=5  # one field
      cairn set recipes/p1 Made=today Tags+=party  # two fields
      cairn set 'recipes?where=kind=soup' Rating=4 --all --dry-run  # only shows the changes
      """,
      then: """
        FIELD= removes the value. 'FIELD=""' stores an empty text. FIELD=@FILE reads a file. Fields with \
        several values also take FIELD+=VALUE and FIELD-=VALUE.
        """))

  @Argument(help: "The URL of a record, or of a list with --all.")
  var url: String

  @Argument(help: ArgumentHelp("The values of fields.", valueName: "field=value"))
  var assignments: [String]

  @OptionGroup var scope: ScopeOptions
  @OptionGroup var options: GlobalOptions

  func run(_ invocation: Invocation) throws(AppError) {
    let address = try Address(url)
    let values = try Assignment.parse(assignments)
    try invocation.withWorkspace { (workspace) throws(AppError) in
      let ids = try scope.records(at: [address], in: workspace)
      let model = workspace.model
      let change = try workspace.set(
        ids, values, isDryRun: scope.dryRun, readFile: invocation.readFile)
      for line in workspace.choicesAdded(to: model) { try invocation.note(line) }
      for line in workspace.comebacks(after: change) { try invocation.note(line) }
      if let id = ids.first { try invocation.tellReadings(of: values, in: id.entity, workspace) }
      guard scope.dryRun else { return }
      try scope.report("would change", ids.map { workspace.url(of: $0) }, invocation)
    }
  }
}

/// The options for the records of a change.
struct ScopeOptions: ParsableArguments {
  @Flag(help: "Accept the URL of a list, and use all its records.")
  var all = false

  @Flag(help: "Show what would change, and change nothing.")
  var dryRun = false

  /// Returns the records at addresses, without duplicates.
  func records(
    at addresses: [Address], in workspace: Workspace
  ) throws(AppError) -> [ObjectID] {
    var ids: [ObjectID] = []
    var seen: Set<ObjectID> = []
    for address in addresses {
      for id in try records(at: address, in: workspace) where seen.insert(id).inserted {
        ids.append(id)
      }
    }
    return ids
  }

  private func records(
    at address: Address, in workspace: Workspace
  ) throws(AppError) -> [ObjectID] {
    guard all, try workspace.isList(address) else { return [try workspace.record(at: address)] }
    let list = try workspace.list(at: address, adding: try ListClauses())
    // An ignored part of the filter would change more records than the person meant.
    if let warning = list.warnings.first { throw .failed("nothing was changed: \(warning)") }
    return list.ids
  }

  /// Prints the records of a dry run; for lists also their number.
  func report(
    _ verb: String, _ urls: [ScreenURL], _ invocation: Invocation
  ) throws(AppError) {
    for url in urls { try invocation.note("\(verb) \(url.text)") }
    if all { try invocation.note("\(verb) \(counted(urls.count, "record"))") }
  }
}

/// `cairn remove`: deletes records, by their delete rules.
struct RemoveCommand: CairnCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Delete records.",
    discussion: .examples(
      """
      cairn remove recipes/p1  # one record
      cairn remove 'recipes?where=no:made' --all --dry-run  # only shows the changes
      """,
      then: """
        A record's own records, such as the ingredients of a recipe, are deleted with it. cairn undo \
        restores all of them.
        """))

  @Argument(help: "The URLs of records, or of lists with --all.")
  var urls: [String]

  @OptionGroup var scope: ScopeOptions
  @OptionGroup var options: GlobalOptions

  func run(_ invocation: Invocation) throws(AppError) {
    var addresses: [Address] = []
    for url in urls { addresses.append(try Address(url)) }
    try invocation.withWorkspace { (workspace) throws(AppError) in
      let ids = try scope.records(at: addresses, in: workspace)
      let gone = try workspace.remove(ids, isDryRun: scope.dryRun)
      if scope.dryRun {
        try scope.report("would delete", gone.urls, invocation)
      } else if gone.urls.count > ids.count {
        try invocation.note(gone.message)
      }
    }
  }
}
