internal import CairnInterface
public import CairnFiles
internal import CairnJSON
internal import CairnNavigation
internal import CairnScreens
internal import CairnStore

/// The report of `cairn config` about the person's settings.
public struct ConfigurationReport: Sendable {
  private let file: ConfigurationFile

  /// Creates the report about the file in the person's configuration folder.
  public init(_ environment: Environment, fileSystem: any FileSystem = RealFileSystem()) {
    file = ConfigurationFile(environment, fileSystem)
  }

  /// Returns every setting with its value and its source.
  ///
  /// - Throws: ``AppError/failed(_:)`` with the first mistake in the file.
  public func settings(_ format: ReportFormat) throws(AppError) -> String {
    try table().report(format)
  }

  /// Returns every setting as a table.
  ///
  /// - Throws: ``AppError/failed(_:)`` with the first mistake in the file.
  func table() throws(AppError) -> ListTable<SettingRow> {
    let configuration = try file.configuration()
    return SettingRow.table(of: file) {
      configuration.settings.map { SettingRow($0, in: configuration) }
    }
  }

  /// Returns a message about settings that can't be used; `nil` if all can.
  ///
  /// - Throws: ``AppError/failed(_:)`` when the file can't be read.
  public func remark() throws(AppError) -> String? {
    file.remark(on: try file.configuration().leftOut)
  }

  /// Returns every mistake in the file, one line each, with its place.
  ///
  /// Empty without mistakes or without a file.
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
}

/// A setting, or a mistake in its file, as a row of a table.
struct SettingRow {
  let setting: Configuration.Setting
  /// The place of the value in the file; `nil` for a default.
  let place: TextPlace?
  /// The value or option that overrides the setting during this run.
  var override: String?
  var choices: [Configuration.Choice]?
  var isMistake = false

  /// Creates a row for a setting, with its place.
  init(_ setting: Configuration.Setting, in configuration: Configuration) {
    (self.setting, place) = (setting, configuration.places[setting.name])
  }

  /// Creates a row for a part of the file that can't be used.
  init(mistake: ConfigurationProblem) {
    setting = .init(name: "mistake", value: .string(mistake.explanation))
    (place, isMistake) = (mistake.place, true)
  }

  var shown: String { setting.shown ?? "never" }

  /// The file and the line.
  ///
  /// The folder is left out, because the screen shows only this file.
  var origin: String { place.map { "config.toml:\($0.line)" } ?? "default" }

  /// Returns the table of settings.
  static func table(
    of file: ConfigurationFile, _ rows: @escaping () -> [SettingRow]
  ) -> ListTable<SettingRow> {
    ListTable(
      title: "Settings",
      columns: [
        .init(ListColumn("setting", width: 20...40)) { $0.setting.name },
        .init(ListColumn("value", width: 12...60)) { $0.shown },
        .init(ListColumn("origin", width: 14...36)) { row in
          row.override.map { "\($0) over \(row.origin)" } ?? row.origin
        } printing: {
          $0.place.map(file.origin) ?? "default"
        },
      ], id: { $0.setting.name + ($0.isMistake ? $0.origin : "") },
      json: { row in
        [
          "setting": .string(row.setting.name), "value": row.setting.value,
          "origin": .string(row.place == nil ? "default" : "file"),
          "file": .optional(row.place == nil ? nil : file.path),
          "line": row.place.map { JSONValue.count($0.line) } ?? .null,
        ]
      }, rows: rows)
  }
}

extension Configuration {
  /// A setting in the form of reports.
  struct Setting: Hashable {
    let name: String
    let value: JSONValue

    /// The value in words; `nil` without a value.
    var shown: String? {
      switch value {
      case .null: nil
      case .string(let text): text
      default: value.text()
      }
    }
  }

  /// All settings with their values, the custom URLs last.
  var settings: [Setting] {
    let named =
      [
        Setting(name: "navigation.restore", value: .string(restore.rawValue)),
        Setting(
          name: "navigation.forget-after-days", value: forgetAfterDays.map(JSONValue.count) ?? .null
        ),
        Setting(name: "store.history-days", value: .count(historyDays)),
        Setting(name: "look.theme", value: .string(themeName)),
        Setting(name: "look.glyphs", value: .string(glyphs.rawValue)),
        Setting(name: "look.plain", value: .boolean(isPlain)),
        Setting(name: "look.mouse", value: .boolean(usesMouse)),
        Setting(name: "look.ambiguous-width", value: .string(ambiguousColumns.rawValue)),
      ] + conventionSettings + [
        Setting(name: "keys.like", value: .string(keymap?.name ?? Self.usualKeys))
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
