internal import CairnStore

/// What all values of one column have in common, gathered row by row.
struct ColumnProfile: Sendable {
  /// Fewer values than this prove no choice.
  static let fewestForChoice = 20
  /// A text with more characters than this is long.
  static let longestString = 200
  /// One long text among so many values, or fewer, makes the column no long text: it is a name or a
  /// remark that somebody had much to say in.
  static let fewestPerLong = 20

  /// Whether only rows that were refused have a value.
  var isOfRefusedRows = false
  /// How many rows have a value.
  private(set) var valueCount = 0
  private var shapes = Shapes.all
  private var distinct = DistinctTexts()
  private var hasLines = false
  private var longCount = 0
  private var lists: ListProfile
  /// The records that the values link, besides those that stand whole in them.
  private var pairs = LinkPairs()
  /// All records that the values link.
  var linkPairs: LinkPairs { nested.map { $0.pairs + pairs } ?? pairs }
  /// What the values have in common as long as all of them are addresses of records.
  private(set) var addresses: AddressProfile? = AddressProfile()
  private var regional: RegionalProfile
  private var tagLists: TagLists
  private var majorityType = MajorityType()
  private var nestedCount = 0
  private var numberForms = NumberForms()
  /// Whether some value is a time without a zone.
  private var hasZoneless = false
  /// What the objects among the values have in common, if there are any.
  private(set) var nested: NestedProfile?
  private let name: String
  private let depth: Int

  /// A profile of no values.
  ///
  /// - Parameters:
  ///   - name: The column's name.
  ///   - isLabeled: Whether each element of a list may have a label, which says nothing of its type.
  ///   - depth: How many objects the values lie in.
  ///   - isBetweenCommas: Whether the cells of the table stand between commas.
  init(
    of name: String, isLabeled: Bool = false, depth: Int = 0, isBetweenCommas: Bool = false
  ) {
    lists = ListProfile(isLabeled: isLabeled)
    regional = RegionalProfile(isBetweenCommas: isBetweenCommas)
    tagLists = TagLists(of: name)
    self.name = name
    self.depth = depth
  }

  /// Whether some value is an object, or an array of them.
  var hasNested: Bool { nestedCount > 0 }

  /// What the values have in common if all of them are records within the row's, or addresses of
  /// such.
  var records: NestedProfile? {
    guard var nested, nested.areRecords, nestedCount == valueCount || areOthersAddresses else {
      return nil
    }
    if nestedCount < valueCount { nested.hasAddresses = true }
    return nested
  }

  /// Takes in the value that `row` has in `column`.
  mutating func add(
    _ row: borrowing RawRow, _ column: Int, of owner: RecordAddress? = nil
  ) {
    let kind = row.kind(at: column)
    guard kind.hasValue else { return }
    let bytes = row.bytes(at: column)
    // Text of no length says nothing of the other values' type; it is kept where text fits.
    if bytes.isEmpty { return }
    valueCount += 1
    addAddresses(bytes, kind, of: owner)
    switch kind {
    case .missing, .empty: break
    case .plain: addText(bytes, Shapes(of: bytes))
    case .text: addText(bytes, Shapes(of: bytes).intersection(.spelledInText), isText: true)
    case .number:
      let spelled = Shapes(of: bytes).intersection(.numbers)
      shapes.formIntersection(spelled)
      addNumber(bytes, spelled, isPlain: false)
    case .boolean: shapes.formIntersection(.boolean)
    case .list: lists.add(bytes)
    case .plainList: lists.add(bytes, arePlain: true)
    case .nested:
      nestedCount += 1
      if nested == nil { nested = NestedProfile(of: name, depth: depth) }
      nested?.add(bytes, of: owner)
    }
    if kind == .number || kind == .boolean {
      distinct.add(bytes)
      // Whoever writes these has no form of a region.
      regional.giveUp()
    }
  }

  private mutating func addAddresses(
    _ bytes: ArraySlice<UInt8>, _ kind: RawRow.Kind, of owner: RecordAddress?
  ) {
    // Beside records that stand whole in the column, others are addresses.
    guard addresses != nil || nested != nil else { return }
    guard let cell = AddressCell(bytes, kind) else {
      addresses = nil
      return
    }
    addresses?.add(cell)
    if let owner { for address in cell.addresses { pairs.add(owner, address) } }
  }

  /// Takes in a value that may spell anything.
  mutating func add(plain bytes: ArraySlice<UInt8>) {
    valueCount += 1
    addText(bytes, Shapes(of: bytes))
  }

  private mutating func addText(
    _ bytes: ArraySlice<UInt8>, _ spelled: Shapes, isText: Bool = false
  ) {
    shapes.formIntersection(spelled)
    addNumber(bytes, spelled, isPlain: !isText)
    if spelled.contains(.localtime) { hasZoneless = true }
    regional.add(bytes, spelled, isText: isText)
    majorityType.add(bytes, spelled, isText: isText)
    distinct.add(bytes)
    if spelled.isEmpty || spelled.contains(.tags) { tagLists.add(bytes) }
    // Where one has lines, it doesn't matter how long the others are.
    guard !hasLines, spelled.isEmpty || bytes.count > Self.longestString else { return }
    hasLines = bytes.contains(Byte.lineFeed)
    if bytes.hasMoreCharacters(than: Self.longestString) { longCount += 1 }
  }

  private mutating func addNumber(
    _ bytes: ArraySlice<UInt8>, _ spelled: Shapes, isPlain: Bool
  ) {
    guard spelled.contains(.double) else { return }
    numberForms.add(bytes, isWhole: spelled.contains(.integer), isPlain: isPlain)
  }

  /// Whether the texts have lines, or enough of them have many characters.
  private var isLong: Bool {
    hasLines || longCount > 0 && longCount * Self.fewestPerLong >= valueCount
  }
}

// MARK: - Conclusion

extension ColumnProfile {
  /// The type for the column, by the first rule that holds for all its values.
  var type: ColumnType {
    if valueCount == 0 { return ColumnType(.string) }
    if hasNested { return ColumnType(.text) }
    if lists.count > 0 { return listType }
    if numberForms.areCodes(of: valueCount) { return ColumnType(.string) }
    if let type = Self.preciseType(of: typedShapes) {
      return ColumnType(type == .double && numberForms.areDecimal ? .decimal : type)
    }
    if tagLists.areNamed { return ColumnType(.tags) }
    if isLong { return ColumnType(.text) }
    if let choices, choices.count > 1, valueCount >= Self.fewestForChoice {
      return ColumnType(.choice, choices: choices)
    }
    return ColumnType(.string)
  }

  /// The type for the column where a person asks for one.
  func type(asked type: AttributeType) -> ColumnType {
    ColumnType(type, isMultiple: hasLists, choices: type == .choice ? choices ?? [] : [])
  }

  /// Says in which zone times without one are read; `nil` where the column has none.
  func zoneNotice(for attribute: Attribute, in zone: String?) -> String? {
    guard hasZoneless else { return nil }
    switch attribute.type {
    case .datetime: return "times without a zone are read in \(zone ?? "local time")"
    case .localtime:
      return zone == nil
        ? nil : "times without a zone are kept as written, as the field has no zone"
    default: return nil
    }
  }

  /// Whether every value can be one of `type`.
  func fits(_ type: AttributeType) -> Bool {
    if valueCount == 0 { return true }
    if hasNested { return type == .text }
    let common = lists.count > 0 ? lists.shapes.intersection(shapes) : typedShapes
    if let shape = Self.precise.first(where: { $0.type == type })?.shape {
      if type == .decimal, common.contains(.double), numberForms.fitDecimal { return true }
      return common.contains(shape) || type == .tags && lists.areTags
    }
    // As in `listType`, the length of a text says nothing where some values are lists.
    return type != .string || !isLong || lists.count > 0
  }

  /// The form of all values where the store has another one, or that a person says they have.
  var form: RegionalForm? { regional.asked ?? regionalForm?.form }

  /// The same with the types that the values have in it, and with one of them.
  var regionalForm: RegionalProfile.Conclusion? {
    if isOfSeveral { return nil }
    return readsAsWritten ? regional.thousandsConclusion : regional.conclusion
  }

  /// The first value of numbers or dates that can be read in two ways.
  var ambiguity: RegionalProfile.Ambiguity? {
    isOfSeveral || readsAsWritten ? nil : regional.ambiguity
  }

  /// Whether a person said how its values are written.
  var isFormAsked: Bool { regional.asked != nil }

  /// The forms of which one has to be chosen to read the values as numbers or dates; none where
  /// they can be read in one way at most, or as they stand.
  var formChoices: [RegionalForm] { isOfSeveral || readsAsWritten ? [] : regional.choices }

  /// Whether its values could be of `type`, did somebody say how they are written.
  func isAmbiguous(as type: AttributeType) -> Bool {
    ambiguity?.readings.contains { $0.form.applies(to: type) } ?? false
  }

  /// Whether some value is a number with a point before its decimals.
  var hasDecimalPoint: Bool { readsAsWritten && regional.hasDecimalPoint }

  /// What stands between tags in a text.
  var separator: UInt8 { isOfSeveral ? Byte.comma : tagLists.separator }

  /// Whether the column's name says that its texts are tags, and they look so.
  var areNamedTags: Bool { !isOfSeveral && tagLists.areNamed }

  /// Takes the values as they are, and those within them.
  mutating func giveUpForms() {
    regional.giveUp()
    tagLists.giveUp()
    nested?.giveUpForms()
  }

  /// What nearly all values are, where a few are words that say nothing, so that the column is text;
  /// `nil` where none is.
  var majority: MajorityType.Conclusion? {
    isOfSeveral || readsAsWritten || regionalForm != nil
      ? nil : majorityType.conclusion(of: valueCount)
  }

  /// Takes note of what a person says of the values, by the names of their columns; members follow
  /// the `path` of theirs.
  ///
  /// Where only their type is said, they have the form that most have.
  ///
  /// - Parameters:
  ///   - forms: how they are written.
  ///   - types: what they are.
  ///   - path: what options call the column.
  mutating func ask(
    _ forms: [String: RegionalForm], _ types: [String: AttributeType], path: String
  ) {
    if let form = forms[path] {
      regional.ask(form)
    } else if let type = types[path], !isOfSeveral, !readsAsWritten, regionalForm == nil,
      let form = majorityType.form(for: type, of: valueCount)
    {
      regional.ask(form)
    }
    nested?.ask(forms, types, within: path)
  }

  /// Takes note of the forms that other columns of the table have.
  mutating func settleForm(by others: Set<RegionalForm>) { regional.settle(by: others) }

  /// Whether some value is no single text.
  private var isOfSeveral: Bool { lists.count > 0 || hasNested }

  /// Whether the values have a type as they are.
  var readsAsWritten: Bool { Self.preciseType(of: shapes) != nil }

  /// The types whose spelling all single values have, in their region's form too.
  private var typedShapes: Shapes { regionalForm?.shapes ?? shapes }

  private static func preciseType(of shapes: Shapes) -> AttributeType? {
    precise.first { shapes.contains($0.shape) }?.type
  }

  /// Whether every value is the address of a record, or a list of them.
  var areRecordAddresses: Bool { valueCount > 0 && !hasNested && areOthersAddresses }

  /// Whether no value that is no object is anything else than an address, or a list of them.
  private var areOthersAddresses: Bool {
    shapes.contains(.record) && (lists.count == 0 || lists.shapes.contains(.record))
  }

  /// Whether every value is the address of one record, as that of the row itself is.
  var areIdentities: Bool { areRecordAddresses && !hasLists }

  /// Whether some value is a list.
  var hasLists: Bool { lists.count > 0 }

  /// Whether some value has no room in a field of one value.
  var needsSeveral: Bool { lists.needsSeveral }

  /// The different values, `nil` where they are too many or too long for a choice, or one is none.
  var choices: [String]? {
    guard lists.count == 0, !hasNested else { return nil }
    let words = distinct.values?.map { String(decoding: $0, as: UTF8.self) }
    return words?.allSatisfy(Attribute.canChoose) == true ? words : nil
  }

  private static let precise: [(shape: Shapes, type: AttributeType)] = [
    (.integer, .integer), (.decimal, .decimal), (.double, .double), (.boolean, .boolean),
    (.date, .date), (.localtime, .localtime), (.datetime, .datetime), (.url, .url),
    (.email, .email), (.tags, .tags),
  ]

  /// Tags if every value is a list of them, else several values of the type that all elements have.
  private var listType: ColumnType {
    let isAllLists = lists.count == valueCount
    let common = isAllLists ? lists.shapes : lists.shapes.intersection(shapes)
    // Cells may spell numbers, which would be tags as well.
    if isAllLists, lists.areTags, common.isDisjoint(with: .unlikeText) { return ColumnType(.tags) }
    return ColumnType(Self.preciseType(of: common) ?? .string, isMultiple: true)
  }
}
