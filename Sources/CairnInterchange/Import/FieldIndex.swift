internal import CairnStore

/// Finds the records of one entity by the value of one field, those of this import included.
struct FieldIndex {
  /// A field of an entity.
  struct Name: Hashable {
    var entity: String
    var field: String
  }

  /// What the index knows of a value.
  enum Match {
    case one(RecordKey)
    case several
  }

  private var matches: [String: Match] = [:]
  /// What records have that this import gave a value, or took it from.
  private var given: [RecordKey: [String]] = [:]
  private let isByElement: Bool

  /// Creates the index of `field`; without a table it is empty.
  ///
  /// - Parameters:
  ///   - table: The records of the store.
  ///   - field: The name of a stored property.
  ///   - isByElement: Whether a list is found by each of its elements, as in a unique field, and not
  ///     as a whole.
  init(of table: Table?, field: String, isByElement: Bool) {
    self.isByElement = isByElement
    guard let table, let place = table.entity.storedIndex(of: field) else { return }
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
    let new = new.map(texts) ?? []
    let old = given.updateValue(new, forKey: key) ?? stored.map(texts) ?? []
    for text in old { remove(text, key) }
    for text in new { add(text, key) }
  }

  private mutating func add(_ text: String, _ key: RecordKey) {
    switch matches[text] {
    case nil: matches[text] = .one(key)
    case .one(key)?: break
    case .one?, .several?: matches[text] = .several
    }
  }

  private mutating func remove(_ text: String, _ key: RecordKey) {
    if case .one(key)? = matches[text] { matches[text] = nil }
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
