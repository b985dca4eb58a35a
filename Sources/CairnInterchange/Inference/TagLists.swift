/// What stands between the tags in the cells of a column, and whether its name and its cells say
/// that they are tags.
///
/// A comma does wherever a cell has one, be it within a tag. Semicolons or bars do where no cell
/// has a comma.
struct TagLists: Sendable {
  /// What may stand between tags.
  private static let separators = [Byte.semicolon, Byte.bar, Byte.comma]
  /// A tag has no more characters than this, and no more words.
  private static let (longestTag, mostWords) = (40, 3)

  /// How many cells have each of them.
  private var counts = [0, 0, 0]
  /// Whether all cells are tags with each of them between.
  private var areShort = [true, true, true]
  private var isOpen = true
  /// Whether the column's name says that it has tags; one in the singular may have a comma in it.
  private let isNamed: Bool
  private let isPlural: Bool

  /// The lists of no cells.
  ///
  /// - Parameter name: the column's name.
  init(of name: String) {
    let word = name.lowercased().split { !$0.isLetter }.last ?? ""
    isPlural = ["tags", "labels", "keywords", "categories"].contains(word)
    isNamed = isPlural || ["tag", "label", "keyword"].contains(word)
  }

  /// Takes in a cell of text.
  ///
  /// Cost: that of looking at each byte; next to none once a cell had a comma, unless the name says
  /// that there are tags.
  mutating func add(_ bytes: ArraySlice<UInt8>) {
    guard isOpen else { return }
    // Who writes lists so has no separator, as exports have none.
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

  /// Takes commas for what is between tags, and nothing for tags by its name.
  mutating func giveUp() { (isOpen, counts) = (false, [0, 0, 0]) }

  /// What stands between tags.
  var separator: UInt8 { Self.separators[place] }

  private var place: Int {
    if counts[2] > 0 { return 2 }
    return counts[0] >= max(counts[1], 1) ? 0 : counts[1] > 0 ? 1 : 2
  }

  /// Whether the name says that the cells are tags, of which all are short, and some cell has more
  /// than one.
  var areNamed: Bool {
    let isClear = place < 2 || isPlural && counts[0] + counts[1] == 0
    return isNamed && isOpen && counts[place] > 0 && areShort[place] && isClear
  }

  private static func isShort(_ tag: String) -> Bool {
    tag.count <= longestTag && tag.split(separator: " ").count <= mostWords
      && tag.utf8.allSatisfy { $0 >= Byte.space }
  }
}
