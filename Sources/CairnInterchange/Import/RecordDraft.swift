internal import CairnJSON
internal import CairnStore

/// One record on its way from a row into the store.
struct RecordDraft: Sendable {
  /// A link that the row has, by one of the ways in which rows name records.
  struct Reference: Sendable {
    /// What the row says of the other end.
    enum Target: Sendable {
      /// The record whose field has the value, for each value.
      case values(field: String, [String])
      /// Addresses of records, or whole records.
      case members([Member])
    }

    /// One end of a link in JSON.
    enum Member: Sendable {
      case address(String)
      /// A record that stands whole at the end, with what the data has of it.
      case record(RecordDraft, JSONObject)
    }

    var relationship: Relationship
    var target: Target
    /// Whether the data or a person says that it is a link; else its column's name only suggests it,
    /// and the column keeps the value.
    var isSure = true

    /// Whether the data says that there is no link.
    var isEmpty: Bool {
      switch target {
      case .values(_, let texts): texts.isEmpty
      case .members(let members): members.isEmpty
      }
    }

    /// A hash of the records at the other end, in their order if the link has one; 0 for none.
    var contentHash: Int {
      guard case .members(let members) = target, !members.isEmpty else { return 0 }
      var hasher = Hasher()
      hasher.combine(relationship.name)
      if relationship.isOrdered {
        for member in members { hasher.combine(member.contentHash) }
      } else {
        hasher.combine(members.reduce(0) { $0 &+ $1.contentHash })
      }
      return hasher.finalize()
    }
  }

  /// A value that breaks a rule of its attribute.
  struct Breach: Sendable {
    /// The attribute's place among the stored properties.
    let place: Int
    let problem: RowProblem
  }

  /// The entity in a class, because a copy of an entity copies its many parts.
  private final class Form: Sendable {
    let entity: Entity
    init(_ entity: Entity) { self.entity = entity }
  }

  private let form: Form
  /// A value for each stored property.
  private(set) var values: [Value?]
  /// Whether the row says something of each stored property, if only that it has no value.
  private(set) var isGiven: [Bool]
  /// The address by which other rows name the record.
  var identity: String?
  var references: [Reference] = []
  /// The values that break a rule, unless the record has them in the store already.
  var breaches: [Breach] = []
  /// What the data has of the record and its entity has no field for.
  var unknownMembers: [String] = []

  init(_ entity: Entity) {
    form = Form(entity)
    values = Array(repeating: nil, count: entity.storedProperties.count)
    isGiven = Array(repeating: false, count: entity.storedProperties.count)
  }

  var entity: Entity { form.entity }

  /// Gives the stored property at `place` a value, or none.
  mutating func set(_ place: Int, _ value: Value?) {
    values[place] = value
    isGiven[place] = true
  }

  /// What a row says of a record, as two hashes.
  struct Content: Equatable, Sendable {
    /// Of the attributes that have values.
    var values: Int
    /// Of the links that lead somewhere.
    var links: Int
  }

  /// What the row says of the record.
  var content: Content {
    var hasher = Hasher()
    for (place, value) in values.enumerated() {
      guard let value, Value?.some(value).linkedKeys.isEmpty else { continue }
      hasher.combine(place)
      hasher.combine(value)
    }
    // The columns of another table may have another order.
    let links = references.reduce(0) { $0 &+ $1.contentHash }
    return Content(values: hasher.finalize(), links: links)
  }

  /// Takes away all values of which the row says nothing.
  mutating func clearOthers() {
    for place in values.indices where !isGiven[place] { set(place, nil) }
  }

  /// Gives the stored property called `name` a value, if there is one of that name.
  mutating func set(_ name: String, _ value: Value) {
    if let place = entity.storedIndex(of: name) { set(place, value) }
  }
}

extension RecordDraft.Reference.Member {
  /// A hash of the record's address, or of what it says if it has none.
  fileprivate var contentHash: Int {
    switch self {
    case .address(let address): return address.hashValue
    case .record(let draft, _):
      if let address = draft.identity { return address.hashValue }
      return draft.content.values ^ draft.content.links
    }
  }
}
