internal import ArgumentParser
internal import CairnApp
internal import CairnInterchange
internal import CairnStore

/// The option that says which store is meant.
struct StoreOption: ParsableArguments {
  @Option(help: ArgumentHelp("The store's folder.", valueName: "dir"))
  var store: String?

  func validate() throws {
    if store?.isEmpty == true { throw ValidationError("--store needs a folder") }
  }
}

/// The options of every command, whichever store is meant.
struct SharedOptions: ParsableArguments {
  @Flag(name: .customLong("read-only"), help: "Open the store for reading only.")
  var isReadOnly = false

  @Option(
    help: ArgumentHelp(
      "The name of a session, which keeps tabs, visited screens and drafts.", valueName: "name"))
  var session: String?

  @Flag(name: .customLong("plain"), help: "Only plain characters, for screen readers.")
  var isPlain = false

  /// Refuses a session without a name, which nobody could see or choose.
  func validate() throws {
    if session?.isEmpty == true { throw ValidationError("--session needs a name") }
  }
}

/// The options that every command takes, before or after its name.
struct GlobalOptions: ParsableArguments {
  @OptionGroup private var place: StoreOption
  @OptionGroup private var shared: SharedOptions

  init() {}

  /// The options of a command that shows the two kinds apart.
  init(_ place: StoreOption, _ shared: SharedOptions) {
    self.place = place
    self.shared = shared
  }

  var store: String? { place.store }
  var isReadOnly: Bool { shared.isReadOnly }
  var session: String? { shared.session }
  var isPlain: Bool { shared.isPlain }

  /// The arguments with the options that stand before the command's name moved behind the others,
  /// where the command, or the one of its own that follows it, reads them.
  ///
  /// A parser with a default subcommand takes `--store DIR list` for the default's own arguments;
  /// behind the name each command reads them as its own. Words after `--` are left alone.
  ///
  /// - Parameters:
  ///   - arguments: what the shell passed, without the program's name.
  ///   - commands: the names of the commands, each with the names of its own commands.
  ///   - defaultCommand: the command where none is named.
  /// - Returns: the command's name, that of its own command if it has any, then everything else.
  static func normalize(
    _ arguments: [String], commands: [String: Set<String>], defaultCommand: String
  ) -> [String] {
    var rest = arguments[...]
    var lifted = takeOptions(from: &rest)
    if lifted.isEmpty, let word = rest.first, ["--help", "-h", "--version"].contains(word) {
      return arguments
    }
    guard let word = rest.first, let own = commands[word] else {
      return [defaultCommand] + lifted + rest
    }
    var path = [rest.removeFirst()]
    if !own.isEmpty {
      lifted += takeOptions(from: &rest)
      if let word = rest.first, own.contains(word) { path.append(rest.removeFirst()) }
    }
    return path + lifted + rest
  }

  /// Takes the options of every command that `words` begins with.
  private static func takeOptions(from words: inout ArraySlice<String>) -> [String] {
    var taken: [String] = []
    while let word = words.first, let form = Form(word) {
      taken.append(words.removeFirst())
      if form == .withValueBehind, let value = words.popFirst() { taken.append(value) }
    }
    return taken
  }

  /// How an option of every command is written.
  private enum Form {
    case whole
    case withValueBehind

    init?(_ word: String) {
      switch word {
      case "--read-only", "--plain": self = .whole
      case "--store", "--session": self = .withValueBehind
      case _ where word.hasPrefix("--store=") || word.hasPrefix("--session="): self = .whole
      default: return nil
      }
    }
  }
}

/// How many lines a command prints at most.
struct LimitOption: ParsableArguments {
  @Option(
    name: .customLong("limit"), parsing: .unconditional,
    help: ArgumentHelp("At most this many.", valueName: "n"))
  var count: Int?

  func validate() throws {
    guard let count, count < 0 else { return }
    throw ValidationError("--limit takes a number from 0, not \(count)")
  }
}

/// `--type COLUMN=TYPE[:FORM]`: what the values of a column are, whatever they look like.
struct TypeOptions: ParsableArguments {
  @Option(
    name: .customLong("type"),
    help: ArgumentHelp(
      """
      The type of a new field, as in Price=decimal. To say how the values are written, add a format, \
      as in Price=decimal:comma. A field that exists keeps its type. The formats are day-first, \
      month-first, year-first, comma (a decimal comma) and point (a decimal point).
      """, valueName: "column=type[:format]"))
  var pairs: [String] = []

  @Option(
    help: ArgumentHelp(
      """
      The zone for times that are written without a zone: for example, Europe/Paris or +02:00. \
      A new field for these times gets the type datetime. Without this option, its type is localtime.
      """, valueName: "name"))
  var zone: String?

  /// Adds the types and the zone to the other options of an import.
  ///
  /// - Throws: ``AppError/usage(_:)`` for what is no pair, no type, or no form of it.
  func add(to options: inout ImportOptions) throws(AppError) {
    options.zone = zone
    for pair in pairs { try options.addType(pair, option: "--type") }
  }
}
