/// The git command that a sync starts before the store is open.
///
/// Releasing this object ends the command.
public final class SyncOpening {
  let settings = GitSettings()

  /// Starts git in the folder `path`; `nil` if git can't start.
  ///
  /// The sync reports the reason later.
  public init?(in path: String, _ options: Sync.Options) {
    let git = Git(in: path, variables: options.variables, isUnattended: options.isUnattended)
    guard (try? settings.begin(git)) != nil else { return nil }
  }
}
