internal import CairnKit
internal import CairnRecords
internal import CairnStore

/// Something read from the store's files on another thread, and again where the store's content is
/// another one.
final class StoreReading<Output: Sendable> {
  private(set) var output: Output?
  private(set) var problem: String?
  private let title: String
  /// The content that the output, or the problem, is of.
  private var known: Snapshot?
  private let flight = SingleFlight()

  /// Nothing read yet; the status line says `title` while it is.
  init(_ title: String) { self.title = title }

  /// Whether it is there to be shown.
  var phase: ListPhase {
    if let problem { return .failed(problem) }
    return output == nil ? .loading : .ready
  }

  /// Lets the next look read it although the content is the same.
  func invalidate() { known = nil }

  /// Reads it, unless it is known; screens look again once it is there.
  ///
  /// - Parameters:
  ///   - records: whose store is read.
  ///   - read: reads it on another thread, given the store and the content to go by.
  /// - Returns: the effects that begin it; none where it is known or being read.
  func look(
    in records: RecordDesk,
    _ read: @escaping @Sendable (ObjectStore, Snapshot) throws(StoreError) -> Output
  ) -> [Effect] {
    let (store, snapshot) = (records.store, records.snapshot)
    guard known !== snapshot, !flight.isUnderWay else { return [] }
    known = snapshot
    return flight.start(title, holdsKeys: output == nil) {
      Result { () throws(StoreError) in try read(store, snapshot) }
    } completion: { [weak self] outcome in
      guard let self else { return [] }
      switch outcome {
      case .success(let output): (self.output, problem) = (output, nil)
      case .failure(let error): problem = error.description(in: snapshot.model)
      }
      return look(in: records, read) + [.refresh]
    } abandon: { [weak self] in
      self?.problem = "reading it was canceled"
      self?.known = nil
      return []
    }
  }
}
