internal import ArgumentParser
internal import CairnApp
internal import CairnNavigation
internal import CairnStore
internal import CairnInterchange

/// `cairn add`: a new record.
struct AddCommand: CairnCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Add a record.",
    discussion: .examples(
      """
      cairn add recipes Name='Pea soup' Kind=soup    # print its URL
      cairn add recipes Name=Toast Tags=quick,bread  # two tags
      cairn add recipes --json soups.json            # one record or several
      """,
      then: """
        FIELD= leaves the field without a value. 'FIELD=""' stores an empty text. FIELD=@FILE reads \
        a file, and FIELD=@- reads standard input. Only --json adds fields that the collection lacks.
        """))

  @Argument(help: "The collection, in the plural or singular.")
  var collection: String

  @Argument(help: ArgumentHelp("The values of fields.", valueName: "field=value"))
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
    let values = try Assignment.parse(assignments)
    try invocation.withNewWorkspace { (workspace) throws(AppError) in
      if let json { return try add(json, to: workspace, invocation) }
      let model = workspace.model
      let id = try workspace.add(
        to: collection, values, match: match, readFile: invocation.readFile)
      for line in workspace.choicesAdded(to: model) { try invocation.note(line) }
      try invocation.tellReadings(of: values, in: id.entity, workspace)
      try printSaved([id], in: workspace, invocation)
    }
  }

  /// Prints the URLs of records that were saved, which aren't lost where nothing can be printed.
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
    let inputs = try invocation.environment.inspect([try invocation.input(path, format: .json)])
    let report = try workspace.importing(inputs, options)
    for notice in report.notices { try invocation.note(notice) }
    guard let change = report.transaction else { return }
    // Those that stand within others are not what was added.
    let entity = report.collections.first?.entity.name
    let ids = try workspace.records(of: change).filter { $0.entity == entity }
    try printSaved(ids, in: workspace, invocation)
  }
}
