internal import CairnFiles
internal import CairnJSON

/// A person's `config.toml`.
struct ConfigurationFile: Sendable {
  let path: String
  private let shownPath: String
  private let fileSystem: any FileSystem
  private let isOnConsole: Bool

  /// The file in the person's configuration folder; it need not be there.
  init(_ environment: Environment, _ fileSystem: any FileSystem) {
    path = environment.configurationFolder + "/config.toml"
    shownPath = environment.abbreviated(path)
    self.fileSystem = fileSystem
    isOnConsole = environment["TERM"]?.hasPrefix("linux") == true
  }

  /// The folders whose changes tell of the file's.
  ///
  /// That is its own, and where it is a link, the folder of what that leads to; besides, while its
  /// own isn't there or is a link, which may lead elsewhere tomorrow, the one above. None where
  /// that isn't there either: further up, in a person's home, too much happens that is nothing to
  /// us.
  var foldersToFollow: [String] {
    let own = path.parentFolder
    let above = own.parentFolder
    guard exists(own) else { return exists(above) ? [own, above] : [] }
    let isLinked = (try? fileSystem.target(ofLink: own)) != nil
    return (isLinked ? [own, above] : [own]) + fileSystem.foldersLinked(from: [path])
  }

  private func exists(_ folder: String) -> Bool { (try? fileSystem.exists(folder)) == true }

  /// The file's text, `nil` where there is none.
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

  /// What the file says.
  ///
  /// - Throws: ``AppError/failed(_:)`` naming the file, line and column of the first mistake.
  func configuration() throws(AppError) -> Configuration { try configuration(of: try text()) }

  /// What a text of the file says; without one, the defaults.
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

  /// What a reading of the file says; the defaults where it was wrong.
  func usable(_ reading: Result<Configuration, AppError>) -> Configuration {
    if case .success(let configuration) = reading { return configuration }
    var configuration = Configuration()
    configuration.isOnConsole = isOnConsole
    return configuration
  }

  /// What the file says, or why it can't be used.
  var reading: Result<Configuration, AppError> {
    Result { () throws(AppError) in try configuration() }
  }

  /// Writes one setting and leaves all else of the file as it stands; without a file, one is made
  /// that shows what can be set.
  ///
  /// - Parameters:
  ///   - name: the setting, as reports call it.
  ///   - value: what it is to be; null for none.
  /// - Throws: ``AppError/failed(_:)`` when the file has a mistake, can't be written, or says the
  ///   setting in a way in which it can't be changed; then it is untouched.
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

  /// A mistake with the file's name.
  func sentence(_ problem: ConfigurationProblem) -> String { "\(shownPath), \(problem)" }

  /// The first mistake, and what holds until it is gone; `nil` where there is none.
  var mistake: (text: String, holds: String)? {
    switch reading {
    case .failure(let error): (error.description, "the settings before the change stay in use")
    case .success(let read):
      read.leftOut.first.map { (sentence($0), "all other settings are in use") }
    }
  }

  /// What to say of settings that were left out; `nil` for none.
  ///
  /// - Parameters:
  ///   - problems: what is wrong with them.
  ///   - advice: where the others are named, where there are several.
  /// - Returns: the first of them, how many more there are, and that all else holds.
  func remark(
    on problems: [ConfigurationProblem], advice: String = "cairn config check names them"
  ) -> String? {
    guard let first = problems.first else { return nil }
    let more = problems.count == 1 ? "" : "; \(problems.count - 1) more: \(advice)"
    return "\(sentence(first))\(more); all other settings are in use"
  }

  /// Where a setting stands, as a person reads it.
  func origin(_ place: TextPlace) -> String { "\(shownPath):\(place.line)" }
}

extension Configuration {
  /// What a file of settings says at first, in lines that do nothing yet: each setting as it is where
  /// nobody sets it, and a person's own keys, URLs, commands and themes by an example.
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
      // A value that is missing can't be written; a number of days stands for one.
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
