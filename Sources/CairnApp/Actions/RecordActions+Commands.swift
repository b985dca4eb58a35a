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
      let now = workspace.environment.clock()
      return hand(CommandRuns(command: command, ids: ids, arguments: runs, started: now))
    } catch {
      return [.say(Message("\(command.name): \(error)", tone: .warning))]
    }
  }

  /// The runs of a command, one for each record.
  private struct CommandRuns {
    let command: OwnCommand
    let ids: [ObjectID]
    let arguments: [[String]]
    let started: Timestamp
    /// The last line of the output of each run that has ended.
    var lines: [String] = []

    /// The place of the present run.
    var place: Int { lines.count }
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
    if mayrecord; then record; else env "$@"; fi
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

  /// The functions that keep the end of a program's output in a file.
  ///
  /// The `script` of util-linux gives the program a terminal of its own, so that it works as without
  /// `script`. On another system, the program runs directly, and no output is kept.
  private static func recording(_ arguments: [String], in file: String) -> String {
    let words = arguments.map(\.quotedForShell).joined(separator: " ")
    return """
      end=\(file.quotedForShell)
      line=\("exec env -u CAIRN_SHELL ${CAIRN_SHELL:+\"SHELL=$CAIRN_SHELL\"} \(words)".quotedForShell)
      mayrecord() {
        [ -t 0 ] && [ -t 1 ] || return 1
        script --version 2>/dev/null | grep -q util-linux || return 1
        (umask 077 && mkdir -p "${end%/*}" && mkfifo "$end.pipe") 2>/dev/null
      }
      record() {
        (umask 077; exec tail -c 4096 <"$end.pipe" >"$end") &
        CAIRN_SHELL=$SHELL SHELL=/bin/sh script -q -e -c "$line" "$end.pipe"
        set -- $?
        wait
        rm -f "$end.pipe"
        return $1
      }

      """
  }

  private func hand(_ runs: CommandRuns) -> [Effect] {
    let (command, place) = (runs.command, runs.place)
    let left = runs.ids.count - place - 1
    let name = name(of: runs)
    let file =
      "\(workspace.environment.cacheFolder)/shell/\(UInt64.random(in: 0...(.max))).out"
    let script = Self.recording(runs.arguments[place], in: file) + Self.running
    let start = [
      "/bin/sh", "-c", script, command.name, command.waits ? "0" : "1",
      runs.ids.count > 1 ? TerminalText.visible(name) : "", "\(left)",
    ]
    let program = ForegroundProgram(start + runs.arguments[place]) { [self] end in
      readOutput(of: runs, ending: end, from: file)
    }
    return [.hand(program)]
  }

  /// The name of the present run in messages.
  private func name(of runs: CommandRuns) -> String {
    guard runs.ids.count > 1 else { return runs.command.name }
    let title = client.snapshot.title(of: runs.ids[runs.place])
    return "\(runs.command.name) for \(title) (\(runs.place + 1) of \(runs.ids.count))"
  }

  /// Reads the last output line of a command, and runs the command for the next record.
  private func readOutput(
    of runs: CommandRuns, ending end: ForegroundProgram.End, from file: String
  ) -> [Effect] {
    let fileSystem = workspace.fileSystem
    let job = BackgroundJob("reading its output", holdsKeys: true) { () -> String in
      guard let bytes = try? fileSystem.read(file) else { return "" }
      try? fileSystem.remove(file)
      return TerminalOutput(bytes).lastLine
    } completion: { [self] line in
      var after = runs
      after.lines.append(line)
      if case .exited(0) = end, after.place < after.ids.count { return hand(after) }
      // The program may have changed the store's files.
      return client.reload() + finish(after, ending: end, name: name(of: runs))
    }
    return [.run(job)]
  }

  /// Reports the last line and the exit status, and adds the command to the jobs.
  private func finish(
    _ runs: CommandRuns, ending end: ForegroundProgram.End, name: String
  ) -> [Effect] {
    let all = runs.ids.count > 1 ? " for \(Count.text(runs.ids.count, "record"))" : ""
    let line = runs.lines.last.map { $0.isEmpty ? "" : ": \($0)" } ?? ""
    let failure = end.message(of: name)
    let message = Message(
      (failure?.text ?? "\(runs.command.title)\(all) is done") + line,
      tone: failure?.tone ?? .good)
    let details = zip(runs.ids, runs.lines).map { id, line in
      "\(client.snapshot.title(of: id)): \(line.isEmpty ? "no output is known" : line)"
    }
    let outcome = JobOutcome(result: message.text, details: details)
    return jobs.record(
      .command, runs.command.title + all, since: runs.started,
      end == .exited(0) ? .done : .failed, outcome) + [.say(message)]
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
    let program = ForegroundProgram(arguments) { end in
      effects() + (end.message(of: name).map { [.say($0)] } ?? [])
    }
    return [.hand(program)]
  }
}

extension ForegroundProgram.End {
  /// Returns a message if a program called `name` failed.
  fileprivate func message(of name: String) -> Message? {
    switch self {
    case .exited(0): nil
    case .exited(let status): Message("\(name) ended with status \(status)", tone: .warning)
    case .failed(let reason): Message("\(name): \(reason)", tone: .bad)
    }
  }
}

extension String {
  /// The text as one word of a command line for `/bin/sh`.
  fileprivate var quotedForShell: String { "'" + replacing("'", with: "'\\''") + "'" }
}
