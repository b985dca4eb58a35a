public import CairnFiles
internal import CairnInterface
internal import CairnJSON
internal import CairnScreens
internal import CairnStore

/// The report of `cairn keys` about actions and their keys.
public struct KeysReport {
  private let file: ConfigurationFile
  private let environment: Environment
  private let fileSystem: any FileSystem

  /// Creates the report about an environment's settings.
  public init(_ environment: Environment, fileSystem: any FileSystem) {
    file = ConfigurationFile(environment, fileSystem)
    (self.environment, self.fileSystem) = (environment, fileSystem)
  }

  /// The reason why the custom keys can't be read; `nil` if they can.
  public var problem: AppError? {
    if case .failure(let problem) = file.reading { problem } else { nil }
  }

  /// A message about keys and commands that were left out; `nil` without any.
  public var remark: String? {
    guard case .success(let configuration) = file.reading else { return nil }
    return file.remark(on: configuration.leftOut, advice: "--check names them")
  }

  /// Returns every action with its keys, by context.
  ///
  /// If the settings can't be read, the custom keys are left out.
  public func table(_ format: ReportFormat) -> String {
    let actions = file.usable(file.reading).actions.table.actions
    let rows = actions.flatMap { action in action.contexts.map { (action: action, context: $0) } }
    return ListTable<(action: Action, context: ActionContext)>(
      title: "Keys",
      columns: [
        .init(ListColumn("context", width: 4...20)) { "\($0.context)" },
        .init(ListColumn("keys", width: 4...24)) { action, context in
          action.keys(in: context).map(\.description).joined(separator: ", ")
        },
        .init(ListColumn("action", width: 4...30)) { "\($0.action.name)" },
        .init(ListColumn("title", title: "what it does", width: 8...80)) { $0.action.title },
      ], id: { "\($0.action.name) \($0.context)" },
      json: { action, context in
        [
          "context": .string("\(context)"),
          "keys": .array(action.keys(in: context).map { .string($0.description) }),
          "action": .string("\(action.name)"), "title": .string(action.title),
        ]
      }, rows: { rows }
    ).report(format)
  }

  /// Returns every mistake in the custom keys and commands, with its place.
  ///
  /// - Parameter workspace: the store with the collections of the commands, if there is one.
  /// - Returns: a sentence for each mistake.
  /// - Throws: ``AppError/failed(_:)`` when the settings can't be read.
  public func mistakes(in workspace: Workspace?) throws(AppError) -> [String] {
    guard let text = try file.text() else { return [] }
    var problems = Configuration.problems(in: text).filter { $0.isAboutKeys || $0.isAboutCommands }
    if let configuration = try? file.configuration() {
      problems += configuration.commandProblems(
        in: workspace?.store.snapshot.model, environment, fileSystem)
    }
    return problems.sorted { $0.place < $1.place }.map(file.sentence)
  }

  /// Returns the custom commands that are for another store, one line each.
  ///
  /// - Parameter workspace: the store with the collections of the commands, if there is one.
  /// - Returns: a sentence for each command; empty if the settings can't be read.
  public func commandsOfOtherStores(than workspace: Workspace?) -> [String] {
    guard let model = workspace?.store.snapshot.model, let configuration = try? file.configuration()
    else { return [] }
    return configuration.commandsOfOtherStores(than: model)
  }

  /// Returns the default keys that the custom keys displace, hide or are hidden by, one line each.
  ///
  /// - Throws: ``AppError/failed(_:)`` when the settings can't be read.
  public func clashes() throws(AppError) -> [String] {
    let configuration = try file.configuration()
    return configuration.actions.displaced.map(\.description)
      + configuration.shadows.map(\.description)
  }
}
