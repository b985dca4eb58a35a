internal import CairnFiles
internal import CairnStore

/// The checks that prove that a sync delivered every file.
extension Sync {
  /// Whether the branch of the remote is at a commit; `false` if another machine pushed since.
  func isThere(
    _ commit: String, at remote: String, _ name: String
  ) throws(SyncError) -> Bool {
    // The remote may have a separate address for pushes.
    let place = try git.line(["remote", "get-url", "--push", "--", remote])
    let end = try git.run([
      "ls-remote", "--upload-pack=git-upload-pack", "--", place, "refs/heads/\(name)",
    ])
    guard end.status == 0 else { throw unreachable(remote, end.reason) }
    return end.text.split(separator: "\n").contains("\(commit)\trefs/heads/\(name)")
  }

  /// Checks the staged files of the store.
  ///
  /// - Returns: the files in the place of kept files that are none.
  /// - Throws: `SyncError.linkHere` for links, which other machines refuse. `.flagged` for files
  ///   whose changes git ignores because of a flag in its index.
  func requireFilesOnly(
    in names: [String]
  ) throws(SyncError) -> [String: KeptFile.Refusal] {
    let listing = try git.output(["ls-files", "-s", "-v", "-z", "--"] + names)
    var links: [String] = []
    var flagged: [String] = []
    var odd: [String: KeptFile.Refusal] = [:]
    for entry in listing.split(separator: 0) {
      // H 100644 ID 0<TAB>PATH. A lower-case letter means assume-unchanged, S skip-worktree.
      let path = String(decoding: entry.drop { $0 != 9 }.dropFirst(), as: UTF8.self)
      if entry.first != UInt8(ascii: "H") { flagged.append(path) }
      let isRegular = entry.dropFirst(2).starts(with: "100".utf8)
      let isKept = KeptFile(path) != nil
      // A link in place of a folder holds kept files, which would be missed.
      if !isRegular, !isKept {
        links.append(path)
      } else if KeptFile.isPlace(path), !isRegular || !isKept {
        odd[path] = isRegular ? .name : .irregular
      }
    }
    guard links.isEmpty else { throw .linkHere(paths: links) }
    guard flagged.isEmpty else { throw .flagged(paths: flagged) }
    return odd
  }

  /// Returns the error for a failed connection.
  ///
  /// It names the settings that the sync ignored, since one of them may be needed to connect.
  func unreachable(_ remote: String, _ reason: String) -> SyncError {
    let names = (try? git.settings.withoutEffect(git)) ?? []
    guard !names.isEmpty else { return .unreachable(remote: remote, reason: reason) }
    let list = names.joined(separator: ", ")
    return .unreachable(
      remote: remote, reason: "\(reason); the repository's own \(list) has no effect on a sync")
  }

  /// Whether git tracks every file of the store, also files from the time since the commit.
  ///
  /// A kept file may be left out, because no record names it yet, and so may what is no kept file.
  func isComplete(_ repository: Repository) throws(SyncError) -> Bool {
    let names = try contentNames(repository).names
    let others = try git.output(["ls-files", "-o", "-z", "--"] + names)
    return others.split(separator: 0).allSatisfy { path in
      path.split(separator: UInt8(ascii: "/")).contains { $0.first == UInt8(ascii: ".") }
        || KeptFile.isPlace(String(decoding: path, as: UTF8.self))
    }
  }

  /// Returns a note about the repository's own settings that the sync ignores.
  func settingsWithoutEffect() throws(SyncError) -> [String] {
    // A name can contain a URL with a password.
    let names = try git.settings.withoutEffect(git).map(\.withoutSecrets)
    var notes: [String] = []
    if try git.settings.hooksAreTracked(git) {
      notes.append(
        "a sync ran no hook, because another machine can change the hooks of this store; put them "
          + "into .git/hooks, or outside of the store")
    }
    guard !names.isEmpty else { return notes }
    return notes + [
      "a sync ignores \(names.joined(separator: ", ")) of the repository itself, which can run a program "
        + "or write a file; use git config --global instead"
    ]
  }
}
