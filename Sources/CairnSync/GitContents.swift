/// The contents of changed files.
///
/// Some are read before git reports which files changed.
struct GitContents {
  private var known: [String: [UInt8]] = [:]

  /// The most files that are read before git reports the changes.
  private static let mostFiles = 64

  /// Reads files in a revision, or in the index if the revision's name is empty.
  ///
  /// - Parameters:
  ///   - files: their paths.
  ///   - revision: the revision's name.
  ///   - git: the git that reads the objects.
  /// - Throws: `SyncError.git`, `.noGit`, `.canceled`. A missing file is no error.
  mutating func prepare(
    _ files: [String], in revision: String, _ git: Git
  ) throws(SyncError) {
    let names = files.prefix(Self.mostFiles).map { "\(revision):\($0)" }
    for case let object? in try git.objects(named: names) where object.kind == "blob" {
      known[object.id] = object.bytes
    }
  }

  /// The old and new contents of the records and the model among `changes`.
  func bytes(of changes: [TreeChange], _ git: Git) throws(SyncError) -> [String: [UInt8]] {
    let rest = try git.contents(of: changes) { known[$0] == nil }
    return known.merging(rest) { $1 }
  }
}
