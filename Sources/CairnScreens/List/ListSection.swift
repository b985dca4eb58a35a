/// Rows of a list that belong together, under a head that says why.
public struct ListSection: Hashable, Sendable {
  /// What stays the same while rows come and go: the value that the rows share, as text; empty
  /// where they have none.
  public var id: String
  /// The value for people.
  public var title: String
  /// What the rows come to in each column; blank or missing where nothing is computed.
  public var totals: [String]

  /// A section.
  public init(id: String, title: String, totals: [String] = []) {
    self.id = id
    self.title = title
    self.totals = totals
  }
}

/// What is computed of the numbers of a section's rows.
public enum SectionTotals: String, CaseIterable, Hashable, Sendable {
  case sum
  case average
  case least
  case greatest
}

/// A field of a list's rows that can be a column or make sections.
public struct ListField: Hashable, Sendable {
  /// What a URL calls it.
  public var name: String
  /// What people call it.
  public var title: String
  /// Whether it has long texts, by which nobody sorts or groups.
  public var isLong: Bool

  /// A field; called by its name where there is no other title.
  public init(_ name: String, title: String? = nil, isLong: Bool = false) {
    self.name = name
    self.title = title ?? name
    self.isLong = isLong
  }
}

/// Which sections of a list have their rows out of sight.
struct SectionFolds: Hashable {
  /// Whether sections are folded that nobody said anything of.
  private(set) var isAll = false
  /// The sections for which it is the other way round.
  private(set) var exceptions: Set<String> = []

  init(isAll: Bool = false, exceptions: Set<String> = []) {
    (self.isAll, self.exceptions) = (isAll, exceptions)
  }

  mutating func toggle(_ id: String) {
    if exceptions.remove(id) == nil { exceptions.insert(id) }
  }

  /// The places of the folded ones among `count` sections with these ids.
  func places(among count: Int, id: (Int) -> String) -> Set<Int> {
    guard !exceptions.isEmpty else { return isAll ? Set(0..<count) : [] }
    return Set((0..<count).filter { exceptions.contains(id($0)) != isAll })
  }
}
