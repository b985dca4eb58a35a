internal import CairnKit
internal import CairnRecords
internal import CairnScreens
internal import CairnStore
internal import Synchronization

extension JobDesk {
  /// Runs a change of several records as a job.
  ///
  /// - Parameters:
  ///   - change: the change.
  ///   - desk: the records' desk.
  ///   - ends: what follows where it is not canceled.
  /// - Returns: the effects that start it.
  func make(
    _ change: BulkChange, on desk: RecordDesk, then ends: BulkChange.Ends
  ) -> [Effect] {
    let store = desk.store
    let isHeld = change.holdsKeys
    let saved = Saved()
    return start(
      .change, change.title.capitalizingFirst, doing: change.doing,
      holdsKeys: isHeld
    ) { control throws(AppError) in
      let bulk = BulkChange.Control { done in
        control.report(JobProgress.Reading(done, of: change.count))
      } isCanceled: {
        control.ending != nil
      }
      do throws(StoreError) {
        let transaction = try change.work(store, bulk)
        saved.transaction.withLock { $0 = transaction }
        return .done(
          JobOutcome(
            result: change.report(transaction), change: transaction?.number,
            replica: transaction?.replica))
      } catch {
        throw .failed(error.description(in: store.snapshot.model))
      }
    } completion: { report in
      let result = report.outcome.result
      // Where a person has gone on, nothing must take their keys.
      return switch report.state {
      case .done: ends.done(saved.transaction.withLock(\.self))
      case .canceled: [.say(Message(result))]
      case .failed, .running, .interrupted:
        isHeld ? ends.failed(result) : [.say(Message(result, tone: .bad))]
      }
    }
  }

  /// What the work saved, for the thread that draws.
  private final class Saved: Sendable {
    let transaction = Mutex<Transaction?>(nil)
  }
}
