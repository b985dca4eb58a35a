internal import Synchronization

/// The ranks by a chunk's columns that were asked for once.
final class SortColumns: Sendable {
  private let columns = Mutex<[Int: SortColumn]>([:])

  func column(_ index: Int, make: () -> SortColumn) -> SortColumn {
    if let known = columns.withLock({ $0[index] }) { return known }
    let made = make()
    columns.withLock { $0[index] = made }
    return made
  }
}
