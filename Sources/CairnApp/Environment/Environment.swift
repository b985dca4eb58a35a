public import CairnFiles
public import CairnStore

/// The environment of a run: variables, folders, terminals and the time.
///
/// It is a value, so that tests can set every part.
public struct Environment: Sendable {
  /// The variables of the process.
  public let variables: [String: String]

  /// The absolute path of the folder that relative paths start from.
  public let currentFolder: String

  /// Whether standard input, output and error are terminals.
  public let terminals: Terminals

  /// The width of the terminal of standard output, in columns; `nil` if it is not a terminal.
  public let outputColumns: Int?

  /// The device file of the terminal, for example `/dev/pts/3`, if there is one.
  public let terminalDevice: String?

  /// The current time; `CAIRN_NOW` fixes it.
  public let clock: @Sendable () -> Timestamp

  /// The origin of the changes that this run saves, unless a change has its own.
  public var origin: ChangeOrigin?

  private let localTime: LocalTime

  /// The standard streams that are terminals.
  public struct Terminals: OptionSet, Sendable {
    /// A bit for each stream.
    public let rawValue: Int

    /// Creates a set from the bits of its streams.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Standard input.
    public static let input = Terminals(rawValue: 1)
    /// Standard output.
    public static let output = Terminals(rawValue: 2)
    /// Standard error.
    public static let error = Terminals(rawValue: 4)
  }

  /// Creates an environment.
  ///
  /// - Parameters:
  ///   - variables: the variables of the process.
  ///   - currentFolder: an absolute path.
  ///   - terminals: which standard streams are terminals.
  ///   - outputColumns: the width of the terminal of standard output.
  ///   - terminalDevice: the device file of the terminal.
  ///   - clock: the machine's time, unless `CAIRN_NOW` is set.
  ///   - localTime: the person's time zone.
  /// - Throws: ``AppError/usage(_:)`` when `CAIRN_NOW` or `CAIRN_SEED` can't be read.
  public init(
    variables: [String: String], currentFolder: String, terminals: Terminals,
    outputColumns: Int? = nil, terminalDevice: String? = nil,
    clock: @escaping @Sendable () -> Timestamp, localTime: LocalTime
  ) throws(AppError) {
    self.variables = variables
    self.currentFolder = currentFolder
    self.terminals = terminals
    self.outputColumns = outputColumns
    self.terminalDevice = terminalDevice
    self.clock = try Self.fixedClock(variables["CAIRN_NOW"]) ?? clock
    self.localTime = localTime
    seed = try Self.number(variables["CAIRN_SEED"])
  }

  /// The conventions of the person's settings, once they are read.
  var conventions = Conventions()

  /// The source of random ids: the system, or the seed in `CAIRN_SEED`.
  public var random: any RandomNumberGenerator & Sendable {
    if let seed { SeededGenerator(seed: seed) } else { SystemRandomNumberGenerator() }
  }

  private let seed: UInt64?

  private static func fixedClock(
    _ text: String?
  ) throws(AppError) -> (@Sendable () -> Timestamp)? {
    guard let text, !text.isEmpty else { return nil }
    if let time = Timestamp(text) { return { time } }
    guard let day = CalendarDate(text) else {
      throw .usage("CAIRN_NOW is \(text); it takes a time such as 2026-11-20T22:31:07Z")
    }
    let time = Timestamp(microseconds: Int64(day.days) * Timestamp.day)
    return { time }
  }

  private static func number(_ text: String?) throws(AppError) -> UInt64? {
    guard let text, !text.isEmpty else { return nil }
    guard let number = UInt64(text) else {
      throw .usage("CAIRN_SEED is \(text); it takes a whole number")
    }
    return number
  }

  /// The value of a variable that is set and not empty.
  public subscript(name: String) -> String? {
    guard let value = variables[name], !value.isEmpty else { return nil }
    return value
  }

  /// The name of the process's terminal, which is the same for each run in it.
  public var terminalName: String? {
    if let pane = self["TMUX_PANE"] { return "tmux" + pane.replacing("%", with: "-") }
    return terminalDevice?.replacing("/dev/", with: "").replacing("/", with: "-")
  }

  /// The person's clock.
  public var wallClock: WallClock { wallClock(by: conventions) }

  /// The person's clock by the present settings.
  func wallClock(by conventions: Conventions) -> WallClock {
    WallClock(now: clock(), localTime: localTime, conventions: conventions)
  }

  /// The person's home folder.
  public var home: String { self["HOME"] ?? "/" }

  /// Cairn's folder for the person's data.
  public var dataFolder: String { folders.data }

  /// Cairn's folder for saved sessions and other state.
  public var stateFolder: String { folders.state }

  /// Cairn's folder for the settings.
  public var configurationFolder: String { folders.configuration }

  /// Cairn's folder for caches.
  public var cacheFolder: String { folders.cache }

  /// Returns whether a program can be run by its name alone: a folder of `PATH` has an executable
  /// file with that name.
  public func hasProgram(_ name: String, on fileSystem: any FileSystem) -> Bool {
    (self["PATH"] ?? "/usr/bin:/bin").split(separator: ":").contains { folder in
      fileSystem.isProgram("\(folder)/\(name)")
    }
  }

  /// Returns `path` as an absolute path, with a leading `~/` resolved.
  public func absolute(_ path: String) -> String {
    if path.hasPrefix("/") { return path }
    if path == "~" { return home }
    if path.hasPrefix("~/") { return home + path.dropFirst() }
    return currentFolder == "/" ? "/" + path : currentFolder + "/" + path
  }

  /// Returns `path` for display, with the home folder as `~`.
  public func abbreviated(_ path: String) -> String {
    guard home != "/", path == home || path.hasPrefix(home + "/") else { return path }
    return "~" + path.dropFirst(home.count)
  }

  private var folders: ProgramFolders { ProgramFolders("cairn", variables: variables) }
}

extension FileSystem {
  /// Returns whether a file is executable; `false` if it can't be examined.
  func isProgram(_ path: String) -> Bool {
    guard let status = try? status(of: path) else { return false }
    return status.kind == .file && status.permissions & 0o111 != 0
  }
}

extension Environment {
  /// The editors to try if the person names none.
  ///
  /// The first is the one that Debian lets people choose.
  private static let usualEditors = ["editor", "nano", "vi"]

  /// Returns the person's editor as a shell command: `$VISUAL`, else `$EDITOR`, else an installed
  /// editor.
  ///
  /// - Throws: ``AppError/failed(_:)`` if there is no editor, or no terminal for an editor that was
  ///   not named.
  public func editor(on fileSystem: any FileSystem) throws(AppError) -> String {
    if let named = self["VISUAL"] ?? self["EDITOR"] { return named }
    guard terminals.isSuperset(of: [.input, .output]) else {
      throw .failed("no terminal to edit on; set EDITOR to a program that edits the file")
    }
    guard let found = Self.usualEditors.first(where: { hasProgram($0, on: fileSystem) }) else {
      throw .failed("no editor found; set EDITOR")
    }
    return found
  }

  /// Returns the program and arguments that let the person edit a file.
  ///
  /// - Throws: as ``editor(on:)`` does.
  func editing(_ path: String, on fileSystem: any FileSystem) throws(AppError) -> [String] {
    // The variable may include options, so a shell parses it. The path is passed on unparsed.
    ["/bin/sh", "-c", "exec \(try editor(on: fileSystem)) \"$1\"", "sh", path]
  }
}

/// A random number generator with a seed, for reproducible runs.
///
/// The method is SplitMix64 (Steele, Lea and Flood, 2014): one addition and three mixing steps. All
/// seeds are equally good.
struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
