internal import ArgumentParser
internal import CairnJSON

/// The arguments and options of a command, from its help.
///
/// The parser has them only in JSON; its types are not public.
struct CommandTable {
  /// An option or a flag.
  struct Option {
    /// The names as typed, the longest first.
    let names: [String]
    let abstract: String
    /// The value; `nil` for a flag.
    let value: Value?
  }

  /// The value of an option or argument.
  struct Value {
    /// The name in the help: `url`, `field`, `file`.
    let name: String
    /// The allowed words; empty for any text.
    let words: [String]
    let abstract: String
    let isOptional: Bool
    let isRepeating: Bool
  }

  let name: String
  let abstract: String
  let discussion: String
  let options: [Option]
  /// The arguments after the command's name, in order.
  let values: [Value]
  let commands: [any ParsableCommand.Type]

  init(_ command: any ParsableCommand.Type) {
    let configuration = command.configuration
    name = command._commandName
    commands = configuration.subcommands.filter { $0.configuration.shouldDisplay }
    abstract = configuration.abstract
    discussion = configuration.discussion
    let dump = Self.dump(of: command, or: configuration.defaultSubcommand)
    let arguments = (dump?["arguments"]?.array ?? []).compactMap(\.object)
      .filter { $0["shouldDisplay"] == .boolean(true) }
    values = arguments.filter { $0["kind"]?.string == "positional" }.map(Self.value)
    options = arguments.filter { $0["kind"]?.string != "positional" }.map { argument in
      Option(
        names: Self.names(of: argument), abstract: argument["abstract"]?.string ?? "",
        value: argument["kind"]?.string == "option" ? Self.value(argument) : nil)
    }
  }

  /// Returns the option with a name.
  func option(_ name: String) -> Option? { options.first { $0.names.contains(name) } }

  /// Returns the parser's description of a command, or of its default subcommand.
  private static func dump(
    of command: any ParsableCommand.Type, or standing: (any ParsableCommand.Type)?
  ) -> JSONObject? {
    let text = if let standing { standing._dumpHelp() } else { command._dumpHelp() }
    return (try? JSONValue(reading: text))?.object?["command"]?.object
  }

  private static func names(of argument: JSONObject) -> [String] {
    let names = (argument["names"]?.array ?? []).compactMap(\.object).compactMap { name in
      name["name"]?.string.map { (name["kind"]?.string == "short" ? "-" : "--") + $0 }
    }
    return names.sorted { $0.utf8.count > $1.utf8.count }
  }

  private static func value(_ argument: JSONObject) -> Value {
    let words = argument["allValueStrings"]?.array ?? argument["allValues"]?.array ?? []
    return Value(
      name: argument["valueName"]?.string ?? "", words: words.compactMap(\.string),
      abstract: argument["abstract"]?.string ?? "",
      isOptional: argument["isOptional"] == .boolean(true),
      isRepeating: argument["isRepeating"] == .boolean(true))
  }
}
