internal import CairnFiles

/// What git is asked at the beginning of a sync, before the store is open.
///
/// Who forgets it ends it.
public final class SyncOpening {
  private var settings: RunningProgram?

  /// Asks git in the folder `path`; `nil` where it can't be asked, which the sync says then.
  public init?(in path: String, _ options: Sync.Options) {
    let git = Git(in: path, variables: options.variables, isUnattended: options.isUnattended)
    guard let settings = try? Repository.askForSettings(git) else { return nil }
    self.settings = settings
  }

  /// Git's answer on what is set in the repository, once.
  func takeSettings() -> RunningProgram? { settings.take() }
}
