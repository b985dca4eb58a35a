import Glibc

/// SQLite's own command line, as a peer for what needs no screen.
struct SQLite {
  let program: MeasuredProgram
  let database: String

  /// `nil` if it isn't installed.
  init?(_ database: String) {
    guard let program = MeasuredProgram.find("sqlite3") else { return nil }
    self.program = program
    self.database = database
  }

  /// Durable like ours: what is said to be saved is on the disk.
  private static let durable = ["PRAGMA journal_mode=WAL;", "PRAGMA synchronous=FULL;"]

  /// Imports a table of CSV with headings into a new file.
  func importTable(_ path: String) throws -> MeasuredProgram.Run {
    for ending in ["", "-wal", "-shm"] { unlink(database + ending) }
    return try program.run([database] + Self.durable + [".import --csv \(path) Places"])
  }

  /// Runs statements in one process, each a transaction of its own.
  func run(_ statements: [String]) throws -> Duration {
    try program.run([database] + Self.durable + statements).duration
  }

  /// The time of each statement, to the millisecond, by SQLite's own clock.
  func times(_ statements: [String]) throws -> [Double] {
    // The timer is off for statements that are arguments.
    let script = database + ".sql"
    try Text.write((Self.durable + [".timer on"] + statements).joined(separator: "\n"), to: script)
    let output = database + ".out"
    try program.run([database, ".read \(script)"], output: output)
    return try Text.lines(of: output).compactMap { line in
      let words = line.split(separator: " ")
      return line.hasPrefix("Run Time") && words.count > 3 ? Double(words[3]) : nil
    }
  }
}
