public import CairnFiles
internal import CairnInterface
internal import CairnJSON
internal import CairnScreens
internal import CairnStore

/// What keys do, for `cairn keys`.
public struct KeysReport {
  private let file: ConfigurationFile
  private let environment: Environment
  private let fileSystem: any FileSystem

  /// The report of an environment's settings.
  public init(_ environment: Environment, fileSystem: any FileSystem) {
    file = ConfigurationFile(environment, fileSystem)
    (self.environment, self.fileSystem) = (environment, fileSystem)
  }

  /// Why the person's own keys can't be told, `nil` where they can.
  public var problem: AppError? {
    if case .failure(let problem) = file.reading { problem } else { nil }
  }

  /// What to say of keys and commands that were left out, `nil` for none.
  public var remark: String? {
    guard case .success(let configuration) = file.reading else { return nil }
    return file.remark(on: configuration.leftOut, advice: "--check names them")
  }

  /// Every action with its keys, by context; without the person's own where there is a problem.
  public func table(_ format: ReportFormat) -> String {
    let actions = file.usable(file.reading).actions.table.actions
    let rows = actions.flatMap { action in action.contexts.map { (action: action, context: $0) } }
    return Table<(action: Action, context: ActionContext)>(
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

  /// Every mistake in the person's keys and commands with its place.
  ///
  /// - Parameter workspace: the store whose collections the commands are for, if there is one.
  /// - Returns: a sentence for each.
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

  /// Which of the person's commands another store is for, a line each.
  ///
  /// - Parameter workspace: the store whose collections commands are for, if there is one.
  /// - Returns: a sentence for each, none where the settings can't be read.
  public func commandsOfOtherStores(than workspace: Workspace?) -> [String] {
    guard let model = workspace?.store.snapshot.model, let configuration = try? file.configuration()
    else { return [] }
    return configuration.commandsOfOtherStores(than: model)
  }

  /// What the person's keys took from other actions, hide, or are hidden by, a line each.
  ///
  /// - Throws: ``AppError/failed(_:)`` when the settings can't be read.
  public func clashes() throws(AppError) -> [String] {
    let configuration = try file.configuration()
    return configuration.actions.displaced.map(\.description)
      + configuration.shadows.map(\.description)
  }
}
