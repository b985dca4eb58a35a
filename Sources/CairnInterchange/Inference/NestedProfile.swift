internal import CairnJSON
internal import CairnStore

/// What the objects of one column have in common, which become records of a collection of their
/// own.
///
/// They do where every value is an object or an array of objects, and where their members look like
/// fields: not a hundred different ones, as of an object that is a dictionary, and not eight levels
/// deep.
struct NestedProfile: Sendable {
  /// Objects with more different members than this are dictionaries rather than records.
  static let memberLimit = 100
  /// The levels of objects within objects that become collections.
  static let depthLimit = 8

  /// The members' names, in the order in which they were met.
  var columns: [String] { met.names }
  /// A profile for each member.
  private(set) var profiles: [ColumnProfile] = []
  /// Whether some value is an array.
  private(set) var isToMany = false
  /// Whether some value is the address of a record that stands elsewhere.
  var hasAddresses = false
  /// Whether every value looked like records.
  var areRecords: Bool { areObjects && !isEndless }

  private let entity: String
  private let depth: Int
  /// How many objects there are.
  private(set) var objectCount = 0
  private var areObjects = true
  /// Whether the objects go beyond the limits, so that no more of them is looked at.
  private var isEndless: Bool
  private var met = MetColumns()
  private var keys: [(column: Int, key: SharedKey)] = []
  private var row = RawRow()

  /// A profile of no values.
  ///
  /// - Parameters:
  ///   - column: the column's name.
  ///   - depth: how many objects the values lie in.
  init(of column: String, depth: Int) {
    entity = Naming.collection(for: column)
    self.depth = depth
    isEndless = depth >= Self.depthLimit
  }

  /// Takes the values of members as they are.
  mutating func giveUpForms() {
    for index in profiles.indices { profiles[index].giveUpForms() }
  }

  /// Takes note of what a person says of the values of members, and of their forms.
  mutating func ask(
    _ forms: [String: RegionalForm], _ types: [String: AttributeType], within path: String
  ) {
    for index in profiles.indices {
      profiles[index].ask(forms, types, path: "\(path).\(columns[index])")
    }
  }

  /// The member that says which objects are the same record, if one does.
  var sharedKey: String? {
    keys.first { $0.key.isShared }.map { columns[$0.column] }
  }

  /// The collection of the addresses that the objects give themselves; `nil` for none, and for
  /// several.
  var ownCollection: String? {
    zip(columns, profiles).first { RecordJSON.identityKeys.contains($0.0) && $0.1.areIdentities }?
      .1.addresses?.collection
  }

  /// The pairs of the records and those that stand within them.
  private(set) var pairs = LinkPairs()

  /// Takes in an object or an array, as JSON text, of the record with the address `owner`.
  mutating func add(_ bytes: ArraySlice<UInt8>, of owner: RecordAddress? = nil) {
    guard !isEndless else { return }
    var reader = JSONReader(bytes)
    // The text was made of a value, so that it is one.
    guard let value = try? reader.only() else { return }
    if value.array != nil { isToMany = true }
    for element in value.array ?? [value] {
      switch element {
      case .object(let object):
        let own = RecordJSON.address(in: object)
        if let owner, let own { pairs.add(owner, own) }
        add(object, own)
      case .string(let text) where RecordAddress(text) != nil:
        hasAddresses = true
        if let owner, let other = RecordAddress(text) { pairs.add(owner, other) }
      default: areObjects = false
      }
    }
  }

  private mutating func add(_ object: JSONObject, _ own: RecordAddress?) {
    row.begin(line: 0)
    for (index, member) in object.members.enumerated() {
      row.set(met.place(of: member.name, expecting: index), member.value)
    }
    isEndless = isEndless || columns.count > Self.memberLimit
    guard !isEndless else { return }
    while profiles.count < columns.count {
      let member = columns[profiles.count]
      if KeyColumn.isNamedKey(member, of: entity) {
        keys.append((profiles.count, SharedKey(isMissing: objectCount > 0)))
      }
      profiles.append(ColumnProfile(of: member, depth: depth + 1))
    }
    objectCount += 1
    for column in profiles.indices { profiles[column].add(row, column, of: own) }
    for index in keys.indices {
      keys[index].key.add(row.bytes(at: keys[index].column), of: object)
    }
  }
}

/// Whether a member is the key of objects that come again: in each of them, the same always with
/// the same other members, and at least once a second time.
///
/// A number that starts anew in every array is none, nor is one of which nothing shows that objects
/// are shared. Values are remembered by their hash, as those of ``KeyColumn``.
private struct SharedKey: Sendable {
  private var objects: [Int: Int] = [:]
  private var isRepeated = false
  private var isBroken: Bool

  /// A key of no objects.
  ///
  /// - Parameter isMissing: whether objects came before that have none.
  init(isMissing: Bool) { isBroken = isMissing }

  var isShared: Bool { !isBroken && isRepeated }

  mutating func add(_ key: ArraySlice<UInt8>, of object: JSONObject) {
    guard !isBroken else { return }
    let whole = JSONValue.object(object).bytes().hashValue
    switch key.isEmpty ? nil : objects.updateValue(whole, forKey: Array(key).hashValue) {
    case nil: isBroken = key.isEmpty
    case whole?: isRepeated = true
    case _?: isBroken = true
    }
    if isBroken { objects = [:] }
  }
}
