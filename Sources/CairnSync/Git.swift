internal import CairnFiles

/// Runs git in a folder.
struct Git {
  /// Where it works.
  let folder: String
  /// The variables that it gets.
  let variables: [String: String]
  /// Whether it may ask nothing, as there is nobody to answer or the terminal is drawn on.
  let isUnattended: Bool
  /// Whether it is to be ended early.
  let isCanceled: () -> Bool
  /// Git's configuration, shared by all copies of this value.
  let settings: GitSettings
  /// Reads objects for all that are made of this one.
  private let reader: ObjectReader

  init(
    in folder: String, variables: [String: String], isUnattended: Bool = false,
    settings: GitSettings = GitSettings(), isCanceled: @escaping () -> Bool = { false }
  ) {
    self.folder = folder
    self.isUnattended = isUnattended
    self.isCanceled = isCanceled
    // What says which repository is meant: a hook's would be another one's.
    var variables = variables.filter { !Self.places.contains($0.key) }
    // Its words are read.
    variables["LC_ALL"] = "C"
    // Our own hook has nothing to do then.
    variables[SyncHook.silencer] = "1"
    // Names of files are no patterns.
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

  /// The same with one variable more.
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

  /// Runs it, whatever its exit status.
  func run(_ arguments: [String], input: [UInt8] = []) throws(SyncError) -> ProgramRun.End {
    try end(of: try start(arguments, input: .bytes(input)))
  }

  /// Starts it, so that it runs beside what is done here.
  func start(
    _ arguments: [String], input: ProgramRun.Input = .bytes([])
  ) throws(SyncError) -> RunningProgram {
    try start(program: ["git"], arguments, input)
  }

  /// Starts a command without overrides, which is safe if the command runs no other program.
  func startUnguarded(_ arguments: [String]) throws(SyncError) -> RunningProgram {
    try start(program: ["git"], arguments, .bytes([]), isGuarded: false)
  }

  /// Waits for the end of what was started, which is told what it still has to hear.
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

  /// The objects with these names, `nil` for those that aren't there.
  ///
  /// - Parameter names: ids, or other names of revisions without spaces.
  /// - Returns: the objects, in the order of their names.
  /// - Throws: `SyncError.git`, `.noGit`, `.canceled`.
  func objects(named names: [String]) throws(SyncError) -> [GitObject?] {
    try reader.objects(named: names, self)
  }

  /// Lets what reads objects begin beside what is done here.
  ///
  /// - Throws: `SyncError.noGit`.
  func prepareObjects() throws(SyncError) { try reader.start(self) }

  /// The object with a name, as ``objects(named:)`` has it.
  func object(named name: String) throws(SyncError) -> GitObject? {
    try objects(named: [name])[0]
  }

  /// The commit that a name stands for.
  func commit(_ name: String) throws(SyncError) -> Commit? {
    try object(named: "\(name)^{commit}").flatMap(Commit.init)
  }

  /// What keeps it from tidying up after another command, which takes its time.
  static let withoutUpkeep = ["-c", "maintenance.auto=false"]

  /// Lets it tidy up where it finds that it is time to.
  func startUpkeep() throws(SyncError) -> RunningProgram {
    // It goes on by itself where there is much to do.
    try start(["gc", "--auto", "--quiet"])
  }

  /// The same where nothing ends it early: neither who cancels, nor Ctrl-C on the terminal.
  var uninterrupted: Git {
    Git(settled: variables, self, isUnattended: true, isCanceled: { false })
  }

  /// Runs it so that the files which it makes are for their owner alone, as a store's are.
  func runPrivately(_ arguments: [String]) throws(SyncError) -> ProgramRun.End {
    let program = ["sh", "-c", "umask 077; exec git \"$@\"", "git"]
    return try end(of: try start(program: program, arguments, .bytes([])))
  }

  /// Runs it, and returns what it wrote.
  func output(_ arguments: [String], input: [UInt8] = []) throws(SyncError) -> [UInt8] {
    try output(of: try start(arguments, input: .bytes(input)), arguments)
  }

  /// Waits for what was started with these arguments, and returns what it wrote.
  func output(
    of program: RunningProgram, _ arguments: [String]
  ) throws(SyncError) -> [UInt8] {
    let end = try end(of: program)
    try Self.require(end, arguments)
    return end.output
  }

  /// Refuses a run that failed.
  static func require(_ end: ProgramRun.End, _ arguments: [String]) throws(SyncError) {
    guard end.status != 0 else { return }
    try requireNoLock(end)
    throw .git(command: arguments.first { !$0.hasPrefix("-") } ?? "", reason: end.reason)
  }

  /// Refuses a run that failed because of a lock of git's in our own repository.
  static func requireNoLock(_ end: ProgramRun.End) throws(SyncError) {
    // unable to create '/…/index.lock': File exists
    guard end.status != 0, end.reason.contains("File exists"),
      let path = end.reason.split(separator: "'").first(where: { $0.hasSuffix(".lock") })
    else { return }
    throw .locked(path: String(path))
  }

  /// Runs it, and returns the line that it wrote.
  func line(_ arguments: [String], input: [UInt8] = []) throws(SyncError) -> String {
    String(
      String(decoding: try output(arguments, input: input), as: UTF8.self)
        .prefix { !$0.isNewline })
  }

  /// Runs it, and returns the line that it wrote; `nil` where it says no.
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

  /// Why it failed, in its own words: the line that says most, without what git puts before it.
  var reason: String {
    let lines = String(decoding: errors, as: UTF8.self).split(whereSeparator: \.isNewline)
      .filter { !$0.hasPrefix("hint:") && !$0.allSatisfy(\.isWhitespace) }
    // What git says of a connection that another program couldn't make says least of all.
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
