import Glibc
import TestSupport

/// What all measures share: the data, the programs and the folders.
final class Bench {
  /// How many rows the table has.
  let rows: Int
  /// The program that is measured.
  let cairn: String
  /// Where everything is made; removed at the end.
  let folder: TemporaryFolder

  init(rows: Int) throws {
    self.rows = rows
    folder = try TemporaryFolder()
    let beside = CommandLine.arguments[0].split(separator: "/", omittingEmptySubsequences: false)
    // Programs on a terminal start in another folder, so that the path has to be absolute.
    let path = (beside.dropLast() + ["cairn"]).joined(separator: "/")
    cairn = path.hasPrefix("/") ? path : "\(Self.currentFolder)/\(path)"
    guard access(cairn, X_OK) == 0 else {
      throw BenchError("no \(cairn); make bench builds it")
    }
    // nnn wants the folder of its settings to be there.
    guard mkdir(folder.path("config"), 0o755) == 0 else {
      throw BenchError("can't make a folder in \(folder.path)")
    }
    try Places.write(rows, to: table)
    try makeFiles()
  }

  /// The table of places as CSV.
  var table: String { folder.path("places.csv") }
  /// The store with all rows, once they were imported.
  var store: String { folder.path("store") }
  /// SQLite's file with all rows, once they were imported.
  var database: String { folder.path("places.db") }
  /// A folder with as many empty files as there are rows.
  var files: String { folder.path("files") }

  /// What programs find in their environment, nothing of the person's own.
  var variables: [String: String] {
    [
      "CAIRN_STORE": store, "HOME": folder.path, "XDG_STATE_HOME": folder.path("state"),
      "XDG_CACHE_HOME": folder.path("cache"), "XDG_CONFIG_HOME": folder.path("config"),
      "XDG_DATA_HOME": folder.path("data"),
    ]
  }

  /// The name of a file in `files`, by its place in the order of names.
  func fileName(_ number: Int) -> String {
    let digits = String(number)
    return "place-" + String(repeating: "0", count: 7 - digits.count) + digits
  }

  private static var currentFolder: String {
    guard let path = getcwd(nil, 0) else { return "." }
    defer { free(path) }
    return String(cString: path)
  }

  private func makeFiles() throws {
    guard mkdir(files, 0o755) == 0 else { throw BenchError("can't make \(files)") }
    for number in 1...rows {
      let descriptor = open("\(files)/\(fileName(number))", O_CREAT | O_WRONLY, 0o644)
      guard descriptor >= 0 else { throw BenchError("can't make file \(number) in \(files)") }
      close(descriptor)
    }
  }
}

/// Why a figure could not be taken.
struct BenchError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
