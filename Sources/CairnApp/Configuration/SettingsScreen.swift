internal import CairnFiles
internal import CairnJSON
internal import CairnKit
internal import CairnScreens

/// The screen of the person's settings, with the source of each.
///
/// A setting with a few possible values is chosen here and takes effect at once. The rest of the
/// settings file stays unchanged; it can be edited as text as well.
struct SettingsScreen {
  let environment: Environment
  let fileSystem: any FileSystem
  /// Returns whether the app was started for a screen reader, independent of the settings.
  var startsPlain: () -> Bool = { false }
  /// Puts a written setting into effect, and shows a message.
  var takeIn: (Message) -> [Effect] = { [.refresh, .say($0)] }

  /// The URL of the screen.
  static let url = ScreenURL(["~settings"])

  /// Returns whether a URL is the settings screen.
  static func shows(_ url: ScreenURL) -> Bool { url.segments.first == "~settings" }

  private typealias Row = SettingRow

  /// Returns the screen, filtered by its URL.
  func screen(at url: ScreenURL) -> any Screen {
    let file = ConfigurationFile(environment, fileSystem)
    var problem: AppError?
    let table = Row.table(of: file) {
      do throws(AppError) {
        let configuration = try file.configuration()
        problem = nil
        return configuration.leftOut.map(Row.init(mistake:))
          + configuration.settings.map { row(of: $0, in: configuration) }
      } catch {
        problem = error
        return []
      }
    }
    let list = table.list(
      ListQuery(url),
      open: { row in
        guard row.isMistake else { return choose(row) }
        let reason = "\(row.origin): \(row.shown)"
        return [.say(Message(reason, tone: .bad, advice: "\(key: .edit) edits"))]
      })
    list.edits = { _ in [.perform(.editAsText)] }
    list.acts = { action, row in
      action == .markRow && !row.isMistake ? choose(row) : nil
    }
    list.readiness = { problem.map { .failed($0.description) } ?? .ready }
    return ListScreen(list)
  }

  private func row(of setting: Configuration.Setting, in configuration: Configuration) -> Row {
    var row = Row(setting, in: configuration)
    row.override = override(of: setting.name, in: configuration)
    row.choices = configuration.choices(of: setting.name)
    return row
  }

  /// Returns what overrides a setting: an option, a variable, or another setting.
  private func override(of name: String, in configuration: Configuration) -> String? {
    switch name {
    case "look.plain": startsPlain() ? "--plain" : nil
    case "look.theme" where !startsPlain() && !configuration.isPlain:
      (environment["NO_COLOR"] ?? "").isEmpty ? nil : "NO_COLOR"
    case "look.theme", "look.glyphs":
      startsPlain() ? "--plain" : configuration.isPlain ? "look.plain" : nil
    default: nil
    }
  }
}

// MARK: - Choosing

extension SettingsScreen {
  /// Offers the values of a setting.
  ///
  /// For a setting that a person writes, shows its value.
  private func choose(_ row: Row) -> [Effect] {
    let name = row.setting.name
    guard let choices = row.choices else {
      return [.say(Message("\(name) is \(row.shown)", advice: "\(key: .edit) edits"))]
    }
    var items = zip(choices, Menu.lettered(choices.map(\.title))).map { choice, item in
      Menu.Item(item.letter, item.title, detail: choice.detail)
    }
    if Configuration.takesDays(name) { items.append(Menu.Item("o", "other")) }
    let now = choices.firstIndex { $0.value == row.setting.value }
    let menu = Menu(
      name, items, footer: "\(key: .accept) chooses · \(KeyWords.leaves)", cursor: now ?? 0
    ) { place in
      choices.indices.contains(place) ? write(choices[place].value, to: row) : askForDays(row)
    }
    return [.present(menu)]
  }

  private func askForDays(_ row: Row) -> [Effect] {
    let read = { (text: String) in
      Int(text).flatMap { (1...Configuration.mostDays).contains($0) ? $0 : nil }
    }
    let prompt = TextPrompt(
      "Days of \(row.setting.name)", text: row.setting.shown ?? "", isSelected: true,
      footer: .taking("sets"),
      check: { text in
        read(text) == nil ? "it takes a number of days from 1 to \(Configuration.mostDays)" : nil
      },
      finish: { text in read(text).map { write(.count($0), to: row) } ?? [] })
    return [.present(prompt)]
  }

  /// Writes a value to the person's file and puts it into effect.
  private func write(_ value: JSONValue, to row: Row) -> [Effect] {
    let file = ConfigurationFile(environment, fileSystem)
    let name = row.setting.name
    let said = Configuration.Setting(name: name, value: value).shown ?? "never"
    let job = BackgroundJob("writing settings", lane: .writer) {
      Result { () throws(AppError) in try file.write(name, value) }
    } completion: { result in
      if case .failure(let error) = result {
        return [.say(Message("not set: \(error)", tone: .bad))]
      }
      guard let override = row.override else {
        return takeIn(Message("\(name) is now \(said)", tone: .good))
      }
      return takeIn(
        Message("\(name) is \(said) in the file; \(override) overrides it", tone: .warning))
    }
    return [.run(job)]
  }
}
