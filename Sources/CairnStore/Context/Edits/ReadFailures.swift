internal import Synchronization

/// What could not be read while content was looked at.
///
/// Records in a file that cannot be read look like none. That does for showing what there is, but a
/// rule that takes them for none saves equal handles or links that lead nowhere. So who decides
/// something looks here before it counts.
final class ReadFailures: Sendable {
  private let first = Mutex<StoreError?>(nil)

  /// What `work` reads, `nil` if that fails, which is noted.
  func noting<Result>(_ work: () throws(StoreError) -> Result?) -> Result? {
    do throws(StoreError) {
      return try work()
    } catch {
      first.withLock { $0 = $0 ?? error }
      return nil
    }
  }

  /// Throws the first failure if there was one.
  func rethrow() throws(StoreError) {
    if let error = first.withLock({ $0 }) { throw error }
  }
}
