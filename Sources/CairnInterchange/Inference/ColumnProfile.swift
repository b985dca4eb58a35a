internal import CairnStore

/// The common properties of all values of one column, gathered row by row.
struct ColumnProfile: Sendable {
  /// A column with fewer values than this is never inferred as a choice.
  static let fewestForChoice = 20
  /// A text with more characters than this is long.
  static let longestString = 200
  /// A column is long text if at least one value in this many is long.
  ///
  /// A rarer long value is an unusually long name or remark.
  static let fewestPerLong = 20

  /// Whether only refused rows have a value.
  var isOfRefusedRows = false
  /// How many rows have a value.
  private(set) var valueCount = 0
  private var shapes = Shapes.all
  private var distinct = DistinctTexts()
  private var hasLines = false
  private var longCount = 0
  private var lists: ListProfile
  /// The records that the values link to, without those nested whole in the values.
  private var pairs = LinkPairs()
  /// All records that the values link to.
  var linkPairs: LinkPairs { nested.map { $0.pairs + pairs } ?? pairs }
  /// The common properties of the values, as long as all of them are addresses of records.
  private(set) var addresses: AddressProfile? = AddressProfile()
  private(set) var regional: RegionalProfile
  private(set) var dressed = DressedProfile()
  /// The number of texts that are written as formulas.
  private var formulaCount = 0
  private var tagLists: TagLists
  private(set) var majorityType = MajorityType()
  private var nestedCount = 0
  private var numberForms = NumberForms()
  /// What shows the form of numbers, if it is no number with a decimal comma.
  private(set) var formReason: String?
  /// Whether some value is a time without a zone.
  private var hasZoneless = false
  /// The common properties of the objects among the values; `nil` without objects.
  private(set) var nested: NestedProfile?
  private let name: String
  private let depth: Int

  /// Creates a profile without values.
  ///
  /// - Parameters:
  ///   - name: The column's name.
  ///   - isLabeled: Whether elements of a list may have labels, which do not affect the type.
  ///   - depth: How many objects the values are nested in.
  ///   - isBetweenCommas: Whether commas separate the cells of the table.
  init(
    of name: String, isLabeled: Bool = false, depth: Int = 0, isBetweenCommas: Bool = false
  ) {
    lists = ListProfile(isLabeled: isLabeled)
    regional = RegionalProfile(isBetweenCommas: isBetweenCommas)
    tagLists = TagLists(of: name)
    self.name = name
    self.depth = depth
  }

  /// Whether some value is an object or an array of objects.
  var hasNested: Bool { nestedCount > 0 }

  /// The common properties of the values if all of them are nested records or their addresses.
  var records: NestedProfile? {
    guard var nested, nested.areRecords, nestedCount == valueCount || areOthersAddresses else {
      return nil
    }
    if nestedCount < valueCount { nested.hasAddresses = true }
    return nested
  }

  /// Adds the value that `row` has in `column`.
  mutating func add(
    _ row: borrowing RawRow, _ column: Int, of owner: RecordAddress? = nil
  ) {
    add(row, column, Shapes(of: row, column), of: owner)
  }

  /// Adds the value that `row` has in `column`, and whose spelling fits the types `spelled`.
  mutating func add(
    _ row: borrowing RawRow, _ column: Int, _ spelled: Shapes, of owner: RecordAddress? = nil
  ) {
    let kind = row.kind(at: column)
    guard kind.hasValue else { return }
    let bytes = row.bytes(at: column)
    // An empty text is compatible with any type. It is kept where the field takes text.
    if bytes.isEmpty { return }
    valueCount += 1
    addAddresses(bytes, kind, of: owner)
    switch kind {
    case .missing, .empty: break
    case .plain: addText(bytes, spelled)
    case .text: addText(bytes, spelled, isText: true)
    case .number:
      shapes.formIntersection(spelled)
      addNumber(bytes, spelled, isPlain: false)
      addDressed(bytes, spelled, isText: false)
    case .boolean: shapes.formIntersection(spelled)
    case .list: lists.add(bytes)
    case .plainList: lists.add(bytes, arePlain: true)
    case .nested:
      nestedCount += 1
      if nested == nil { nested = NestedProfile(of: name, depth: depth) }
      nested?.add(bytes, of: owner)
    }
    switch kind {
    case .number, .boolean:
      distinct.add(bytes)
      // JSON numbers and truth values have no regional form.
      regional.giveUp()
      if kind == .boolean { dressed.giveUp() }
    case .list, .plainList, .nested: dressed.giveUp()
    case .missing, .empty, .plain, .text: break
    }
  }

  private mutating func addAddresses(
    _ bytes: ArraySlice<UInt8>, _ kind: RawRow.Kind, of owner: RecordAddress?
  ) {
    // If some values of the column are nested records, the other values are addresses.
    guard addresses != nil || nested != nil else { return }
    guard let cell = AddressCell(bytes, kind) else {
      addresses = nil
      return
    }
    addresses?.add(cell)
    if let owner { for address in cell.addresses { pairs.add(owner, address) } }
  }

  /// Adds a value that may spell any type.
  mutating func add(plain bytes: ArraySlice<UInt8>) {
    valueCount += 1
    addText(bytes, Shapes(of: bytes))
  }

  private mutating func addText(
    _ bytes: ArraySlice<UInt8>, _ spelled: Shapes, isText: Bool = false
  ) {
    if !isText, let content = FormulaText.content(of: bytes) {
      formulaCount += 1
      return addText(content, Shapes(of: content).intersection(.spelledInText), isText: true)
    }
    addDressed(bytes, spelled, isText: isText)
    shapes.formIntersection(spelled)
    addNumber(bytes, spelled, isPlain: !isText)
    if spelled.contains(.localtime) { hasZoneless = true }
    regional.add(bytes, spelled, isText: isText)
    majorityType.add(bytes, spelled, isText: isText)
    distinct.add(bytes)
    if spelled.isEmpty || spelled.contains(.tags) { tagLists.add(bytes) }
    // Once a value has several lines, the lengths of other values no longer matter.
    guard !hasLines, spelled.isEmpty || bytes.count > Self.longestString else { return }
    hasLines = bytes.contains(Byte.lineFeed)
    if bytes.hasMoreCharacters(than: Self.longestString) { longCount += 1 }
  }

  /// Adds a value that may be a number with a unit, or a word such as `n/a`.
  ///
  /// It comes before the value changes the shapes and the forms.
  private mutating func addDressed(
    _ bytes: ArraySlice<UInt8>, _ spelled: Shapes, isText: Bool
  ) {
    if spelled.isEmpty, bytes.count <= EmptyWord.longest, EmptyWord.matches(bytes) {
      dressed.addEmptyWord(bytes, after: shapes, regional, hasEarlier: valueCount > 1)
    } else if dressed.takes(spelled) {
      if isText { return dressed.giveUp() }
      dressed.add(bytes, spelled, after: shapes, regional, hasEarlier: valueCount > 1)
    }
  }

  private mutating func addNumber(
    _ bytes: ArraySlice<UInt8>, _ spelled: Shapes, isPlain: Bool
  ) {
    guard spelled.contains(.double) else { return }
    numberForms.add(bytes, isWhole: spelled.contains(.integer), isPlain: isPlain)
  }

  /// Whether some text has several lines, or enough texts are long.
  private var isLong: Bool {
    hasLines || longCount > 0 && longCount * Self.fewestPerLong >= valueCount
  }
}

// MARK: - Conclusion

extension ColumnProfile {
  /// The type of the column, by the first rule that fits all its values.
  var type: ColumnType {
    if valueCount == 0 { return ColumnType(.string) }
    if hasNested { return ColumnType(.text) }
    if lists.count > 0 { return listType }
    if numberForms.areCodes(of: valueCount) { return ColumnType(.string) }
    if let type = Self.preciseType(of: typedShapes) {
      return ColumnType(type == .double && numberForms.areDecimal ? .decimal : type)
    }
    if tagLists.areTags { return ColumnType(.tags) }
    if isLong { return ColumnType(.text) }
    if let choices, choices.count > 1, valueCount >= Self.fewestForChoice {
      return ColumnType(.choice, choices: choices)
    }
    return ColumnType(.string)
  }

  /// Returns the profile with the choices of another one, which has fewer rows.
  func choosing(from rest: ColumnProfile) -> ColumnProfile {
    var profile = self
    profile.distinct = rest.distinct
    return profile
  }

  /// Returns the type of the column if a person asks for `type`.
  func type(asked type: AttributeType) -> ColumnType {
    ColumnType(type, isMultiple: hasLists, choices: type == .choice ? choices ?? [] : [])
  }

  /// Returns a notice that names the zone for times without one; `nil` if the column has none.
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

  /// Returns whether every value can be of `type`.
  func fits(_ type: AttributeType) -> Bool {
    if valueCount == 0 || type.isNumber && dressed.areEmptyWords { return true }
    if hasNested { return type == .text }
    let common = lists.count > 0 ? lists.shapes.intersection(shapes) : typedShapes
    if let shape = Self.precise.first(where: { $0.type == type })?.shape {
      if type == .decimal, common.contains(.double), numberForms.fitDecimal { return true }
      return common.contains(shape) || type == .tags && lists.areTags
    }
    // As in `listType`, the length of a text does not matter where some values are lists.
    return type != .string || !isLong || lists.count > 0
  }

  /// The separator between tags in a text.
  var separator: CellSeparator { isOfSeveral ? .comma : tagLists.separator }

  /// Whether the texts look like tags, and the column's name or its separators say that they are.
  var areTags: Bool { !isOfSeveral && tagLists.areTags }

  /// Reads the values, and nested values, without any regional form or tag separator.
  mutating func giveUpForms() {
    regional.giveUp()
    dressed = DressedProfile()
    dressed.giveUp()
    formulaCount = 0
    tagLists.giveUp()
    nested?.giveUpForms()
  }

  /// Applies a person's choices of forms and types, by column name.
  ///
  /// The columns of nested members are named by `path`, followed by the member's name.
  ///
  /// If only the type is given, the column has the form that most of its values have.
  ///
  /// - Parameters:
  ///   - forms: The forms of the values.
  ///   - types: The types of the values.
  ///   - path: The column's name in options.
  mutating func ask(
    _ forms: [String: RegionalForm], _ types: [String: AttributeType], path: String
  ) {
    if let form = forms[path] {
      ask(form)
    } else if let type = types[path], !isOfSeveral, !readsAsWritten, regionalForm == nil,
      let form = majorityType.form(for: type, of: valueCount)
    {
      ask(form)
    }
    nested?.ask(forms, types, within: path)
  }

  private mutating func ask(_ form: RegionalForm) {
    regional.ask(form)
    dressed.ask(form)
  }

  /// Chooses the form by the forms of the table's other columns.
  ///
  /// - Parameters:
  ///   - others: The forms.
  ///   - reason: What shows the forms, if it is no number with a decimal comma.
  mutating func settleForm(by others: Set<RegionalForm>, because reason: String? = nil) {
    formReason = reason
    regional.settle(by: others)
    dressed.settle(by: others)
  }

  /// How the cells are dressed.
  var dress: CellDress {
    CellDress(
      unit: isOfSeveral ? nil : dressed.sharedUnit,
      hasDressedNumbers: !isOfSeveral && dressed.digits != nil && dressed.firstReading != nil,
      hasFormulaTexts: formulaCount > 0, hasEmptyWords: dressed.emptyWordCount > 0)
  }

  /// The unit of all numbers; `nil` for none that a model can have.
  var unit: String? { dress.unit.flatMap { NumberUnit.isValid($0) ? $0 : nil } }

  /// The first dressed number, and its digits; `nil` without one.
  var dressedExample: (text: String, digits: String)? {
    dress.hasDressedNumbers ? dressed.firstReading : nil
  }

  /// The number of cells with a word such as `n/a`, and the first word.
  var emptyWords: (count: Int, first: String)? {
    dressed.emptyWord.map { (dressed.emptyWordCount, $0) }
  }

  /// The shapes and the forms of the values, without their dress.
  var source: (shapes: Shapes, regional: RegionalProfile) {
    dressed.digits ?? (shapes, regional)
  }

  /// Whether some value is a list or an object.
  var isOfSeveral: Bool { lists.count > 0 || hasNested }

  /// Whether the values have a type without any regional form.
  var readsAsWritten: Bool { Self.preciseType(of: source.shapes) != nil }

  /// The types that fit every single value, in the column's regional form if it has one.
  private var typedShapes: Shapes { regionalForm?.shapes ?? source.shapes }

  private static func preciseType(of shapes: Shapes) -> AttributeType? {
    precise.first { shapes.contains($0.shape) }?.type
  }

  /// Whether every value is the address of a record or a list of addresses.
  var areRecordAddresses: Bool { valueCount > 0 && !hasNested && areOthersAddresses }

  /// Whether all values other than objects are addresses or lists of addresses.
  private var areOthersAddresses: Bool {
    shapes.contains(.record) && (lists.count == 0 || lists.shapes.contains(.record))
  }

  /// Whether every value is the address of one record, like the row's own address.
  var areIdentities: Bool { areRecordAddresses && !hasLists }

  /// Whether some value is a list.
  var hasLists: Bool { lists.count > 0 }

  /// Whether some value needs a field with several values.
  var needsSeveral: Bool { lists.needsSeveral }

  /// The distinct values; `nil` if there are too many, or one of them can't be a choice.
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

  /// The type of a column with lists: tags if every value is a list of tags, else several values of
  /// the elements' common type.
  private var listType: ColumnType {
    let isAllLists = lists.count == valueCount
    let common = isAllLists ? lists.shapes : lists.shapes.intersection(shapes)
    // The cells may spell numbers, which would also be valid tags.
    if isAllLists, lists.areTags, common.isDisjoint(with: .unlikeText) { return ColumnType(.tags) }
    return ColumnType(Self.preciseType(of: common) ?? .string, isMultiple: true)
  }
}
