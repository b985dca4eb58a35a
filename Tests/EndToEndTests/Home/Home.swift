import CairnFiles
import Glibc
import TestSupport

/// A person's home folder, empty at first, and the program at work in it.
///
/// Nothing outside the folder decides what a run does: no variable of the machine's user reaches it
/// but those that find programs.
final class Home {
  /// What holds time and chance, so that ages, dates and identities are the same in each run.
  static let still = ["CAIRN_NOW": "2026-11-05T10:30:00Z", "CAIRN_SEED": "1"]

  /// Variables that every run gets besides `HOME` and `PATH`.
  var environment: [String: String]
  private let folder: TemporaryFolder

  init(environment: [String: String] = still) throws {
    self.environment = environment
    folder = try TemporaryFolder()
  }

  /// A home whose store has the records of a bundled sample.
  convenience init(sample: String) throws {
    try self.init()
    try output("init", "--sample", sample)
  }

  /// A home whose store has a model and records, each a collection and its assignments; time
  /// passes.
  convenience init(model: String, _ records: [[String]] = []) throws {
    try self.init(environment: [:])
    try write(model, to: "model.rec")
    try output("init", "--model", "model.rec")
    for record in records { try output(["add"] + record) }
  }

  // MARK: - Files

  var path: String { folder.path }

  /// The path of something in the folder.
  func path(_ name: String) -> String { folder.path(name) }

  /// Puts a file into the home, in folders that are made if need be.
  func write(_ text: String, to name: String) throws { try write(Array(text.utf8), to: name) }

  /// Puts a file into the home, in folders that are made if need be.
  func write(_ bytes: [UInt8], to name: String) throws {
    let parent = name.split(separator: "/").dropLast().joined(separator: "/")
    if !parent.isEmpty { try RealFileSystem().makeFolder(path(parent)) }
    try RealFileSystem().replace(path(name), with: bytes)
  }

  /// Puts a program into the home, of lines that a shell runs.
  func writeScript(_ lines: String, to name: String) throws {
    try write("#!/bin/sh\n\(lines)\n", to: name)
    try shell("chmod +x \(name)")
  }

  /// What a file holds, or nothing if it isn't there.
  func text(of name: String) -> String {
    let bytes = (try? RealFileSystem().read(path(name))) ?? []
    return String(decoding: bytes, as: UTF8.self)
  }

  func names(in name: String) -> [String] { (try? RealFileSystem().list(path(name))) ?? [] }

  // MARK: - Programs

  /// The program, which is built into the same folder as the tests.
  static let program = programs + "/cairn"

  /// The folder that all programs of the package are built into.
  static let programs = BuiltPrograms.folder
}
