internal import ArgumentParser
internal import CairnApp
internal import CairnInterchange
internal import CairnStore

/// The option for the store.
struct StoreOption: ParsableArguments {
  @Option(help: ArgumentHelp("The store's folder.", valueName: "dir"))
  var store: String?

  func validate() throws {
    if store?.isEmpty == true { throw ValidationError("--store needs a folder") }
  }
}

/// The options of every command besides the store.
struct SharedOptions: ParsableArguments {
  @Flag(name: .customLong("read-only"), help: "Open the store for reading only.")
  var isReadOnly = false

  @Option(
    help: ArgumentHelp(
      "The name of a session, which keeps tabs, visited screens and drafts.", valueName: "name"))
  var session: String?

  @Flag(name: .customLong("plain"), help: "Only plain characters, for screen readers.")
  var isPlain = false

  /// Refuses an empty name, which could not be seen or chosen.
  func validate() throws {
    if session?.isEmpty == true { throw ValidationError("--session needs a name") }
  }
}

/// The options that every command takes, before or after its name.
struct GlobalOptions: ParsableArguments {
  @OptionGroup private var place: StoreOption
  @OptionGroup private var shared: SharedOptions

  init() {}

  /// Creates the options of a command that declares both groups itself.
  init(_ place: StoreOption, _ shared: SharedOptions) {
    self.place = place
    self.shared = shared
  }

  var store: String? { place.store }
  var isReadOnly: Bool { shared.isReadOnly }
  var session: String? { shared.session }
  var isPlain: Bool { shared.isPlain }

  /// The start of the terminal app with these options.
  var start: TerminalApp.Start {
    var start = TerminalApp.Start()
    start.session = session
    start.isPlain = isPlain
    return start
  }

  /// Moves the options before the command's name to the place after it, where the command or its
  /// subcommand reads them.
  ///
  /// A parser with a default subcommand takes `--store DIR list` for the default's own arguments.
  /// After the name, each command reads the options as its own. Words after `--` stay unchanged.
  ///
  /// - Parameters:
  ///   - arguments: the arguments of the process, without the program's name.
  ///   - commands: the names of the commands, each with the names of its subcommands.
  ///   - defaultCommand: the command if the arguments name none.
  /// - Returns: the names of the command and its subcommand, then all other words.
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

  /// Removes and returns the global options at the start of `words`.
  private static func takeOptions(from words: inout ArraySlice<String>) -> [String] {
    var taken: [String] = []
    while let word = words.first, let form = Form(word) {
      taken.append(words.removeFirst())
      if form == .withValueBehind, let value = words.popFirst() { taken.append(value) }
    }
    return taken
  }

  /// The form of a global option.
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

/// The option for the maximum number of lines.
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

/// The option `--type COLUMN=TYPE[:FORM]`, which sets the type of a column.
struct TypeOptions: ParsableArguments {
  @Option(
    name: .customLong("type"),
    help: ArgumentHelp(
      """
      The type of a new field, as in Price=decimal. To say how the values are written, add a format, \
      as in Price=decimal:comma. A field that exists keeps its type. The formats are day-first, \
      month-first, year-first, month-name, comma (a decimal comma) and point (a decimal point).
      """, valueName: "column=type[:format]"))
  var pairs: [String] = []

  /// Adds the types to the options of an import.
  ///
  /// - Throws: ``AppError/usage(_:)`` for an invalid pair, type or form.
  func add(to options: inout ImportOptions) throws(AppError) {
    for pair in pairs { try options.addType(pair, option: "--type") }
  }
}
