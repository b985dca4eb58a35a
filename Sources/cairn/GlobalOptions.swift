internal import ArgumentParser

/// The options that every command takes, before or after its name.
struct GlobalOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The store's folder.", valueName: "dir"))
  var store: String?

  @Flag(name: .customLong("read-only"), help: "Change nothing in the store.")
  var isReadOnly = false

  @Option(help: ArgumentHelp("The session to resume and to keep.", valueName: "name"))
  var session: String?

  @Flag(name: .customLong("plain"), help: "Only plain characters, for screen readers.")
  var isPlain = false

  /// The arguments with the options that stand before the command's name moved behind the others,
  /// where the command, or the one of its own that follows it, reads them.
  ///
  /// A parser with a default subcommand takes `--store DIR list` for the default's own arguments;
  /// behind the name each command reads them as its own. Words after `--` are left alone.
  ///
  /// - Parameters:
  ///   - arguments: what the shell passed, without the program's name.
  ///   - commands: the names of the commands.
  ///   - defaultCommand: the command where none is named.
  /// - Returns: the command's name, then everything else.
  static func normalize(
    _ arguments: [String], commands: Set<String>, defaultCommand: String
  ) -> [String] {
    var lifted: [String] = []
    var rest = arguments[...]
    while let word = rest.first, word.hasPrefix("-"), word != "-", word != "--" {
      if ["--help", "-h", "--version"].contains(word), lifted.isEmpty { return arguments }
      lifted.append(rest.removeFirst())
      if takesValue(word), let value = rest.popFirst() { lifted.append(value) }
    }
    let command: String
    if let word = rest.first, commands.contains(word) {
      command = rest.removeFirst()
    } else {
      command = defaultCommand
    }
    let end = rest.firstIndex(of: "--") ?? rest.endIndex
    return [command] + rest[..<end] + lifted + rest[end...]
  }

  private static func takesValue(_ word: String) -> Bool {
    ["--store", "--session"].contains(word)
  }
}
