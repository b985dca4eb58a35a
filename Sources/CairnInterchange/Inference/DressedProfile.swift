internal import CairnStore

/// The common properties of a column's values that are numbers with a unit, or in parentheses.
///
/// All values have the same unit or none. A column of other values costs one look at its first
/// value.
struct DressedProfile: Sendable {
  private var isOpen = true
  /// The forms of the numbers without their dress, from the first dressed number on.
  private var bare: (shapes: Shapes, regional: RegionalProfile)?
  private var unit: [UInt8]?
  private var count = 0
  /// The first dressed number, and its digits.
  private var example: (text: [UInt8], digits: [UInt8])?

  /// The number of cells with a word such as `n/a`, and the first word.
  private(set) var (emptyWordCount, emptyWord) = (0, String?.none)

  /// Returns whether the profile needs a value of these types.
  ///
  /// Before the first dressed number, plain numbers tell nothing.
  func takes(_ own: Shapes) -> Bool { isOpen && (bare != nil || !own.contains(.double)) }

  /// Ends the search for dressed numbers.
  mutating func giveUp() { (isOpen, bare) = (false, nil) }

  /// Whether all values are words such as `n/a`.
  var areEmptyWords: Bool { isOpen && count == 0 && emptyWordCount > 0 }

  /// Adds a cell.
  ///
  /// - Parameters:
  ///   - bytes: The cell.
  ///   - own: The types that fit the whole cell.
  ///   - shapes: The types that fit all earlier cells.
  ///   - regional: The forms that fit all earlier cells.
  ///   - hasEarlier: Whether there are earlier cells, which have no unit then.
  mutating func add(
    _ bytes: ArraySlice<UInt8>, _ own: Shapes, after shapes: Shapes, _ regional: RegionalProfile,
    hasEarlier: Bool
  ) {
    if own.contains(.double) {
      if bare != nil { add(bytes, unit: []) }
      return
    }
    guard own.isEmpty, let number = DressedNumber(bytes),
      number.unit.isEmpty || NumberUnit.isValid(String(decoding: number.unit, as: UTF8.self))
    else { return giveUp() }
    if bare == nil {
      // Until the first dressed number, the column's own shapes and forms are enough.
      guard number.isDressed else { return }
      bare = (shapes, regional)
      if hasEarlier { unit = [] }
    }
    if example == nil, number.isDressed { example = (Array(bytes), Array(number.digits)) }
    add(number.digits, unit: number.unit)
  }

  /// Adds a word such as `n/a`.
  mutating func addEmptyWord(
    _ bytes: ArraySlice<UInt8>, after shapes: Shapes, _ regional: RegionalProfile, hasEarlier: Bool
  ) {
    emptyWordCount += 1
    if emptyWord == nil { emptyWord = String(decoding: bytes, as: UTF8.self) }
    guard isOpen, bare == nil else { return }
    bare = (shapes, regional)
    // The earlier cells are numbers without a unit, or the column is none of numbers.
    if hasEarlier { (unit, count) = ([], 1) }
  }

  private mutating func add(_ digits: ArraySlice<UInt8>, unit found: ArraySlice<UInt8>) {
    if let unit, unit[...] != found { return giveUp() }
    if unit == nil { unit = Array(found) }
    count += 1
    let spelled = Shapes(of: digits).intersection(.numbers)
    bare?.shapes.formIntersection(spelled)
    bare?.regional.add(digits, spelled, isText: false)
  }

  /// Chooses the form of the numbers.
  mutating func settle(by others: Set<RegionalForm>) { bare?.regional.settle(by: others) }
  mutating func ask(_ form: RegionalForm) { bare?.regional.ask(form) }

  /// The forms of the digits, if all values are numbers and some are dressed.
  var digits: (shapes: Shapes, regional: RegionalProfile)? {
    guard isOpen, let bare, count > 0 else { return nil }
    let isPlain = bare.shapes.contains(.double)
    let couldBe =
      isPlain || bare.regional.conclusion?.form.isOfNumbers == true
      || bare.regional.ambiguity != nil
    return couldBe ? bare : nil
  }

  /// The unit of all numbers; `nil` for none.
  var sharedUnit: String? {
    guard digits != nil, let unit, !unit.isEmpty else { return nil }
    return String(decoding: unit, as: UTF8.self)
  }

  /// The first dressed number, and its digits.
  var firstReading: (text: String, digits: String)? {
    example.map {
      (String(decoding: $0.text, as: UTF8.self), String(decoding: $0.digits, as: UTF8.self))
    }
  }
}
