/// What git is asked at the beginning of a sync, before the store is open.
///
/// Who forgets it ends it.
public final class SyncOpening {
  let settings = GitSettings()

  /// Asks git in the folder `path`; `nil` where it can't be asked, which the sync says then.
  public init?(in path: String, _ options: Sync.Options) {
    let git = Git(in: path, variables: options.variables, isUnattended: options.isUnattended)
    guard (try? settings.begin(git)) != nil else { return nil }
  }
}
