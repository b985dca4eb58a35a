internal import CairnJSON
internal import CairnStore

/// A record on its way from a row into the store.
struct RecordDraft: Sendable {
  /// A link in a row.
  struct Reference: Sendable {
    /// The ways in which a row names the other end.
    enum Target: Sendable {
      /// The records whose field has these values, one for each value.
      case values(field: String, [String])
      /// The records with these names, which are made if they are missing.
      case names([RecordName])
      /// Addresses of records, or whole records.
      case members([Member])
    }

    /// One end of a link in JSON.
    enum Member: Sendable {
      case address(String)
      /// A name, or names that are separated by commas.
      case names(String)
      /// A nested record at the end, with its JSON.
      case record(RecordDraft, JSONObject)
    }

    var relationship: Relationship
    var target: Target
    /// Whether the data or a person declares the link.
    ///
    /// Otherwise only the column's name suggests it, and the column keeps the value.
    var isSure = true
    /// What the file said before, if the row is about a merged record and its ends are not known yet.
    var merged: NotedLink?

    /// Whether the data says that there is no link.
    var isEmpty: Bool {
      switch target {
      case .values(_, let texts): texts.isEmpty
      case .names(let names): names.isEmpty
      case .members(let members): members.isEmpty
      }
    }

    /// A hash of the records at the other end, in order for an ordered link; 0 without any.
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
    /// The attribute's position among the stored properties.
    let place: Int
    let problem: RowProblem
  }

  /// A class that holds the entity, because copying an entity copies its many parts.
  private final class Form: Sendable {
    let entity: Entity
    init(_ entity: Entity) { self.entity = entity }
  }

  private let form: Form
  /// A value for each stored property.
  private(set) var values: [Value?]
  /// The positions of the stored properties that the row gives a value, or clears.
  private var given = PlaceSet()
  /// The address by which other rows name the record.
  var identity: String?
  var references: [Reference] = []
  /// `nil` for most rows, so that a copy of a draft is cheap.
  private var rare: Rare?

  /// What few rows have besides values and links.
  private struct Remarks: Sendable {
    var breaches: [Breach] = []
    var misfits: [Misfit] = []
    var losses: [RowProblem] = []
    var unknownMembers: [String] = []
    var joinedNames: [String] = []
  }

  private final class Rare: Sendable {
    let remarks: Remarks
    init(_ remarks: Remarks) { self.remarks = remarks }
  }

  init(_ entity: Entity) {
    form = Form(entity)
    values = Array(repeating: nil, count: entity.storedProperties.count)
  }

  var entity: Entity { form.entity }

  /// Leaves out the values that break a rule.
  mutating func loseBreaches() {
    guard !breaches.isEmpty else { return }
    for breach in breaches {
      leave(breach.place)
      losses.append(breach.problem)
    }
    breaches = []
  }

  /// Sets or clears the stored property at `place`.
  mutating func set(_ place: Int, _ value: Value?) {
    values[place] = value
    given[place] = true
  }

  /// Whether the row gives the stored property at `place` a value, or clears it.
  func isGiven(_ place: Int) -> Bool { given[place] }

  /// The positions of the stored properties that the row gives a value, or clears, in order.
  var givenPlaces: [Int] { values.indices.filter { given[$0] } }

  /// The names of the given fields.
  var givenFields: Set<String> { Set(givenPlaces.map { entity.storedProperties[$0].name }) }

  /// Keeps the value of the stored property at `place`.
  mutating func leave(_ place: Int) { (values[place], given[place]) = (nil, false) }

  /// The content of a row, as two hashes.
  struct Content: Equatable, Sendable {
    /// The hash of the attributes with values.
    var values: Int
    /// The hash of the links that are not empty.
    var links: Int
  }

  /// The content of the row.
  var content: Content {
    var hasher = Hasher()
    for (place, value) in values.enumerated() {
      guard let value, Value?.some(value).linkedKeys.isEmpty else { continue }
      hasher.combine(place)
      hasher.combine(value)
    }
    // The sum does not depend on the order of columns, which may differ in another table.
    let links = references.reduce(0) { $0 &+ $1.contentHash }
    return Content(values: hasher.finalize(), links: links)
  }

  /// Clears all properties that the row does not mention.
  mutating func clearOthers() {
    for place in values.indices where !given[place] { set(place, nil) }
  }

  /// Sets the stored property called `name`, if there is one.
  mutating func set(_ name: String, _ value: Value) {
    if let place = entity.storedIndex(of: name) { set(place, value) }
  }
}

// MARK: - What few rows have

extension RecordDraft {
  /// The values that break a rule, unless the stored record already has them.
  var breaches: [Breach] {
    get { rare?.remarks.breaches ?? [] }
    set { remark { $0.breaches = newValue } }
  }

  /// The values that do not fit their fields, if a person chose what happens to them.
  var misfits: [Misfit] {
    get { rare?.remarks.misfits ?? [] }
    set { remark { $0.misfits = newValue } }
  }

  /// The values that were left out, while the rest of the row is usable.
  var losses: [RowProblem] {
    get { rare?.remarks.losses ?? [] }
    set { remark { $0.losses = newValue } }
  }

  /// The members in the data for which the entity has no field.
  var unknownMembers: [String] {
    get { rare?.remarks.unknownMembers ?? [] }
    set { remark { $0.unknownMembers = newValue } }
  }

  /// The links named by values of several lines, which are joined in the names of records.
  var joinedNames: [String] {
    get { rare?.remarks.joinedNames ?? [] }
    set { remark { $0.joinedNames = newValue } }
  }

  private mutating func remark(_ change: (inout Remarks) -> Void) {
    var remarks = rare?.remarks ?? Remarks()
    change(&remarks)
    rare = Rare(remarks)
  }
}

extension RecordDraft.Reference.Member {
  /// A hash of the record's address, or of its content if it has no address.
  fileprivate var contentHash: Int {
    switch self {
    case .address(let address), .names(let address): return address.hashValue
    case .record(let draft, _):
      if let address = draft.identity { return address.hashValue }
      return draft.content.values ^ draft.content.links
    }
  }
}

/// A set of positions, which needs no allocation for the first 64.
struct PlaceSet: Sendable {
  private var first: UInt64 = 0
  private var others: Set<Int>?

  /// Whether the set has a position.
  subscript(place: Int) -> Bool {
    get { place < 64 ? first & 1 << UInt64(place) != 0 : others?.contains(place) == true }
    set {
      if place < 64 {
        first = newValue ? first | 1 << UInt64(place) : first & ~(1 << UInt64(place))
      } else if newValue {
        if others == nil { others = [] }
        others?.insert(place)
      } else {
        others?.remove(place)
      }
    }
  }
}
