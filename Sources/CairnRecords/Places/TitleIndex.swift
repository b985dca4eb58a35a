internal import CairnStore
internal import Synchronization

/// The folded titles of records, kept chunk by chunk for as long as the chunks stay as they are.
///
/// So a search reads bytes that lie side by side, and a save makes those of one chunk anew.
final class TitleIndex: Sendable {
  /// The titles of a chunk, one after the other.
  struct Titles: Sendable {
    let chunk: Chunk
    let bytes: [UInt8]
    /// Where each of them ends.
    let ends: [Int]

    init(_ chunk: Chunk) {
      self.chunk = chunk
      var bytes: [UInt8] = []
      var ends: [Int] = []
      ends.reserveCapacity(chunk.count)
      for index in 0..<chunk.count {
        bytes.append(contentsOf: SearchFold.fold(Row(chunk: chunk, index: index).title).utf8)
        ends.append(bytes.count)
      }
      (self.bytes, self.ends) = (bytes, ends)
    }
  }

  private let known = Mutex<[ObjectIdentifier: Titles]>([:])

  /// The titles of all records of a snapshot; what can't be read is passed over.
  func titles(in snapshot: Snapshot) -> [(entity: Entity, titles: [Titles])] {
    let before = known.withLock { $0 }
    var now: [ObjectIdentifier: Titles] = [:]
    let all = snapshot.model.entities.map { entity in
      let chunks = snapshot.table(entity.name)?.chunks.map(\.self) ?? []
      let titles = chunks.map { chunk in
        let made = before[ObjectIdentifier(chunk)] ?? Titles(chunk)
        now[ObjectIdentifier(chunk)] = made
        return made
      }
      return (entity, titles)
    }
    known.withLock { $0 = now }
    return all
  }
}
