internal import CairnKit
internal import CairnRecords
internal import CairnScreens
internal import CairnStore

extension JobDesk {
  /// As many records are changed before the next key is taken in; more take so long that a person
  /// wants to do something else meanwhile.
  private static let heldCount = 1000

  /// Runs a change of several records as a job.
  ///
  /// - Parameters:
  ///   - change: the change.
  ///   - desk: the records' desk, which takes note of it so that undo takes it back.
  ///   - ends: what follows.
  /// - Returns: the effects that start it.
  func make(
    _ change: BulkChange, on desk: RecordDesk, then ends: BulkChange.Ends
  ) -> [Effect] {
    let store = desk.store
    let isHeld = change.count <= Self.heldCount
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
        return .done(
          JobOutcome(
            result: change.report(transaction), change: transaction?.number,
            replica: transaction?.replica))
      } catch {
        throw .failed(error.description(in: store.snapshot.model))
      }
    } completion: { [weak desk] report in
      let outcome = report.outcome
      switch report.state {
      case .done:
        desk?.note(outcome)
        return ends.done() + [.say(.saved(outcome.result, isChange: outcome.change != nil))]
      case .canceled: return [.say(Message(outcome.result))]
      case .failed, .running, .interrupted:
        // Where a person has gone on, nothing must take their keys.
        return isHeld ? ends.failed(outcome.result) : [.say(Message(outcome.result, tone: .bad))]
      }
    }
  }
}
