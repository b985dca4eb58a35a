internal import CairnKit
internal import CairnScreens
internal import CairnStore
internal import Synchronization

/// What is done for the store's text in a quiet moment, at the start and after changes.
final class TextUpkeep: Sendable {
  private let workspace: Workspace
  private let inbox: Inbox
  /// How many files are being written.
  private let fileCount = Mutex(0)
  /// What was found last of records that are missing.
  private let foundLosses = Mutex<String?>(nil)

  init(_ workspace: Workspace, _ inbox: Inbox) {
    self.workspace = workspace
    self.inbox = inbox
  }

  /// Whether there are so many files to write that a person wonders what the program does.
  var takesLong: Bool {
    max(workspace.store.shardsBehind, fileCount.withLock { $0 }) >= 100
  }

  /// Which files lacked records in the last quiet moment, in a sentence; `nil` where none did.
  var losses: String? { foundLosses.withLock { $0 } }

  /// Moves what was saved into the text, and looks which files lack records.
  ///
  /// - Returns: why what was saved couldn't be moved.
  func run() -> String? {
    let problem = foldProblem()
    findLosses()
    return problem
  }

  private func findLosses() {
    let losses = workspace.losses
    let isNews = foundLosses.withLock { found in
      defer { found = losses }
      return losses != found
    }
    // Whoever draws tells it, and that it is over.
    if isNews { inbox.refresh() }
  }

  private func foldProblem() -> String? {
    let store = workspace.store
    let count = store.shardsBehind
    guard count > 0 else { return nil }
    fileCount.withLock { $0 = count }
    defer { fileCount.withLock { $0 = 0 } }
    do throws(StoreError) {
      try store.fold()
      return nil
    } catch {
      return "the changes are safe in the journal, but not yet in your files: "
        + error.description(in: store.snapshot.model)
    }
  }
}
