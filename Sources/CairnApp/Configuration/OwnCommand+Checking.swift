internal import CairnFiles
internal import CairnStore

// Checks whether the store and the machine have what custom commands need.
extension Configuration {
  /// Returns the problems of custom commands.
  ///
  /// A command for another store is no problem, because one settings file serves all stores.
  ///
  /// - Parameters:
  ///   - model: the model of the open store; `nil` without an open store.
  ///   - environment: the process environment, with the search path for programs.
  ///   - fileSystem: the file system of the programs.
  /// - Returns: the problems, with their places in the file.
  func commandProblems(
    in model: ObjectModel?, _ environment: Environment, _ fileSystem: any FileSystem
  ) -> [ConfigurationProblem] {
    scriptProblems
      + commands.flatMap { command -> [ConfigurationProblem] in
        if let model, command.isForOtherStore(than: model) { return [] }
        let place = { (key: String) in self.place(of: key, in: command) }
        var problems: [ConfigurationProblem] = []
        if let reason = command.missingProgram(environment, fileSystem) {
          problems.append(ConfigurationProblem(.keys(reason), at: place("run")))
        }
        guard let model else { return problems }
        if let collection = command.missingCollection(in: model) {
          problems.append(ConfigurationProblem(.keys(collection), at: place("collection")))
        } else {
          problems += command.missingFields(in: model).map {
            ConfigurationProblem(.keys($0), at: place("run"))
          }
        }
        return problems
      }
  }

  /// The commands that would run text of a record as a program.
  var scriptProblems: [ConfigurationProblem] {
    commands.compactMap { command in
      command.runningOfValues.map {
        ConfigurationProblem(.keys($0), at: place(of: "run", in: command))
      }
    }
  }

  private func place(of key: String, in command: OwnCommand) -> TextPlace {
    let name = Self.name("commands", command.name)
    return places["\(name).\(key)"] ?? places[name] ?? TextPlace(line: 1, column: 1)
  }

  /// Returns a sentence for each command that is probably for another store.
  func commandsOfOtherStores(than model: ObjectModel) -> [String] {
    commands.filter { $0.isForOtherStore(than: model) }.compactMap {
      $0.missingCollection(in: model)
    }
  }
}

extension OwnCommand {
  /// Returns a message if the program can't be found; `nil` if it can, or a record names the
  /// program.
  func missingProgram(_ environment: Environment, _ fileSystem: any FileSystem) -> String? {
    let program = arguments[0]
    guard !program.contains("{") else { return nil }
    guard program.contains("/") else {
      return environment.hasProgram(program, on: fileSystem)
        ? nil : "\(name) runs \(program), which is in no folder of PATH"
    }
    return fileSystem.isProgram(environment.absolute(program))
      ? nil : "\(name) runs \(program), which is not a program"
  }

  /// A message if the command would run text of a record as a program; otherwise `nil`.
  ///
  /// A value is safe as an argument of its own. Inside a script, a shell runs it.
  var runningOfValues: String? {
    guard let run = RunArguments.run(arguments[...], where: Self.hasField) else { return nil }
    guard let program = run.program else {
      return "\(name) lets a record choose the program, in \(run.text)"
    }
    let isShell =
      program.hasSuffix("sh") && program != "ssh"
      && arguments.contains { $0.hasPrefix("-") && $0.hasSuffix("c") }
    let remedy =
      isShell
      ? "; name it as an argument: run = [\"\(program)\", \"-c\", \"echo \\\"$1\\\"\", "
        + "\"\(program)\", \"{FIELD}\"]" : ""
    return "\(name) lets \(program) run text of a record, in \(run.text)\(remedy)"
  }

  private static func hasField(_ argument: String) -> Bool {
    parts(of: argument).contains { if case .field = $0 { true } else { false } }
  }

  /// Returns a message if the store does not have the command's collection.
  func missingCollection(in model: ObjectModel) -> String? {
    guard let collection, !model.entities.contains(where: isFor) else { return nil }
    let nearest =
      model.collections(nearest: collection, limit: 1).first.map { "; did you mean \($0)?" } ?? ""
    return "\(name) is for \(collection), which this store doesn't have\(nearest)"
  }

  /// Returns whether the command is probably for another store.
  func isForOtherStore(than model: ObjectModel) -> Bool {
    missingCollection(in: model) != nil
      && model.collections(nearest: collection ?? "", limit: 1).first == nil
  }

  /// Returns a sentence for each field that no record of the command's collections has.
  func missingFields(in model: ObjectModel) -> [String] {
    let entities = model.entities.filter(isFor)
    let names = fieldNames.filter { name in
      name != "url" && !entities.contains { $0.property(matching: name) != nil }
    }
    return names.map { name in
      let known = entities.flatMap { $0.properties.map(\.name) }
      let nearest = NearestNames.nearest(to: name, among: known, limit: 1).first
      let whose = collection.map { "\($0) have no" } ?? "no collection has a"
      return "\(whose) field \(name)" + (nearest.map { "; did you mean \($0)?" } ?? "")
    }
  }
}
