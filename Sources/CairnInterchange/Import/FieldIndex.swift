internal import CairnStore

/// Finds the records of one entity by the value of one field, those of this import included.
struct FieldIndex {
  /// A field of an entity.
  struct Name: Hashable {
    var entity: String
    var field: String
    /// Whether a list is found by each of its elements, and not as a whole.
    var isByElement = false
  }

  /// What the index knows of a value.
  enum Match {
    case one(RecordKey)
    case several(Set<RecordKey>)
  }

  private var matches: [String: Match] = [:]
  /// The present values of the records whose value this import set or removed.
  private var given: [RecordKey: Value?] = [:]
  /// The texts that records of the store had and this import took from them.
  private var freed: Set<String> = []
  private let isByElement: Bool

  /// Creates the index of a field; without a table it is empty.
  init(_ name: Name, of table: Table?) {
    isByElement = name.isByElement
    guard let table, let place = table.entity.storedIndex(of: name.field) else { return }
    matches.reserveCapacity(table.count)
    for chunk in table.chunks {
      for row in 0..<chunk.count {
        guard let value = chunk.columns[place][row] else { continue }
        for text in texts(of: value) { add(text, chunk.keys[row]) }
      }
    }
  }

  /// Whom the value belongs to, `nil` if to nobody.
  subscript(text: String) -> Match? { matches[text] }

  /// Notes that the record has the value, or none.
  ///
  /// - Parameters:
  ///   - new: The value.
  ///   - key: The record.
  ///   - stored: The value that it had before this import.
  mutating func set(_ new: Value?, of key: RecordKey, stored: Value?) {
    let old = given.updateValue(new, forKey: key) ?? stored
    guard old != new else { return }
    for text in old.map(texts) ?? [] {
      remove(text, key)
      if stored != nil { freed.insert(text) }
    }
    for text in new.map(texts) ?? [] { add(text, key) }
  }

  /// The records with a text.
  func keys(with text: String) -> Set<RecordKey> {
    switch matches[text] {
    case nil: []
    case .one(let key)?: [key]
    case .several(let keys)?: keys
    }
  }

  /// Whether a record has the value that it had before this import.
  func isUntouched(_ key: RecordKey) -> Bool { given[key] == nil }

  /// Whether a record of the store had a text that this import took from it.
  func isFreed(_ text: String) -> Bool { freed.contains(text) }

  private mutating func add(_ text: String, _ key: RecordKey) {
    switch matches[text] {
    case nil: matches[text] = .one(key)
    case .one(key)?: break
    case .one(let other)?: matches[text] = .several([other, key])
    case .several(var keys)?:
      // The set is not shared while it grows.
      matches[text] = nil
      keys.insert(key)
      matches[text] = .several(keys)
    }
  }

  private mutating func remove(_ text: String, _ key: RecordKey) {
    switch matches[text] {
    case .one(key)?: matches[text] = nil
    case .several(var keys)?:
      keys.remove(key)
      matches[text] = keys.count == 1 ? keys.first.map(Match.one) : .several(keys)
    case .one?, nil: break
    }
  }

  /// The texts by which a value is found.
  func texts(of value: Value) -> [String] {
    isByElement ? value.storedTexts : [Self.text(of: value)]
  }

  /// The text by which values of any two types are compared.
  static func text(of value: Value) -> String {
    value.storedTexts.joined(separator: "\n")
  }
}
