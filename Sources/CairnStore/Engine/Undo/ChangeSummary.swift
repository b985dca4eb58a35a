/// What a list of saved changes says of one of them.
public struct ChangeSummary: Hashable, Sendable {
  /// The number, one more than that of the change before it in this copy of the store.
  public let number: UInt64

  /// When it was saved.
  public let time: Timestamp

  /// The replica that saved it.
  public let replica: Replica

  /// What it did, in words for people.
  public let title: String

  /// The change that it took back.
  public let undoes: UInt64?

  /// Where it came from; `nil` where nobody said, as programs before this one did not.
  public let origin: ChangeOrigin?

  /// By what its saver finds it again; `nil` for most changes.
  public let receipt: Receipt?

  /// How many records came.
  public let insertedCount: Int

  /// How many records changed.
  public let updatedCount: Int

  /// How many records went.
  public let deletedCount: Int

  /// How many records came, changed or went.
  public var count: Int { insertedCount + updatedCount + deletedCount }

  /// Whether it changed the model.
  public let changesModel: Bool

  /// The entities of whose records it changed any, by the names that they have now, each once.
  public let entities: [String]

  /// What `frame` says; `nil` if its first lines cannot be read.
  init?(_ frame: Span<UInt8>, _ names: inout EntityNames) {
    guard let head = FrameHead(frame) else { return nil }
    number = head.number
    time = head.time
    replica = head.replica
    title = head.title
    undoes = head.undoes
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

/// The names that entities have now, by those that frames have.
///
/// Most changes are of one entity, the one of the change before: its name is then not made again.
struct EntityNames: Sendable {
  private let model: ObjectModel
  private var last: (bytes: [UInt8], names: [String]) = ([], [])

  init(_ model: ObjectModel) { self.model = model }

  /// The names that stand in `places` of a frame, as they are now, each once.
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
  /// Whether the bytes are those of `other`.
  func isEqual(to other: [UInt8]) -> Bool {
    guard other.count == count else { return false }
    for index in indices where self[index] != other[index] { return false }
    return true
  }
}
