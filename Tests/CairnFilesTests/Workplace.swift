import CairnFiles
import Testing

/// The file systems that must obey the same rules.
enum Kind: CaseIterable, CustomTestStringConvertible {
  case machine, memory

  var testDescription: String {
    switch self {
    case .machine: "the machine's files"
    case .memory: "files in memory"
    }
  }
}

/// An empty folder in a file system, which is gone when the test is.
final class Workplace {
  let files: any FileSystem
  let folder: String

  init(_ kind: Kind) throws {
    folder = "/tmp/cairn-files-tests-" + String(UInt64.random(in: 0 ... .max), radix: 36)
    files =
      switch kind {
      case .machine: RealFileSystem()
      case .memory: MemoryFileSystem()
      }
    try files.makeFolder(folder)
  }

  deinit { try? files.removeTree(folder) }

  /// The path of `name` in the folder.
  func path(_ name: String) -> String { "\(folder)/\(name)" }

  /// Creates a file with some text and returns its path.
  @discardableResult
  func write(_ text: String, to name: String) throws -> String {
    let file = try files.open(path(name), .create)
    try file.write([UInt8](text.utf8), at: 0)
    return path(name)
  }

  func text(_ name: String) throws -> String {
    String(decoding: try files.read(path(name)), as: UTF8.self)
  }
}
