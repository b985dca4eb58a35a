internal import ArgumentParser
internal import CairnJSON

/// What a command takes, as its help says it.
///
/// The parser tells it in JSON alone: what it knows of its types has no other public form.
struct CommandTable {
  /// An option or a flag.
  struct Option {
    /// Its names as they are typed, the long one first.
    let names: [String]
    let abstract: String
    /// What its value is; `nil` for a flag.
    let value: Value?
  }

  /// What a value is.
  struct Value {
    /// What the help calls it: `url`, `field`, `file`.
    let name: String
    /// The words that it can be, empty for any.
    let words: [String]
    let abstract: String
    let isOptional: Bool
    let isRepeating: Bool
  }

  let name: String
  let abstract: String
  let discussion: String
  let options: [Option]
  /// What stands behind the command's name, in order.
  let values: [Value]
  /// The commands that it consists of.
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

  /// The option that is typed as `name`.
  func option(_ name: String) -> Option? { options.first { $0.names.contains(name) } }

  /// What the parser tells of a command, or of the one that stands for it where none is named.
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
