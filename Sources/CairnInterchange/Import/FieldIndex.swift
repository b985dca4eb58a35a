internal import CairnStore

/// Finds records of one entity by the value of one field, including records of this import.
struct FieldIndex {
  /// A field of an entity.
  struct Name: Hashable {
    var entity: String
    var field: String
    /// Whether a list is found by each of its elements, rather than as a whole.
    var isByElement = false
  }

  /// The records with a value.
  enum Match {
    case one(RecordKey)
    case several(Set<RecordKey>)
  }

  private var matches: [ExactText: Match] = [:]
  /// The present values of the records whose value this import set or removed.
  private var given: [RecordKey: Value?] = [:]
  /// The texts that this import removed from stored records.
  private var freed: Set<ExactText> = []
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

  /// The records with a value; `nil` if there are none.
  subscript(text: ExactText) -> Match? { matches[text] }

  /// Records that a record has the value, or none.
  ///
  /// - Parameters:
  ///   - new: The value.
  ///   - key: The record.
  ///   - stored: The record's value before this import.
  mutating func set(_ new: Value?, of key: RecordKey, stored: Value?) {
    let old = given.updateValue(new, forKey: key) ?? stored
    guard old != new else { return }
    for text in old.map(texts) ?? [] {
      remove(text, key)
      if stored != nil { freed.insert(text) }
    }
    for text in new.map(texts) ?? [] { add(text, key) }
  }

  /// Returns the records with a text.
  func keys(with text: ExactText) -> Set<RecordKey> {
    switch matches[text] {
    case nil: []
    case .one(let key)?: [key]
    case .several(let keys)?: keys
    }
  }

  /// Returns whether this import left the record's value unchanged.
  func isUntouched(_ key: RecordKey) -> Bool { given[key] == nil }

  /// Returns whether this import removed a text from a stored record.
  func isFreed(_ text: ExactText) -> Bool { freed.contains(text) }

  private mutating func add(_ text: ExactText, _ key: RecordKey) {
    switch matches[text] {
    case nil: matches[text] = .one(key)
    case .one(key)?: break
    case .one(let other)?: matches[text] = .several([other, key])
    case .several(var keys)?:
      // The set is removed from the dictionary, so that it is not copied when it grows.
      matches[text] = nil
      keys.insert(key)
      matches[text] = .several(keys)
    }
  }

  private mutating func remove(_ text: ExactText, _ key: RecordKey) {
    switch matches[text] {
    case .one(key)?: matches[text] = nil
    case .several(var keys)?:
      keys.remove(key)
      matches[text] = keys.count == 1 ? keys.first.map(Match.one) : .several(keys)
    case .one?, nil: break
    }
  }

  /// Returns the texts by which a value is found.
  func texts(of value: Value) -> [ExactText] {
    isByElement ? value.uniqueTexts : [ExactText(Self.text(of: value))]
  }

  /// Returns the text for comparing values of different types.
  static func text(of value: Value) -> String {
    value.storedTexts.joined(separator: "\n")
  }
}
