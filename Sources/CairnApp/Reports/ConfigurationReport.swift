internal import CairnInterface
public import CairnFiles
internal import CairnJSON
internal import CairnNavigation
internal import CairnStore

/// What a person has set, for `cairn config`.
public struct ConfigurationReport: Sendable {
  private let file: ConfigurationFile

  /// Reports on the file in the person's configuration folder.
  public init(_ environment: Environment, fileSystem: any FileSystem = RealFileSystem()) {
    file = ConfigurationFile(environment, fileSystem)
  }

  /// Every setting with its value and where that comes from.
  ///
  /// - Throws: ``AppError/failed(_:)`` with the first mistake of the file.
  public func settings(_ format: ReportFormat) throws(AppError) -> String {
    let configuration = try file.configuration()
    switch format {
    case .json:
      return JSONValue.array(configuration.settings.map { json($0, configuration) }).report
    case .text:
      var table = TextTable([
        TextTable.Column(title: "Setting", isTrailing: false),
        TextTable.Column(title: "Value", isTrailing: false),
        TextTable.Column(title: "Origin", isTrailing: false),
      ])
      for setting in configuration.settings {
        let origin = configuration.places[setting.name].map(file.origin) ?? "default"
        table.append([setting.name, setting.shown ?? "never", origin])
      }
      return table.lines.joined(separator: "\n") + "\n"
    }
  }

  /// What to say of settings that can't be used; `nil` where all can.
  ///
  /// - Throws: ``AppError/failed(_:)`` when the file can't be read.
  public func remark() throws(AppError) -> String? {
    file.remark(on: try file.configuration().leftOut)
  }

  /// Every mistake of the file in a line with its place; none where all is well, or no file is
  /// there.
  ///
  /// - Throws: ``AppError/failed(_:)`` when the file can't be read.
  public func mistakes() throws(AppError) -> [String] {
    guard let text = try file.text() else { return [] }
    var problems = Configuration.problems(in: text)
    if let configuration = try? file.configuration() { problems += configuration.scriptProblems }
    return problems.sorted { $0.place < $1.place }.map(file.sentence)
  }

  /// Returns a message for each route that is never used in a store; none without a store.
  ///
  /// - Throws: ``AppError/failed(_:)`` if the file can't be read.
  public func hiddenRoutes(in workspace: Workspace?) throws(AppError) -> [String] {
    guard let workspace, try file.text() != nil, let configuration = try? file.configuration()
    else { return [] }
    return configuration.hiddenRoutes(in: workspace.store.snapshot, at: workspace.clock)
      .map(file.sentence)
  }

  private func json(_ setting: Configuration.Setting, _ configuration: Configuration) -> JSONValue {
    let place = configuration.places[setting.name]
    return [
      "setting": .string(setting.name), "value": setting.value,
      "origin": .string(place == nil ? "default" : "file"),
      "file": .optional(place == nil ? nil : file.path),
      "line": place.map { JSONValue.count($0.line) } ?? .null,
    ]
  }
}

extension Configuration {
  /// A setting as reports show it.
  struct Setting: Hashable {
    let name: String
    let value: JSONValue

    /// The value in words; `nil` where there is none.
    var shown: String? {
      switch value {
      case .null: nil
      case .string(let text): text
      default: value.text()
      }
    }
  }

  /// All settings with their values, the person's own URLs last.
  var settings: [Setting] {
    let named = [
      Setting(name: "navigation.restore", value: .string(restore.rawValue)),
      Setting(
        name: "navigation.forget-after-days", value: forgetAfterDays.map(JSONValue.count) ?? .null),
      Setting(name: "store.history-days", value: .count(historyDays)),
      Setting(name: "look.theme", value: .string(themeName)),
      Setting(name: "look.glyphs", value: .string(glyphs.rawValue)),
      Setting(name: "look.plain", value: .boolean(isPlain)),
      Setting(name: "look.mouse", value: .boolean(usesMouse)),
      Setting(name: "keys.like", value: .string(keymap?.name ?? Self.usualKeys)),
    ]
    let themes = themes.flatMap { theme in
      Role.allCases.compactMap { role in
        theme.theme.styles[role].map { style in
          Setting(
            name: Self.name("themes.\(theme.name)", role.rawValue),
            value: .string(style.description))
        }
      }
    }
    let routes = routes.map { route in
      Setting(name: Self.name("routes", route.pattern), value: .string(route.target))
    }
    let aliases = aliases.sorted { $0.key < $1.key }.map { name, url in
      Setting(name: Self.name("aliases", name), value: .string(url.text))
    }
    let keys = bindings.map { binding in
      Setting(
        name: Self.name(of: binding),
        value: .array(binding.keys.map { .string($0.description) }))
    }
    let commands = commands.map { command in
      Setting(
        name: Self.name("commands", command.name),
        value: .array(command.arguments.map(JSONValue.string)))
    }
    return named + themes + routes + aliases + keys + commands
  }
}
