internal import CairnInterface
internal import CairnKit
internal import CairnRecords
internal import CairnStore

extension Configuration {
  /// The person's own command that an action does, if it is one.
  func command(of action: ActionName) -> OwnCommand? {
    OwnCommand.name(of: action).flatMap { name in commands.first { $0.name == name } }
  }
}

/// Programs of a person's own, for the record that is shown or that the cursor is on, or for each
/// of those that are marked.
extension RecordActions {
  /// Whether a command is for what a person looks at.
  func canRun(_ command: OwnCommand?, at place: ActionPlace) -> Bool {
    guard let command, let entity = entityOfRecords(at: place) else { return false }
    return command.isFor(entity)
  }

  /// Gives the terminal to the command's program, and says how that ended where it went wrong; asks
  /// before it is run several times, as nothing takes back what it does.
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
      let title = desk.snapshot.title(of: id).shortened(to: 24)
      choices.append(Menu.Choice("o", "Only for \(title)") { self.run(command, for: [id]) })
    }
    choices.append(
      Menu.Choice("a", "For each record") { self.run(command, for: ids) })
    return [.present(Menu(question, choices: choices))]
  }

  /// Runs a command for one record after the other, as long as that goes well.
  private func run(_ command: OwnCommand, for ids: [ObjectID]) -> [Effect] {
    do throws(AppError) {
      // What one of them lacks is known before anything is done.
      let runs = try ids.map { id throws(AppError) in
        try command.arguments(for: id, in: desk.snapshot, at: desk.clock())
      }
      return hand(runs[...], of: command, for: ids)
    } catch {
      return [.say(Message("\(command.name): \(error)", tone: .warning))]
    }
  }

  /// Runs a program, and nothing that the shell has under its name; where `$1` is 0, or it failed
  /// within two seconds, what it said can be read until Enter is pressed.
  ///
  /// Where it is one of several, `$2` says which, and `$3` how many are left: Ctrl-C in place of
  /// Enter ends them all, told by the status of a program that Ctrl-C ended.
  private static let running = """
    trap : INT QUIT
    modes=$(stty -g </dev/tty 2>/dev/null)
    fails=$1 heading=$2 left=$3
    shift 3
    if [ -n "$heading" ]; then printf '\\n%s\\n' "$heading"; fi
    start=$(date +%s)
    env "$@"
    status=$?
    if [ $status -ne 0 ] && [ $(($(date +%s) - start)) -lt 2 ]; then fails=0; fi
    if [ $fails -ne 0 ]; then exit $status; fi
    if [ -n "$modes" ]; then stty "$modes" </dev/tty 2>/dev/null; fi
    if [ $status -eq 0 ] && [ $left -gt 0 ]; then
      trap 'exit 130' INT
      printf '\\n[Enter goes on to the next, %s left; Ctrl-C ends them] ' $left
    else
      printf '\\n[Enter goes back] '
    fi
    read -r _ </dev/tty
    exit $status
    """

  private func hand(
    _ runs: ArraySlice<[String]>, of command: OwnCommand, for ids: [ObjectID]
  ) -> [Effect] {
    // It may have changed the store's files.
    guard let arguments = runs.first else {
      let all = ids.count > 1 ? " for \(Count.text(ids.count, "record"))" : ""
      return desk.reload() + [.say(Message("\(command.title)\(all) is done", tone: .good))]
    }
    let place = runs.startIndex
    var (name, heading) = (command.name, "")
    if ids.count > 1 {
      name += " for \(desk.snapshot.title(of: ids[place])) (\(place + 1) of \(ids.count))"
      heading = TerminalText.visible(name)
    }
    let start = [
      "/bin/sh", "-c", Self.running, command.name, command.waits ? "0" : "1", heading,
      "\(runs.count - 1)",
    ]
    let program = ForegroundProgram(start + arguments) { [self] end in
      if case .exited(0) = end { return hand(runs.dropFirst(), of: command, for: ids) }
      return desk.reload() + end.message(of: name)
    }
    return [.hand(program)]
  }

  /// Gives the terminal to a program.
  ///
  /// - Parameters:
  ///   - arguments: the program and its arguments.
  ///   - name: what it is called where it went wrong.
  ///   - effects: what follows, however it ended.
  /// - Returns: the effects that start it.
  func hand(
    _ arguments: [String], to name: String, then effects: @escaping () -> [Effect]
  ) -> [Effect] {
    let program = ForegroundProgram(arguments) { end in effects() + end.message(of: name) }
    return [.hand(program)]
  }
}

extension ForegroundProgram.End {
  /// Says how a program called `name` ended, where it went wrong.
  fileprivate func message(of name: String) -> [Effect] {
    switch self {
    case .exited(0): []
    case .exited(let status): [.say(Message("\(name) ended with status \(status)", tone: .warning))]
    case .failed(let reason): [.say(Message("\(name): \(reason)", tone: .bad))]
    }
  }
}
