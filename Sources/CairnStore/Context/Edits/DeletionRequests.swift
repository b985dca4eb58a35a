/// Records whose deletion was asked for, each once, in the order of asking.
struct DeletionRequests: Sendable {
  private(set) var ids: [ObjectID] = []
  /// The same, to be looked up: a hundred thousand may be asked for at once.
  private var known: Set<ObjectID> = []

  init() {}

  init(_ ids: [ObjectID]) {
    for id in ids where known.insert(id).inserted { self.ids.append(id) }
  }

  func contains(_ id: ObjectID) -> Bool { known.contains(id) }

  mutating func append(_ id: ObjectID) {
    if known.insert(id).inserted { ids.append(id) }
  }

  mutating func remove(_ id: ObjectID) {
    guard known.remove(id) != nil else { return }
    // What was asked for last is taken back first.
    if ids.last == id { ids.removeLast() } else { ids.removeAll { $0 == id } }
  }
}
