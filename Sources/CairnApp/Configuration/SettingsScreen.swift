internal import CairnFiles
internal import CairnKit

/// The person's settings on a screen, with where each comes from; their file is edited as text.
struct SettingsScreen {
  let environment: Environment
  let fileSystem: any FileSystem

  /// The URL of the screen.
  static let url = ScreenURL(["~settings"])

  /// Whether a URL is that of the settings.
  static func shows(_ url: ScreenURL) -> Bool { url.segments.first == "~settings" }

  private struct Row {
    let setting: Configuration.Setting
    let origin: String
  }

  /// The screen, filtered as its own URL says.
  func screen(at url: ScreenURL) -> any Screen {
    let file = ConfigurationFile(environment, fileSystem)
    var problem: AppError?
    let list = ArrayListSource<Row>(
      "Settings", query: ListQuery(url),
      columns: [
        .init(ListColumn("setting", width: 20...40)) { $0.setting.name },
        .init(ListColumn("value", width: 12...60)) { $0.setting.shown ?? "never" },
        .init(ListColumn("origin", width: 14...20)) { $0.origin },
      ],
      id: { $0.setting.name },
      open: { row in
        let value = "\(row.setting.name) is \(row.setting.shown ?? "never")"
        return [.say(Message(value, advice: "\(key: .edit) edits"))]
      },
      elements: {
        do throws(AppError) {
          let configuration = try file.configuration()
          problem = nil
          return configuration.settings.map { setting in
            Row(
              setting: setting,
              origin: configuration.places[setting.name].map { "config.toml:\($0.line)" }
                ?? "default")
          }
        } catch {
          problem = error
          return []
        }
      })
    list.edits = { _ in [.perform(.editAsText)] }
    list.readiness = { problem.map { .failed($0.description) } ?? .ready }
    return ListScreen(list)
  }
}
