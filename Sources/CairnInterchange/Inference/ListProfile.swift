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
/// 1. The separator is a comma if any cell has one, even within a tag. Semicolons and bars are
///    separators only if no cell has a comma.
/// 2. A column whose name is a word for tags has tags if all of them are short and some cell has
///    several. Blanks may separate them, if each word of a longer cell is a cell of its own, too.
/// 3. A column with another name has tags if several cells have semicolons or bars, all parts are
///    short, and parts recur. Three colons need no such evidence.
struct TagLists: Sendable {
  private static let separators: [CellSeparator] = [.colons, .semicolon, .bar, .comma]
  /// The most characters and words of a tag.
  private static let (longestTag, mostWords) = (40, 3)
  /// The most different words that are looked at.
  private static let mostDifferent = 2_000

  /// The number of cells with each separator.
  private var counts = [0, 0, 0, 0]
  /// Whether all cells are short tags, if split at each separator.
  private var areShort = [true, true, true, true]
  /// For each separator but the comma, the parts of cells that have it, and how many there are.
  private var parts = [Recurrence(), Recurrence(), Recurrence()]
  private var isOpen = true
  /// The words of cells with blanks, and the cells without.
  private var words: (inner: Set<String>, single: Set<String>, areTags: Bool) = ([], [], true)
  /// Whether the column's name is a word for tags.
  ///
  /// With a singular name, a tag may contain a comma.
  private let isNamed: Bool
  private let isPlural: Bool

  /// Counts how often parts recur.
  private struct Recurrence: Sendable {
    private(set) var count = 0
    private var different: Set<String> = []
    /// The parts of the cells so far; an equal cell is no evidence.
    private var cells: Set<[String]> = []

    mutating func add(_ parts: [String]) {
      if cells.count < TagLists.mostDifferent, !cells.insert(parts).inserted { return }
      guard different.count < TagLists.mostDifferent else { return }
      count += parts.count
      different.formUnion(parts)
    }

    var isSeen: Bool { different.count < count }
  }

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
    let cell = Look(bytes)
    guard isNamed || cell.hasSome else {
      if !cell.isShort { areShort = [false, false, false, false] }
      return
    }
    for place in counts.indices where cell.has(place) { counts[place] += 1 }
    if isNamed {
      addWords(bytes)
    } else if cell.has(3), counts[0] == 0 {
      isOpen = false
      return
    }
    for (place, separator) in Self.separators.enumerated() where areShort[place] {
      if isNamed || cell.has(place) {
        let values = separator.values(in: bytes)
        areShort[place] = values.allSatisfy(Self.isShort)
        if place < 3, cell.has(place) { parts[place].add(values) }
      } else {
        areShort[place] = cell.isShort
      }
    }
  }

  /// One look at the bytes of a cell.
  private struct Look {
    /// A bit for each separator that the cell has.
    private var found: UInt8 = 0
    /// Whether the whole cell is as short as a tag.
    let isShort: Bool

    var hasSome: Bool { found != 0 }
    func has(_ place: Int) -> Bool { found & (1 << UInt8(place)) != 0 }

    init(_ bytes: ArraySlice<UInt8>) {
      var (colons, blanks, isLine) = (0, 0, true)
      for byte in bytes {
        if byte > Byte.comma, byte < Byte.colon || byte > Byte.semicolon, byte != Byte.bar {
          colons = 0
          continue
        }
        colons = byte == Byte.colon ? colons + 1 : 0
        switch byte {
        case Byte.space: blanks += 1
        case Byte.colon: if colons == 3 { found |= 1 }
        case Byte.semicolon: found |= 2
        case Byte.bar: found |= 4
        case Byte.comma: found |= 8
        case ..<Byte.space: isLine = false
        default: continue
        }
      }
      // Letters outside of ASCII have up to four bytes.
      isShort = isLine && blanks < TagLists.mostWords && bytes.count <= 2 * TagLists.longestTag
    }
  }

  private mutating func addWords(_ bytes: ArraySlice<UInt8>) {
    guard words.areTags, words.inner.count + words.single.count < Self.mostDifferent else { return }
    let values = CellSeparator.blank.values(in: bytes)
    if values.count == 1 {
      words.single.insert(values[0])
    } else {
      words.inner.formUnion(values)
      words.areTags = Set(values).count == values.count
    }
  }

  /// Uses the comma as the separator, and ignores the column's name.
  mutating func giveUp() {
    (isOpen, counts, words) = (false, [0, 0, 0, 0], ([], [], false))
  }

  var separator: CellSeparator { areWords ? .blank : Self.separators[place] }

  private var place: Int {
    if counts[0] > 0 { return 0 }
    if counts[3] > 0 { return 3 }
    return counts[1] >= max(counts[2], 1) ? 1 : counts[2] > 0 ? 2 : 3
  }

  /// Whether blanks separate the tags: each word among others is a cell of its own, too.
  private var areWords: Bool {
    isNamed && isOpen && words.areTags && counts.allSatisfy { $0 == 0 } && !words.inner.isEmpty
      && words.inner.isSubset(of: words.single)
  }

  /// Whether the cells are tags: all of them are short, and some cell has several.
  var areTags: Bool {
    guard isOpen else { return false }
    if areWords { return true }
    guard counts[place] > 0, areShort[place] else { return false }
    if isNamed {
      return place < 3 || isPlural && counts[1] + counts[2] == 0
    }
    switch place {
    case 0: return true
    case 1, 2: return counts[place] > 1 && counts[3 - place] == 0 && parts[place].isSeen
    default: return false
    }
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
