/// The summary of a saved change, for a list of changes.
public struct ChangeSummary: Hashable, Sendable {
  /// The number.
  ///
  /// In a copy of the store, changes are numbered from 1.
  public let number: UInt64

  /// The time of the save.
  public let time: Timestamp

  /// The replica that saved it.
  public let replica: Replica

  /// The title of the change for people.
  public let title: String

  /// The number of the change that this one undoes.
  public let undoes: UInt64?

  /// Whether the change only gave new keys to records whose keys another program used, too.
  public let movesKeys: Bool

  /// The origin of the change; `nil` if unknown, as in changes of older programs.
  public let origin: ChangeOrigin?

  /// The receipt by which the program that saved it can find it again; `nil` for most changes.
  public let receipt: Receipt?

  /// The number of inserted records.
  public let insertedCount: Int

  /// The number of updated records.
  public let updatedCount: Int

  /// The number of deleted records.
  public let deletedCount: Int

  /// The number of inserted, updated and deleted records.
  public var count: Int { insertedCount + updatedCount + deletedCount }

  /// Whether the change includes a change of the model.
  public let changesModel: Bool

  /// The entities of the changed records, by their present names, each once.
  public let entities: [String]

  /// Reads the summary of `frame`; `nil` if the frame's first lines cannot be read.
  init?(_ frame: Span<UInt8>, _ names: inout EntityNames) {
    guard let head = FrameHead(frame) else { return nil }
    number = head.number
    time = head.time
    replica = head.replica
    title = head.title
    undoes = head.undoes
    movesKeys = head.movesKeys
    origin = head.origin
    receipt = head.receipt
    let tally = FrameTally(frame, from: head.end)
    insertedCount = tally.insertedCount
    updatedCount = tally.updatedCount
    deletedCount = tally.deletedCount
    changesModel = tally.changesModel
    entities = names.current(tally.entities, in: frame)
  }
}

/// The present names of entities, by their names in frames.
///
/// Most changes are of the same entity as the change before, whose name is reused.
struct EntityNames: Sendable {
  private let model: ObjectModel
  private var last: (bytes: [UInt8], names: [String]) = ([], [])

  init(_ model: ObjectModel) { self.model = model }

  /// Returns the present names for those at `places` of a frame, each once.
  mutating func current(_ places: [Range<Int>], in frame: Span<UInt8>) -> [String] {
    guard places.count == 1 else {
      return places.reduce(into: []) { names, place in
        let name = model.currentName(of: String(copying: frame.extracting(place)))
        if !names.contains(name) { names.append(name) }
      }
    }
    let place = frame.extracting(places[0])
    if !place.isEqual(to: last.bytes) {
      last = (place.bytes, [model.currentName(of: String(copying: place))])
    }
    return last.names
  }
}

extension Span<UInt8> {
  /// Whether the bytes equal `other`.
  func isEqual(to other: [UInt8]) -> Bool {
    guard other.count == count else { return false }
    for index in indices where self[index] != other[index] { return false }
    return true
  }
}
