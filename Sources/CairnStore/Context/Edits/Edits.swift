internal import Synchronization

/// The unsaved changes of a context: values by record and field, in the order of editing.
///
/// Every change of them is an `EditDelta`. The deltas since the last call of `takeDeltas` are kept,
/// so that they can be undone.
struct Edits {
  /// The created, changed and deleted records, each once.
  private(set) var touched: [ObjectID] = []

  /// The records that exist only here.
  private(set) var created: Set<ObjectID> = []

  private(set) var deleted: Set<ObjectID> = []

  /// The records whose deletion was requested; other deleted records follow from the rules.
  private(set) var requests = DeletionRequests()

  /// The links that the rules removed from remaining records.
  private(set) var cuts: [LinkCut] = []

  /// The new values of stored fields; `.some(nil)` for a cleared field.
  private(set) var fields: [ObjectID: [String: Value?]] = [:]

  private var deltas: [EditDelta] = []

  private struct LinkPlace: Hashable {
    var entity: String
    var field: String
    var target: RecordKey
  }

  /// The records that link to each place by a new value, an index that avoids a pass over all
  /// edits.
  private var linkers: [LinkPlace: Set<RecordKey>] = [:]

  /// The entry of a field: none if it is not edited, `.some(nil)` if it is cleared.
  func entry(_ field: String, of id: ObjectID) -> Value?? { fields[id]?[field] }

  /// Returns the stored properties of a record that have an entry, in the model's order.
  func properties(of id: ObjectID, in model: ObjectModel) -> [Property] {
    guard let entity = model[id.entity], let names = fields[id]?.keys else { return [] }
    return names.compactMap(entity.storedIndex).sorted().map { entity.storedProperties[$0] }
  }

  /// The records of `entity` that link to `target` by a new value of `field`.
  func linkers(to target: RecordKey, by field: String, of entity: String) -> Set<RecordKey> {
    linkers[LinkPlace(entity: entity, field: field, target: target)] ?? []
  }

  /// Returns the deltas since the last call.
  mutating func takeDeltas() -> [EditDelta] {
    defer { deltas = [] }
    return deltas
  }
}

// MARK: - Changing

extension Edits {
  mutating func create(_ id: ObjectID) {
    if !created.contains(id) { perform(.existence(id, isCreated: true)) }
  }

  mutating func set(_ entry: Value??, _ field: String, of id: ObjectID) {
    let old = self.entry(field, of: id)
    if old != entry { perform(.field(id, field, old: old, new: entry)) }
  }

  mutating func delete(_ id: ObjectID) {
    if !deleted.contains(id) { perform(.deletion(id, isDeleted: true)) }
  }

  mutating func request(_ id: ObjectID, replacement: ObjectID? = nil) {
    if !requests.contains(id) { perform(.request(id, replacement: replacement, isMade: true)) }
  }

  /// Removes a link because of a delete rule.
  mutating func cut(_ cut: LinkCut) {
    set(cut.after, cut.field, of: cut.id)
    perform(.cut(cut, isMade: true))
  }

  mutating func perform(_ delta: EditDelta) {
    apply(delta)
    deltas.append(delta)
  }

  /// Undoes all deletions and their consequences, except links that were edited since.
  mutating func restoreDeleted() {
    for cut in cuts.reversed() where entry(cut.field, of: cut.id) == cut.after {
      set(cut.before, cut.field, of: cut.id)
    }
    (cuts, deleted, requests) = ([], [], DeletionRequests())
  }

  /// Drops the edits of one record.
  mutating func forget(_ id: ObjectID) {
    for name in (fields[id] ?? [:]).keys.sorted() { set(Value??.none, name, of: id) }
  }

  private mutating func apply(_ delta: EditDelta) {
    switch delta {
    case .existence(let id, let isCreated):
      touch(id)
      if isCreated { created.insert(id) } else { created.remove(id) }
    case .deletion(let id, let isDeleted):
      touch(id)
      if isDeleted { deleted.insert(id) } else { deleted.remove(id) }
    case .request(let id, let replacement, let isMade):
      if isMade { requests.append(id, replacement: replacement) } else { requests.remove(id) }
    case .cut(let cut, let isMade):
      if isMade { cuts.append(cut) } else { cuts.removeAll { $0 == cut } }
    case .field(let id, let field, let old, let new):
      touch(id)
      index(from: (old ?? nil).linkedKeys, to: (new ?? nil).linkedKeys, field, of: id)
      if let new {
        fields[id, default: [:]].updateValue(new, forKey: field)
      } else {
        fields[id]?.removeValue(forKey: field)
      }
    }
  }

  /// Updates the index for the links that differ.
  ///
  /// A long list mostly gains or loses one link, so its equal start and end are skipped.
  private mutating func index(
    from old: [RecordKey], to new: [RecordKey], _ field: String, of id: ObjectID
  ) {
    if old.isEmpty, new.isEmpty { return }
    let start = zip(old, new).prefix { $0 == $1 }.count
    let most = min(old.count, new.count) - start
    let end = zip(old.reversed(), new.reversed()).prefix(most).prefix { $0 == $1 }.count
    for target in old[start..<old.count - end] {
      linkers[LinkPlace(entity: id.entity, field: field, target: target)]?.remove(id.key)
    }
    for target in new[start..<new.count - end] {
      linkers[LinkPlace(entity: id.entity, field: field, target: target), default: []]
        .insert(id.key)
    }
  }

  private mutating func touch(_ id: ObjectID) {
    guard fields[id] == nil else { return }
    touched.append(id)
    fields[id] = [:]
  }
}

// MARK: - Together with others

extension Edits {
  /// Creates the edits with the effect of `changes`.
  ///
  /// - Parameters:
  ///   - changes: the changes of records, in order.
  ///   - checkCancellation: called before each change.
  /// - Throws: the errors of `checkCancellation`.
  init(_ changes: [RecordChange], _ checkCancellation: CancellationCheck) throws(StoreError) {
    for change in changes {
      try checkCancellation()
      let id = change.id
      switch change.kind {
      case .insert:
        apply(.deletion(id, isDeleted: false))
        apply(.existence(id, isCreated: true))
      case .update: break
      case .delete:
        apply(.deletion(id, isDeleted: true))
        continue
      }
      for field in change.fields {
        apply(.field(id, field.name, old: entry(field.name, of: id), new: .some(field.new)))
      }
    }
  }

  /// Combines these edits with `later` ones.
  func followed(by later: Edits) -> Edits {
    var result = self
    for id in later.touched {
      if later.created.contains(id) { result.create(id) }
      result.take(later, of: id)
      if later.deleted.contains(id) { result.delete(id) }
    }
    _ = result.takeDeltas()
    return result
  }

  /// Takes over the edits of one record from `other`.
  mutating func take(_ other: Edits, of id: ObjectID) {
    for (name, value) in (other.fields[id] ?? [:]).sorted(by: { $0.key < $1.key }) {
      set(.some(value), name, of: id)
    }
  }

  /// Returns the edits with other names of records, in links too, and of fields.
  func replacing(_ names: NameReplacement) -> Edits {
    var result = Edits()
    for id in touched {
      let new = names.replace(id)
      if created.contains(id) { result.create(new) }
      for (name, value) in (fields[id] ?? [:]).sorted(by: { $0.key < $1.key }) {
        let value = names.replace(value, name, of: id.entity)
        result.set(.some(value), names.replace(name, of: id.entity), of: new)
      }
      if deleted.contains(id) { result.delete(new) }
    }
    result.requests = requests.replacing(names)
    result.cuts = cuts.map(names.replace)
    result.deltas = []
    return result
  }
}

/// The first error of a file that could not be read.
///
/// Records in such a file seem to be missing. A screen may show the rest. But a check would allow
/// equal handles, or links to missing records. So each check looks here first.
final class ReadFailures: Sendable {
  private let first = Mutex<StoreError?>(nil)

  /// Returns the result of `work`; after an error, which is noted, `nil`.
  func noting<Result>(_ work: () throws(StoreError) -> Result?) -> Result? {
    do throws(StoreError) {
      return try work()
    } catch {
      first.withLock { $0 = $0 ?? error }
      return nil
    }
  }

  /// Throws the first error if there was one.
  func rethrow() throws(StoreError) {
    if let error = first.withLock({ $0 }) { throw error }
  }
}
