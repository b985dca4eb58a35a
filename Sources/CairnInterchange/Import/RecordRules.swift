internal import CairnStore

/// What every record of an entity must obey.
struct RecordRules {
  private let required: [Int]
  /// The attributes whose values are all different, with their places.
  let unique: [(place: Int, attribute: Attribute)]
  private let defaults: [(place: Int, value: Value)]

  init(_ entity: Entity) {
    var required: [Int] = []
    var unique: [(place: Int, attribute: Attribute)] = []
    var defaults: [(place: Int, value: Value)] = []
    for (place, property) in entity.storedProperties.enumerated() {
      guard case .attribute(let attribute) = property else { continue }
      if attribute.isRequired { required.append(place) }
      if entity.hasUniqueValues(attribute) { unique.append((place, attribute)) }
      if let value = attribute.defaultValue { defaults.append((place, value)) }
    }
    self.required = required
    self.unique = unique
    self.defaults = defaults
  }

  /// Gives a new record the values with which records of its entity start.
  func fillDefaults(of draft: inout RecordDraft) {
    for (place, value) in defaults where !draft.isGiven[place] { draft.set(place, value) }
  }

  /// Refuses a value that breaks a rule, and a record without a value that it must have.
  ///
  /// What the row does not say is no value of a new record, and stays as it is in one that is
  /// known. A value that the record has in the store already is no edit, so it may break rules.
  ///
  /// - Parameters:
  ///   - draft: The record.
  ///   - isNew: Whether the record is new.
  ///   - isStored: Whether the record has the value at a place in the store.
  /// - Throws: The problem of the first such value.
  func check(
    _ draft: RecordDraft, isNew: Bool, isStored: (_ place: Int) -> Bool
  ) throws(RowProblem) {
    for breach in draft.breaches where !isStored(breach.place) {
      throw breach.problem
    }
    for place in required where isNew || draft.isGiven[place] {
      guard Attribute.saysNothing(draft.values[place]), !isStored(place) else { continue }
      throw .required(field: draft.entity.storedProperties[place].name)
    }
  }
}
