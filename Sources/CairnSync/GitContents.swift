/// The contents of files that a commit changes, as far as they were read before git said which.
struct GitContents {
  private var known: [String: [UInt8]] = [:]

  /// More files than that are read when it is known that they changed.
  private static let mostFiles = 64

  /// Reads what files hold in a revision, or, where that has no name, in the index.
  ///
  /// - Parameters:
  ///   - files: their paths.
  ///   - revision: the revision's name.
  ///   - git: reads them.
  /// - Throws: `SyncError.git`, `.noGit`, `.canceled`; not for a file that isn't there.
  mutating func prepare(
    _ files: [String], in revision: String, _ git: Git
  ) throws(SyncError) {
    let names = files.prefix(Self.mostFiles).map { "\(revision):\($0)" }
    for case let object? in try git.objects(named: names) where object.kind == "blob" {
      known[object.id] = object.bytes
    }
  }

  /// The contents before and after of those files among `changes` that are records or the model.
  func bytes(of changes: [TreeChange], _ git: Git) throws(SyncError) -> [String: [UInt8]] {
    let rest = try git.contents(of: changes) { known[$0] == nil }
    return known.merging(rest) { $1 }
  }
}
