/// The chunks of a table, in the order of their keys.
///
/// A snapshot after a save shares all of them but one with the snapshot before. They lie in pages,
/// so that it shares the pages too, and a save costs no pass over all chunks of a large table.
public struct ChunkList: RandomAccessCollection, Sendable {
  private static let pageSize = 32

  /// All have `pageSize` chunks but the last, which has one at least.
  private var pages: [[Chunk]]

  /// The number of chunks.
  public let count: Int

  init(_ chunks: [Chunk] = []) {
    count = chunks.count
    pages = stride(from: 0, to: chunks.count, by: Self.pageSize).map { start in
      Array(chunks[start..<Swift.min(start + Self.pageSize, chunks.count)])
    }
  }

  /// The first index, 0.
  public var startIndex: Int { 0 }

  /// The number of chunks.
  public var endIndex: Int { count }

  /// The chunk at `index`.
  public internal(set) subscript(index: Int) -> Chunk {
    get { pages[index / Self.pageSize][index % Self.pageSize] }
    set { pages[index / Self.pageSize][index % Self.pageSize] = newValue }
  }

  /// Whether both hold the same chunks, not only equal ones.
  func isSame(as other: ChunkList) -> Bool {
    count == other.count && zip(pages, other.pages).allSatisfy { $0.isSame(as: $1) }
  }
}
