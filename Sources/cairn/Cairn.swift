internal import ArgumentParser
internal import CPlatform
internal import CairnApp
internal import CairnInterface
internal import CairnStore
internal import Glibc

/// The program: reads arguments, runs a command, ends with the status that the contract names.
@main
struct Cairn: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cairn",
    abstract: "Browse, filter and edit your records in the terminal.",
    usage: """
      cairn [URL ...] [--fresh] [--replace]
      cairn COMMAND ...
      """,
    discussion: .examples(
      """
      cairn                       # open the app where you left off
      cairn import places.csv     # import a file
      cairn list places --count   # use the records in scripts
      """,
      then: """
        Every screen has a URL, and @NAME is the URL of a favorite. cairn guide explains more.
        """),
    version: "0.1.0",
    subcommands: [
      CompleteCommand.self, ManualCommand.self, GitMergeCommand.self, GitHookCommand.self,
      ShortForm<StoreCommand.Verify>.self, ShortForm<StoreCommand.Fold>.self,
    ],
    groupedSubcommands: [
      CommandGroup(
        name: "Start",
        subcommands: [
          InitCommand.self, DemoCommand.self, OpenCommand.self, GuideCommand.self,
        ]),
      CommandGroup(
        name: "Look",
        subcommands: [
          ListCommand.self, ShowCommand.self, FindCommand.self, FavoritesCommand.self,
          PeekCommand.self, PickCommand.self, RenderCommand.self,
        ]),
      CommandGroup(
        name: "Change",
        subcommands: [
          AddCommand.self, SetCommand.self, RemoveCommand.self, EditCommand.self,
          UndoCommand.self, RedoCommand.self, LogCommand.self, ModelCommand.self,
        ]),
      CommandGroup(
        name: "Import and export",
        subcommands: [ImportCommand.self, ExportCommand.self, SyncCommand.self, JobsCommand.self]),
      CommandGroup(
        name: "Maintain",
        subcommands: [
          StoreCommand.self, ConfigCommand.self, KeysCommand.self, RoutesCommand.self,
          StateCommand.self, CompletionsCommand.self,
        ]),
    ])

  static func main() {
    var commands: [String: Set<String>] = ["help": []]
    for command in configuration.subcommands {
      commands[command._commandName] = Set(
        command.configuration.subcommands.map { $0._commandName })
    }
    var arguments = GlobalOptions.normalize(
      Array(CommandLine.arguments.dropFirst()), commands: commands,
      defaultCommand: OpenCommand._commandName)
    if arguments.first == ListCommand._commandName {
      arguments = ListCommand.protectingFilter(arguments)
    } else if arguments.starts(with: FavoritesCommand.Move.path) {
      arguments = arguments.protecting { Int($0).map { $0 < 0 } ?? false }
    }
    platform_survive_large_files()
    do {
      try StandardStream.reserve()
      try requireText()
      var command = try parsedAlone(arguments) ?? parseAsRoot(arguments)
      if let command = command as? any CairnCommand {
        var environment = try Environment.ofProcess()
        environment.origin = .command(words(of: arguments, commands).joined(separator: " "))
        try command.run(Invocation(environment: environment, options: command.options))
      } else {
        try command.run()
      }
    } catch let error as AppError {
      end(error)
    } catch {
      endParsing(error, words(of: arguments, commands))
    }
  }

  /// The words that name a command: its own, and that of the one in it, if any.
  private static func words(
    of arguments: [String], _ commands: [String: Set<String>]
  ) -> ArraySlice<String> {
    guard let name = arguments.first, let own = commands[name] else { return [] }
    return arguments.prefix(arguments.dropFirst().first.map(own.contains) == true ? 2 : 1)
  }

  /// The command that arguments name, if it takes them.
  ///
  /// The parser looks at all commands before it parses, which takes it longer than most of them
  /// run. Arguments that are wrong or ask for help it then gets with all commands, to answer in
  /// their names.
  private static func parsedAlone(_ arguments: [String]) -> (any ParsableCommand)? {
    guard let name = arguments.first,
      let command = configuration.subcommands.first(where: { $0._commandName == name }),
      command.configuration.subcommands.isEmpty
    else { return nil }
    // Asked for help, the parser answers with a command of its own.
    return (try? command.parseAsRoot(Array(arguments.dropFirst()))) as? any CairnCommand
  }

  /// Refuses arguments that are no text, which would be taken for another one than was given.
  private static func requireText() throws(AppError) {
    for index in 1..<max(1, Int(CommandLine.argc)) {
      guard let argument = unsafe CommandLine.unsafeArgv[index] else { continue }
      guard unsafe String(validatingCString: argument) != nil else {
        throw .usage("argument \(index) is not text in UTF-8")
      }
    }
  }

  private static func end(_ error: AppError) -> Never {
    // When not even this can be written, the status still tells.
    try? StandardStream.error.write(Array("cairn: \(error.description.onOneLine)\n".utf8))
    Glibc.exit(error.exitStatus)
  }

  /// Help and version are answers; anything else is one line and the status for wrong usage.
  ///
  /// - Parameters:
  ///   - error: What the parser threw.
  ///   - words: The words that name the command.
  private static func endParsing(_ error: any Error, _ words: ArraySlice<String>) -> Never {
    guard exitCode(for: error) != .success else { answer(fullMessage(for: error)) }
    let message = message(for: error)
    let command = command(of: words)
    let sentence =
      RefusedValue(message).map { $0.sentence(in: command.map(CommandTable.init)) } ?? message
    let help = (["cairn"] + (command == nil ? [] : words) + ["--help"]).joined(separator: " ")
    end(.usage("\(sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence); see \(help)"))
  }

  /// Prints an answer, which has to be seen to be one: the parser's own way says nothing of a full
  /// disk.
  private static func answer(_ text: String) -> Never {
    do throws(AppError) {
      try StandardStream.output.write(Array("\(text)\n".utf8))
    } catch {
      end(error)
    }
    Glibc.exit(EXIT_SUCCESS)
  }

  /// The command that words name, but for the one that runs without being named.
  private static func command(of words: ArraySlice<String>) -> (any ParsableCommand.Type)? {
    var found: (any ParsableCommand.Type)?
    for word in words where word != OpenCommand._commandName {
      let commands = (found?.configuration ?? configuration).subcommands
      guard let command = commands.first(where: { $0._commandName == word }) else { return found }
      found = command
    }
    return found
  }
}

/// A command of the command line.
///
/// `run` gets what the process was told, so that a command reads no global state, and throws only
/// errors that carry an exit status.
///
/// Its configuration has its name: to make one of the type's takes the parser a fifth of a
/// millisecond at each start of the program, whatever command is meant.
protocol CairnCommand: ParsableCommand {
  var options: GlobalOptions { get }

  func run(_ invocation: Invocation) throws(AppError)
}

extension String {
  /// The discussion of a command's help: its examples, then the text.
  ///
  /// - Parameters:
  ///   - lines: one command a line, with the effect as a comment.
  ///   - text: the text below; empty for none.
  /// - Returns: the discussion.
  static func examples(_ lines: String, then text: String = "") -> String {
    let indented = lines.split(separator: "\n").map { "  \($0)" }.joined(separator: "\n")
    return "EXAMPLES:\n\(indented)" + (text.isEmpty ? "" : "\n\n\(text)")
  }
}
