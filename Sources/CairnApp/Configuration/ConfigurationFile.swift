internal import CairnFiles
internal import CairnJSON

/// A person's `config.toml`.
struct ConfigurationFile: Sendable {
  let path: String
  private let shownPath: String
  private let fileSystem: any FileSystem
  private let isOnConsole: Bool

  /// Creates a reference to the file in the person's configuration folder; the file may be missing.
  init(_ environment: Environment, _ fileSystem: any FileSystem) {
    path = environment.configurationFolder + "/config.toml"
    shownPath = environment.abbreviated(path)
    self.fileSystem = fileSystem
    isOnConsole = environment["TERM"]?.hasPrefix("linux") == true
  }

  /// The folders to watch for changes of the file.
  ///
  /// These are the file's own folder and, if the file is a link, the folder of its target. While
  /// the own folder is missing or is a link, which may change, the folder above it is watched as
  /// well. Folders further up are never watched, because too many unrelated changes happen in a
  /// person's home.
  var foldersToFollow: [String] {
    let own = path.parentFolder
    let above = own.parentFolder
    guard exists(own) else { return exists(above) ? [own, above] : [] }
    let isLinked = (try? fileSystem.target(ofLink: own)) != nil
    return (isLinked ? [own, above] : [own]) + fileSystem.foldersLinked(from: [path])
  }

  private func exists(_ folder: String) -> Bool { (try? fileSystem.exists(folder)) == true }

  /// Returns the file's text; `nil` without a file.
  ///
  /// - Throws: ``AppError/failed(_:)`` when it can't be read.
  func text() throws(AppError) -> String? {
    let bytes: [UInt8]
    do throws(FileError) {
      guard try fileSystem.exists(path) else { return nil }
      bytes = try fileSystem.read(path)
    } catch {
      throw .failed(error.description)
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw .failed("\(shownPath) is not text in UTF-8")
    }
    return text
  }

  /// Returns the settings in the file.
  ///
  /// - Throws: ``AppError/failed(_:)`` with the file, line and column of the first mistake.
  func configuration() throws(AppError) -> Configuration { try configuration(of: try text()) }

  /// Returns the settings in a text of the file; without a text, the defaults.
  func configuration(of text: String?) throws(AppError) -> Configuration {
    do throws(ConfigurationProblem) {
      var configuration = Configuration()
      if let text { configuration = try Configuration(parsing: text) }
      configuration.isOnConsole = isOnConsole
      return configuration
    } catch {
      throw .failed(sentence(error))
    }
  }

  /// Returns the settings of a reading; the defaults if it failed.
  func usable(_ reading: Result<Configuration, AppError>) -> Configuration {
    if case .success(let configuration) = reading { return configuration }
    var configuration = Configuration()
    configuration.isOnConsole = isOnConsole
    return configuration
  }

  /// The settings in the file, or the reason why it can't be used.
  var reading: Result<Configuration, AppError> {
    Result { () throws(AppError) in try configuration() }
  }

  /// Writes one setting and leaves the rest of the file unchanged.
  ///
  /// Without a file, creates one that lists all settings.
  ///
  /// - Parameters:
  ///   - name: the setting's name in reports.
  ///   - value: the new value; null to remove the setting.
  /// - Throws: ``AppError/failed(_:)`` when the file has a mistake, can't be written, or has the
  ///   setting in a form that can't be edited. The file is then unchanged.
  func write(_ name: String, _ value: JSONValue) throws(AppError) {
    let old = try text()
    let before = try configuration(of: old)
    let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
    let edit = TOMLEdit(old ?? Configuration.template)
    let edited =
      value == .null
      ? edit.removing(parts[1], in: parts[0])
      : edit.setting(parts[1], in: parts[0], to: value.text())
    let meant = before.settings.map { setting in
      setting.name == name ? Configuration.Setting(name: name, value: value) : setting
    }
    guard let edited, try configuration(of: edited).settings == meant else {
      throw .failed("\(shownPath) sets \(name) in a form that only an editor can change")
    }
    do throws(FileError) {
      if let status = try fileSystem.status(of: path), status.permissions & 0o222 == 0 {
        throw .notAllowed(.write, path: shownPath)
      }
      try fileSystem.makeFolder(path.parentFolder)
      try fileSystem.replace(path, with: Array(edited.utf8))
    } catch {
      throw .failed(error.description)
    }
  }

  /// Returns a mistake with the file's name.
  func sentence(_ problem: ConfigurationProblem) -> String { "\(shownPath), \(problem)" }

  /// The first mistake, and the settings that stay in use until it is fixed; `nil` without a
  /// mistake.
  var mistake: (text: String, holds: String)? {
    switch reading {
    case .failure(let error): (error.description, "the settings before the change stay in use")
    case .success(let read):
      read.leftOut.first.map { (sentence($0), "all other settings are in use") }
    }
  }

  /// Returns a message about settings that were left out; `nil` if there are none.
  ///
  /// - Parameters:
  ///   - problems: the problems of the settings.
  ///   - advice: how to see the rest, if there are several problems.
  /// - Returns: the first problem, the number of others, and that all other settings are in use.
  func remark(
    on problems: [ConfigurationProblem], advice: String = "cairn config check names them"
  ) -> String? {
    guard let first = problems.first else { return nil }
    let more = problems.count == 1 ? "" : "; \(problems.count - 1) more: \(advice)"
    return "\(sentence(first))\(more); all other settings are in use"
  }

  /// Returns the place of a setting in the file, as a person reads it.
  func origin(_ place: TextPlace) -> String { "\(shownPath):\(place.line)" }
}

extension Configuration {
  /// The text of a new settings file, in comments only: each setting with its default, and examples
  /// of custom keys, URLs, commands and themes.
  static var template: String {
    var lines = [
      "# The settings and their defaults. To change one, remove the # and edit the value.",
      "# cairn config shows the values in use; cairn config check finds mistakes in this file.",
      "# Under [keys], actions get other keys; cairn keys lists the actions.",
    ]
    var table = ""
    for setting in Configuration().settings {
      let parts = setting.name.split(separator: ".", maxSplits: 1).map(String.init)
      guard parts.count == 2 else { continue }
      if parts[0] != table {
        table = parts[0]
        lines += ["", "[\(table)]"]
      }
      // A missing value can't be written, so the comment shows a number of days.
      let isMissing = setting.value == .null
      let remark = isMissing ? "  # never by default" : ""
      lines.append("# \(parts[1]) = \(isMissing ? "365" : setting.value.text())\(remark)")
    }
    return (lines + ownTables).joined(separator: "\n") + "\n"
  }

  private static let ownTables = [
    "", "# Your own URLs, and names for URLs, used as @NAME.", "# [routes]",
    "# \"cairn://in/(city)\" = \"cairn://contacts?where=city=(city)\"", "# [aliases]",
    "# good = \"cairn://recipes?where=rating>=4\"",
    "", "# Your own commands for the records of a collection. If wait is true, the output stays",
    "# on the screen until you press Enter.", "# [commands.ssh]",
    "# collection = \"servers\"", "# run = [\"ssh\", \"{Host}\"]", "# key = \"X\"",
    "# wait = false",
    "", "# Your own themes; [look] theme selects one.", "# [themes.sea]",
    "# like = \"dark\"", "# accent = \"bold #5fafd7\"",
  ]
}
