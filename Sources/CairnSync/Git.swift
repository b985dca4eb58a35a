internal import CairnFiles

/// Runs git in a folder.
struct Git {
  /// The folder in which git runs.
  let folder: String
  /// The environment variables for git.
  let variables: [String: String]
  /// Whether git must not prompt: no person can answer, or the terminal shows the app.
  let isUnattended: Bool
  /// Returns whether to stop a running command.
  let isCanceled: () -> Bool
  /// Git's configuration, shared by all copies of this value.
  let settings: GitSettings
  /// The reader of git objects, shared by all copies of this value.
  private let reader: ObjectReader

  init(
    in folder: String, variables: [String: String], isUnattended: Bool = false,
    settings: GitSettings = GitSettings(), isCanceled: @escaping () -> Bool = { false }
  ) {
    self.folder = folder
    self.isUnattended = isUnattended
    self.isCanceled = isCanceled
    // A hook's environment may name another repository.
    var variables = variables.filter { !Self.places.contains($0.key) }
    // Cairn parses git's messages, which must be English.
    variables["LC_ALL"] = "C"
    // Cairn's own hook does nothing during a sync.
    variables[SyncHook.silencer] = "1"
    // File names are not patterns.
    variables["GIT_LITERAL_PATHSPECS"] = "1"
    if isUnattended { variables["GIT_TERMINAL_PROMPT"] = "0" }
    self.variables = variables
    self.settings = settings
    reader = ObjectReader()
  }

  private static let places: Set<String> = [
    "GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_OBJECT_DIRECTORY",
    "GIT_COMMON_DIR", "GIT_NAMESPACE", "GIT_CONFIG", "GIT_ALTERNATE_OBJECT_DIRECTORIES",
  ]

  /// Returns git with one more variable.
  func setting(_ name: String, _ value: String) -> Git {
    var variables = variables
    variables[name] = value
    return Git(settled: variables, self)
  }

  private init(
    settled variables: [String: String], _ other: Git, isUnattended: Bool? = nil,
    isCanceled: (() -> Bool)? = nil
  ) {
    folder = other.folder
    reader = other.reader
    settings = other.settings
    self.variables = variables
    self.isUnattended = isUnattended ?? other.isUnattended
    self.isCanceled = isCanceled ?? other.isCanceled
  }

  /// Runs a command, and returns its result even if it failed.
  func run(_ arguments: [String], input: [UInt8] = []) throws(SyncError) -> ProgramRun.End {
    try end(of: try start(arguments, input: .bytes(input)))
  }

  /// Starts a command in the background.
  func start(
    _ arguments: [String], input: ProgramRun.Input = .bytes([])
  ) throws(SyncError) -> RunningProgram {
    try start(program: ["git"], arguments, input)
  }

  /// Starts a command without overrides, which is safe if the command runs no other program.
  func startUnguarded(_ arguments: [String]) throws(SyncError) -> RunningProgram {
    try start(program: ["git"], arguments, .bytes([]), isGuarded: false)
  }

  /// Waits for the end of a command, and passes it the rest of its input.
  func end(
    of program: RunningProgram, telling words: [UInt8] = []
  ) throws(SyncError) -> ProgramRun.End {
    let end = program.end(telling: words, isCanceled: isCanceled)
    if end.wasCanceled { throw .canceled }
    return end
  }

  private func start(
    program: [String], _ arguments: [String], _ input: ProgramRun.Input, isGuarded: Bool = true
  ) throws(SyncError) -> RunningProgram {
    var variables = variables
    if isGuarded { variables.merge(try settings.overruling(self)) { $1 } }
    var run = ProgramRun(program + arguments, in: folder, variables: variables)
    run.input = input
    run.startsSession = isUnattended
    do throws(FileError) {
      return try run.start()
    } catch .notFound(_, let path) where path == folder {
      throw .store("the folder \(path) no longer exists")
    } catch {
      throw .noGit(reason: "\(error)")
    }
  }

  /// Returns the objects with these names; `nil` for missing ones.
  ///
  /// - Parameter names: ids, or other names of revisions without spaces.
  /// - Returns: the objects, in the order of their names.
  /// - Throws: `SyncError.git`, `.noGit`, `.canceled`.
  func objects(named names: [String]) throws(SyncError) -> [GitObject?] {
    try reader.objects(named: names, self)
  }

  /// Starts the reader of git objects in the background.
  ///
  /// - Throws: `SyncError.noGit`.
  func prepareObjects() throws(SyncError) { try reader.start(self) }

  /// Returns the object with a name, as ``objects(named:)`` does.
  func object(named name: String) throws(SyncError) -> GitObject? {
    try objects(named: [name])[0]
  }

  /// Returns the commit with a name; `nil` if none has it.
  func commit(_ name: String) throws(SyncError) -> Commit? {
    try object(named: "\(name)^{commit}").flatMap(Commit.init)
  }

  /// The options that skip git's upkeep after a command, since the upkeep takes time.
  static let withoutUpkeep = ["-c", "maintenance.auto=false"]

  /// Starts git's upkeep, which runs only if git finds it due.
  func startUpkeep() throws(SyncError) -> RunningProgram {
    // A long upkeep continues in the background.
    try start(["gc", "--auto", "--quiet"])
  }

  /// The same git, which ignores cancellation and Ctrl-C in the terminal.
  var uninterrupted: Git {
    Git(settled: variables, self, isUnattended: true, isCanceled: { false })
  }

  /// Runs a command whose new files only their owner can read, as in a store.
  func runPrivately(_ arguments: [String]) throws(SyncError) -> ProgramRun.End {
    let program = ["sh", "-c", "umask 077; exec git \"$@\"", "git"]
    return try end(of: try start(program: program, arguments, .bytes([])))
  }

  /// Runs a command, and returns its output.
  func output(_ arguments: [String], input: [UInt8] = []) throws(SyncError) -> [UInt8] {
    try output(of: try start(arguments, input: .bytes(input)), arguments)
  }

  /// Waits for a command that was started with these arguments, and returns its output.
  func output(
    of program: RunningProgram, _ arguments: [String]
  ) throws(SyncError) -> [UInt8] {
    let end = try end(of: program)
    try Self.require(end, arguments)
    return end.output
  }

  /// Throws if a command failed.
  static func require(_ end: ProgramRun.End, _ arguments: [String]) throws(SyncError) {
    guard end.status != 0 else { return }
    try requireNoLock(end)
    throw .git(command: arguments.first { !$0.hasPrefix("-") } ?? "", reason: end.reason)
  }

  /// Throws if a command failed because of a lock file in the local repository.
  static func requireNoLock(_ end: ProgramRun.End) throws(SyncError) {
    // unable to create '/…/index.lock': File exists
    guard end.status != 0, end.reason.contains("File exists"),
      let path = end.reason.split(separator: "'").first(where: { $0.hasSuffix(".lock") })
    else { return }
    throw .locked(path: String(path))
  }

  /// Runs a command, and returns its first line of output.
  func line(_ arguments: [String], input: [UInt8] = []) throws(SyncError) -> String {
    String(
      String(decoding: try output(arguments, input: input), as: UTF8.self)
        .prefix { !$0.isNewline })
  }

  /// Runs a command, and returns its first line of output; `nil` if the command failed.
  func answer(_ arguments: [String]) throws(SyncError) -> String? {
    let end = try run(arguments)
    guard end.status == 0 else { return nil }
    return String(end.text.prefix { !$0.isNewline })
  }
}

extension ProgramRun.End {
  private static let empty: Set<String> = [
    "fatal: Could not read from remote repository.", "and the repository exists.",
    "Please make sure you have the correct access rights",
  ]

  /// The reason of a failure in git's words: the most useful line, without its prefix.
  var reason: String {
    let lines = String(decoding: errors, as: UTF8.self).split(whereSeparator: \.isNewline)
      .filter { !$0.hasPrefix("hint:") && !$0.allSatisfy(\.isWhitespace) }
    // Git's lines about a failed connection of another program tell the least.
    let telling = lines.filter { !Self.empty.contains(String($0)) }
    let line =
      telling.first { $0.hasPrefix("fatal:") || $0.hasPrefix("error:") } ?? telling.last
      ?? lines.first
    guard let line else { return "it ended with status \(status)" }
    let words = line.drop { $0 != ":" }.dropFirst().drop { $0 == " " }
    let isPlain = line.hasPrefix("fatal:") || line.hasPrefix("error:")
    let text = isPlain ? words : line
    return String(text.filter { !$0.isNewline && $0 != "\u{1B}" }.prefix(300))
  }
}
