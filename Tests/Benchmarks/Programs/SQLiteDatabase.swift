/// A database of SQLite in this process, as durable as ours.
final class SQLiteDatabase {
  private let library: SQLiteLibrary
  private let handle: SQLiteLibrary.Handle

  /// Opens the file at `path`, made if there is none; `nil` where SQLite isn't installed.
  init?(_ path: String) throws {
    guard let library = SQLiteLibrary.shared else { return nil }
    var handle: SQLiteLibrary.Handle?
    guard library.open(path, &handle) == 0, let handle else {
      throw BenchError("SQLite can't open \(path)")
    }
    self.library = library
    self.handle = handle
    try run("PRAGMA journal_mode=WAL")
    try run("PRAGMA synchronous=FULL")
    // All of it may stay in memory, as ours does.
    try run("PRAGMA cache_size=-1000000")
  }

  deinit { _ = library.close(handle) }

  /// Runs one statement that is not used again.
  func run(_ text: String) throws { try prepare(text).run() }

  func prepare(_ text: String) throws -> SQLiteStatement {
    var statement: SQLiteLibrary.Handle?
    guard library.prepare(handle, text, -1, &statement, nil) == 0, let statement else {
      throw BenchError("SQLite can't read \(text): \(String(cString: library.message(handle)))")
    }
    return SQLiteStatement(self, library, statement)
  }
}

/// A prepared statement, which can be run again with other values.
final class SQLiteStatement {
  private static let row: Int32 = 100
  private static let done: Int32 = 101
  private static let null: Int32 = 5
  /// Has SQLite copy a text before the call returns.
  private static let copied = -1

  private let database: SQLiteDatabase
  private let library: SQLiteLibrary
  private let handle: SQLiteLibrary.Handle

  init(_ database: SQLiteDatabase, _ library: SQLiteLibrary, _ handle: SQLiteLibrary.Handle) {
    self.database = database
    self.library = library
    self.handle = handle
  }

  deinit { _ = library.finalize(handle) }

  /// Gives the parameter at `place`, from 1, a value.
  func bind(_ value: Int, at place: Int) {
    _ = library.bindInteger(handle, Int32(place), Int64(value))
  }

  func bind(_ value: Double, at place: Int) {
    _ = library.bindDouble(handle, Int32(place), value)
  }

  func bind(_ value: String?, at place: Int) {
    guard var value else {
      _ = library.bindNull(handle, Int32(place))
      return
    }
    value.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        guard let start = $0.baseAddress else { return }
        _ = library.bindText(handle, Int32(place), start, Int32($0.count), Self.copied)
      }
    }
  }

  /// Goes to the next row; false where there is none, and then the statement is as new.
  func step() throws -> Bool {
    switch library.step(handle) {
    case Self.row: return true
    case Self.done:
      _ = library.reset(handle)
      return false
    case let code: throw BenchError("SQLite fails with code \(code)")
    }
  }

  /// Runs it to its end.
  func run() throws { while try step() {} }

  /// The numbers in the first column of all rows, added up, so that each is read.
  func sum() throws -> Int {
    var sum = 0
    while try step() { sum += integer(0) }
    return sum
  }

  func integer(_ column: Int) -> Int { Int(library.columnInteger(handle, Int32(column))) }

  func double(_ column: Int) -> Double { library.columnDouble(handle, Int32(column)) }

  func isNull(_ column: Int) -> Bool { library.columnType(handle, Int32(column)) == Self.null }

  func text(_ column: Int) -> String? {
    guard let start = library.columnText(handle, Int32(column)) else { return nil }
    let count = Int(library.columnBytes(handle, Int32(column)))
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }
}
