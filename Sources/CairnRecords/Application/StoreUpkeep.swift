internal import CairnKit
internal import CairnScreens
internal import CairnStore
internal import Synchronization

/// Maintains a store's files in quiet moments, at the start and after changes.
///
/// It also tells the screens about changes.
package final class StoreUpkeep: Sendable {
  private let store: ObjectStore
  private let inbox: Inbox
  private let findLosses: @Sendable (ObjectStore) -> String?
  /// Ends with this object.
  private let observation: Observation
  /// The number of files being written.
  private let fileCount = Mutex(0)
  /// The newest report of missing records.
  private let foundLosses = Mutex<String?>(nil)

  init(
    _ store: ObjectStore, _ inbox: Inbox,
    losses: @escaping @Sendable (ObjectStore) -> String?
  ) {
    self.store = store
    self.inbox = inbox
    findLosses = losses
    observation = store.observe { [inbox, store] change in
      inbox.refresh()
      let moves = change.moves.sorted { $0.key.key < $1.key.key }
      guard let (old, new) = moves.first else { return }
      let others = moves.count == 1 ? "" : ", and \(moves.count - 1) more moved"
      let words =
        "\(store.snapshot.model.path(of: old)) is another record in the file; "
        + "the saved one is now \(new.key)\(others)"
      inbox.say(Message(words, tone: .warning))
    }
  }

  /// Whether so many files have to be written that a person would wonder about the delay.
  package var takesLong: Bool { max(store.shardsBehind, fileCount.withLock { $0 }) >= 100 }

  /// The files that lacked records in the last quiet moment, in a sentence; `nil` if none did.
  package var losses: String? { foundLosses.withLock { $0 } }

  /// Folds saved changes into the files, and looks for files that lack records.
  ///
  /// - Returns: why the changes couldn't be folded; `nil` after success.
  func run() -> String? {
    let problem = foldProblem()
    let losses = findLosses(store)
    let isNews = foundLosses.withLock { found in
      defer { found = losses }
      return losses != found
    }
    // A refresh shows the new state, and also the end of an old one.
    if isNews { inbox.refresh() }
    return problem
  }

  /// Folds the last changes at the end of the app; what fails stays safe in the journal.
  func finish() { _ = foldProblem() }

  private func foldProblem() -> String? {
    guard store.isTextBehind else { return nil }
    let count = store.shardsBehind
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
