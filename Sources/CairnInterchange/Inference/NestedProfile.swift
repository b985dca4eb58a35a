internal import CairnJSON
internal import CairnStore

/// The common properties of the objects in one column, which may become records of a collection of
/// their own.
///
/// They become records if every value is an object or an array of objects, and if the members look
/// like fields. Objects with more than a hundred different members are dictionaries, and objects
/// more than eight levels deep stay JSON text.
struct NestedProfile: Sendable {
  /// The most different members of records.
  ///
  /// Objects with more are dictionaries.
  static let memberLimit = 100
  /// The number of nested levels of objects that become collections.
  static let depthLimit = 8

  /// The names of the members, in the order in which they were found.
  var columns: [String] { met.names }
  /// A profile for each member.
  private(set) var profiles: [ColumnProfile] = []
  /// Whether some value is an array.
  private(set) var isToMany = false
  /// Whether some value is the address of a record outside the column.
  var hasAddresses = false
  /// Whether all values look like records.
  var areRecords: Bool { areObjects && !isEndless }

  private let entity: String
  private let depth: Int
  /// The number of objects.
  private(set) var objectCount = 0
  private var areObjects = true
  /// Whether the objects exceed the limits, so that further ones are ignored.
  private var isEndless: Bool
  private var met = MetColumns()
  private var keys: [(column: Int, key: SharedKey)] = []
  private var row = RawRow()

  /// Creates a profile without values.
  ///
  /// - Parameters:
  ///   - column: the column's name.
  ///   - depth: how many objects the values are nested in.
  init(of column: String, depth: Int) {
    entity = Naming.collection(for: column)
    self.depth = depth
    isEndless = depth >= Self.depthLimit
  }

  /// Reads the values of members without any regional form or tag separator.
  mutating func giveUpForms() {
    for index in profiles.indices { profiles[index].giveUpForms() }
  }

  /// Applies a person's choices of forms and types to members.
  mutating func ask(
    _ forms: [String: RegionalForm], _ types: [String: AttributeType], within path: String
  ) {
    for index in profiles.indices {
      profiles[index].ask(forms, types, path: "\(path).\(columns[index])")
    }
  }

  /// The member that identifies equal objects as the same record, if there is one.
  var sharedKey: String? {
    keys.first { $0.key.isShared }.map { columns[$0.column] }
  }

  /// The collection of the objects' own addresses; `nil` if there is none, or there are several.
  var ownCollection: String? {
    zip(columns, profiles).first { RecordJSON.identityKeys.contains($0.0) && $0.1.areIdentities }?
      .1.addresses?.collection
  }

  /// The pairs of the records and those nested in them.
  private(set) var pairs = LinkPairs()

  /// Adds an object or an array, as JSON text, of the record with the address `owner`.
  mutating func add(_ bytes: ArraySlice<UInt8>, of owner: RecordAddress? = nil) {
    guard !isEndless else { return }
    var reader = JSONReader(bytes)
    // The text was written from a JSON value, so it can be parsed.
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

/// Finds out whether a member is a key of repeated objects.
///
/// The key must be in each object, equal keys must always have equal other members, and at least
/// one key must be repeated.
///
/// A number that starts again in every array is no key, nor is a member without any evidence of
/// shared objects. Values are remembered by their hashes, as in ``KeyColumn``.
private struct SharedKey: Sendable {
  private var objects: [Int: Int] = [:]
  private var isRepeated = false
  private var isBroken: Bool

  /// Creates a key without objects.
  ///
  /// - Parameter isMissing: whether earlier objects lack the member.
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
