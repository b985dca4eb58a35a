internal import ArgumentParser
internal import CPlatform
internal import CairnApp
internal import CairnInterface
internal import CairnStore
internal import Glibc

/// The program: it reads arguments, runs a command, and ends with the documented exit status.
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
          ListCommand.self, ShowCommand.self, FindCommand.self, DuplicatesCommand.self,
          FavoritesCommand.self, PeekCommand.self, PickCommand.self, RenderCommand.self,
        ]),
      CommandGroup(
        name: "Change",
        subcommands: [
          AddCommand.self, SetCommand.self, RemoveCommand.self, EditCommand.self, MergeCommand.self,
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

  /// Returns the words that name a command and its subcommand.
  private static func words(
    of arguments: [String], _ commands: [String: Set<String>]
  ) -> ArraySlice<String> {
    guard let name = arguments.first, let own = commands[name] else { return [] }
    return arguments.prefix(arguments.dropFirst().first.map(own.contains) == true ? 2 : 1)
  }

  /// Returns the command of the arguments, if they are valid.
  ///
  /// The parser examines all commands first, which takes longer than most commands run. So one
  /// command is tried alone. For wrong arguments and for help, the parser gets all commands, so its
  /// answer has their names.
  private static func parsedAlone(_ arguments: [String]) -> (any ParsableCommand)? {
    guard let name = arguments.first,
      let command = configuration.subcommands.first(where: { $0._commandName == name }),
      command.configuration.subcommands.isEmpty
    else { return nil }
    // For help, the parser returns its own command.
    return (try? command.parseAsRoot(Array(arguments.dropFirst()))) as? any CairnCommand
  }

  /// Refuses arguments that are not UTF-8, which would otherwise be changed.
  private static func requireText() throws(AppError) {
    for index in 1..<max(1, Int(CommandLine.argc)) {
      guard let argument = unsafe CommandLine.unsafeArgv[index] else { continue }
      guard unsafe String(validatingCString: argument) != nil else {
        throw .usage("argument \(index) is not text in UTF-8")
      }
    }
  }

  private static func end(_ error: AppError) -> Never {
    // If the error can't be printed, the status still reports it.
    try? StandardStream.error.write(Array("cairn: \(error.description.onOneLine)\n".utf8))
    Glibc.exit(error.exitStatus)
  }

  /// Prints help or version as an answer, and anything else as one line with the status for wrong
  /// usage.
  ///
  /// - Parameters:
  ///   - error: The error of the parser.
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

  /// Prints an answer, and reports an error such as a full disk, which the parser's own function
  /// ignores.
  private static func answer(_ text: String) -> Never {
    do throws(AppError) {
      try StandardStream.output.write(Array("\(text)\n".utf8))
    } catch {
      end(error)
    }
    Glibc.exit(EXIT_SUCCESS)
  }

  /// Returns the command of the words; nil for the command without a name.
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
/// `run` gets the environment, so a command reads no global state. It throws only errors with an
/// exit status.
///
/// Each configuration has a name: deriving it from the type takes the parser a fifth of a
/// millisecond at each start of the program.
protocol CairnCommand: ParsableCommand {
  var options: GlobalOptions { get }

  func run(_ invocation: Invocation) throws(AppError)
}

extension String {
  /// Returns the discussion of a command's help: its examples, then a text.
  ///
  /// - Parameters:
  ///   - lines: one command in each line, with its effect as a comment.
  ///   - text: the text after the examples; empty for none.
  /// - Returns: the discussion.
  static func examples(_ lines: String, then text: String = "") -> String {
    let indented = lines.split(separator: "\n").map { "  \($0)" }.joined(separator: "\n")
    return "EXAMPLES:\n\(indented)" + (text.isEmpty ? "" : "\n\n\(text)")
  }
}
