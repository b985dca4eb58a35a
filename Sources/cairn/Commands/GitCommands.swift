internal import ArgumentParser
internal import CairnApp

/// `cairn git-merge`: merges a file of records, for git.
struct GitMergeCommand: CairnCommand {
  static let configuration = CommandConfiguration(
    commandName: "git-merge",
    abstract: "Merge a file of records for git.",
    shouldDisplay: false)

  @Argument(help: "What both sides began with.")
  var base: String

  @Argument(help: "Our side, which gets the result.")
  var ours: String

  @Argument(help: "The other side.")
  var theirs: String

  @Argument(help: "Where the file lies.")
  var path: String

  @OptionGroup var options: GlobalOptions

  func run(_ invocation: Invocation) throws(AppError) {
    let isDone = try GitWork.merge(
      base: base, ours: ours, theirs: theirs, path: path, environment: invocation.environment)
    if !isDone { throw .failed("\(path) has conflicts; resolve them there") }
  }
}

/// `cairn git-hook`: completes the files before a commit in the folder of a store, for git.
struct GitHookCommand: CairnCommand {
  static let configuration = CommandConfiguration(
    commandName: "git-hook",
    abstract: "Complete the files before a commit of git.",
    shouldDisplay: false)

  @OptionGroup var options: GlobalOptions

  func run(_ invocation: Invocation) throws(AppError) {
    guard GitWork.needsFold(environment: invocation.environment) else { return }
    let workspace = try Workspace.open(
      invocation.environment.currentFolder, environment: invocation.environment)
    try invocation.use(workspace) { (workspace) throws(AppError) in
      try workspace.prepareCommit()
    }
  }
}
