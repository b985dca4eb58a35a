internal import CairnJSON
internal import CairnStore

/// The common properties of the lists of one column.
struct ListProfile: Sendable {
  /// Whether labels are ignored.
  let isLabeled: Bool
  /// How many rows have a list.
  private(set) var count = 0
  /// Whether some list needs a field of several values.
  ///
  /// A list of one element from repeatable cells does not.
  private(set) var needsSeveral = false
  /// Whether all lists can be tags.
  private(set) var areTags = true
  /// The types that fit all elements of all lists.
  private(set) var shapes = Shapes.all.subtracting(.tags)

  /// Adds a list of plain values, as JSON text.
  ///
  /// - Parameters:
  ///   - bytes: The list.
  ///   - arePlain: Whether the strings may spell any type, like cells of a table.
  mutating func add(_ bytes: ArraySlice<UInt8>, arePlain: Bool = false) {
    count += 1
    let elements = ListText.elements(of: bytes) ?? []
    if !arePlain || elements.count > 1 { needsSeveral = true }
    if areTags { areTags = ListText.areTags(elements) }
    for element in elements { shapes.formIntersection(shapes(of: element, arePlain)) }
  }

  private func shapes(of element: JSONValue, _ isPlain: Bool) -> Shapes {
    switch element {
    case .number(let number): Shapes(of: Array(number.text.utf8)[...]).intersection(.numbers)
    case .boolean: .boolean
    case .string(let text):
      Shapes(of: Array((isLabeled ? Label.split(text).text : text).utf8)[...])
        .intersection(isPlain ? .all : .spelledInText)
    case .null, .array, .object: []
    }
  }
}

/// Finds the separator of tags in the cells of a column, and whether the column has tags.
///
/// The separator is a comma if any cell has one, even within a tag. Semicolons and bars are
/// separators only if no cell has a comma.
struct TagLists: Sendable {
  private static let separators = [Byte.semicolon, Byte.bar, Byte.comma]
  /// The most characters and words of a tag.
  private static let (longestTag, mostWords) = (40, 3)

  /// The number of cells with each separator.
  private var counts = [0, 0, 0]
  /// Whether all cells are short tags, if split at each separator.
  private var areShort = [true, true, true]
  private var isOpen = true
  /// Whether the column's name is a word for tags.
  ///
  /// With a singular name, a tag may contain a comma.
  private let isNamed: Bool
  private let isPlural: Bool

  /// Creates a profile without cells.
  ///
  /// - Parameter name: the column's name.
  init(of name: String) {
    let word = name.lowercased().split { !$0.isLetter }.last ?? ""
    isPlural = ["tags", "labels", "keywords", "categories"].contains(word)
    isNamed = isPlural || ["tag", "label", "keyword"].contains(word)
  }

  /// Adds a cell of text.
  ///
  /// Cost: one look at each byte; almost none after a cell with a comma, unless the name says that
  /// the column has tags.
  mutating func add(_ bytes: ArraySlice<UInt8>) {
    guard isOpen else { return }
    // A cell in this JSON form needs no separator, as in exports.
    if bytes.first == Byte.openBracket, ListText.elements(of: bytes) != nil { return giveUp() }
    var found = (semicolon: false, bar: false, comma: false)
    for byte in bytes {
      switch byte {
      case Byte.semicolon: found.semicolon = true
      case Byte.bar: found.bar = true
      case Byte.comma: found.comma = true
      default: continue
      }
    }
    if found.semicolon { counts[0] += 1 }
    if found.bar { counts[1] += 1 }
    if found.comma { counts[2] += 1 }
    guard isNamed else {
      isOpen = counts[2] == 0
      return
    }
    for (index, separator) in Self.separators.enumerated() where areShort[index] {
      areShort[index] = ListText.tags(in: bytes, separator).allSatisfy(Self.isShort)
    }
  }

  /// Uses the comma as the separator, and ignores the column's name.
  mutating func giveUp() { (isOpen, counts) = (false, [0, 0, 0]) }

  var separator: UInt8 { Self.separators[place] }

  private var place: Int {
    if counts[2] > 0 { return 2 }
    return counts[0] >= max(counts[1], 1) ? 0 : counts[1] > 0 ? 1 : 2
  }

  /// Whether the name says that the cells are tags, all tags are short, and some cell has several.
  var areNamed: Bool {
    let isClear = place < 2 || isPlural && counts[0] + counts[1] == 0
    return isNamed && isOpen && counts[place] > 0 && areShort[place] && isClear
  }

  private static func isShort(_ tag: String) -> Bool {
    tag.count <= longestTag && tag.split(separator: " ").count <= mostWords
      && tag.utf8.allSatisfy { $0 >= Byte.space }
  }
}

/// The pairs of records that a column links, in both directions.
///
/// Two columns are the sides of one link if each has the pairs of the other, turned around. Equal
/// sums of hashes show that. Two different sums are equal by chance once in 2^64 cases.
struct LinkPairs: Hashable, Sendable {
  private var forward: UInt64 = 0
  private var backward: UInt64 = 0
  private var count = 0

  mutating func add(_ owner: RecordAddress, _ other: RecordAddress) {
    forward &+= Self.hash(owner, other)
    backward &+= Self.hash(other, owner)
    count += 1
  }

  /// Returns whether these are the pairs of `other` with both sides swapped.
  func areBack(of other: LinkPairs) -> Bool {
    count > 0 && count == other.count && forward == other.backward && backward == other.forward
  }

  static func + (left: LinkPairs, right: LinkPairs) -> LinkPairs {
    var sum = left
    sum.forward &+= right.forward
    sum.backward &+= right.backward
    sum.count += right.count
    return sum
  }

  private static func hash(_ first: RecordAddress, _ second: RecordAddress) -> UInt64 {
    var hasher = Hasher()
    hasher.combine(first)
    hasher.combine(second)
    return UInt64(bitPattern: Int64(hasher.finalize()))
  }
}
