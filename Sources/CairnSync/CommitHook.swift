public import CairnStore

/// The pre-commit hook of a store's repository.
///
/// It folds the saved changes and adds them to the commit.
public struct CommitHook {
  private let store: ObjectStore
  private let git: Git
  /// Whether git commits a temporary index instead of the usual one.
  private let isTemporary: Bool

  /// Whether git's variables say that a sync commits.
  ///
  /// The sync has folded already.
  public static func isOfSync(_ variables: [String: String]) -> Bool {
    variables[SyncHook.silencer] != nil
  }

  /// The hook of the store in `path`, with the variables that git passes to it.
  public init(_ store: ObjectStore, in path: String, variables: [String: String]) {
    self.store = store
    var git = Git(in: path, variables: variables)
    // Only git knows which index it commits: `git commit FILE` uses a temporary index.
    let index = variables["GIT_INDEX_FILE"]
    if let index { git = git.setting("GIT_INDEX_FILE", index) }
    isTemporary = index?.contains("/next-index-") ?? false
    self.git = git
  }

  /// Folds, and adds the changed files to the commit.
  ///
  /// Files that had unstaged changes before the fold stay unstaged.
  ///
  /// - Throws: `SyncError.store`, `.git`; git then cancels the commit.
  public func run() throws(SyncError) {
    let before = try unstaged()
    do throws(StoreError) {
      try store.fold()
    } catch {
      throw .store("\(error)")
    }
    // `git commit FILE` drops its index afterwards, and the usual index would keep the old text.
    if isTemporary { return }
    let folded = try unstaged().subtracting(before).sorted()
    if !folded.isEmpty { _ = try git.output(["add", "-A", "--"] + folded) }
    // A person's settings may ignore these files, but the records need them.
    guard store.keepsFiles else { return }
    _ = try git.output(["add", "-A", "-f", "--", "files"])
  }

  /// The files that differ from the index, and the files that git doesn't track.
  private func unstaged() throws(SyncError) -> Set<String> {
    let changed = try git.output(["diff", "--name-only", "-z"])
    let others = try git.output(["ls-files", "-o", "-z", "--exclude-standard"])
    return Set((changed + others).split(separator: 0).map { String(decoding: $0, as: UTF8.self) })
  }
}
