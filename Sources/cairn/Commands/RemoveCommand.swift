internal import ArgumentParser
internal import CairnApp
internal import CairnNavigation

/// `cairn remove`: records, with what their delete rules say.
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
