/// Which arguments a program runs, as a script or as another program.
///
/// The table has common programs of a Unix system. Another program may run its arguments, too.
struct RunArguments {
  /// The arguments after the options.
  enum Operands {
    /// The program runs no argument.
    case data
    /// All arguments after the first `count` are run, joined to a command.
    case command(after: Int)
    /// The first argument is a script or a script's file, unless an option gives the script.
    case script
    /// The argument after the first `count` is a program, and the rest are its arguments.
    case program(after: Int)
    /// The arguments after one of these words are run, joined to a command.
    case commandAfter(Set<String>)
  }

  /// Options whose value is run: `-c`.
  var scriptOptions: [String] = []
  /// Options that a program and its arguments follow: `-exec`.
  var programOptions: [String] = []
  /// Options after which the first operand is not a script: `-f`.
  var fileOptions: [String] = []
  /// Options before the operands whose value isn't run: `-p`.
  var dataOptions: Set<String> = []
  var operands = Operands.data

  /// Finds the first argument with text of a record that a program would run.
  ///
  /// - Parameters:
  ///   - arguments: a program and its arguments.
  ///   - hasField: whether an argument has text of a record.
  /// - Returns: the argument and its program, which is `nil` if the argument is the program; `nil`
  ///   if no such argument is run.
  static func run(
    _ arguments: ArraySlice<String>, where hasField: (String) -> Bool
  ) -> (program: String?, text: String)? {
    guard let path = arguments.first else { return nil }
    if hasField(path) { return (nil, path) }
    let name = programName(path)
    guard let known = all[name] else { return nil }
    return known.run(of: name, arguments.dropFirst(), where: hasField)
  }

  private func run(
    of name: String, _ arguments: ArraySlice<String>, where hasField: (String) -> Bool
  ) -> (program: String?, text: String)? {
    let scripts = scriptOptions.flatMap { Self.values(of: $0, in: arguments) }
    if let text = scripts.first(where: hasField) { return (name, text) }
    for place in arguments.indices where programOptions.contains(arguments[place]) {
      if let run = Self.run(arguments[(place + 1)...], where: hasField) { return run }
    }
    let rest = operands(in: arguments)
    switch operands {
    case .data: return nil
    case .command(let count):
      // `ssh host -p 22 ls`: options can follow the host, too.
      return operands(in: rest.dropFirst(count)).first(where: hasField).map { (name, $0) }
    case .script:
      let options = arguments[..<rest.startIndex]
      let namesFile = options.contains { option in fileOptions.contains(where: option.hasPrefix) }
      guard scripts.isEmpty, !namesFile else { return nil }
      return rest.first.flatMap { hasField($0) ? (name, $0) : nil }
    case .program(let count):
      let program = rest.drop(while: Self.isVariable).dropFirst(count)
      // The word may be the value of an option that is not in the table.
      let isOptionValue =
        program.startIndex > arguments.startIndex
        && arguments[program.startIndex - 1].hasPrefix("-")
        && arguments[program.startIndex - 1] != "--"
      if let run = Self.run(program, where: hasField), run.program != nil || !isOptionValue {
        return run
      }
      // The program can follow other operands: `docker exec web sh -c ls`.
      let next = program.dropFirst().firstIndex { Self.all[Self.programName($0)] != nil }
      return next.flatMap { Self.run(program[$0...], where: hasField) }
    case .commandAfter(let words):
      guard let first = rest.first, words.contains(first) else { return nil }
      let command = operands(in: rest.dropFirst())
      // Several words are a program with its arguments. One word is a command for a shell.
      if command.count > 1 { return Self.run(command, where: hasField) }
      // In a name or a folder, tmux runs `#(ls)`.
      return rest.first(where: hasField).map { (name, $0) }
    }
  }

  /// Returns the arguments after the options.
  private func operands(in arguments: ArraySlice<String>) -> ArraySlice<String> {
    var rest = arguments
    while let word = rest.first, word.hasPrefix("-") {
      rest = rest.dropFirst(dataOptions.contains(word) ? 2 : 1)
      if word == "--" { break }
    }
    return rest
  }

  /// Returns whether a word sets a variable: `A=1` in `env A=1 sh`.
  private static func isVariable(_ word: String) -> Bool {
    let name = word.prefix { $0 != "=" }
    return name.count < word.count && !name.isEmpty
      && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
  }

  /// Returns the values of an option: in the next argument, or in the same one.
  ///
  /// A short option can follow others: `-xc`.
  private static func values(of option: String, in arguments: ArraySlice<String>) -> [String] {
    arguments.indices.compactMap { place in
      let argument = arguments[place]
      let isCluster =
        option.count == 2 && argument.hasPrefix("-") && !argument.hasPrefix("--")
        && argument.hasSuffix(option.dropFirst())
      if (argument == option && option != "+") || isCluster {
        // `sh -c -l ls`: the script follows all options.
        return arguments[(place + 1)...].first { !$0.hasPrefix("-") }
      }
      return argument.hasPrefix(option) && argument != option
        ? String(argument.dropFirst(option.count)) : nil
    }
  }

  /// Returns the name of a program without its folder and version: `/usr/bin/python3.12` is python.
  private static func programName(_ path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let digits = name.reversed().prefix { $0.isNumber || $0 == "." }.count
    return name == "sqlite3" || digits == name.count ? name : String(name.dropLast(digits))
  }

  private static let all: [String: RunArguments] = {
    var all: [String: RunArguments] = [:]
    func add(_ names: String, _ arguments: RunArguments) {
      for name in names.split(separator: " ") { all[String(name)] = arguments }
    }
    add(
      "sh bash dash zsh ksh fish ash csh tcsh mksh nu pwsh",
      .init(scriptOptions: ["-c"], fileOptions: ["-s"], operands: .script))
    add(
      "python pypy expect guile",
      .init(scriptOptions: ["-c"], fileOptions: ["-m"], operands: .script))
    add(
      "perl ruby node lua deno bun osascript Rscript julia",
      .init(scriptOptions: ["-e", "-E", "--eval"], operands: .script))
    add("php", .init(scriptOptions: ["-r"], operands: .script))
    add(
      "awk gawk mawk nawk sed",
      .init(
        scriptOptions: ["-e", "--expression"], fileOptions: ["-f", "--file"],
        dataOptions: ["-F", "-v"],
        operands: .script))
    add("psql su runuser script", .init(scriptOptions: ["-c", "--command"]))
    add("mysql mariadb mutt emacsclient kak", .init(scriptOptions: ["-e", "--execute", "--eval"]))
    add("ed", .init(operands: .command(after: 0)))
    add("split", .init(scriptOptions: ["--filter"]))
    add("vi vim nvim gvim ex vimdiff", .init(scriptOptions: ["-c", "--cmd", "+"]))
    add("emacs", .init(scriptOptions: ["--eval", "--execute"]))
    add("less more", .init(scriptOptions: ["+"]))
    add("man", .init(scriptOptions: ["-P", "--pager"]))
    add("gdb", .init(scriptOptions: ["-ex", "-iex", "--eval-command"]))
    add("git", .init(scriptOptions: ["--upload-pack", "--receive-pack"]))
    add("rsync", .init(scriptOptions: ["-e", "--rsh", "--rsync-path"]))
    add("scp sftp", .init(scriptOptions: ["-S", "-o"]))
    add(
      "tar",
      .init(scriptOptions: [
        "-I", "--to-command", "--use-compress-program", "--checkpoint-action",
      ]))
    add("fzf", .init(scriptOptions: ["--preview", "--bind"]))
    add("sqlite3", .init(scriptOptions: ["-cmd"], operands: .command(after: 1)))
    add("parallel", .init(dataOptions: ["-j"], operands: .command(after: 0)))
    add("watch", .init(dataOptions: ["-n"], operands: .command(after: 0)))
    add(
      "make gmake",
      .init(
        scriptOptions: ["--eval"], dataOptions: ["-C", "-f", "-j", "-I", "-o", "-W"],
        operands: .command(after: 0)))
    add(
      "ssh",
      .init(
        scriptOptions: ["-o"], dataOptions: Set("bcDEeFIiJLlmOopQRSWw".map { "-\($0)" }),
        operands: .command(after: 1)))
    add("find", .init(programOptions: ["-exec", "-execdir", "-ok", "-okdir"]))
    add("fd", .init(programOptions: ["-x", "-X", "--exec", "--exec-batch"]))
    add(
      "env",
      .init(
        scriptOptions: ["-S", "--split-string"], dataOptions: ["-u", "-C"],
        operands: .program(after: 0)))
    add(
      "sudo doas",
      .init(
        dataOptions: ["-u", "-g", "-C", "-D", "-h", "-p", "-r", "-t", "-T", "-U"],
        operands: .program(after: 0)))
    add(
      "nice ionice nohup setsid time xargs busybox strace systemd-run screen docker podman kubectl "
        + "stdbuf chroot pkexec unshare taskset rlwrap ssh-agent xvfb-run bwrap firejail",
      .init(
        dataOptions: [
          "-u", "-n", "-c", "-I", "-P", "-L", "-d", "-S", "-o", "-a", "-p", "-r", "-H",
        ],
        operands: .program(after: 0)))
    add(
      "timeout flock",
      .init(
        scriptOptions: ["-c"], dataOptions: ["-s", "-k", "-w"], operands: .program(after: 1)))
    add(
      "xterm uxterm urxvt kitty foot alacritty gnome-terminal konsole x-terminal-emulator wezterm",
      .init(programOptions: ["-e", "--command", "--"], operands: .program(after: 0)))
    add(
      "tmux",
      .init(
        dataOptions: ["-L", "-S", "-f", "-s", "-n", "-t", "-c", "-x", "-y", "-e", "-F"],
        operands: .commandAfter([
          "new", "new-session", "neww", "new-window", "splitw", "split-window", "respawnp",
          "respawn-pane", "respawnw", "respawn-window", "run", "run-shell", "if", "if-shell",
          "pipep", "pipe-pane", "popup", "display-popup", "send", "send-keys", "display",
          "display-message",
        ])))
    return all
  }()
}
