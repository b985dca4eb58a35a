internal import ArgumentParser
internal import CairnApp
internal import CairnInterchange
internal import CairnNavigation
internal import CairnStore

/// `cairn set`: fields of a record, or of each of a list's.
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
      try workspace.set(
        ids, values, isDryRun: scope.dryRun, readFile: invocation.readFile)
      for line in workspace.choicesAdded(to: model) { try invocation.note(line) }
      if let id = ids.first { try invocation.tellReadings(of: values, in: id.entity, workspace) }
      guard scope.dryRun else { return }
      try scope.report("would change", ids.map { workspace.url(of: $0) }, invocation)
    }
  }
}

/// Which records a change is about.
struct ScopeOptions: ParsableArguments {
  @Flag(help: "Accept the URL of a list, and use all its records.")
  var all = false

  @Flag(help: "Show what would change, and change nothing.")
  var dryRun = false

  /// The records at addresses, each once.
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
    // Without what it says it would be about more records than were meant.
    if let warning = list.warnings.first { throw .failed("nothing was changed: \(warning)") }
    return list.ids
  }

  /// Says which records a change would be about; of lists also how many.
  func report(
    _ verb: String, _ urls: [ScreenURL], _ invocation: Invocation
  ) throws(AppError) {
    for url in urls { try invocation.note("\(verb) \(url.text)") }
    if all { try invocation.note("\(verb) \(counted(urls.count, "record"))") }
  }
}
