public import CairnStore

/// What happens before somebody commits in a store's repository with git: what was saved is folded
/// and goes into the commit.
public struct CommitHook {
  private let store: ObjectStore
  private let git: Git
  /// Whether the index that is committed is not the one that stays.
  private let isTemporary: Bool

  /// Whether variables of git's say that a sync commits, which has folded already.
  public static func isOfSync(_ variables: [String: String]) -> Bool {
    variables[SyncHook.silencer] != nil
  }

  /// The hook of the store in `path`, run by git with these variables.
  public init(_ store: ObjectStore, in path: String, variables: [String: String]) {
    self.store = store
    var git = Git(in: path, variables: variables)
    // Which index is committed git alone knows: `git commit FILE` makes one of its own.
    let index = variables["GIT_INDEX_FILE"]
    if let index { git = git.setting("GIT_INDEX_FILE", index) }
    isTemporary = index?.contains("/next-index-") ?? false
    self.git = git
  }

  /// Folds, and adds to the commit what that changed.
  ///
  /// What a person left out of the commit before stays left out.
  ///
  /// - Throws: `SyncError.store`, `.git`; git then gives up the commit.
  public func run() throws(SyncError) {
    let before = try unstaged()
    do throws(StoreError) {
      try store.fold()
    } catch {
      throw .store("\(error)")
    }
    // Of `git commit FILE` the index is gone afterwards, and the usual one would have the old text.
    if isTemporary { return }
    let folded = try unstaged().subtracting(before).sorted()
    guard !folded.isEmpty else { return }
    _ = try git.output(["add", "-A", "--"] + folded)
  }

  /// The files that differ from what is to be committed, or that git doesn't know.
  private func unstaged() throws(SyncError) -> Set<String> {
    let changed = try git.output(["diff", "--name-only", "-z"])
    let others = try git.output(["ls-files", "-o", "-z", "--exclude-standard"])
    return Set((changed + others).split(separator: 0).map { String(decoding: $0, as: UTF8.self) })
  }
}
