internal import CairnInterface

/// One column of a list.
public struct ListColumn: Hashable, Sendable {
  /// Which side the cells lean to.
  public enum Alignment: Hashable, Sendable {
    case leading
    case trailing
  }

  /// What a sort and a URL call it.
  public var name: String
  /// What the header says.
  public var title: String
  /// Numbers and ages lean to the trailing side.
  public var alignment: Alignment
  /// The fewest columns of the terminal that make sense, and the most that are of use.
  public var width: ClosedRange<Int>
  /// How wide its longest text is, for room that nobody else can use; the most that is of use if
  /// that is more.
  public var fullWidth = 0
  /// How wide it is, whatever makes sense, where a person said so.
  public var chosenWidth: Int?
  /// Whether `s` and a click on the header sort by it.
  public var isSortable: Bool
  /// Whether it is there only where all others have all the room that they can use.
  public var isExtra = false

  /// Describes a column.
  ///
  /// - Parameters:
  ///   - name: what a sort and a URL call it.
  ///   - title: the header's words; the name if left out.
  ///   - alignment: which side the cells lean to.
  ///   - width: in columns of the terminal, 1 or more.
  ///   - isSortable: whether the list can be sorted by it.
  public init(
    _ name: String, title: String? = nil, alignment: Alignment = .leading,
    width: ClosedRange<Int> = 8...30, isSortable: Bool = true
  ) {
    self.name = name
    self.title = title ?? name
    self.alignment = alignment
    self.width = max(1, width.lowerBound)...max(1, width.upperBound)
    self.isSortable = isSortable
  }

  /// The same, no wider than its title and texts need, so that others have the room.
  public func fitted(to texts: some Sequence<String>) -> ListColumn {
    // Behind the title stands the way that the list is sorted by it.
    let widest = texts.reduce(GlyphWidth.columns(of: title) + 1) {
      max($0, GlyphWidth.columns(of: String($1.prefix(400))))
    }
    var column = self
    column.width = min(width.lowerBound, widest)...min(width.upperBound, widest)
    column.fullWidth = widest
    return column
  }

  /// The widths that it may have.
  var shownWidth: ClosedRange<Int> { chosenWidth.map { $0...$0 } ?? width }

  /// The column as the URL of a list has it: "name", or "name:20" with a chosen width.
  public var choice: String { name + (chosenWidth.map { ":\($0)" } ?? "") }
}
