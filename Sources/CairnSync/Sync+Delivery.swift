internal import CairnFiles
internal import CairnStore

/// What has to hold before a sync says that it is done.
extension Sync {
  /// Whether the other repository has a commit at its branch; not where others sent more meanwhile.
  func isThere(
    _ commit: String, at remote: String, _ name: String
  ) throws(SyncError) -> Bool {
    // Where it was sent to may be another place than where it is fetched from.
    let place = try git.line(["remote", "get-url", "--push", "--", remote])
    let end = try git.run([
      "ls-remote", "--upload-pack=git-upload-pack", "--", place, "refs/heads/\(name)",
    ])
    guard end.status == 0 else { throw unreachable(remote, end.reason) }
    return end.text.split(separator: "\n").contains("\(commit)\trefs/heads/\(name)")
  }

  /// Refuses to send links that somebody committed with git: other machines would take in nothing
  /// more.
  func requireNoLinks(_ repository: Repository) throws(SyncError) {
    let names = try contentNames(repository).names
    let listing = try git.output(["ls-files", "-s", "-z", "--"] + names)
    let links = listing.split(separator: 0).compactMap { entry -> String? in
      // 100644 ID 0<TAB>PATH
      guard !entry.starts(with: "100".utf8) else { return nil }
      return String(decoding: entry.drop { $0 != 9 }.dropFirst(), as: UTF8.self)
    }
    guard links.isEmpty else { throw .linkHere(paths: links) }
  }

  /// That the other repository can't be reached, and what of the person's settings may be why.
  func unreachable(_ remote: String, _ reason: String) -> SyncError {
    let names = (try? git.settings.withoutEffect(git)) ?? []
    guard !names.isEmpty else { return .unreachable(remote: remote, reason: reason) }
    let left = names.joined(separator: ", ")
    return .unreachable(
      remote: remote, reason: "\(reason); the repository's own \(left) has no effect on a sync")
  }

  /// Whether git knows every file of the store, whatever a repository tells it to ignore; not where
  /// one was made meanwhile.
  func isComplete(_ repository: Repository) throws(SyncError) -> Bool {
    let names = try contentNames(repository).names
    let others = try git.output(["ls-files", "-o", "-z", "--"] + names)
    return others.split(separator: 0).allSatisfy { path in
      path.split(separator: UInt8(ascii: "/")).contains { $0.first == UInt8(ascii: ".") }
    }
  }

  /// What a person should know of settings that a sync leaves without effect.
  func settingsWithoutEffect() throws(SyncError) -> [String] {
    let names = try git.settings.withoutEffect(git)
    guard !names.isEmpty else { return [] }
    return [
      "the repository itself sets \(names.joined(separator: ", ")), which can run a program; a sync "
        + "leaves that without effect; set it with git config --global"
    ]
  }
}
