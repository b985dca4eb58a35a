internal import CairnInterface
internal import CairnKit
internal import CairnRecords
internal import CairnStore

extension Configuration {
  /// Returns the custom command of an action, if it has one.
  func command(of action: ActionName) -> OwnCommand? {
    OwnCommand.name(of: action).flatMap { name in commands.first { $0.name == name } }
  }
}

/// Custom commands for the shown record, the one under the cursor, or each marked record.
extension RecordActions {
  /// Returns whether a command applies to the current screen.
  func canRun(_ command: OwnCommand?, at place: ActionPlace) -> Bool {
    guard let command, let entity = entityOfRecords(at: place) else { return false }
    return command.isFor(entity)
  }

  /// Runs the command's program on the terminal, and reports a failure.
  ///
  /// Asks before it runs the program several times, because the program's work can't be undone.
  func run(_ command: OwnCommand?, at place: ActionPlace) -> [Effect]? {
    guard let command, canRun(command, at: place) else { return nil }
    return Effect.trying { () throws(AppError) in
      let ids = try records(at: place, for: "a command")
      guard ids.count > 1 else {
        return ids.isEmpty ? [.say(.goneMarks)] : run(command, for: ids)
      }
      return ask(whetherToRun: command, for: ids, at: place)
    }
  }

  private func ask(
    whetherToRun command: OwnCommand, for ids: [ObjectID], at place: ActionPlace
  ) -> [Effect] {
    let question = "\(command.title) for \(Count.text(ids.count)) marked?"
    var choices = [Menu.Choice("c", "Cancel") { [] }]
    if let id = record(at: place) {
      let title = client.snapshot.title(of: id).shortened(to: 24)
      choices.append(Menu.Choice("o", "Only for \(title)") { self.run(command, for: [id]) })
    }
    choices.append(
      Menu.Choice("a", "For each record") { self.run(command, for: ids) })
    return [.present(Menu(question, choices: choices))]
  }

  /// Runs a command for one record after another, until one run fails.
  private func run(_ command: OwnCommand, for ids: [ObjectID]) -> [Effect] {
    do throws(AppError) {
      // The arguments of all runs are checked before the first run.
      let runs = try ids.map { id throws(AppError) in
        try command.arguments(for: id, in: client.snapshot, at: client.clock())
      }
      return hand(runs[...], of: command, for: ids)
    } catch {
      return [.say(Message("\(command.name): \(error)", tone: .warning))]
    }
  }

  /// The script that runs a program.
  ///
  /// It never runs a function or built-in of the shell with the same name. If `$1` is 0, or the
  /// program failed within two seconds, its output stays until Enter is pressed.
  ///
  /// For one of several runs, `$2` is its heading and `$3` the number of remaining runs. Ctrl-C
  /// instead of Enter stops all of them; the script then exits with the status of a program that
  /// Ctrl-C ended.
  private static let running = terminalScript(
    """
    fails=$1 heading=$2 left=$3
    shift 3
    if [ -n "$heading" ]; then printf '\\n%s\\n' "$heading"; fi
    start=$(date +%s)
    env "$@"
    status=$?
    if [ $status -ne 0 ] && [ $(($(date +%s) - start)) -lt 2 ]; then fails=0; fi
    if [ $fails -ne 0 ]; then exit $status; fi
    if [ $status -eq 0 ] && [ $left -gt 0 ]; then
      trap 'exit 130' INT
      await "Enter goes on to the next, $left left; Ctrl-C ends them"
    else
      await 'Enter goes back'
    fi
    exit $status
    """)

  private func hand(
    _ runs: ArraySlice<[String]>, of command: OwnCommand, for ids: [ObjectID]
  ) -> [Effect] {
    // The program may have changed the store's files.
    guard let arguments = runs.first else {
      let all = ids.count > 1 ? " for \(Count.text(ids.count, "record"))" : ""
      return client.reload() + [.say(Message("\(command.title)\(all) is done", tone: .good))]
    }
    let place = runs.startIndex
    var (name, heading) = (command.name, "")
    if ids.count > 1 {
      name += " for \(client.snapshot.title(of: ids[place])) (\(place + 1) of \(ids.count))"
      heading = TerminalText.visible(name)
    }
    let start = [
      "/bin/sh", "-c", Self.running, command.name, command.waits ? "0" : "1", heading,
      "\(runs.count - 1)",
    ]
    let program = ForegroundProgram(start + arguments) { [self] end in
      if case .exited(0) = end { return hand(runs.dropFirst(), of: command, for: ids) }
      return client.reload() + end.message(of: name)
    }
    return [.hand(program)]
  }

  /// Runs a program on the terminal.
  ///
  /// - Parameters:
  ///   - arguments: the program and its arguments.
  ///   - name: the program's name in the message about a failure.
  ///   - effects: the effects that follow, even after a failure.
  /// - Returns: the effects that run the program.
  func hand(
    _ arguments: [String], to name: String, then effects: @escaping () -> [Effect]
  ) -> [Effect] {
    let program = ForegroundProgram(arguments) { end in effects() + end.message(of: name) }
    return [.hand(program)]
  }
}

extension ForegroundProgram.End {
  /// Returns a message if a program called `name` failed.
  fileprivate func message(of name: String) -> [Effect] {
    switch self {
    case .exited(0): []
    case .exited(let status): [.say(Message("\(name) ended with status \(status)", tone: .warning))]
    case .failed(let reason): [.say(Message("\(name): \(reason)", tone: .bad))]
    }
  }
}
