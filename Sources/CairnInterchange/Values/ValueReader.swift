internal import CairnJSON
internal import CairnStore

/// Converts cells into values of one attribute.
///
/// It is a class, so that copying a plan does not copy the attribute, which has many parts.
final class ValueReader: Sendable {
  let attribute: Attribute
  /// What happens to values that do not fit; `nil` refuses their rows.
  let misfits: MisfitPlan?
  private let type: AttributeType
  private let isList: Bool
  private let form: RegionalForm?
  private let separator: CellSeparator
  private let dress: CellDress
  /// Whether cells may have a unit, or a sign behind the number.
  private let mayBeDressed: Bool
  /// Whether words such as `n/a` mean an empty cell.
  private let hasEmptyWords: Bool
  private let isExact: Bool
  /// The zone of moments that are written without one.
  private let localTime: LocalTime
  /// Whether every text is a valid value, so that no check is needed.
  private let isPlainText: Bool
  /// Whether each value is the time until a record comes back.
  private let isInterval: Bool

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - attribute: The attribute of the values.
  ///   - form: The form of numbers or dates, if it isn't the store's own. It is ignored for
  ///     attributes of other types.
  ///   - separator: The separator between tags.
  ///   - dress: How the cells are dressed.
  ///   - isExact: Whether the values come from an export and are read exactly as written.
  ///   - isInterval: Whether each value is the time until a record comes back.
  ///   - misfits: What happens to values that do not fit; `nil` refuses their rows.
  ///   - localTime: The zone of moments that are written without one.
  init(
    _ attribute: Attribute, form: RegionalForm? = nil, separator: CellSeparator = .comma,
    dress: CellDress = CellDress(), isExact: Bool = false, isInterval: Bool = false,
    misfits: MisfitPlan? = nil, in localTime: LocalTime
  ) {
    self.attribute = attribute
    self.misfits = misfits
    self.separator = separator
    self.dress = dress
    self.isExact = isExact
    self.isInterval = isInterval
    self.localTime = localTime
    self.form = form.flatMap { $0.applies(to: attribute.type) ? $0 : nil }
    type = attribute.type
    isList = attribute.isList
    mayBeDressed = type.isNumber && (dress.hasDressedNumbers || attribute.unit != nil)
    hasEmptyWords = type.isNumber && dress.hasEmptyWords
    isPlainText =
      (type == .string || type == .text) && attribute.pattern == nil && attribute.lengths == nil
      && !attribute.isLabeled && !isInterval
  }

  /// Returns the value of the cell in `column`; `nil` for none.
  ///
  /// - Throws: `RowProblem.value` if the cell does not fit the attribute.
  func value(of row: borrowing RawRow, _ column: Int) throws(RowProblem) -> Value? {
    var breach: RowProblem?
    let value = try value(of: row, column, noting: &breach)
    if let breach { throw breach }
    return value
  }

  /// Returns the value of the cell in `column`, even if it breaks a rule of the attribute.
  ///
  /// - Parameters:
  ///   - row: The row.
  ///   - column: The cell's column.
  ///   - breach: Set to the problem of a value that has the right type but is not allowed: for
  ///     example, no choice, or too long. Such a value may already be in the store.
  /// - Returns: The value; `nil` for none.
  /// - Throws: `RowProblem.value` if the cell has another type.
  func value(
    of row: borrowing RawRow, _ column: Int, noting breach: inout RowProblem?
  ) throws(RowProblem) -> Value? {
    var bytes = row.bytes(at: column)
    let kind = row.kind(at: column)
    if dress.hasFormulaTexts, kind == .plain { bytes = FormulaText.content(of: bytes) ?? bytes }
    if hasEmptyWords, kind == .plain || kind == .text, EmptyWord.matches(bytes) {
      return nil
    }
    switch kind {
    case .missing, .empty: return nil
    case .nested:
      // Elements that are not texts can't be in a list of texts.
      let isArray = bytes.first == Byte.openBracket
      guard attribute.type == .text || attribute.type == .string, !(isList && isArray) else {
        throw misfit(bytes)
      }
      return listed(.text(String(decoding: bytes, as: UTF8.self)))
    case .list: return try list(bytes, noting: &breach)
    case .plainList: return try list(bytes, arePlain: true, noting: &breach)
    case .number where form != nil:
      // A JSON number is always in the store's own form.
      return try ValueReader(attribute, in: localTime).value(of: row, column, noting: &breach)
    case .plain, .text, .number, .boolean:
      if bytes.isEmpty { return emptyValue }
      return isList ? try elements(bytes, noting: &breach) : try single(bytes, noting: &breach)
    }
  }

  /// The value of an empty text: a value for text types and for data, and no value for others.
  private var emptyValue: Value? {
    if type == .data { return listed(.data([])) }
    guard attribute.type != .tags, attribute.type.isTextual, attribute.accepts(.text("")) else {
      return nil
    }
    return listed(.text(""))
  }

  private func listed(_ value: Value) -> Value { attribute.isList ? .list([value]) : value }

  private func misfit(_ bytes: ArraySlice<UInt8>) -> RowProblem {
    let isTooLarge = type == .double && Shapes(of: bytes).contains(.double)
    return .value(
      field: attribute.name, text: String(decoding: bytes, as: UTF8.self),
      expected: isTooLarge ? "a number from -1.8e308 to 1.8e308" : expectation)
  }

  /// The form of value that is expected.
  ///
  /// It names no words such as `tomorrow`, which only people type.
  private var expectation: String {
    if let form { return "a \(type.rawValue) such as \(form.example)" }
    return type == .date ? "a date such as 2026-11-05" : attribute.expectation
  }
}

// MARK: - Lists

extension ValueReader {
  /// Returns the elements of a JSON array.
  ///
  /// An attribute with one value takes an array of one element, and an attribute of long text takes
  /// any array as JSON text.
  private func list(
    _ bytes: ArraySlice<UInt8>, arePlain: Bool = false, noting breach: inout RowProblem?
  ) throws(RowProblem) -> Value? {
    guard let elements = ListText.elements(of: bytes) else { throw misfit(bytes) }
    let isJSON = attribute.isInferred && !arePlain || elements.count > 1
    if attribute.type == .text, !attribute.isList, isJSON {
      return .text(String(decoding: bytes, as: UTF8.self))
    }
    var values: [Value] = []
    for element in elements {
      values.append(try single(ListText.plainBytes(of: element), noting: &breach))
    }
    if attribute.isList { return Value(list: values) }
    guard values.count <= 1 else { throw misfit(bytes) }
    return values.first
  }

  /// Returns the elements in a cell of text: a JSON array, separated tags, or one element.
  private func elements(
    _ bytes: ArraySlice<UInt8>, noting breach: inout RowProblem?
  ) throws(RowProblem) -> Value? {
    if ListText.elements(of: bytes) != nil { return try list(bytes, noting: &breach) }
    guard attribute.type == .tags else { return .list([try single(bytes, noting: &breach)]) }
    var tags: [Value] = []
    for tag in separator.values(in: bytes) {
      let value = Value.text(tag)
      if !tags.contains(value) { tags.append(value) }
    }
    return Value(list: tags)
  }
}

// MARK: - Single values

extension ValueReader {
  private func single(
    _ bytes: ArraySlice<UInt8>, noting breach: inout RowProblem?
  ) throws(RowProblem) -> Value {
    if type.isTextual, bytes.contains(0) { throw .zeroByte(column: attribute.name) }
    guard let value = attribute.isLabeled ? labeled(bytes) : parsed(bytes) else {
      throw misfit(bytes)
    }
    if !isPlainText, breach == nil {
      if !attribute.accepts(value) {
        breach = misfit(bytes)
      } else if isInterval, case let text = String(decoding: bytes, as: UTF8.self),
        RepeatSpan(text) == nil
      {
        breach = .value(field: attribute.name, text: text, expected: RepeatSpan.expectation)
      }
    }
    return value
  }

  private func labeled(_ bytes: ArraySlice<UInt8>) -> Value? {
    attribute.element(fromText: String(decoding: bytes, as: UTF8.self))
  }

  private func parsed(_ bytes: ArraySlice<UInt8>) -> Value? {
    guard mayBeDressed, let number = DressedNumber(bytes) else { return undressed(bytes) }
    let unit = String(decoding: number.unit, as: UTF8.self)
    return unit.isEmpty || unit == attribute.unit ? undressed(number.digits) : nil
  }

  private func undressed(_ bytes: ArraySlice<UInt8>) -> Value? {
    guard let form else { return ownValue(bytes) }
    if let reading = form.reading(of: bytes) { return ownValue(reading.plain[...]) }
    // A value that does not fit the majority's form may be in the store's own form. But a point
    // can't separate thousands in some values and decimals in others.
    return form == .decimalComma && bytes.contains(Byte.point) ? nil : ownValue(bytes)
  }

  /// Returns the value in the store's own form.
  private func ownValue(_ bytes: ArraySlice<UInt8>) -> Value? {
    switch type {
    case .date: return day(bytes).map(Value.date)
    case .datetime: return moment(bytes).map(Value.datetime)
    case .localtime:
      return Timestamp.hasZone(bytes.span) ? nil : Value(utf8: bytes.span, as: .localtime)
    case .boolean: return (BooleanText.value(of: bytes)).map(Value.boolean) ?? stored(bytes)
    case .decimal: return stored(bytes) ?? NumberForms.decimal(bytes)
    case .integer, .double, .data: return stored(bytes)
    case .choice: return .text(choice(String(decoding: bytes, as: UTF8.self)))
    case .string, .text, .url, .email, .uuid, .phone, .file, .tags:
      return .text(String(decoding: bytes, as: UTF8.self))
    }
  }

  /// Returns a day, which may have no year.
  private func day(_ bytes: ArraySlice<UInt8>) -> CalendarDate? {
    guard bytes.first == Byte.minus else { return CalendarDate(utf8: bytes.span) }
    return CalendarDate(withoutYear: String(decoding: bytes, as: UTF8.self))
  }

  /// Returns a moment.
  ///
  /// Without a zone it is in local time; a day alone means its start.
  private func moment(_ bytes: ArraySlice<UInt8>) -> Timestamp? {
    if let day = CalendarDate(utf8: bytes.span) { return localTime.start(of: day) }
    return localTime.moment(reading: bytes.span)
  }

  private func stored(_ bytes: ArraySlice<UInt8>) -> Value? {
    Value(utf8: bytes.span, as: type)
  }

  /// Returns the choice that equals a text apart from case, else the text.
  private func choice(_ text: String) -> String {
    if isExact { return text }
    // In the model's spelling, also if only the bytes of an accent differ.
    if let choice = attribute.choices.first(where: { $0 == text }) { return choice }
    let folded = text.lowercased()
    return attribute.choices.first { $0.lowercased() == folded } ?? text
  }
}
