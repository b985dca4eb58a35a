internal import CairnFiles
internal import CairnInterchange
internal import CairnKit
internal import CairnRecords
internal import CairnScreens
internal import CairnStore
internal import Synchronization

/// The shell, the person's pager, and commands that get records.
///
/// A person types a command of their shell. The command line never contains data of the store.
/// Records come as JSON Lines on standard input. The variables `CAIRN_STORE` and `CAIRN_URL` hold
/// the store's folder and the screen's URL.
extension RecordActions {
  /// Returns a script that runs a program on the terminal.
  ///
  /// Ctrl-C and Ctrl-\ end only the program. The script can call `await TEXT`, which restores the
  /// modes of the terminal and keeps the output until Enter is pressed.
  static func terminalScript(_ body: String) -> String {
    """
    trap : INT QUIT
    modes=$(stty -g </dev/tty 2>/dev/null)
    await() {
      if [ -n "$modes" ]; then stty "$modes" </dev/tty 2>/dev/null; fi
      printf '\\n[%s] ' "$1"
      read -r _ </dev/tty
    }

    """ + body
  }

  /// The script that runs a command; its file of records, if any, is `$2`.
  private static let script = terminalScript(
    """
    shell=${SHELL:-/bin/sh}
    export CAIRN_STORE="$3" CAIRN_URL="$4"
    if [ -n "$2" ]; then "$shell" -c "$1" <"$2"; else "$shell" -c "$1"; fi
    status=$?
    if [ $status -eq 0 ]; then await 'Enter goes back'
    else await "it ended with status $status; Enter goes back"; fi
    exit 0
    """)

  /// Asks for a command and runs it; an empty command opens a shell.
  func runShell(at place: ActionPlace) -> [Effect] {
    let prompt = TextPrompt(
      "Run in the shell", text: lastCommands.shell, isSelected: true,
      footer: .taking("runs it, or opens a shell")
    ) { [self] command in
      lastCommands.shell = command
      guard !command.allSatisfy(\.isWhitespace) else {
        let script = "export CAIRN_STORE=\"$1\" CAIRN_URL=\"$2\"; exec \"${SHELL:-/bin/sh}\""
        return handToShell(script, ["sh", shellStore.path, shownURL(of: place)])
      }
      return run(command, at: place)
    }
    return [.present(prompt)]
  }

  /// Asks for a command, and pipes the marked records to it, or all shown ones.
  func pipe(at place: ActionPlace) -> [Effect]? {
    guard let subject = shownOrMarked(at: place) else { return nil }
    let prompt = TextPrompt(
      "Pipe \(subject.short) as JSON Lines to", text: lastCommands.pipe, isSelected: true,
      footer: .taking("runs it")
    ) { [self] command in
      guard !command.allSatisfy(\.isWhitespace) else { return [] }
      lastCommands.pipe = command
      return pipe(subject, into: command, at: place)
    }
    return [.present(prompt)]
  }

  /// Shows the current screen's records in the person's pager, as `cairn list` and `cairn show`
  /// print them.
  func page(at place: ActionPlace) -> [Effect]? {
    guard let subject = shownOrMarked(at: place) else { return nil }
    let (workspace, snapshot, mount) = (workspace, client.snapshot, client.mount)
    return write(subject, as: "txt") { () throws(AppError) in
      if let id = subject.id {
        return Array(try workspace.text(of: id, in: snapshot, at: mount, as: .text).utf8)
      }
      let all = try workspace.list(at: .url(subject.url), adding: try ListClauses())
      var text: [UInt8] = []
      try (subject.keys.map(all.restricted) ?? all).print(as: .table) { text += $0 }
      return text
    } then: { [self] path in
      handToShell(
        Self.pagerScript, ["sh", path, workspace.pager], removing: path, called: "the pager")
    }
  }

  /// The script that runs a pager; the file is `$1`.
  ///
  /// A pager that exits at once, because the text fits on a screen or it works like `cat`, would
  /// leave nothing to read.
  private static let pagerScript = terminalScript(
    """
    export LESS="${LESS:-} -+F"
    case ${2##*/} in
      cat|"cat "*) ;;
      *) exec /bin/sh -c "$2" <"$1" ;;
    esac
    /bin/sh -c "$2" <"$1" || exit
    await 'Enter goes back'
    exit 0
    """)

  /// Returns the marked records of the list, else the shown record or list.
  private func shownOrMarked(at place: ActionPlace) -> Target? {
    shown(at: place).map { shown in
      place.marks.isEmpty && !shown.countsValues ? shown : chosen(place, of: shown) ?? shown
    }
  }

  private func pipe(_ subject: Target, into command: String, at place: ActionPlace) -> [Effect] {
    write(subject, as: "jsonl") { [workspace] () throws(AppError) in
      Array(try workspace.text(subject.url, only: subject.keys, as: .jsonl).utf8)
    } then: { [self] path in
      run(command, at: place, reading: path)
    }
  }

  /// Writes records to a temporary file on another thread, and continues with the file.
  private func write(
    _ subject: Target, as suffix: String,
    _ text: @escaping @Sendable () throws(AppError) -> [UInt8],
    then next: @escaping (String) -> [Effect]
  ) -> [Effect] {
    let fileSystem = workspace.fileSystem
    let folder = workspace.environment.cacheFolder + "/shell"
    let path = "\(folder)/\(UInt64.random(in: 0...(.max))).\(suffix)"
    let isAbandoned = Flag()
    let now = workspace.environment.clock()
    let job = BackgroundJob("exporting \(subject.short)", holdsKeys: true) { () -> AppError? in
      do {
        let bytes = try text()
        try fileSystem.makeFolder(folder)
        for path in fileSystem.leftovers(in: folder, at: now) { try? fileSystem.remove(path) }
        try fileSystem.replace(path, with: bytes)
        if isAbandoned.isRaised { try fileSystem.remove(path) }
        return nil
      } catch {
        return error as? AppError ?? .failed("\(error)")
      }
    } completion: { problem in
      problem.map { [.say(Message($0.description, tone: .bad))] } ?? next(path)
    } abandon: {
      isAbandoned.raise()
      return []
    }
    return [.run(job)]
  }

  private func run(
    _ command: String, at place: ActionPlace, reading file: String? = nil
  ) -> [Effect] {
    handToShell(
      Self.script, ["sh", command, file ?? "", shellStore.path, shownURL(of: place)],
      removing: file)
  }

  /// Returns the app's URL of the screen.
  private func shownURL(of place: ActionPlace) -> String { client.mount.outward(place.url).text }

  /// Runs a shell script on the terminal.
  ///
  /// Afterwards, loads changes of the store, as the script may have run Cairn commands.
  ///
  /// - Parameters:
  ///   - script: the script for `/bin/sh`.
  ///   - arguments: the arguments; the first one is `$0`.
  ///   - file: a file of records to remove afterwards.
  ///   - name: the name in the message if the script ends with an error status.
  /// - Returns: the effects that run the script.
  private func handToShell(
    _ script: String, _ arguments: [String], removing file: String? = nil,
    called name: String = "the shell"
  ) -> [Effect] {
    let (client, fileSystem) = (shellStore.client, workspace.fileSystem)
    let changes = ProgramChanges(workspace.environment, fileSystem)
    return hand(changes.starting(["/bin/sh", "-c", script] + arguments), to: name) {
      if let file { try? fileSystem.remove(file) }
      return client.takeIn(changes.finish(client.store.id) ?? [], isTold: false)
    }
  }
}

extension Workspace {
  /// The pager's command for a shell: `$PAGER`, else an installed pager.
  fileprivate var pager: String {
    if let named = environment["PAGER"] { return named }
    // The rows of a table are not wrapped.
    return environment.hasProgram("less", on: fileSystem) ? "less -S" : "more"
  }
}

/// A flag that one thread sets for another.
private final class Flag: Sendable {
  private let state = Atomic(false)
  var isRaised: Bool { state.load(ordering: .acquiring) }
  func raise() { state.store(true, ordering: .releasing) }
}
